// SPDX-License-Identifier: Apache-2.0
// A queue of two tiles before the unit; a credit comes back when a tile leaves it. Fault 1: there is room for
// one tile only. Fault 2: every eighth credit is lost; 3: after every eighth one comes another.
module gives_credits (
    input  logic clk,
    input  logic rst_n,
    input  logic valid,
    output logic credit,
    input  logic [1:0][3:0][15:0] a,
    input  logic [1:0][3:0][15:0] b,
    input  logic [1:0][1:0][31:0] c,
    output logic done,
    output logic [1:0][1:0][31:0] d
);
  int fault;
  initial if (!$value$plusargs("fault=%d", fault)) fault = 0;

  logic [1:0][1:0][31:0] sums, queue[2];
  logic [1:0] queued;
  logic busy, leaves;
  logic [2:0] left;
  tile unit (.a, .b, .c, .d(sums));
  assign leaves = queued != 0 && !busy;
  assign credit = (leaves && !(fault == 2 && left == 7)) || (fault == 3 && busy && left == 0);
  always_ff @(posedge clk) begin
    busy <= rst_n && leaves;
    done <= rst_n && leaves;
    left <= rst_n ? left + 3'(leaves) : '0;
    queued <= rst_n ? queued + 2'(valid) - 2'(leaves) : '0;
    if (leaves) {d, queue[0]} <= {queue[0], queue[1]};
    if (valid) queue[fault == 1 || queued - 2'(leaves) == 0 ? 0 : 1] <= sums;
  end
endmodule
