// SPDX-License-Identifier: Apache-2.0
// Takes a tile when it is not busy, and answers three cycles later. Fault 1: the result is of the operands at
// the end, not at the start. Fault 2: busy falls while the unit still ignores start.
module start_when_idle (
    input  logic clk,
    input  logic rst_n,
    input  logic start,
    output logic busy,
    input  logic [1:0][3:0][15:0] a,
    input  logic [1:0][3:0][15:0] b,
    input  logic [1:0][1:0][31:0] c,
    output logic done,
    output logic [1:0][1:0][31:0] d
);
  int fault;
  initial if (!$value$plusargs("fault=%d", fault)) fault = 0;

  logic [1:0] count;
  logic [1:0][3:0][15:0] rows, columns;
  logic [1:0][1:0][31:0] addends, sums;
  tile unit (.a(rows), .b(columns), .c(addends), .d(sums));
  logic idle;
  assign idle = count == 0;
  assign busy = fault == 2 ? count > 1 : !idle;
  always_ff @(posedge clk) begin
    done <= rst_n && count == 1;
    if (!rst_n) count <= 0;
    else if (start && idle) count <= 3;
    else if (!idle) count <= count - 1'b1;
    if (count == 1) d <= sums;
    if ((start && idle) || fault == 1) begin
      rows <= a;
      columns <= b;
      addends <= c;
    end
  end
endmodule
