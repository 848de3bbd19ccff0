// SPDX-License-Identifier: Apache-2.0
//
// Alignment of N addends of equal significand width to the largest exponent of their sum: each is rounded to
// F fraction bits and placed on the grid of the sum, which has SHIFT more bits at the bottom.
module karat_align_all #(
    parameter int unsigned N = 16,
    parameter int unsigned IB = 2,   // integer bits of a significand
    parameter int unsigned FB = 20,  // fraction bits of a significand
    parameter int unsigned F = 25,   // fraction bits kept
    parameter int unsigned SHIFT = 0,  // more fraction bits of the sum's grid
    parameter int unsigned EW = 7,
    parameter int unsigned ROUNDING = karat_rtl_pkg::RZ,
    parameter bit STICKY = 1'b0,
    parameter bit CUT = 1'b0,        // an addend whose exponent is more than CUTOFF below the largest is 0
    parameter int unsigned CUTOFF = 0,
    parameter bit DROP_TINY = 1'b0,  // a negative addend smaller than one unit of the grid becomes 0, not -1
    parameter int TINY_ABOVE = -1,   // DROP_TINY applies only if exp_max_i is greater than this
    parameter bit FRAME = 1'b0,      // ones' complement relative to frame_i
    parameter int unsigned OUT_W = 1 + IB + 1 + F + SHIFT,
    localparam int unsigned S = IB + FB
) (
    input  logic [N-1:0]       sign_i,
    input  logic [N*EW-1:0]    exp_i,
    input  logic [N*S-1:0]     sig_i,
    input  logic [EW-1:0]      exp_max_i,
    input  logic               frame_i,
    output logic [N*OUT_W-1:0] addend_o,  // two's complement
    output logic               lost_o     // at least one addend lost bits; 0 if STICKY is 0
);
  if (N < 1) $error("N = %0d: must be at least 1", N);
  if (OUT_W < 1) $error("OUT_W = %0d: must be at least 1", OUT_W);
  if (FRAME && DROP_TINY) $error("FRAME = %0d: cannot be combined with DROP_TINY", FRAME);
  localparam int unsigned ALIGNED_W = 1 + (IB + 1) + F;
  logic [N-1:0] lost;  // one bit for each addend
  assign lost_o = |lost;
  if (!FRAME) begin : g_no_frame
    logic unused_frame;
    assign unused_frame = frame_i;
  end

  for (genvar k = 0; k < N; k++) begin : g_addend
    logic [EW-1:0] exponent;
    logic [S-1:0] sig;
    logic [ALIGNED_W-1:0] aligned, settled;
    logic fallen;  // a 1 was dropped

    assign exponent = exp_i[k*EW+:EW];
    if (CUT && CUTOFF < 2 ** EW - 1) begin : g_cut
      logic [EW-1:0] distance;
      assign distance = exp_max_i - exponent;
      assign sig = (distance > EW'(CUTOFF)) ? '0 : sig_i[k*S+:S];
    end else begin : g_any
      assign sig = sig_i[k*S+:S];
    end
    karat_align #(
        .IB(IB), .FB(FB), .F(F), .EW(EW), .ROUNDING(ROUNDING), .STICKY(STICKY)
    ) i_align (
        .sign_i(sign_i[k] & ~FRAME), .exp_i(exponent), .sig_i(sig), .exp_max_i(exp_max_i),
        .addend_o(aligned), .lost_o(fallen)
    );
    if (DROP_TINY) begin : g_drop_tiny
      // A negative addend smaller than one unit rounds down to -1.
      localparam int unsigned DW = karat_rtl_pkg::larger(EW, $clog2(FB + 1)) + 1;
      logic [EW-1:0] shift;
      logic [DW-1:0] down;
      logic tiny, above;
      assign shift = exp_max_i - exponent;
      assign down = DW'(shift) + DW'(FB);
      if (TINY_ABOVE < 0) begin : g_always
        assign above = 1'b1;
      end else if (TINY_ABOVE >= 2 ** EW - 1) begin : g_never
        assign above = 1'b0;
      end else begin : g_above
        assign above = exp_max_i > EW'(TINY_ABOVE);
      end
      assign tiny = sign_i[k] & above & ~(|({sig, {F{1'b0}}} >> down));
      assign settled = tiny ? '0 : aligned;
      assign lost[k] = fallen & ~tiny;  // a dropped addend counts as 0, so it loses no bits
    end else if (FRAME) begin : g_frame
      // An addend of magnitude m whose sign differs from frame_i is -m - 1, also for m = 0.
      assign settled = (sign_i[k] ^ frame_i) ? ~aligned : aligned;
      assign lost[k] = fallen;
    end else begin : g_as_is
      assign settled = aligned;
      assign lost[k] = fallen;
    end
    if (OUT_W > ALIGNED_W + SHIFT) begin : g_extend
      assign addend_o[k*OUT_W+:OUT_W] =
          OUT_W'({{(OUT_W - ALIGNED_W) {settled[ALIGNED_W-1]}}, settled}) << SHIFT;
    end else begin : g_fits
      assign addend_o[k*OUT_W+:OUT_W] = OUT_W'(settled) << SHIFT;
    end
  end
endmodule
