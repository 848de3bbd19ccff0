// SPDX-License-Identifier: Apache-2.0
// A pipeline of two stages with a clock enable. Fault 1: the second stage ignores it.
module stalled_by_enable (
    input  logic clk,
    input  logic rst_n,
    input  logic en,
    input  logic [1:0][3:0][15:0] a,
    input  logic [1:0][3:0][15:0] b,
    input  logic [1:0][1:0][31:0] c,
    output logic [1:0][1:0][31:0] d
);
  int fault;
  initial if (!$value$plusargs("fault=%d", fault)) fault = 0;

  logic [1:0][1:0][31:0] sums, first;
  tile unit (.a, .b, .c, .d(sums));
  always_ff @(posedge clk) begin
    if (en) first <= sums;
    if (en || fault == 1) d <= rst_n ? first : '0;
  end
endmodule
