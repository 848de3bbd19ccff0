// SPDX-License-Identifier: Apache-2.0
// valid and ready on both sides, one tile at a time. Fault 1: a new tile replaces a result that nobody took.
module ready_both_sides (
    input  logic clk,
    input  logic rst_n,
    input  logic in_valid,
    output logic in_ready,
    input  logic [1:0][3:0][15:0] a,
    input  logic [1:0][3:0][15:0] b,
    input  logic [1:0][1:0][31:0] c,
    output logic out_valid,
    input  logic out_ready,
    output logic [1:0][1:0][31:0] d
);
  int fault;
  initial if (!$value$plusargs("fault=%d", fault)) fault = 0;

  logic [1:0][1:0][31:0] sums;
  tile unit (.a, .b, .c, .d(sums));
  assign in_ready = !out_valid || out_ready || fault == 1;
  always_ff @(posedge clk) begin
    if (!rst_n) out_valid <= 1'b0;
    else if (in_ready) out_valid <= in_valid || (fault == 1 && out_valid && !out_ready);
    if (in_valid && in_ready) d <= sums;
  end
endmodule
