// SPDX-License-Identifier: Apache-2.0
//
// One lane, written by karat from its recipe: an instance a node.
module karat_ampere_dmma_884_lane (
    input  logic clk_i,
    input  logic [5:0] move_i,  // three bits a register, of karat_pipe_ctrl
    input  logic [271:0] a_i,  // karat_factor's words, each in the stage that multiplies it
    input  logic [271:0] b_i,
    input  logic [63:0] c_i,  // encoded, likewise
    output logic [63:0] d_o
);

  // ==== result.chain: fused multiply-add 0
  //      round(fp64 RNE; sum(a_k*b_k [exact], c [exact]))
  // Exponents of leading bits as distances from -2148, the least.
  logic s0a_product_sign;
  logic [12:0] s0a_product_exp;
  logic [105:0] s0a_product_sig;
  logic s0a_product_zero;
  logic s0a_product_inf;
  logic s0a_product_nan;
  logic s0a_product_overflow;
  karat_products #(
      .N(1), .AE(11), .AS(53), .BE(11), .BS(53), .EW(13), .OFFSET(103)
  ) i_s0a_product (
      .a_i(a_i[0+:68]), .b_i(b_i[0+:68]), .sign_o(s0a_product_sign), .exp_o(s0a_product_exp),
      .sig_o(s0a_product_sig), .zero_o(s0a_product_zero), .inf_o(s0a_product_inf), .nan_o(s0a_product_nan),
      .overflow_o(s0a_product_overflow)
  );
  logic s0b_x_sign;
  logic [12:0] s0b_x_exp;
  logic [52:0] s0b_x_sig;
  logic s0b_x_zero;
  logic s0b_x_inf;
  logic s0b_x_nan;
  karat_read #(
      .W(64), .EXPONENT_BITS(11), .FRACTION_BITS(52), .SPECIALS(karat_rtl_pkg::SPECIALS_IEEE), .EW(13),
      .OFFSET(1125)
  ) i_s0b_x (
      .x_i(c_i[0+:64]), .sign_o(s0b_x_sign), .exp_o(s0b_x_exp), .sig_o(s0b_x_sig), .zero_o(s0b_x_zero),
      .inf_o(s0b_x_inf), .nan_o(s0b_x_nan)
  );
  logic [12:0] s0_exp;
  logic [109:0] s0_sum;
  karat_exact_add #(
      .XW(106), .YW(53), .EW(13), .FRACTION(52)
  ) i_s0_sum (
      .x_sign_i(s0a_product_sign), .x_exp_i(s0a_product_exp), .x_sig_i(s0a_product_sig),
      .y_sign_i(s0b_x_sign), .y_exp_i(s0b_x_exp), .y_sig_i(s0b_x_sig), .exp_o(s0_exp), .sum_o(s0_sum)
  );
  logic s0_sign;
  logic [108:0] s0_magnitude;
  karat_sign_magnitude #(
      .W(110)
  ) i_s0_magnitude (
      .x_i(s0_sum), .sign_o(s0_sign), .magnitude_o(s0_magnitude)
  );
  logic s0_is_zero;
  logic [108:0] s0_norm;
  logic [11:0] s0_norm_exp;
  logic s0_below;
  karat_normalise #(
      .W(109), .NORM_W(109), .EW(13), .EXP_W(12), .ROOM_ADJUST(-1125), .ROOM_MIN(-1125)
  ) i_s0_norm (
      .magnitude_i(s0_magnitude), .exp_i(s0_exp), .zero_o(s0_is_zero), .sig_o(s0_norm), .exp_o(s0_norm_exp),
      .sticky_o(s0_below)
  );
  logic s0_all_special_nan;
  logic s0_all_special_inf;
  logic s0_all_special_inf_sign;
  karat_specials #(
      .N(2)
  ) i_s0_all_special (
      .nan_i({s0b_x_nan, s0a_product_nan}), .inf_i({s0b_x_inf, s0a_product_inf}),
      .sign_i({s0b_x_sign, s0a_product_sign}), .nan_o(s0_all_special_nan), .inf_o(s0_all_special_inf),
      .inf_sign_o(s0_all_special_inf_sign)
  );
  logic s0_zero_sign;
  assign s0_zero_sign = (&{s0b_x_zero, s0a_product_zero}) & (&{s0b_x_sign, s0a_product_sign});
  logic [63:0] x0;
  karat_encode #(
      .EXPONENT_BITS(11), .FRACTION_BITS(52), .FRACTION(52), .ROUNDING(karat_rtl_pkg::RNE), .NORM_W(109),
      .EXP_W(12), .OVERFLOW_CODE(64'h7ff0000000000000), .INF_POSITIVE(64'h7ff0000000000000),
      .INF_NEGATIVE(64'hfff0000000000000), .OVERFLOW_POSITIVE(64'h7ff0000000000000),
      .OVERFLOW_NEGATIVE(64'hfff0000000000000)
  ) i_s0_encode (
      .sign_i(s0_sign), .sig_i(s0_norm), .exp_i(s0_norm_exp), .sticky_i(s0_below), .zero_i(s0_is_zero),
      .zero_sign_i(s0_zero_sign), .nan_i(s0_all_special_nan), .inf_i(s0_all_special_inf),
      .inf_sign_i(s0_all_special_inf_sign), .nan_code_i(64'h7ff8000000000000), .d_o(x0)
  );

  // ==== result.chain: fused multiply-add 1
  //      round(fp64 RNE; sum(a_k*b_k [exact], fused multiply-add 0 [exact]))
  // Exponents of leading bits as distances from -2148, the least.
  logic s1a_product_sign;
  logic [12:0] s1a_product_exp;
  logic [105:0] s1a_product_sig;
  logic s1a_product_zero;
  logic s1a_product_inf;
  logic s1a_product_nan;
  logic s1a_product_overflow;
  karat_products #(
      .N(1), .AE(11), .AS(53), .BE(11), .BS(53), .EW(13), .OFFSET(103)
  ) i_s1a_product (
      .a_i(a_i[68+:68]), .b_i(b_i[68+:68]), .sign_o(s1a_product_sign), .exp_o(s1a_product_exp),
      .sig_o(s1a_product_sig), .zero_o(s1a_product_zero), .inf_o(s1a_product_inf), .nan_o(s1a_product_nan),
      .overflow_o(s1a_product_overflow)
  );
  logic s1b_x_sign;
  logic [12:0] s1b_x_exp;
  logic [52:0] s1b_x_sig;
  logic s1b_x_zero;
  logic s1b_x_inf;
  logic s1b_x_nan;
  karat_read #(
      .W(64), .EXPONENT_BITS(11), .FRACTION_BITS(52), .SPECIALS(karat_rtl_pkg::SPECIALS_IEEE), .EW(13),
      .OFFSET(1125)
  ) i_s1b_x (
      .x_i(x0), .sign_o(s1b_x_sign), .exp_o(s1b_x_exp), .sig_o(s1b_x_sig), .zero_o(s1b_x_zero),
      .inf_o(s1b_x_inf), .nan_o(s1b_x_nan)
  );
  logic [12:0] s1_exp;
  logic [109:0] s1_sum;
  karat_exact_add #(
      .XW(106), .YW(53), .EW(13), .FRACTION(52)
  ) i_s1_sum (
      .x_sign_i(s1a_product_sign), .x_exp_i(s1a_product_exp), .x_sig_i(s1a_product_sig),
      .y_sign_i(s1b_x_sign), .y_exp_i(s1b_x_exp), .y_sig_i(s1b_x_sig), .exp_o(s1_exp), .sum_o(s1_sum)
  );
  logic s1_sign;
  logic [108:0] s1_magnitude;
  karat_sign_magnitude #(
      .W(110)
  ) i_s1_magnitude (
      .x_i(s1_sum), .sign_o(s1_sign), .magnitude_o(s1_magnitude)
  );
  logic s1_is_zero;
  logic [108:0] s1_norm;
  logic [11:0] s1_norm_exp;
  logic s1_below;
  karat_normalise #(
      .W(109), .NORM_W(109), .EW(13), .EXP_W(12), .ROOM_ADJUST(-1125), .ROOM_MIN(-1125)
  ) i_s1_norm (
      .magnitude_i(s1_magnitude), .exp_i(s1_exp), .zero_o(s1_is_zero), .sig_o(s1_norm), .exp_o(s1_norm_exp),
      .sticky_o(s1_below)
  );
  logic s1_all_special_nan;
  logic s1_all_special_inf;
  logic s1_all_special_inf_sign;
  karat_specials #(
      .N(2)
  ) i_s1_all_special (
      .nan_i({s1b_x_nan, s1a_product_nan}), .inf_i({s1b_x_inf, s1a_product_inf}),
      .sign_i({s1b_x_sign, s1a_product_sign}), .nan_o(s1_all_special_nan), .inf_o(s1_all_special_inf),
      .inf_sign_o(s1_all_special_inf_sign)
  );
  logic s1_zero_sign;
  assign s1_zero_sign = (&{s1b_x_zero, s1a_product_zero}) & (&{s1b_x_sign, s1a_product_sign});
  logic [63:0] x1;
  karat_encode #(
      .EXPONENT_BITS(11), .FRACTION_BITS(52), .FRACTION(52), .ROUNDING(karat_rtl_pkg::RNE), .NORM_W(109),
      .EXP_W(12), .OVERFLOW_CODE(64'h7ff0000000000000), .INF_POSITIVE(64'h7ff0000000000000),
      .INF_NEGATIVE(64'hfff0000000000000), .OVERFLOW_POSITIVE(64'h7ff0000000000000),
      .OVERFLOW_NEGATIVE(64'hfff0000000000000)
  ) i_s1_encode (
      .sign_i(s1_sign), .sig_i(s1_norm), .exp_i(s1_norm_exp), .sticky_i(s1_below), .zero_i(s1_is_zero),
      .zero_sign_i(s1_zero_sign), .nan_i(s1_all_special_nan), .inf_i(s1_all_special_inf),
      .inf_sign_i(s1_all_special_inf_sign), .nan_code_i(64'h7ff8000000000000), .d_o(x1)
  );

  // ---- Pipeline register 1 of 2 ----
  logic [63:0] x1_p1;
  karat_pipe_reg #(.W(64)) i_register_1 (
      .clk_i, .move_i(move_i[0+:3]),
      .data_i({
          x1}),
      .data_o({
          x1_p1})
  );

  // ==== result.chain: fused multiply-add 2
  //      round(fp64 RNE; sum(a_k*b_k [exact], fused multiply-add 1 [exact]))
  // Exponents of leading bits as distances from -2148, the least.
  logic s2a_product_sign;
  logic [12:0] s2a_product_exp;
  logic [105:0] s2a_product_sig;
  logic s2a_product_zero;
  logic s2a_product_inf;
  logic s2a_product_nan;
  logic s2a_product_overflow;
  karat_products #(
      .N(1), .AE(11), .AS(53), .BE(11), .BS(53), .EW(13), .OFFSET(103)
  ) i_s2a_product (
      .a_i(a_i[136+:68]), .b_i(b_i[136+:68]), .sign_o(s2a_product_sign), .exp_o(s2a_product_exp),
      .sig_o(s2a_product_sig), .zero_o(s2a_product_zero), .inf_o(s2a_product_inf), .nan_o(s2a_product_nan),
      .overflow_o(s2a_product_overflow)
  );
  logic s2b_x_sign;
  logic [12:0] s2b_x_exp;
  logic [52:0] s2b_x_sig;
  logic s2b_x_zero;
  logic s2b_x_inf;
  logic s2b_x_nan;
  karat_read #(
      .W(64), .EXPONENT_BITS(11), .FRACTION_BITS(52), .SPECIALS(karat_rtl_pkg::SPECIALS_IEEE), .EW(13),
      .OFFSET(1125)
  ) i_s2b_x (
      .x_i(x1_p1), .sign_o(s2b_x_sign), .exp_o(s2b_x_exp), .sig_o(s2b_x_sig), .zero_o(s2b_x_zero),
      .inf_o(s2b_x_inf), .nan_o(s2b_x_nan)
  );
  logic [12:0] s2_exp;
  logic [109:0] s2_sum;
  karat_exact_add #(
      .XW(106), .YW(53), .EW(13), .FRACTION(52)
  ) i_s2_sum (
      .x_sign_i(s2a_product_sign), .x_exp_i(s2a_product_exp), .x_sig_i(s2a_product_sig),
      .y_sign_i(s2b_x_sign), .y_exp_i(s2b_x_exp), .y_sig_i(s2b_x_sig), .exp_o(s2_exp), .sum_o(s2_sum)
  );
  logic s2_sign;
  logic [108:0] s2_magnitude;
  karat_sign_magnitude #(
      .W(110)
  ) i_s2_magnitude (
      .x_i(s2_sum), .sign_o(s2_sign), .magnitude_o(s2_magnitude)
  );
  logic s2_is_zero;
  logic [108:0] s2_norm;
  logic [11:0] s2_norm_exp;
  logic s2_below;
  karat_normalise #(
      .W(109), .NORM_W(109), .EW(13), .EXP_W(12), .ROOM_ADJUST(-1125), .ROOM_MIN(-1125)
  ) i_s2_norm (
      .magnitude_i(s2_magnitude), .exp_i(s2_exp), .zero_o(s2_is_zero), .sig_o(s2_norm), .exp_o(s2_norm_exp),
      .sticky_o(s2_below)
  );
  logic s2_all_special_nan;
  logic s2_all_special_inf;
  logic s2_all_special_inf_sign;
  karat_specials #(
      .N(2)
  ) i_s2_all_special (
      .nan_i({s2b_x_nan, s2a_product_nan}), .inf_i({s2b_x_inf, s2a_product_inf}),
      .sign_i({s2b_x_sign, s2a_product_sign}), .nan_o(s2_all_special_nan), .inf_o(s2_all_special_inf),
      .inf_sign_o(s2_all_special_inf_sign)
  );
  logic s2_zero_sign;
  assign s2_zero_sign = (&{s2b_x_zero, s2a_product_zero}) & (&{s2b_x_sign, s2a_product_sign});
  logic [63:0] x2;
  karat_encode #(
      .EXPONENT_BITS(11), .FRACTION_BITS(52), .FRACTION(52), .ROUNDING(karat_rtl_pkg::RNE), .NORM_W(109),
      .EXP_W(12), .OVERFLOW_CODE(64'h7ff0000000000000), .INF_POSITIVE(64'h7ff0000000000000),
      .INF_NEGATIVE(64'hfff0000000000000), .OVERFLOW_POSITIVE(64'h7ff0000000000000),
      .OVERFLOW_NEGATIVE(64'hfff0000000000000)
  ) i_s2_encode (
      .sign_i(s2_sign), .sig_i(s2_norm), .exp_i(s2_norm_exp), .sticky_i(s2_below), .zero_i(s2_is_zero),
      .zero_sign_i(s2_zero_sign), .nan_i(s2_all_special_nan), .inf_i(s2_all_special_inf),
      .inf_sign_i(s2_all_special_inf_sign), .nan_code_i(64'h7ff8000000000000), .d_o(x2)
  );

  // ==== result.chain: fused multiply-add 3
  //      round(fp64 RNE; sum(a_k*b_k [exact], fused multiply-add 2 [exact]))
  // Exponents of leading bits as distances from -2148, the least.
  logic s3a_product_sign;
  logic [12:0] s3a_product_exp;
  logic [105:0] s3a_product_sig;
  logic s3a_product_zero;
  logic s3a_product_inf;
  logic s3a_product_nan;
  logic s3a_product_overflow;
  karat_products #(
      .N(1), .AE(11), .AS(53), .BE(11), .BS(53), .EW(13), .OFFSET(103)
  ) i_s3a_product (
      .a_i(a_i[204+:68]), .b_i(b_i[204+:68]), .sign_o(s3a_product_sign), .exp_o(s3a_product_exp),
      .sig_o(s3a_product_sig), .zero_o(s3a_product_zero), .inf_o(s3a_product_inf), .nan_o(s3a_product_nan),
      .overflow_o(s3a_product_overflow)
  );
  logic s3b_x_sign;
  logic [12:0] s3b_x_exp;
  logic [52:0] s3b_x_sig;
  logic s3b_x_zero;
  logic s3b_x_inf;
  logic s3b_x_nan;
  karat_read #(
      .W(64), .EXPONENT_BITS(11), .FRACTION_BITS(52), .SPECIALS(karat_rtl_pkg::SPECIALS_IEEE), .EW(13),
      .OFFSET(1125)
  ) i_s3b_x (
      .x_i(x2), .sign_o(s3b_x_sign), .exp_o(s3b_x_exp), .sig_o(s3b_x_sig), .zero_o(s3b_x_zero),
      .inf_o(s3b_x_inf), .nan_o(s3b_x_nan)
  );
  logic [12:0] s3_exp;
  logic [109:0] s3_sum;
  karat_exact_add #(
      .XW(106), .YW(53), .EW(13), .FRACTION(52)
  ) i_s3_sum (
      .x_sign_i(s3a_product_sign), .x_exp_i(s3a_product_exp), .x_sig_i(s3a_product_sig),
      .y_sign_i(s3b_x_sign), .y_exp_i(s3b_x_exp), .y_sig_i(s3b_x_sig), .exp_o(s3_exp), .sum_o(s3_sum)
  );
  logic s3_sign;
  logic [108:0] s3_magnitude;
  karat_sign_magnitude #(
      .W(110)
  ) i_s3_magnitude (
      .x_i(s3_sum), .sign_o(s3_sign), .magnitude_o(s3_magnitude)
  );
  logic s3_is_zero;
  logic [108:0] s3_norm;
  logic [11:0] s3_norm_exp;
  logic s3_below;
  karat_normalise #(
      .W(109), .NORM_W(109), .EW(13), .EXP_W(12), .ROOM_ADJUST(-1125), .ROOM_MIN(-1125)
  ) i_s3_norm (
      .magnitude_i(s3_magnitude), .exp_i(s3_exp), .zero_o(s3_is_zero), .sig_o(s3_norm), .exp_o(s3_norm_exp),
      .sticky_o(s3_below)
  );
  logic s3_all_special_nan;
  logic s3_all_special_inf;
  logic s3_all_special_inf_sign;
  karat_specials #(
      .N(2)
  ) i_s3_all_special (
      .nan_i({s3b_x_nan, s3a_product_nan}), .inf_i({s3b_x_inf, s3a_product_inf}),
      .sign_i({s3b_x_sign, s3a_product_sign}), .nan_o(s3_all_special_nan), .inf_o(s3_all_special_inf),
      .inf_sign_o(s3_all_special_inf_sign)
  );
  logic s3_zero_sign;
  assign s3_zero_sign = (&{s3b_x_zero, s3a_product_zero}) & (&{s3b_x_sign, s3a_product_sign});
  logic [63:0] x3;
  karat_encode #(
      .EXPONENT_BITS(11), .FRACTION_BITS(52), .FRACTION(52), .ROUNDING(karat_rtl_pkg::RNE), .NORM_W(109),
      .EXP_W(12), .OVERFLOW_CODE(64'h7ff0000000000000), .INF_POSITIVE(64'h7ff0000000000000),
      .INF_NEGATIVE(64'hfff0000000000000), .OVERFLOW_POSITIVE(64'h7ff0000000000000),
      .OVERFLOW_NEGATIVE(64'hfff0000000000000)
  ) i_s3_encode (
      .sign_i(s3_sign), .sig_i(s3_norm), .exp_i(s3_norm_exp), .sticky_i(s3_below), .zero_i(s3_is_zero),
      .zero_sign_i(s3_zero_sign), .nan_i(s3_all_special_nan), .inf_i(s3_all_special_inf),
      .inf_sign_i(s3_all_special_inf_sign), .nan_code_i(64'h7ff8000000000000), .d_o(x3)
  );

  // ---- Pipeline register 2 of 2 ----
  logic [63:0] x3_p2;
  karat_pipe_reg #(.W(64)) i_register_2 (
      .clk_i, .move_i(move_i[3+:3]),
      .data_i({
          x3}),
      .data_o({
          x3_p2})
  );

  assign d_o = x3_p2;

  // What nobody looks at in this arithmetic.
  logic unused;
  assign unused = ^{
      s0a_product_overflow, s1a_product_overflow, s2a_product_overflow, s3a_product_overflow};
endmodule
