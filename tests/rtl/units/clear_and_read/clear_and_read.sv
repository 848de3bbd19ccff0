// SPDX-License-Identifier: Apache-2.0
// Accumulates K = 8 in two transfers after a clear, which loads c, and answers a read. Fault 1: the clear is
// forgotten. Fault 2: the read-out comes a cycle after its answer.
module clear_and_read (
    input  logic clk,
    input  logic rst_n,
    input  logic valid,
    input  logic clear,
    input  logic read,
    input  logic [1:0][3:0][15:0] a,
    input  logic [1:0][3:0][15:0] b,
    input  logic [1:0][1:0][31:0] c,
    output logic done,
    output logic [1:0][1:0][31:0] d
);
  int fault;
  initial if (!$value$plusargs("fault=%d", fault)) fault = 0;

  logic [1:0][1:0][31:0] sum, sums;
  tile unit (.a, .b, .c(sum), .d(sums));
  always_ff @(posedge clk) begin
    done <= rst_n && read;
    if (fault == 2 ? done : read) d <= sum;
    if (!rst_n) sum <= '0;
    else if (clear && fault != 1) sum <= c;
    else if (valid) sum <= sums;
  end
endmodule
