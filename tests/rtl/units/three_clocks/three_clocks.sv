// SPDX-License-Identifier: Apache-2.0
// Operands on one slow clock, results on another, and the datapath on a fast one between them; each has a
// reset of its own. A tile crosses by a request that changes, and results wait in a queue. Faults: 1: rst_op
// is ignored. 2: rst_r_n is ignored. 3: the results leave on the fast clock.
module three_clocks (
    input  logic clk,
    input  logic rst_n,
    input  logic clk_op,
    input  logic rst_op,
    input  logic clk_r,
    input  logic rst_r_n,
    input  logic in_valid,
    output logic in_ready,
    input  logic [1:0][3:0][15:0] a,
    input  logic [1:0][3:0][15:0] b,
    input  logic [1:0][1:0][31:0] c,
    output logic done,
    output logic [1:0][1:0][31:0] d
);
  int fault;
  initial if (!$value$plusargs("fault=%d", fault)) fault = 0;

  // ---- operands ----
  logic request, answered;
  logic [1:0] requested, acknowledged;  // synchronised
  logic [1:0][3:0][15:0] kept_a, kept_b;
  logic [1:0][1:0][31:0] kept_c, sums;
  assign in_ready = request == acknowledged[1];
  always_ff @(posedge clk_op) begin
    if (rst_op && fault != 1) begin
      request <= 1'b0;
      acknowledged <= '0;
    end else begin
      acknowledged <= {acknowledged[0], answered};
      if (in_valid && in_ready) request <= !request;
    end
    if (in_valid && in_ready) {kept_a, kept_b, kept_c} <= {a, b, c};
  end

  // ---- the datapath ----
  logic [1:0][1:0][31:0] queue[8];
  logic [2:0] head, tail;
  tile unit (.a(kept_a), .b(kept_b), .c(kept_c), .d(sums));
  always_ff @(posedge clk) begin
    requested <= rst_n ? {requested[0], request} : '0;
    answered <= rst_n && requested[1];
    if (requested[1] != answered) queue[tail] <= sums;
    if (!rst_n) tail <= '0;
    else if (requested[1] != answered) tail <= tail + 1'b1;
  end

  // ---- results ----
  logic out_clock;
  assign out_clock = fault == 3 ? clk : clk_r;
  always_ff @(posedge out_clock) begin
    if (!rst_r_n && fault != 2) begin
      head <= '0;
      done <= 1'b0;
    end else begin
      done <= head != tail;
      if (head != tail) head <= head + 1'b1;
    end
    d <= queue[head];
  end
endmodule
