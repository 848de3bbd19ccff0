// SPDX-License-Identifier: Apache-2.0
// B is loaded and stays; it and the other operands come on a slow clock, a tile in each of its cycles. The
// fast clock has four cycles to compute. Fault 1: B is read from its port.
module slow_weights (
    input  logic clk,
    input  logic rst_n,
    input  logic clk_op,
    input  logic load,
    input  logic valid,
    input  logic [1:0][3:0][15:0] a,
    input  logic [1:0][3:0][15:0] b,
    input  logic [1:0][1:0][31:0] c,
    output logic done,
    output logic [1:0][1:0][31:0] d
);
  int fault;
  initial if (!$value$plusargs("fault=%d", fault)) fault = 0;

  logic request;
  logic [2:0] requested;  // the first two synchronise
  logic [1:0][3:0][15:0] weights, kept_a;
  logic [1:0][1:0][31:0] kept_c, sums;
  always_ff @(posedge clk_op) begin
    request <= rst_n && (request ^ valid);
    if (load) weights <= b;
    if (valid) {kept_a, kept_c} <= {a, c};
  end

  tile unit (.a(kept_a), .b(fault == 1 ? b : weights), .c(kept_c), .d(sums));
  always_ff @(posedge clk) begin
    requested <= rst_n ? {requested[1:0], request} : '0;
    done <= rst_n && requested[2] != requested[1];
    d <= sums;
  end
endmodule
