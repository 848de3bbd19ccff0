// SPDX-License-Identifier: Apache-2.0
// Operands and op on a slow clock, the datapath and the results on a fast one. A tile crosses by a request
// that changes, two synchronising registers, and an acknowledge that comes back in the same way. Faults: 1:
// ready does not wait for the acknowledge. 2: the datapath reads a at the port. 3: the same for op.
module slow_operands (
    input  logic clk,
    input  logic rst_n,
    input  logic clk_op,
    input  logic op,  // one fraction bit less in the alignment
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

  logic request, answered;
  logic [1:0] requested, acknowledged;  // synchronised
  logic kept_op;
  logic [1:0][3:0][15:0] kept_a, kept_b;
  logic [1:0][1:0][31:0] kept_c, wide_sums, narrow_sums;

  assign in_ready = request == acknowledged[1] || fault == 1;
  always_ff @(posedge clk_op) begin
    if (!rst_n) begin
      request <= 1'b0;
      acknowledged <= '0;
    end else begin
      acknowledged <= {acknowledged[0], answered};
      if (in_valid && in_ready) request <= !request;
    end
    if (in_valid && in_ready) {kept_op, kept_a, kept_b, kept_c} <= {op, a, b, c};
  end

  tile wide_unit (.a(fault == 2 ? a : kept_a), .b(kept_b), .c(kept_c), .d(wide_sums));
  tile #(.F(22)) narrow_unit (.a(fault == 2 ? a : kept_a), .b(kept_b), .c(kept_c), .d(narrow_sums));
  always_ff @(posedge clk) begin
    requested <= rst_n ? {requested[0], request} : '0;
    if (!rst_n) begin
      answered <= 1'b0;
      out_valid <= 1'b0;
    end else if (!out_valid || out_ready) begin
      answered <= requested[1];
      out_valid <= requested[1] != answered;
      d <= (fault == 3 ? op : kept_op) ? narrow_sums : wide_sums;
    end
  end
endmodule
