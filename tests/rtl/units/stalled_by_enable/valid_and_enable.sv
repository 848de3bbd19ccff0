// SPDX-License-Identifier: Apache-2.0
// A pipeline of two stages with a valid, which stands still without the clock enable. Fault 1: the valid
// moves on nevertheless; 2: the operands do. Fault 3: the result comes an enabled cycle after its valid.
module valid_and_enable (
    input  logic clk,
    input  logic rst_n,
    input  logic en,
    input  logic valid,
    input  logic [1:0][3:0][15:0] a,
    input  logic [1:0][3:0][15:0] b,
    input  logic [1:0][1:0][31:0] c,
    output logic done,
    output logic [1:0][1:0][31:0] d
);
  int fault;
  initial if (!$value$plusargs("fault=%d", fault)) fault = 0;

  logic [1:0][1:0][31:0] sums, first, second;
  logic first_valid;
  tile unit (.a, .b, .c, .d(sums));
  always_ff @(posedge clk) begin
    if (en || fault == 2) first <= sums;
    if (en) second <= first;
    if (en) d <= fault == 3 ? second : first;
    if (en || fault == 1) {done, first_valid} <= {first_valid, valid};
    if (!rst_n) {done, first_valid} <= '0;
  end
endmodule
