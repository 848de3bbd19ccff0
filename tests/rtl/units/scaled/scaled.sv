// SPDX-License-Identifier: Apache-2.0
// Block scale factors with ports of their own, around the reference RTL that the test generates (karat_top).
// Fault 1: the scale factors of the two blocks of B are exchanged.
module scaled (
    input  logic clk,
    input  logic rst_n,
    input  logic in_valid,
    output logic in_ready,
    input  logic [1:0][3:0][7:0] a,
    input  logic [1:0][3:0][7:0] b,
    input  logic [31:0] scale_a_flat,
    input  logic [7:0] scale_b[2][2],
    input  logic [1:0][1:0][31:0] c,
    output logic out_valid,
    input  logic out_ready,
    output logic [1:0][1:0][31:0] d
);
  int fault;
  initial if (!$value$plusargs("fault=%d", fault)) fault = 0;

  logic [1:0][1:0][7:0] scale_a, scale_of_b;
  for (genvar i = 0; i < 2; i++) begin : gen_row
    for (genvar s = 0; s < 2; s++) begin : gen_block
      assign scale_a[i][s] = scale_a_flat[(3 - (2 * s + i)) * 8 +: 8];
      assign scale_of_b[i][s] = scale_b[i][fault == 1 ? 1 - s : s];
    end
  end
  karat_top unit (
      .clk_i(clk), .rst_ni(rst_n), .valid_i(in_valid), .ready_o(in_ready), .a_i(a), .b_i(b), .c_i(c),
      .scale_a_i(scale_a), .scale_b_i(scale_of_b), .valid_o(out_valid), .ready_i(out_ready), .d_o(d));
endmodule
