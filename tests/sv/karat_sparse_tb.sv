// SPDX-License-Identifier: Apache-2.0
// karat_checker bound to units with metadata, 2:4 and 1:2, which get the tiles of the library's stimulus.
// +fault=bad: from tile 10 on, an element of metadata is not allowed.
module karat_sparse_tb;
  localparam int unsigned COUNT = 500;
  logic clk_i = 1'b0;
  logic rst_ni = 1'b0;
  int unsigned cycle = 0;
  logic [1:0] done;
  logic bad;

  karat_sparse_driver #(.G(8), .KIND("2:4")) two_of_four_i (.clk_i, .rst_ni, .bad_i(bad), .done_o(done[0]));
  karat_sparse_driver #(.G(16), .KIND("1:2")) one_of_two_i (.clk_i, .rst_ni, .bad_i(bad), .done_o(done[1]));

  bind karat_sparse_unit karat_checker #(
      .M(M), .N(N), .K(K), .G(G), .SPEC(SPEC), .COVERAGE(G == K ? "one_of_two.json" : "two_of_four.json")
  ) checker_i (.scale_a_i('0), .scale_b_i('0), .mode_i('0), .flags_o('0), .*);

  initial begin
    automatic string fault = "";
    void'($value$plusargs("fault=%s", fault));
    bad = fault == "bad";
  end

  initial forever #5 clk_i = ~clk_i;
  always @(posedge clk_i) begin
    cycle <= cycle + 1;
    rst_ni <= cycle > 3;
    if (&done || cycle == 20 * COUNT) begin
      $display("%0d tiles with 2:4, %0d tiles with 1:2 compared", two_of_four_i.unit_i.checker_i.tiles,
               one_of_two_i.unit_i.checker_i.tiles);
      $finish;
    end
  end
endmodule
