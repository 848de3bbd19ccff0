// SPDX-License-Identifier: Apache-2.0
// The input narrow drops one more bit in the alignment. Fault 1: it is that of a later tile.
// Fault 2: done comes a cycle before d; 3: a cycle after it.
module two_widths (
    input  logic clk,
    input  logic rst_n,
    input  logic narrow,
    input  logic valid,
    input  logic [1:0][3:0][15:0] a,
    input  logic [1:0][3:0][15:0] b,
    input  logic [1:0][1:0][31:0] c,
    output logic done,
    output logic [1:0][1:0][31:0] d
);
  int fault;
  initial if (!$value$plusargs("fault=%d", fault)) fault = 0;

  logic [1:0][1:0][31:0] wide_sums, narrow_sums, wide_kept, narrow_kept;
  logic kept;
  tile wide_unit (.a, .b, .c, .d(wide_sums));
  tile #(.F(22)) narrow_unit (.a, .b, .c, .d(narrow_sums));
  logic [2:0] stage;
  assign done = stage[fault == 2 ? 0 : fault == 3 ? 2 : 1];
  always_ff @(posedge clk) begin
    stage <= rst_n ? {stage[1:0], valid} : '0;
    kept <= narrow;
    wide_kept <= wide_sums;
    narrow_kept <= narrow_sums;
    d <= (fault == 1 ? narrow : kept) ? narrow_kept : wide_kept;
  end
endmodule
