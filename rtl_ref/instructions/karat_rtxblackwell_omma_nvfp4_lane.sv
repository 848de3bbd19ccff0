// SPDX-License-Identifier: Apache-2.0
//
// One lane, written by karat from its recipe: an instance a node.
module karat_rtxblackwell_omma_nvfp4_lane (
    input  logic clk_i,
    input  logic [5:0] move_i,  // three bits a register, of karat_pipe_ctrl
    input  logic [511:0] a_i,  // karat_factor's words, each in the stage that multiplies it
    input  logic [511:0] b_i,
    input  logic [31:0] c_i,  // encoded, likewise
    input  logic [31:0] scale_a_i,  // encoded, likewise
    input  logic [31:0] scale_b_i,
    output logic [31:0] d_o
);

  // ==== result.sum[0].of: group 0
  //      sum(16 x a_k*b_k [exact])
  // Unit 2^-2, the last bit of any addend; |sum| < 2^12 units.
  logic [15:0] s0a_product_sign;
  logic [47:0] s0a_product_exp;
  logic [63:0] s0a_product_sig;
  logic [15:0] s0a_product_zero;
  logic [15:0] s0a_product_inf;
  logic [15:0] s0a_product_nan;
  logic [15:0] s0a_product_overflow;
  karat_products #(
      .N(16), .AE(2), .AS(2), .BE(2), .BS(2), .EW(3), .OFFSET(-2)
  ) i_s0a_product (
      .a_i(a_i[0+:128]), .b_i(b_i[0+:128]), .sign_o(s0a_product_sign), .exp_o(s0a_product_exp),
      .sig_o(s0a_product_sig), .zero_o(s0a_product_zero), .inf_o(s0a_product_inf), .nan_o(s0a_product_nan),
      .overflow_o(s0a_product_overflow)
  );
  logic [143:0] s0a_placed;
  karat_place_all #(
      .N(16), .S(4), .EW(3), .SHIFT(0), .OUT_W(9)
  ) i_s0a_placed (
      .sign_i(s0a_product_sign), .exp_i(s0a_product_exp), .sig_i(s0a_product_sig), .addend_o(s0a_placed)
  );
  logic [12:0] s0_sum;
  karat_add_tree #(
      .N(16), .W(9)
  ) i_s0_sum (
      .x_i(s0a_placed), .sum_o(s0_sum)
  );
  logic s0_sign;
  logic [11:0] s0_magnitude;
  karat_sign_magnitude #(
      .W(13)
  ) i_s0_magnitude (
      .x_i(s0_sum), .sign_o(s0_sign), .magnitude_o(s0_magnitude)
  );

  // ==== result.sum[0].of: group 1
  //      sum(16 x a_k*b_k [exact])
  // Unit 2^-2, the last bit of any addend; |sum| < 2^12 units.
  logic [15:0] s1a_product_sign;
  logic [47:0] s1a_product_exp;
  logic [63:0] s1a_product_sig;
  logic [15:0] s1a_product_zero;
  logic [15:0] s1a_product_inf;
  logic [15:0] s1a_product_nan;
  logic [15:0] s1a_product_overflow;
  karat_products #(
      .N(16), .AE(2), .AS(2), .BE(2), .BS(2), .EW(3), .OFFSET(-2)
  ) i_s1a_product (
      .a_i(a_i[128+:128]), .b_i(b_i[128+:128]), .sign_o(s1a_product_sign), .exp_o(s1a_product_exp),
      .sig_o(s1a_product_sig), .zero_o(s1a_product_zero), .inf_o(s1a_product_inf), .nan_o(s1a_product_nan),
      .overflow_o(s1a_product_overflow)
  );
  logic [143:0] s1a_placed;
  karat_place_all #(
      .N(16), .S(4), .EW(3), .SHIFT(0), .OUT_W(9)
  ) i_s1a_placed (
      .sign_i(s1a_product_sign), .exp_i(s1a_product_exp), .sig_i(s1a_product_sig), .addend_o(s1a_placed)
  );
  logic [12:0] s1_sum;
  karat_add_tree #(
      .N(16), .W(9)
  ) i_s1_sum (
      .x_i(s1a_placed), .sum_o(s1_sum)
  );
  logic s1_sign;
  logic [11:0] s1_magnitude;
  karat_sign_magnitude #(
      .W(13)
  ) i_s1_magnitude (
      .x_i(s1_sum), .sign_o(s1_sign), .magnitude_o(s1_magnitude)
  );

  // ==== result.sum[0].of: group 2
  //      sum(16 x a_k*b_k [exact])
  // Unit 2^-2, the last bit of any addend; |sum| < 2^12 units.
  logic [15:0] s2a_product_sign;
  logic [47:0] s2a_product_exp;
  logic [63:0] s2a_product_sig;
  logic [15:0] s2a_product_zero;
  logic [15:0] s2a_product_inf;
  logic [15:0] s2a_product_nan;
  logic [15:0] s2a_product_overflow;
  karat_products #(
      .N(16), .AE(2), .AS(2), .BE(2), .BS(2), .EW(3), .OFFSET(-2)
  ) i_s2a_product (
      .a_i(a_i[256+:128]), .b_i(b_i[256+:128]), .sign_o(s2a_product_sign), .exp_o(s2a_product_exp),
      .sig_o(s2a_product_sig), .zero_o(s2a_product_zero), .inf_o(s2a_product_inf), .nan_o(s2a_product_nan),
      .overflow_o(s2a_product_overflow)
  );
  logic [143:0] s2a_placed;
  karat_place_all #(
      .N(16), .S(4), .EW(3), .SHIFT(0), .OUT_W(9)
  ) i_s2a_placed (
      .sign_i(s2a_product_sign), .exp_i(s2a_product_exp), .sig_i(s2a_product_sig), .addend_o(s2a_placed)
  );
  logic [12:0] s2_sum;
  karat_add_tree #(
      .N(16), .W(9)
  ) i_s2_sum (
      .x_i(s2a_placed), .sum_o(s2_sum)
  );
  logic s2_sign;
  logic [11:0] s2_magnitude;
  karat_sign_magnitude #(
      .W(13)
  ) i_s2_magnitude (
      .x_i(s2_sum), .sign_o(s2_sign), .magnitude_o(s2_magnitude)
  );

  // ==== result.sum[0].of: group 3
  //      sum(16 x a_k*b_k [exact])
  // Unit 2^-2, the last bit of any addend; |sum| < 2^12 units.
  logic [15:0] s3a_product_sign;
  logic [47:0] s3a_product_exp;
  logic [63:0] s3a_product_sig;
  logic [15:0] s3a_product_zero;
  logic [15:0] s3a_product_inf;
  logic [15:0] s3a_product_nan;
  logic [15:0] s3a_product_overflow;
  karat_products #(
      .N(16), .AE(2), .AS(2), .BE(2), .BS(2), .EW(3), .OFFSET(-2)
  ) i_s3a_product (
      .a_i(a_i[384+:128]), .b_i(b_i[384+:128]), .sign_o(s3a_product_sign), .exp_o(s3a_product_exp),
      .sig_o(s3a_product_sig), .zero_o(s3a_product_zero), .inf_o(s3a_product_inf), .nan_o(s3a_product_nan),
      .overflow_o(s3a_product_overflow)
  );
  logic [143:0] s3a_placed;
  karat_place_all #(
      .N(16), .S(4), .EW(3), .SHIFT(0), .OUT_W(9)
  ) i_s3a_placed (
      .sign_i(s3a_product_sign), .exp_i(s3a_product_exp), .sig_i(s3a_product_sig), .addend_o(s3a_placed)
  );
  logic [12:0] s3_sum;
  karat_add_tree #(
      .N(16), .W(9)
  ) i_s3_sum (
      .x_i(s3a_placed), .sum_o(s3_sum)
  );
  logic s3_sign;
  logic [11:0] s3_magnitude;
  karat_sign_magnitude #(
      .W(13)
  ) i_s3_magnitude (
      .x_i(s3_sum), .sign_o(s3_sign), .magnitude_o(s3_magnitude)
  );

  // ==== result: grouped fused dot-add
  //      round(fp32 RZ; sum(scale(4 x group 0) by scale [35 RZ], c [35 RZ]), e_max >= -139)
  // e_max in -126..127, 8 bits as a distance from -126.
  // Unit 2^(e_max - 35); |sum| < 2^48 units, kept in 48 bits.
  logic s0_terms_0;
  assign s0_terms_0 = ~(&s0a_product_zero);
  logic [7:0] s4a_x0_exp;
  logic [19:0] s4a_x0_sig;
  logic s4a_x0_nan;
  logic s4a_x0_inf;
  karat_scale_sum #(
      .W(12), .XE(1), .SCALE_W(8), .SCALE_EXPONENT_BITS(4), .SCALE_FRACTION_BITS(3),
      .SCALE_SPECIALS(karat_rtl_pkg::SPECIALS_FN), .EW(8), .SCALE_OFFSET(-1), .OFFSET(114), .BY_SCALE(1'b1),
      .ZERO_COUNTS(1'b1)
  ) i_s4a_x0 (
      .exp_i(1'b0), .magnitude_i(s0_magnitude), .part_i(s0_terms_0), .nan_i(1'b0), .inf_i(1'b0),
      .scale_a_i(scale_a_i[0+:8]), .scale_b_i(scale_b_i[0+:8]), .exp_o(s4a_x0_exp), .sig_o(s4a_x0_sig),
      .nan_o(s4a_x0_nan), .inf_o(s4a_x0_inf)
  );
  logic s1_terms_1;
  assign s1_terms_1 = ~(&s1a_product_zero);
  logic [7:0] s4a_x1_exp;
  logic [19:0] s4a_x1_sig;
  logic s4a_x1_nan;
  logic s4a_x1_inf;
  karat_scale_sum #(
      .W(12), .XE(1), .SCALE_W(8), .SCALE_EXPONENT_BITS(4), .SCALE_FRACTION_BITS(3),
      .SCALE_SPECIALS(karat_rtl_pkg::SPECIALS_FN), .EW(8), .SCALE_OFFSET(-1), .OFFSET(114), .BY_SCALE(1'b1),
      .ZERO_COUNTS(1'b1)
  ) i_s4a_x1 (
      .exp_i(1'b0), .magnitude_i(s1_magnitude), .part_i(s1_terms_1), .nan_i(1'b0), .inf_i(1'b0),
      .scale_a_i(scale_a_i[8+:8]), .scale_b_i(scale_b_i[8+:8]), .exp_o(s4a_x1_exp), .sig_o(s4a_x1_sig),
      .nan_o(s4a_x1_nan), .inf_o(s4a_x1_inf)
  );
  logic s2_terms_2;
  assign s2_terms_2 = ~(&s2a_product_zero);
  logic [7:0] s4a_x2_exp;
  logic [19:0] s4a_x2_sig;
  logic s4a_x2_nan;
  logic s4a_x2_inf;
  karat_scale_sum #(
      .W(12), .XE(1), .SCALE_W(8), .SCALE_EXPONENT_BITS(4), .SCALE_FRACTION_BITS(3),
      .SCALE_SPECIALS(karat_rtl_pkg::SPECIALS_FN), .EW(8), .SCALE_OFFSET(-1), .OFFSET(114), .BY_SCALE(1'b1),
      .ZERO_COUNTS(1'b1)
  ) i_s4a_x2 (
      .exp_i(1'b0), .magnitude_i(s2_magnitude), .part_i(s2_terms_2), .nan_i(1'b0), .inf_i(1'b0),
      .scale_a_i(scale_a_i[16+:8]), .scale_b_i(scale_b_i[16+:8]), .exp_o(s4a_x2_exp), .sig_o(s4a_x2_sig),
      .nan_o(s4a_x2_nan), .inf_o(s4a_x2_inf)
  );
  logic s3_terms_3;
  assign s3_terms_3 = ~(&s3a_product_zero);
  logic [7:0] s4a_x3_exp;
  logic [19:0] s4a_x3_sig;
  logic s4a_x3_nan;
  logic s4a_x3_inf;
  karat_scale_sum #(
      .W(12), .XE(1), .SCALE_W(8), .SCALE_EXPONENT_BITS(4), .SCALE_FRACTION_BITS(3),
      .SCALE_SPECIALS(karat_rtl_pkg::SPECIALS_FN), .EW(8), .SCALE_OFFSET(-1), .OFFSET(114), .BY_SCALE(1'b1),
      .ZERO_COUNTS(1'b1)
  ) i_s4a_x3 (
      .exp_i(1'b0), .magnitude_i(s3_magnitude), .part_i(s3_terms_3), .nan_i(1'b0), .inf_i(1'b0),
      .scale_a_i(scale_a_i[24+:8]), .scale_b_i(scale_b_i[24+:8]), .exp_o(s4a_x3_exp), .sig_o(s4a_x3_sig),
      .nan_o(s4a_x3_nan), .inf_o(s4a_x3_inf)
  );
  logic s4b_x_sign;
  logic [7:0] s4b_x_exp;
  logic [23:0] s4b_x_sig;
  logic s4b_x_zero;
  logic s4b_x_inf;
  logic s4b_x_nan;
  karat_read #(
      .W(32), .EXPONENT_BITS(8), .FRACTION_BITS(23), .SPECIALS(karat_rtl_pkg::SPECIALS_IEEE), .EW(8),
      .OFFSET(-1), .ZERO_HELD(1'b0), .ZERO_EXP(0)
  ) i_s4b_x (
      .x_i(c_i[0+:32]), .sign_o(s4b_x_sign), .exp_o(s4b_x_exp), .sig_o(s4b_x_sig), .zero_o(s4b_x_zero),
      .inf_o(s4b_x_inf), .nan_o(s4b_x_nan)
  );
  logic [7:0] s4_exp_max;
  karat_max_tree #(
      .N(5), .W(8)
  ) i_s4_exp_max (
      .x_i({s4a_x3_exp, s4a_x2_exp, s4a_x1_exp, s4a_x0_exp, s4b_x_exp}), .max_o(s4_exp_max)
  );
  logic [195:0] s4a_aligned;
  logic s4a_lost;
  karat_align_all #(
      .N(4), .IB(12), .FB(8), .F(35), .EW(8), .ROUNDING(karat_rtl_pkg::RZ), .OUT_W(49)
  ) i_s4a_aligned (
      .sign_i({s3_sign, s2_sign, s1_sign, s0_sign}),
      .exp_i({s4a_x3_exp, s4a_x2_exp, s4a_x1_exp, s4a_x0_exp}),
      .sig_i({s4a_x3_sig, s4a_x2_sig, s4a_x1_sig, s4a_x0_sig}), .exp_max_i(s4_exp_max), .frame_i(1'b0),
      .addend_o(s4a_aligned), .lost_o(s4a_lost)
  );
  logic [48:0] s4b_aligned;
  logic s4b_lost;
  karat_align_all #(
      .N(1), .IB(1), .FB(23), .F(35), .EW(8), .ROUNDING(karat_rtl_pkg::RZ), .OUT_W(49)
  ) i_s4b_aligned (
      .sign_i(s4b_x_sign), .exp_i(s4b_x_exp), .sig_i(s4b_x_sig), .exp_max_i(s4_exp_max), .frame_i(1'b0),
      .addend_o(s4b_aligned), .lost_o(s4b_lost)
  );
  logic s4_all_special_nan;
  logic s4_all_special_inf;
  logic s4_all_special_inf_sign;
  karat_specials #(
      .N(5)
  ) i_s4_all_special (
      .nan_i({s4b_x_nan, s4a_x3_nan, s4a_x2_nan, s4a_x1_nan, s4a_x0_nan}),
      .inf_i({s4b_x_inf, s4a_x3_inf, s4a_x2_inf, s4a_x1_inf, s4a_x0_inf}),
      .sign_i({s4b_x_sign, s3_sign, s2_sign, s1_sign, s0_sign}), .nan_o(s4_all_special_nan),
      .inf_o(s4_all_special_inf), .inf_sign_o(s4_all_special_inf_sign)
  );

  // ---- Pipeline register 1 of 2 ----
  logic [7:0] s4_exp_max_p1;
  logic [195:0] s4a_aligned_p1;
  logic [48:0] s4b_aligned_p1;
  logic s4_all_special_nan_p1;
  logic s4_all_special_inf_p1;
  logic s4_all_special_inf_sign_p1;
  karat_pipe_reg #(.W(256)) i_register_1 (
      .clk_i, .move_i(move_i[0+:3]),
      .data_i({
          s4_exp_max, s4a_aligned, s4b_aligned, s4_all_special_nan, s4_all_special_inf,
          s4_all_special_inf_sign}),
      .data_o({
          s4_exp_max_p1, s4a_aligned_p1, s4b_aligned_p1, s4_all_special_nan_p1, s4_all_special_inf_p1,
          s4_all_special_inf_sign_p1})
  );

  // ==== result: grouped fused dot-add
  //      round(fp32 RZ; sum(scale(4 x group 0) by scale [35 RZ], c [35 RZ]), e_max >= -139)
  // e_max in -126..127, 8 bits as a distance from -126.
  // Unit 2^(e_max - 35); |sum| < 2^48 units, kept in 48 bits.
  logic [51:0] s4_sum;
  karat_add_tree #(
      .N(5), .W(49)
  ) i_s4_sum (
      .x_i({s4b_aligned_p1, s4a_aligned_p1}), .sum_o(s4_sum)
  );
  logic s4_sign;
  logic [47:0] s4_magnitude;
  karat_sign_magnitude #(
      .W(49)
  ) i_s4_magnitude (
      .x_i(s4_sum[0+:49]), .sign_o(s4_sign), .magnitude_o(s4_magnitude)
  );
  logic s4_is_zero;
  logic [47:0] s4_norm;
  logic [8:0] s4_norm_exp;
  logic s4_below;
  karat_normalise #(
      .W(48), .NORM_W(48), .EW(8), .EXP_W(9), .ROOM_ADJUST(12), .ROOM_MIN(12)
  ) i_s4_norm (
      .magnitude_i(s4_magnitude), .exp_i(s4_exp_max_p1), .zero_o(s4_is_zero), .sig_o(s4_norm),
      .exp_o(s4_norm_exp), .sticky_o(s4_below)
  );
  logic [31:0] x4;
  karat_encode #(
      .EXPONENT_BITS(8), .FRACTION_BITS(23), .FRACTION(23), .ROUNDING(karat_rtl_pkg::RZ), .NORM_W(48),
      .EXP_W(9), .OVERFLOW_CODE(32'h7f800000), .INF_POSITIVE(32'h7f800000), .INF_NEGATIVE(32'hff800000),
      .OVERFLOW_POSITIVE(32'h7f800000), .OVERFLOW_NEGATIVE(32'hff800000), .POSITIVE_UNDERFLOW(1'b1)
  ) i_s4_encode (
      .sign_i(s4_sign), .sig_i(s4_norm), .exp_i(s4_norm_exp), .sticky_i(s4_below), .zero_i(s4_is_zero),
      .zero_sign_i(1'b0), .nan_i(s4_all_special_nan_p1), .inf_i(s4_all_special_inf_p1),
      .inf_sign_i(s4_all_special_inf_sign_p1), .nan_code_i(32'h7fffffff), .d_o(x4)
  );

  // ---- Pipeline register 2 of 2 ----
  logic [31:0] x4_p2;
  karat_pipe_reg #(.W(32)) i_register_2 (
      .clk_i, .move_i(move_i[3+:3]),
      .data_i({
          x4}),
      .data_o({
          x4_p2})
  );

  assign d_o = x4_p2;

  // What nobody looks at in this arithmetic.
  logic unused;
  assign unused = ^{
      s0a_product_inf, s0a_product_nan, s0a_product_overflow, s1a_product_inf, s1a_product_nan,
      s1a_product_overflow, s2a_product_inf, s2a_product_nan, s2a_product_overflow, s3a_product_inf,
      s3a_product_nan, s3a_product_overflow, s4b_x_zero, s4a_lost, s4b_lost, s4_sum[49+:3]};
endmodule
