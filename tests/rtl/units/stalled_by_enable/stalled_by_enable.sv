// SPDX-License-Identifier: Apache-2.0
// A pipeline of two stages with a clock enable. Fault 1: the second stage ignores it; 2: the first one does.
// Fault 3: the enable is active low. Fault 4: the reset is active high. Fault 5: the answer comes an enabled
// cycle late.
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

  logic [1:0][1:0][31:0] sums, first, second;
  logic enabled;
  assign enabled = en ^ fault == 3;
  tile unit (.a, .b, .c, .d(sums));
  always_ff @(posedge clk) begin
    if (enabled || fault == 2) first <= sums;
    if (enabled) second <= first;
    if (enabled || fault == 1) d <= rst_n ^ fault == 4 ? (fault == 5 ? second : first) : '0;
  end
endmodule
