// SPDX-License-Identifier: Apache-2.0
// Sums K = 8 in two transfers with valid and ready on both sides, and answers each with the sum so far. D is
// one vector by columns, the first element at the top. Fault 1: the second transfer starts again from c.
// Fault 2: after a reset the unit still counts a transfer from before it.
module answers_each (
    input  logic clk,
    input  logic rst_n,
    input  logic in_valid,
    output logic in_ready,
    input  logic [1:0][3:0][15:0] a,
    input  logic [1:0][3:0][15:0] b,
    input  logic [1:0][1:0][31:0] c,
    output logic out_valid,
    input  logic out_ready,
    output logic [127:0] d
);
  int fault;
  initial if (!$value$plusargs("fault=%d", fault)) fault = 0;

  logic [1:0][1:0][31:0] sum, sums;
  logic second;
  tile unit (.a, .b, .c(second && fault != 1 ? sum : c), .d(sums));
  assign in_ready = !out_valid || out_ready;
  assign d = {sum[0][0], sum[1][0], sum[0][1], sum[1][1]};
  always_ff @(posedge clk) begin
    if (!rst_n) begin
      out_valid <= 1'b0;
      if (fault != 2) second <= 1'b0;
    end else if (in_ready) begin
      out_valid <= in_valid;
      if (in_valid) second <= !second;
    end
    if (in_valid && in_ready) sum <= sums;
  end
endmodule
