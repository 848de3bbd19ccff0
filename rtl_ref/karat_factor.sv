// SPDX-License-Identifier: Apache-2.0
//
// One factor of a product in the form that the multipliers take: an unpacked operand, times the scale factor
// of its block if it has one. It is built once for a row or column and shared by the lanes.
module karat_factor #(
    parameter int unsigned W = 16,
    parameter int unsigned LOW_BITS = 0,
    parameter int unsigned EXPONENT_BITS = 5,
    parameter int unsigned FRACTION_BITS = 10,
    parameter int unsigned SPECIALS = karat_rtl_pkg::SPECIALS_IEEE,
    parameter bit SIGNED = 1'b1,
    parameter int unsigned FLUSH_BELOW = 0,
    parameter bit FLUSH_KEEPS_SIGN = 1'b0,
    parameter bit CONVERT = 1'b0,
    parameter int unsigned LEAST = 0,
    parameter int unsigned SB = FRACTION_BITS + 1,
    parameter int unsigned EW = 5,      // exponent of the factor, including the scale factor's
    parameter int OFFSET = 0,
    parameter bit ZERO_HELD = 1'b1,
    parameter int unsigned ZERO_EXP = 0,
    parameter bit SCALED = 1'b0,
    parameter int unsigned SCALE_W = 1,
    parameter int unsigned SCALE_EXPONENT_BITS = 1,
    parameter int unsigned SCALE_FRACTION_BITS = 0,
    parameter int unsigned SCALE_SPECIALS = karat_rtl_pkg::SPECIALS_FN,
    parameter bit SCALE_SUBNORMALS = 1'b1,
    parameter int SCALE_OFFSET = 0,
    parameter bit SCALE_ZERO_HELD = 1'b1,
    parameter int unsigned SCALE_ZERO_EXP = 0,
    localparam int unsigned SIG_W = (SCALED && SCALE_FRACTION_BITS > 0) ? SB + SCALE_FRACTION_BITS + 1 : SB,
    localparam int unsigned WORD_W = 4 + EW + SIG_W
) (
    input  logic [W-1:0]       x_i,
    input  logic [SCALE_W-1:0] scale_i,  // ignored if SCALED is 0
    output logic [WORD_W-1:0]  word_o    // {nan, inf, zero, sign, exponent, significand}
);
  logic sign, zero, inf, nan;
  logic [EW-1:0] exponent;
  logic [SB-1:0] sig;

  if (SPECIALS == karat_rtl_pkg::SPECIALS_INTEGER) begin : g_integer
    karat_read_integer #(.W(W), .SIGNED(SIGNED), .EW(EW), .OFFSET(OFFSET)) i_operand (
        .x_i, .sign_o(sign), .exp_o(exponent), .sig_o(sig), .zero_o(zero)
    );
    assign inf = 1'b0;
    assign nan = 1'b0;
  end else begin : g_number
    karat_read #(
        .W(W), .LOW_BITS(LOW_BITS), .EXPONENT_BITS(EXPONENT_BITS), .FRACTION_BITS(FRACTION_BITS),
        .SPECIALS(SPECIALS), .SIGNED(SIGNED), .FLUSH_BELOW(FLUSH_BELOW),
        .FLUSH_KEEPS_SIGN(FLUSH_KEEPS_SIGN), .CONVERT(CONVERT), .LEAST(LEAST), .SB(SB), .EW(EW),
        .OFFSET(OFFSET), .ZERO_HELD(ZERO_HELD), .ZERO_EXP(ZERO_EXP)
    ) i_operand (
        .x_i, .sign_o(sign), .exp_o(exponent), .sig_o(sig), .zero_o(zero), .inf_o(inf), .nan_o(nan)
    );
  end

  if (SCALED) begin : g_scaled
    localparam int unsigned SS = SCALE_FRACTION_BITS + 1;
    logic s_sign, s_zero, s_inf, s_nan, unused_scale;
    logic [EW-1:0] s_exp;
    logic [SS-1:0] s_sig;
    karat_read #(
        .W(SCALE_W), .EXPONENT_BITS(SCALE_EXPONENT_BITS), .FRACTION_BITS(SCALE_FRACTION_BITS),
        .SPECIALS(SCALE_SPECIALS), .SIGNED(1'b0), .SUBNORMALS(SCALE_SUBNORMALS), .EW(EW),
        .OFFSET(SCALE_OFFSET), .ZERO_HELD(SCALE_ZERO_HELD), .ZERO_EXP(SCALE_ZERO_EXP)
    ) i_scale (
        .x_i(scale_i), .sign_o(s_sign), .exp_o(s_exp), .sig_o(s_sig), .zero_o(s_zero), .inf_o(s_inf),
        .nan_o(s_nan)
    );
    assign unused_scale = s_sign ^ s_inf;  // scale formats have no sign and no infinity
    // 0 * inf is a NaN, here and in the product.
    assign word_o = {nan | s_nan | (inf & s_zero), inf & ~s_nan & ~s_zero, zero | s_zero, sign,
                     exponent + s_exp, SIG_W'(sig) * SIG_W'(s_sig)};
  end else begin : g_plain
    logic unused_scale;
    assign unused_scale = ^scale_i;
    assign word_o = {nan, inf, zero, sign, exponent, sig};
  end
endmodule
