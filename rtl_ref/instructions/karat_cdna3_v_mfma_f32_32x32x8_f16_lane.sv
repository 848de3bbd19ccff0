// SPDX-License-Identifier: Apache-2.0
//
// One lane, written by karat from its recipe: an instance a node.
module karat_cdna3_v_mfma_f32_32x32x8_f16_lane (
    input  logic clk_i,
    input  logic [5:0] move_i,  // three bits a register, of karat_pipe_ctrl
    input  logic [159:0] a_i,  // karat_factor's words, each in the stage that multiplies it
    input  logic [159:0] b_i,
    input  logic [31:0] c_i,  // encoded, likewise
    output logic [31:0] d_o
);

  // ==== result.sum[0].of: sum of products
  //      sum(8 x a_k*b_k [24 RZ])
  // e_max in -28..30, 8 bits as a distance from -126.
  // Unit 2^(e_max - 24); |sum| < 2^29 units, kept in 29 bits.
  logic [7:0] s0a_product_sign;
  logic [63:0] s0a_product_exp;
  logic [175:0] s0a_product_sig;
  logic [7:0] s0a_product_zero;
  logic [7:0] s0a_product_inf;
  logic [7:0] s0a_product_nan;
  logic [7:0] s0a_product_overflow;
  karat_products #(
      .N(8), .AE(5), .AS(11), .BE(5), .BS(11), .EW(8), .OFFSET(96)
  ) i_s0a_product (
      .a_i(a_i[0+:160]), .b_i(b_i[0+:160]), .sign_o(s0a_product_sign), .exp_o(s0a_product_exp),
      .sig_o(s0a_product_sig), .zero_o(s0a_product_zero), .inf_o(s0a_product_inf), .nan_o(s0a_product_nan),
      .overflow_o(s0a_product_overflow)
  );
  logic [7:0] s0_exp_max;
  karat_max_tree #(
      .N(8), .W(8)
  ) i_s0_exp_max (
      .x_i(s0a_product_exp), .max_o(s0_exp_max)
  );
  logic [223:0] s0a_aligned;
  logic s0a_lost;
  karat_align_all #(
      .N(8), .IB(2), .FB(20), .F(24), .EW(8), .ROUNDING(karat_rtl_pkg::RZ), .OUT_W(28)
  ) i_s0a_aligned (
      .sign_i(s0a_product_sign), .exp_i(s0a_product_exp), .sig_i(s0a_product_sig), .exp_max_i(s0_exp_max),
      .frame_i(1'b0), .addend_o(s0a_aligned), .lost_o(s0a_lost)
  );
  logic [30:0] s0_sum;
  karat_add_tree #(
      .N(8), .W(28)
  ) i_s0_sum (
      .x_i(s0a_aligned), .sum_o(s0_sum)
  );
  logic s0_sign;
  logic [28:0] s0_magnitude;
  karat_sign_magnitude #(
      .W(30)
  ) i_s0_magnitude (
      .x_i(s0_sum[0+:30]), .sign_o(s0_sign), .magnitude_o(s0_magnitude)
  );

  // ==== result: sum of products and c
  //      round(fp32 RNE; sum(sum of products [31 RD], c [24 RD]))
  // e_max in -126..127, 8 bits as a distance from -126.
  // Unit 2^(e_max - 31); |sum| < 2^37 units, kept in 37 bits.
  logic s1b_x_sign;
  logic [7:0] s1b_x_exp;
  logic [23:0] s1b_x_sig;
  logic s1b_x_zero;
  logic s1b_x_inf;
  logic s1b_x_nan;
  karat_read #(
      .W(32), .EXPONENT_BITS(8), .FRACTION_BITS(23), .SPECIALS(karat_rtl_pkg::SPECIALS_IEEE), .EW(8),
      .OFFSET(-1), .ZERO_HELD(1'b0), .ZERO_EXP(0)
  ) i_s1b_x (
      .x_i(c_i[0+:32]), .sign_o(s1b_x_sign), .exp_o(s1b_x_exp), .sig_o(s1b_x_sig), .zero_o(s1b_x_zero),
      .inf_o(s1b_x_inf), .nan_o(s1b_x_nan)
  );
  logic [7:0] s1_exp_max;
  karat_max_tree #(
      .N(2), .W(8)
  ) i_s1_exp_max (
      .x_i({s0_exp_max, s1b_x_exp}), .max_o(s1_exp_max)
  );
  logic s1_all_special_nan;
  logic s1_all_special_inf;
  logic s1_all_special_inf_sign;
  karat_specials #(
      .N(9)
  ) i_s1_all_special (
      .nan_i({s1b_x_nan, s0a_product_nan}), .inf_i({s1b_x_inf, s0a_product_inf}),
      .sign_i({s1b_x_sign, s0a_product_sign}), .nan_o(s1_all_special_nan), .inf_o(s1_all_special_inf),
      .inf_sign_o(s1_all_special_inf_sign)
  );

  // ---- Pipeline register 1 of 2 ----
  logic [7:0] s0_exp_max_p1;
  logic s0_sign_p1;
  logic [28:0] s0_magnitude_p1;
  logic s1b_x_sign_p1;
  logic [7:0] s1b_x_exp_p1;
  logic [23:0] s1b_x_sig_p1;
  logic [7:0] s1_exp_max_p1;
  logic s1_all_special_nan_p1;
  logic s1_all_special_inf_p1;
  logic s1_all_special_inf_sign_p1;
  karat_pipe_reg #(.W(82)) i_register_1 (
      .clk_i, .move_i(move_i[0+:3]),
      .data_i({
          s0_exp_max, s0_sign, s0_magnitude, s1b_x_sign, s1b_x_exp, s1b_x_sig, s1_exp_max,
          s1_all_special_nan, s1_all_special_inf, s1_all_special_inf_sign}),
      .data_o({
          s0_exp_max_p1, s0_sign_p1, s0_magnitude_p1, s1b_x_sign_p1, s1b_x_exp_p1, s1b_x_sig_p1,
          s1_exp_max_p1, s1_all_special_nan_p1, s1_all_special_inf_p1, s1_all_special_inf_sign_p1})
  );

  // ==== result: sum of products and c
  //      round(fp32 RNE; sum(sum of products [31 RD], c [24 RD]))
  // e_max in -126..127, 8 bits as a distance from -126.
  // Unit 2^(e_max - 31); |sum| < 2^37 units, kept in 37 bits.
  logic [37:0] s1a_aligned;
  logic s1a_lost;
  karat_align_all #(
      .N(1), .IB(5), .FB(24), .F(31), .EW(8), .ROUNDING(karat_rtl_pkg::RD), .OUT_W(38)
  ) i_s1a_aligned (
      .sign_i(s0_sign_p1), .exp_i(s0_exp_max_p1), .sig_i(s0_magnitude_p1), .exp_max_i(s1_exp_max_p1),
      .frame_i(1'b0), .addend_o(s1a_aligned), .lost_o(s1a_lost)
  );
  logic [37:0] s1b_aligned;
  logic s1b_lost;
  karat_align_all #(
      .N(1), .IB(1), .FB(23), .F(24), .SHIFT(7), .EW(8), .ROUNDING(karat_rtl_pkg::RD), .OUT_W(38)
  ) i_s1b_aligned (
      .sign_i(s1b_x_sign_p1), .exp_i(s1b_x_exp_p1), .sig_i(s1b_x_sig_p1), .exp_max_i(s1_exp_max_p1),
      .frame_i(1'b0), .addend_o(s1b_aligned), .lost_o(s1b_lost)
  );
  logic [38:0] s1_sum;
  karat_add_tree #(
      .N(2), .W(38)
  ) i_s1_sum (
      .x_i({s1b_aligned, s1a_aligned}), .sum_o(s1_sum)
  );
  logic s1_sign;
  logic [36:0] s1_magnitude;
  karat_sign_magnitude #(
      .W(38)
  ) i_s1_magnitude (
      .x_i(s1_sum[0+:38]), .sign_o(s1_sign), .magnitude_o(s1_magnitude)
  );
  logic s1_is_zero;
  logic [36:0] s1_norm;
  logic [8:0] s1_norm_exp;
  logic s1_below;
  karat_normalise #(
      .W(37), .NORM_W(37), .EW(8), .EXP_W(9), .ROOM_ADJUST(5), .ROOM_MIN(5)
  ) i_s1_norm (
      .magnitude_i(s1_magnitude), .exp_i(s1_exp_max_p1), .zero_o(s1_is_zero), .sig_o(s1_norm),
      .exp_o(s1_norm_exp), .sticky_o(s1_below)
  );
  logic [31:0] x1;
  karat_encode #(
      .EXPONENT_BITS(8), .FRACTION_BITS(23), .FRACTION(23), .ROUNDING(karat_rtl_pkg::RNE), .NORM_W(37),
      .EXP_W(9), .OVERFLOW_CODE(32'h7f800000), .INF_POSITIVE(32'h7f800000), .INF_NEGATIVE(32'hff800000),
      .OVERFLOW_POSITIVE(32'h7f800000), .OVERFLOW_NEGATIVE(32'hff800000)
  ) i_s1_encode (
      .sign_i(s1_sign), .sig_i(s1_norm), .exp_i(s1_norm_exp), .sticky_i(s1_below), .zero_i(s1_is_zero),
      .zero_sign_i(1'b0), .nan_i(s1_all_special_nan_p1), .inf_i(s1_all_special_inf_p1),
      .inf_sign_i(s1_all_special_inf_sign_p1), .nan_code_i(32'h7fc00000), .d_o(x1)
  );

  // ---- Pipeline register 2 of 2 ----
  logic [31:0] x1_p2;
  karat_pipe_reg #(.W(32)) i_register_2 (
      .clk_i, .move_i(move_i[3+:3]),
      .data_i({
          x1}),
      .data_o({
          x1_p2})
  );

  assign d_o = x1_p2;

  // What nobody looks at in this arithmetic.
  logic unused;
  assign unused = ^{
      s0a_product_zero, s0a_product_overflow, s0a_lost, s0_sum[30+:1], s1b_x_zero, s1a_lost, s1b_lost,
      s1_sum[38+:1]};
endmodule
