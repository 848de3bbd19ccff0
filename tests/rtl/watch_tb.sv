// SPDX-License-Identifier: Apache-2.0
// Units with ports of their own, each inside its adapter, and each with a watch bound to it. The watches'
// karat_checkers are the only scoreboards. A line for each unit: what its checker compared and found wrong.
module watch_tb;
  logic clk = 1'b0;
  logic rst_n = 1'b0;
  initial forever #5 clk = ~clk;

  // NAME, START of the random numbers, whether the unit computes in every cycle, so that more than
  // the tiles is compared, further connections of the adapter
  `define WATCHED(NAME, START, ALWAYS, MORE) \
    logic NAME``_valid_i, NAME``_ready_o, NAME``_valid_o, NAME``_ready_i; \
    logic [1:0][3:0][15:0] NAME``_a, NAME``_b; \
    logic [1:0][1:0][31:0] NAME``_c, NAME``_d; \
    int unsigned NAME``_answered; \
    watch_driver #(.SEED(START)) NAME``_driver ( \
        .clk_i(clk), .rst_ni(rst_n), .valid_i(NAME``_valid_i), .ready_o(NAME``_ready_o), .a_i(NAME``_a), \
        .b_i(NAME``_b), .c_i(NAME``_c), .valid_o(NAME``_valid_o), .ready_i(NAME``_ready_i), \
        .answered(NAME``_answered)); \
    karat_``NAME NAME ( \
        .clk_i(clk), .rst_ni(rst_n), .valid_i(NAME``_valid_i), .ready_o(NAME``_ready_o), .a_i(NAME``_a), \
        .b_i(NAME``_b), .c_i(NAME``_c), .valid_o(NAME``_valid_o), .ready_i(NAME``_ready_i), \
        .d_o(NAME``_d) MORE); \
    final begin \
      automatic longint unsigned compared = NAME.unit.karat_watch_``NAME``_i.body.checker_i.tiles; \
      automatic int unsigned wrong = NAME.unit.karat_watch_``NAME``_i.body.checker_i.wrong_tiles; \
      $display(`"NAME: %0d answers, %s, %s`", NAME``_answered, \
               compared == 400 ? "as many watched" : \
                   ALWAYS && compared > 400 ? "every cycle watched" : $sformatf("%0d watched", compared), \
               wrong == 0 ? "none wrong" : "some wrong"); \
    end

  `WATCHED(fixed_latency, 11, 1, )
  `WATCHED(ready_both_sides, 12, 0, )
  `WATCHED(stalled_by_enable, 13, 1, )
  `WATCHED(start_when_idle, 14, 0, )
  `WATCHED(gives_credits, 15, 0, )
  `WATCHED(weights_stay, 16, 0, )
  // a mode that is random and stays with its tile
  `define MODE_OF_A , .mode_i(two_widths_a[0][0][0])
  `WATCHED(two_widths, 17, 0, `MODE_OF_A)

  initial begin
    #42 rst_n = 1'b1;
    #200000 $finish;
  end
endmodule
