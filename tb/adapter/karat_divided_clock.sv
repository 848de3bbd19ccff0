// SPDX-License-Identifier: Apache-2.0
// Divides the clock for the operands or the results of a unit. clk_o changes at falling edges of clk_i, so
// that no signal of one clock changes at an edge of the other. sample_o is 1 in the last cycle of clk_i
// before clk_o rises: sampled then, each result is seen once. The clock runs during a reset too.
module karat_divided_clock #(
    parameter int unsigned DIVIDE = 2  // 2..4
) (
    input  logic clk_i,
    output logic clk_o,
    output logic sample_o
);
  logic [1:0] count = '0;
  assign sample_o = count == 2'(DIVIDE - 1);
  always_ff @(posedge clk_i) count <= sample_o ? '0 : count + 1'b1;
  always_ff @(negedge clk_i) clk_o <= 32'(count) < DIVIDE / 2;
endmodule
