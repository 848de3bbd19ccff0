// SPDX-License-Identifier: Apache-2.0
//
// Exact conversion to a wider IEEE-style format, encoding to encoding: a subnormal of
// the narrow format that the wide one can write as a normal number becomes one.
module karat_convert #(
    parameter int unsigned FROM = karat_rtl_pkg::E4M3,
    parameter int unsigned TO = karat_rtl_pkg::FP16,
    parameter bit FLUSH = 1'b0,  // subnormals of FROM count as +0
    localparam int unsigned FW = karat_rtl_pkg::fmt_width(FROM),
    localparam int unsigned TW = karat_rtl_pkg::fmt_width(TO)
) (
    input  logic [FW-1:0] x_i,
    output logic [TW-1:0] y_o
);
  localparam int unsigned EB = karat_rtl_pkg::exp_bits(FROM);
  localparam int unsigned FB = karat_rtl_pkg::frac_bits(FROM);
  localparam int unsigned TEB = karat_rtl_pkg::exp_bits(TO);
  localparam int unsigned TFB = karat_rtl_pkg::frac_bits(TO);
  localparam int unsigned LOW_W = TW - 1 - TEB - TFB;  // ignored bits of TO
  // Biased exponent in TO of FROM's biased exponent 0.
  localparam int REBIAS = karat_rtl_pkg::bias(TO) - karat_rtl_pkg::bias(FROM);
  // E5M2FNUZ's exponent is biased one more than FP16's: its least one lies one below
  // FP16's, where room is -1 and every value is a subnormal, half as many units up.
  localparam bit BELOW = REBIAS < 0;
  localparam int unsigned SUBNORMAL_SHIFT = BELOW ? TFB - FB - 1 : 0;
  localparam int unsigned COUNT_W = (FB > 0) ? $clog2(FB + 1) : 1;
  localparam int unsigned EW = TEB + 1;
  localparam logic [TEB-1:0] EXP_ONES = {TEB{1'b1}};

  logic sign, zero, inf, nan;
  logic [EB-1:0] exponent;
  logic [FB:0] sig, placed;
  logic [COUNT_W-1:0] zeros, shift;
  logic [EW-1:0] room, placed_exp;
  logic [TFB-1:0] frac;
  logic [TEB-1:0] exp_field;
  logic unused_carry;

  karat_unpack #(.FMT(FROM), .FLUSH(FLUSH)) i_unpack (
      .x_i, .sign_o(sign), .exp_o(exponent), .sig_o(sig), .zero_o(zero), .inf_o(inf), .nan_o(nan)
  );
  karat_lzc #(.W(FB + 1)) i_lzc (.x_i(sig), .count_o(zeros));

  // The leading bit moves up, but not below TO's least normal exponent, biased 1.
  assign room = EW'(exponent) + EW'(REBIAS) - EW'(1);
  assign shift = (EW'(zeros) < room) ? zeros : COUNT_W'(room);
  assign placed = sig << shift;
  assign placed_exp = placed[FB] ? room + EW'(1) - EW'(shift) : '0;
  assign unused_carry = placed_exp[EW-1];

  always_comb begin
    exp_field = placed_exp[TEB-1:0];
    frac = TFB'(placed[FB-1:0]) << (TFB - FB);
    if (BELOW && (&room)) begin
      exp_field = '0;
      frac = TFB'(sig) << SUBNORMAL_SHIFT;
    end
    if (nan) begin
      exp_field = EXP_ONES;
      frac = TFB'(1) << (TFB - 1);
    end else if (inf) begin
      exp_field = EXP_ONES;
      frac = '0;
    end else if (zero) begin
      exp_field = '0;
      frac = '0;
    end
  end

  if (LOW_W > 0) begin : g_ignored_bits
    assign y_o = {sign, exp_field, frac, {LOW_W{1'b0}}};
  end else begin : g_whole
    assign y_o = {sign, exp_field, frac};
  end
endmodule
