// SPDX-License-Identifier: Apache-2.0
//
// A fixed-point sum times both scale factors of its block. The exponent for the next sum is that of the scale
// factors; if BY_SCALE is 0, the exponent of the sum itself is added. A sum that is kept out of the maximum
// has exponent 0.
module karat_scale_sum #(
    parameter int unsigned W = 20,           // bits of |sum|
    parameter int unsigned XE = 5,           // bits of its exponent
    parameter int unsigned SCALE_W = 8,
    parameter int unsigned SCALE_EXPONENT_BITS = 4,
    parameter int unsigned SCALE_FRACTION_BITS = 3,
    parameter int unsigned SCALE_SPECIALS = karat_rtl_pkg::SPECIALS_FN,
    parameter bit SCALE_SUBNORMALS = 1'b1,
    parameter int unsigned EW = 9,
    parameter int SCALE_OFFSET = 0,          // a factor adds its biased exponent + SCALE_OFFSET to exp_o
    parameter bit ZERO_HELD = 1'b1,
    parameter int unsigned ZERO_EXP = 0,     // what a zero factor adds unless ZERO_HELD
    parameter int OFFSET = 0,
    parameter bit BY_SCALE = 1'b0,
    parameter bit ZERO_COUNTS = 1'b0,        // a zero sum takes part in the maximum if part_i is 1,
    parameter bit FACTOR_COUNTS = 1'b0,      // also if a scale factor is zero
    localparam int unsigned SS = SCALE_FRACTION_BITS + 1,
    localparam int unsigned PS = (SCALE_FRACTION_BITS == 0) ? 0 : 2 * SS,  // powers of two need no multiplier
    localparam int unsigned OUT_W = W + PS
) (
    input  logic [XE-1:0]      exp_i,
    input  logic [W-1:0]       magnitude_i,
    input  logic               part_i,
    input  logic               nan_i,
    input  logic               inf_i,
    input  logic [SCALE_W-1:0] scale_a_i,
    input  logic [SCALE_W-1:0] scale_b_i,
    output logic [EW-1:0]      exp_o,
    output logic [OUT_W-1:0]   sig_o,
    output logic               nan_o,
    output logic               inf_o
);
  if (W < 1) $error("W = %0d: must be at least 1", W);
  if (XE < 1) $error("XE = %0d: must be at least 1", XE);
  logic a_sign, a_zero, a_inf, a_nan, b_sign, b_zero, b_inf, b_nan, unused;
  logic [EW-1:0] a_exp, b_exp, own;
  logic [SS-1:0] a_sig, b_sig;
  logic zero_factor, nonzero, takes_part;

  karat_read #(
      .W(SCALE_W), .EXPONENT_BITS(SCALE_EXPONENT_BITS), .FRACTION_BITS(SCALE_FRACTION_BITS),
      .SPECIALS(SCALE_SPECIALS), .SIGNED(1'b0), .SUBNORMALS(SCALE_SUBNORMALS), .EW(EW),
      .OFFSET(SCALE_OFFSET), .ZERO_HELD(ZERO_HELD), .ZERO_EXP(ZERO_EXP)
  ) i_a (
      .x_i(scale_a_i), .sign_o(a_sign), .exp_o(a_exp), .sig_o(a_sig), .zero_o(a_zero), .inf_o(a_inf),
      .nan_o(a_nan)
  );
  karat_read #(
      .W(SCALE_W), .EXPONENT_BITS(SCALE_EXPONENT_BITS), .FRACTION_BITS(SCALE_FRACTION_BITS),
      .SPECIALS(SCALE_SPECIALS), .SIGNED(1'b0), .SUBNORMALS(SCALE_SUBNORMALS), .EW(EW),
      .OFFSET(SCALE_OFFSET), .ZERO_HELD(ZERO_HELD), .ZERO_EXP(ZERO_EXP)
  ) i_b (
      .x_i(scale_b_i), .sign_o(b_sign), .exp_o(b_exp), .sig_o(b_sig), .zero_o(b_zero), .inf_o(b_inf),
      .nan_o(b_nan)
  );
  assign zero_factor = a_zero | b_zero;
  assign nonzero = (|magnitude_i) & ~zero_factor;
  assign takes_part = nonzero | (ZERO_COUNTS & part_i & (FACTOR_COUNTS | ~zero_factor));
  assign own = BY_SCALE ? '0 : EW'(exp_i);
  assign exp_o = takes_part ? own + a_exp + b_exp + EW'(OFFSET) : '0;
  if (PS == 0) begin : g_power
    assign sig_o = magnitude_i & {W{~zero_factor}};
    assign unused = ^{a_sign, b_sign, a_inf, b_inf, exp_i, a_sig, b_sig};
  end else begin : g_float
    logic [PS-1:0] factor;
    assign factor = PS'(a_sig) * PS'(b_sig);
    assign sig_o = OUT_W'(magnitude_i) * OUT_W'(factor);
    assign unused = ^{a_sign, b_sign, a_inf, b_inf, exp_i};  // scale formats have no sign and no infinity
  end
  assign nan_o = nan_i | a_nan | b_nan | (zero_factor & inf_i);  // 0 * inf
  assign inf_o = inf_i;
endmodule
