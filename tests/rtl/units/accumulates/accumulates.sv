// SPDX-License-Identifier: Apache-2.0
// Sums K = 8 in two transfers of four; first starts with c, later transfers add to the sum. Fault 1: the sum
// is not cleared; 2: it is lost in a cycle without a transfer. Results come row by row. Fault 3: the last row
// comes first.
module accumulates (
    input  logic clk,
    input  logic rst_n,
    input  logic valid,
    input  logic first,
    input  logic last,
    input  logic [1:0][3:0][15:0] a,
    input  logic [1:0][3:0][15:0] b,
    input  logic [1:0][1:0][31:0] c,
    output logic done,
    output logic [1:0][31:0] d
);
  int fault;
  initial if (!$value$plusargs("fault=%d", fault)) fault = 0;

  logic [1:0][1:0][31:0] sum, sums, addends;
  logic [1:0] rows;
  assign addends = first && fault != 1 ? c : sum;
  tile unit (.a, .b, .c(addends), .d(sums));
  assign done = rows != 0;
  assign d = (rows == 2) ^ fault == 3 ? result[0] : result[1];
  logic [1:0][1:0][31:0] result;
  always_ff @(posedge clk) begin
    if (!rst_n) rows <= 0;
    else if (valid && last) rows <= 2;
    else if (done) rows <= rows - 1'b1;
    if (valid) sum <= rst_n ? sums : '0;
    else if (fault == 2) sum <= '0;
    if (valid && last) result <= sums;
  end
endmodule
