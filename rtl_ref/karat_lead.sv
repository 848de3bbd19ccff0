// SPDX-License-Identifier: Apache-2.0
//
// Shifts the leading bit of a significand to the top and gives the exponent of that bit. If LEAST is not 0,
// the exponent is at least LEAST: a smaller number stays unnormalised at that exponent. A zero has the
// exponent LEAST.
module karat_lead #(
    parameter int unsigned W = 24,
    parameter int unsigned OUT_W = 24,  // at least W; more if LEAST can exceed exp_i
    parameter int unsigned EW = 9,
    parameter int unsigned LEAST = 0
) (
    input  logic [EW-1:0]    exp_i,  // of the top bit of sig_i; the exponent of the leading bit is at least 0
    input  logic [W-1:0]     sig_i,
    output logic [EW-1:0]    exp_o,
    output logic [OUT_W-1:0] sig_o
);
  if (W < 1) $error("W = %0d: must be at least 1", W);
  if (OUT_W < W) $error("OUT_W = %0d: must be at least W = %0d", OUT_W, W);
  if (EW < 1) $error("EW = %0d: must be at least 1", EW);
  localparam int unsigned COUNT_W = (W > 1) ? $clog2(W) : 1;
  localparam int unsigned RW = (EW > COUNT_W) ? EW + 1 : COUNT_W + 1;  // signed distances

  logic [COUNT_W-1:0] zeros;
  logic [OUT_W-1:0] placed;

  karat_lzc #(.W(W)) i_lzc (.x_i(sig_i), .count_o(zeros));
  if (OUT_W > W) begin : g_pad
    assign placed = {sig_i, {(OUT_W - W) {1'b0}}};
  end else begin : g_whole
    assign placed = sig_i;
  end

  if (LEAST == 0) begin : g_free
    assign sig_o = placed << zeros;
    assign exp_o = (|sig_i) ? exp_i - EW'(zeros) : '0;
  end else begin : g_least
    logic below;
    logic [RW-1:0] room, left, right;
    logic [EW-1:0] unused_room;
    assign room = RW'(exp_i) - RW'(LEAST);
    assign below = room[RW-1];
    assign left = (RW'(zeros) < room) ? RW'(zeros) : room;
    assign right = -room;
    assign sig_o = below ? placed >> right : placed << left;
    assign exp_o = (below | ~(|sig_i)) ? EW'(LEAST) : exp_i - EW'(left);
    assign unused_room = room[EW-1:0];
  end
endmodule
