// SPDX-License-Identifier: Apache-2.0
//
// Rounder and packer: OUT_FRAC fraction bits of the normalised significand are kept,
// exceptions override. By default overflow becomes an infinity in every rounding mode,
// subnormals are kept, and a result that rounds to zero keeps its sign.
module karat_pack #(
    parameter int unsigned D_FMT = karat_rtl_pkg::FP32,
    parameter int unsigned OUT_FRAC = 23,  // fraction bits of the result, at most D_FMT's
    parameter int unsigned ROUNDING = karat_rtl_pkg::RZ,
    parameter int unsigned NORM_W = 33,    // at least OUT_FRAC + 3: guard and one below
    parameter int unsigned EXP_W = 10,     // more than D_FMT's exponent field
    parameter int unsigned OVERFLOW = karat_spec_pkg::OVERFLOW_INF,
    parameter bit RISCV_NAN = 1'b0,            // only the quiet bit, not all ones
    parameter bit FLUSH = 1'b0,                // a rounded subnormal becomes a zero of its sign
    parameter bit POSITIVE_UNDERFLOW = 1'b0,   // a nonzero sum that rounds to zero gives +0
    localparam int unsigned DW = karat_rtl_pkg::fmt_width(D_FMT)
) (
    input  logic              sign_i,
    input  logic [NORM_W-1:0] sig_i,
    input  logic [EXP_W-1:0]  exp_i,
    input  logic              sticky_i,     // 1s below sig_i
    input  logic              zero_i,       // the sum is exactly 0
    input  logic              zero_sign_i,  // and this is the sign it gets
    input  logic              nan_i,
    input  logic              inf_i,
    input  logic              inf_sign_i,
    output logic [DW-1:0]     d_o
);
  localparam int unsigned EB = karat_rtl_pkg::exp_bits(D_FMT);
  localparam int unsigned FB = karat_rtl_pkg::frac_bits(D_FMT);
  localparam int unsigned TAIL_W = NORM_W - 1 - OUT_FRAC;  // guard bit and all below
  // Exponent field of inf and NaN. Not '1, which yosys 0.23 takes for a single 1 here.
  localparam logic [EB-1:0] EXP_ONES = {EB{1'b1}};

  logic inc, round_up, overflow, is_zero, is_subnormal, sign, unused_leading_bit;
  logic [EXP_W+OUT_FRAC-1:0] rounded;
  logic [EXP_W-1:0] rounded_exp;
  logic [OUT_FRAC-1:0] rounded_frac;
  logic [FB-1:0] frac_field;

  karat_round_inc #(
      .MODE(ROUNDING)
  ) i_round (
      .sign_i(sign_i),
      .lsb_i(sig_i[TAIL_W]),
      .guard_i(sig_i[TAIL_W-1]),
      .sticky_i(sticky_i | (|sig_i[TAIL_W-2:0])),
      .inc_o(inc)
  );

  assign round_up = inc & ~zero_i;  // a zero stays one, whatever the sticky bit says

  // The leading bit is implied by the exponent. A carry out of the fraction is right
  // as it is: to the next binade, from subnormal to least normal, to overflow.
  assign unused_leading_bit = sig_i[NORM_W-1];
  assign rounded = {exp_i, sig_i[TAIL_W+:OUT_FRAC]} + (EXP_W + OUT_FRAC)'(round_up);
  assign {rounded_exp, rounded_frac} = rounded;
  assign overflow = rounded_exp >= EXP_W'(EXP_ONES);

  if (FB > OUT_FRAC) begin : g_short
    assign frac_field = {rounded_frac, {(FB - OUT_FRAC) {1'b0}}};
  end else begin : g_native
    assign frac_field = rounded_frac;
  end

  assign is_zero = ~(|rounded);
  assign is_subnormal = ~(|rounded_exp);
  assign sign = zero_i ? zero_sign_i : sign_i & ~(is_zero & POSITIVE_UNDERFLOW);

  // The largest finite number, where overflow stops there.
  logic toward_zero, saturate;
  logic [DW-1:0] limit;
  logic [FB-1:0] frac_limit;
  assign frac_limit = {FB{1'b1}} << (FB - OUT_FRAC);
  assign toward_zero = (ROUNDING == karat_rtl_pkg::RZ) | (ROUNDING == karat_rtl_pkg::RD & ~sign_i) |
                       (ROUNDING == karat_rtl_pkg::RU & sign_i);
  assign saturate = (OVERFLOW == karat_spec_pkg::OVERFLOW_SATURATE) |
                    (OVERFLOW == karat_spec_pkg::OVERFLOW_IEEE & toward_zero);
  // Not EXP_ONES - 1: yosys 0.23 makes that wider in a concatenation, and the sign falls off.
  assign limit = {sign_i, EXP_ONES[EB-1:1], 1'b0, frac_limit};

  always_comb begin
    if (nan_i) begin
      d_o = RISCV_NAN ? {1'b0, EXP_ONES, 1'b1, {(FB - 1) {1'b0}}} : {1'b0, {(DW - 1) {1'b1}}};
    end else if (inf_i) begin
      d_o = {inf_sign_i, EXP_ONES, {FB{1'b0}}};
    end else if (overflow) begin
      d_o = saturate ? limit : {sign_i, EXP_ONES, {FB{1'b0}}};
    end else if (FLUSH & is_subnormal) begin
      d_o = {sign, {(DW - 1) {1'b0}}};
    end else begin
      d_o = {sign, rounded_exp[EB-1:0], frac_field};
    end
  end
endmodule
