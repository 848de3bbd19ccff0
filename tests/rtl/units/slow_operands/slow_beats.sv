// SPDX-License-Identifier: Apache-2.0
// The halves of K come on a slow clock, for credits, with a tag; results leave on a fast one. Both credits
// come back when the tile has crossed. Faults: 1: the last half replaces the first one. 2: the tag that is
// returned is the one at the port.
module slow_beats (
    input  logic clk,
    input  logic rst_n,
    input  logic clk_op,
    input  logic valid,
    output logic credit,
    input  logic last,
    input  logic [3:0] tag,
    input  logic [1:0][1:0][15:0] a,
    input  logic [1:0][1:0][15:0] b,
    input  logic [1:0][1:0][31:0] c,
    output logic done,
    output logic [3:0] done_tag,
    output logic [1:0][1:0][31:0] d
);
  int fault;
  initial if (!$value$plusargs("fault=%d", fault)) fault = 0;

  // ---- the slow clock: a tile is collected, then handed over ----
  logic [1:0][1:0][15:0] low_a, low_b;
  logic [1:0][3:0][15:0] kept_a, kept_b;
  logic [1:0][1:0][31:0] kept_c;
  logic [3:0] kept_tag;
  logic request, answered;
  logic [1:0] owed;  // credits
  logic [1:0] requested, acknowledged;
  always_ff @(posedge clk_op) begin
    acknowledged <= {acknowledged[0], answered};
    credit <= 1'b0;
    if (!rst_n) begin
      {request, owed} <= '0;
      acknowledged <= '0;
    end else if (valid && last) begin
      request <= !request;
      owed <= 2'd2;
    end else if (owed != 0 && request == acknowledged[1]) begin
      credit <= 1'b1;
      owed <= owed - 1'b1;
    end
    if (valid && !last) {low_a, low_b} <= {a, b};
    if (valid && last) begin
      for (int i = 0; i < 2; i++) begin
        kept_a[i] <= {a[i], fault == 1 ? a[i] : low_a[i]};
        kept_b[i] <= {b[i], fault == 1 ? b[i] : low_b[i]};
      end
      {kept_c, kept_tag} <= {c, tag};
    end
  end

  // ---- the fast clock ----
  logic [1:0][1:0][31:0] sums;
  tile unit (.a(kept_a), .b(kept_b), .c(kept_c), .d(sums));
  always_ff @(posedge clk) begin
    requested <= rst_n ? {requested[0], request} : '0;
    answered <= rst_n && requested[1];
    done <= rst_n && requested[1] != answered;
    d <= sums;
    done_tag <= fault == 2 ? tag : kept_tag;
  end
endmodule
