// SPDX-License-Identifier: Apache-2.0
//
// One lane, written by karat from its recipe: an instance a node.
module karat_hopper_qgmma_64x8x32_f32_e4m3_e4m3_lane (
    input  logic clk_i,
    input  logic [5:0] move_i,  // three bits a register, of karat_pipe_ctrl
    input  logic [383:0] a_i,  // karat_factor's words, each in the stage that multiplies it
    input  logic [383:0] b_i,
    input  logic [31:0] c_i,  // encoded, likewise
    output logic [31:0] d_o
);

  // ==== result: fused dot-add
  //      round(fp32 RZ; sum(32 x a_k*b_k [13 RZ], c [13 RZ]), e_max >= -133)
  // e_max in -126..127, 8 bits as a distance from -126.
  // Unit 2^(e_max - 13); |sum| < 2^20 units, kept in 20 bits.
  logic [31:0] s0a_product_sign;
  logic [255:0] s0a_product_exp;
  logic [255:0] s0a_product_sig;
  logic [31:0] s0a_product_zero;
  logic [31:0] s0a_product_inf;
  logic [31:0] s0a_product_nan;
  logic [31:0] s0a_product_overflow;
  karat_products #(
      .N(32), .AE(4), .AS(4), .BE(4), .BS(4), .EW(8), .OFFSET(112)
  ) i_s0a_product (
      .a_i(a_i[0+:384]), .b_i(b_i[0+:384]), .sign_o(s0a_product_sign), .exp_o(s0a_product_exp),
      .sig_o(s0a_product_sig), .zero_o(s0a_product_zero), .inf_o(s0a_product_inf), .nan_o(s0a_product_nan),
      .overflow_o(s0a_product_overflow)
  );
  logic s0b_x_sign;
  logic [7:0] s0b_x_exp;
  logic [23:0] s0b_x_sig;
  logic s0b_x_zero;
  logic s0b_x_inf;
  logic s0b_x_nan;
  karat_read #(
      .W(32), .EXPONENT_BITS(8), .FRACTION_BITS(23), .SPECIALS(karat_rtl_pkg::SPECIALS_IEEE), .EW(8),
      .OFFSET(-1), .ZERO_HELD(1'b0), .ZERO_EXP(0)
  ) i_s0b_x (
      .x_i(c_i[0+:32]), .sign_o(s0b_x_sign), .exp_o(s0b_x_exp), .sig_o(s0b_x_sig), .zero_o(s0b_x_zero),
      .inf_o(s0b_x_inf), .nan_o(s0b_x_nan)
  );
  logic [7:0] s0_exp_max;
  karat_max_tree #(
      .N(33), .W(8)
  ) i_s0_exp_max (
      .x_i({s0a_product_exp, s0b_x_exp}), .max_o(s0_exp_max)
  );
  logic [543:0] s0a_aligned;
  logic s0a_lost;
  karat_align_all #(
      .N(32), .IB(2), .FB(6), .F(13), .EW(8), .ROUNDING(karat_rtl_pkg::RZ), .OUT_W(17)
  ) i_s0a_aligned (
      .sign_i(s0a_product_sign), .exp_i(s0a_product_exp), .sig_i(s0a_product_sig), .exp_max_i(s0_exp_max),
      .frame_i(1'b0), .addend_o(s0a_aligned), .lost_o(s0a_lost)
  );
  logic [16:0] s0b_aligned;
  logic s0b_lost;
  karat_align_all #(
      .N(1), .IB(1), .FB(23), .F(13), .EW(8), .ROUNDING(karat_rtl_pkg::RZ), .OUT_W(17)
  ) i_s0b_aligned (
      .sign_i(s0b_x_sign), .exp_i(s0b_x_exp), .sig_i(s0b_x_sig), .exp_max_i(s0_exp_max), .frame_i(1'b0),
      .addend_o(s0b_aligned), .lost_o(s0b_lost)
  );
  logic s0_all_special_nan;
  logic s0_all_special_inf;
  logic s0_all_special_inf_sign;
  karat_specials #(
      .N(33)
  ) i_s0_all_special (
      .nan_i({s0b_x_nan, s0a_product_nan}), .inf_i({s0b_x_inf, s0a_product_inf}),
      .sign_i({s0b_x_sign, s0a_product_sign}), .nan_o(s0_all_special_nan), .inf_o(s0_all_special_inf),
      .inf_sign_o(s0_all_special_inf_sign)
  );

  // ---- Pipeline register 1 of 2 ----
  logic [7:0] s0_exp_max_p1;
  logic [543:0] s0a_aligned_p1;
  logic [16:0] s0b_aligned_p1;
  logic s0_all_special_nan_p1;
  logic s0_all_special_inf_p1;
  logic s0_all_special_inf_sign_p1;
  karat_pipe_reg #(.W(572)) i_register_1 (
      .clk_i, .move_i(move_i[0+:3]),
      .data_i({
          s0_exp_max, s0a_aligned, s0b_aligned, s0_all_special_nan, s0_all_special_inf,
          s0_all_special_inf_sign}),
      .data_o({
          s0_exp_max_p1, s0a_aligned_p1, s0b_aligned_p1, s0_all_special_nan_p1, s0_all_special_inf_p1,
          s0_all_special_inf_sign_p1})
  );

  // ==== result: fused dot-add
  //      round(fp32 RZ; sum(32 x a_k*b_k [13 RZ], c [13 RZ]), e_max >= -133)
  // e_max in -126..127, 8 bits as a distance from -126.
  // Unit 2^(e_max - 13); |sum| < 2^20 units, kept in 20 bits.
  logic [22:0] s0_sum;
  karat_add_tree #(
      .N(33), .W(17)
  ) i_s0_sum (
      .x_i({s0b_aligned_p1, s0a_aligned_p1}), .sum_o(s0_sum)
  );
  logic s0_sign;
  logic [19:0] s0_magnitude;
  karat_sign_magnitude #(
      .W(21)
  ) i_s0_magnitude (
      .x_i(s0_sum[0+:21]), .sign_o(s0_sign), .magnitude_o(s0_magnitude)
  );
  logic s0_is_zero;
  logic [19:0] s0_norm;
  logic [8:0] s0_norm_exp;
  logic s0_below;
  karat_normalise #(
      .W(20), .NORM_W(20), .EW(8), .EXP_W(9), .ROOM_ADJUST(6), .ROOM_MIN(6)
  ) i_s0_norm (
      .magnitude_i(s0_magnitude), .exp_i(s0_exp_max_p1), .zero_o(s0_is_zero), .sig_o(s0_norm),
      .exp_o(s0_norm_exp), .sticky_o(s0_below)
  );
  logic [31:0] x0;
  karat_encode #(
      .EXPONENT_BITS(8), .FRACTION_BITS(23), .FRACTION(13), .ROUNDING(karat_rtl_pkg::RZ), .NORM_W(20),
      .EXP_W(9), .OVERFLOW_CODE(22'h1fe000), .INF_POSITIVE(32'h7f800000), .INF_NEGATIVE(32'hff800000),
      .OVERFLOW_POSITIVE(32'h7f800000), .OVERFLOW_NEGATIVE(32'hff800000), .POSITIVE_UNDERFLOW(1'b1)
  ) i_s0_encode (
      .sign_i(s0_sign), .sig_i(s0_norm), .exp_i(s0_norm_exp), .sticky_i(s0_below), .zero_i(s0_is_zero),
      .zero_sign_i(1'b0), .nan_i(s0_all_special_nan_p1), .inf_i(s0_all_special_inf_p1),
      .inf_sign_i(s0_all_special_inf_sign_p1), .nan_code_i(32'h7fffffff), .d_o(x0)
  );

  // ---- Pipeline register 2 of 2 ----
  logic [31:0] x0_p2;
  karat_pipe_reg #(.W(32)) i_register_2 (
      .clk_i, .move_i(move_i[3+:3]),
      .data_i({
          x0}),
      .data_o({
          x0_p2})
  );

  assign d_o = x0_p2;

  // What nobody looks at in this arithmetic.
  logic unused;
  assign unused = ^{
      s0a_product_zero, s0a_product_overflow, s0b_x_zero, s0a_lost, s0b_lost, s0_sum[21+:2]};
endmodule
