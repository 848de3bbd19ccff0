// SPDX-License-Identifier: Apache-2.0
// Results come on a second clock, Fault 1: a result is lost when two others are waiting.
module slow_results (
    input  logic clk,
    input  logic rst_n,
    input  logic clk_r,
    input  logic valid,
    input  logic [1:0][3:0][15:0] a,
    input  logic [1:0][3:0][15:0] b,
    input  logic [1:0][1:0][31:0] c,
    output logic done,
    output logic [1:0][1:0][31:0] d
);
  int fault;
  initial if (!$value$plusargs("fault=%d", fault)) fault = 0;

  logic [1:0][1:0][31:0] sums, store[8];
  logic [2:0] head, tail;
  tile unit (.a, .b, .c, .d(sums));
  always_ff @(posedge clk) begin
    if (!rst_n) tail <= '0;
    else if (valid && !(fault == 1 && tail - head > 1)) tail <= tail + 1'b1;
    if (valid) store[tail] <= sums;
  end
  always_ff @(posedge clk_r) begin
    done <= rst_n && head != tail;
    if (!rst_n) head <= '0;
    else if (head != tail) head <= head + 1'b1;
    d <= store[head];
  end
endmodule
