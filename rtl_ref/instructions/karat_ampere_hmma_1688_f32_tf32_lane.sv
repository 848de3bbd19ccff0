// SPDX-License-Identifier: Apache-2.0
//
// One lane, written by karat from its recipe: an instance a node.
module karat_ampere_hmma_1688_f32_tf32_lane (
    input  logic clk_i,
    input  logic [5:0] move_i,  // three bits a register, of karat_pipe_ctrl
    input  logic [183:0] a_i,  // karat_factor's words, each in the stage that multiplies it
    input  logic [183:0] b_i,
    input  logic [31:0] c_i,  // encoded, likewise
    output logic [31:0] d_o
);

  // ==== result.chain: fused dot-add 0
  //      round(fp32 RZ; sum(4 x a_k*b_k [24 RZ], c [24 RZ]), e_max >= -132)
  // e_max in -132..254, 9 bits as a distance from -252.
  // Unit 2^(e_max - 24); |sum| < 2^29 units, kept in 29 bits.
  logic [3:0] s0a_product_sign;
  logic [35:0] s0a_product_exp;
  logic [87:0] s0a_product_sig;
  logic [3:0] s0a_product_zero;
  logic [3:0] s0a_product_inf;
  logic [3:0] s0a_product_nan;
  logic [3:0] s0a_product_overflow;
  karat_products #(
      .N(4), .AE(8), .AS(11), .BE(8), .BS(11), .EW(9), .OFFSET(-2)
  ) i_s0a_product (
      .a_i(a_i[0+:92]), .b_i(b_i[0+:92]), .sign_o(s0a_product_sign), .exp_o(s0a_product_exp),
      .sig_o(s0a_product_sig), .zero_o(s0a_product_zero), .inf_o(s0a_product_inf), .nan_o(s0a_product_nan),
      .overflow_o(s0a_product_overflow)
  );
  logic s0b_x_sign;
  logic [8:0] s0b_x_exp;
  logic [23:0] s0b_x_sig;
  logic s0b_x_zero;
  logic s0b_x_inf;
  logic s0b_x_nan;
  karat_read #(
      .W(32), .EXPONENT_BITS(8), .FRACTION_BITS(23), .SPECIALS(karat_rtl_pkg::SPECIALS_IEEE), .EW(9),
      .OFFSET(125), .ZERO_HELD(1'b0), .ZERO_EXP(0)
  ) i_s0b_x (
      .x_i(c_i[0+:32]), .sign_o(s0b_x_sign), .exp_o(s0b_x_exp), .sig_o(s0b_x_sig), .zero_o(s0b_x_zero),
      .inf_o(s0b_x_inf), .nan_o(s0b_x_nan)
  );
  logic [8:0] s0_exp_max;
  karat_max_tree #(
      .N(6), .W(9)
  ) i_s0_exp_max (
      .x_i({9'd120, s0a_product_exp, s0b_x_exp}), .max_o(s0_exp_max)
  );
  logic [111:0] s0a_aligned;
  logic s0a_lost;
  karat_align_all #(
      .N(4), .IB(2), .FB(20), .F(24), .EW(9), .ROUNDING(karat_rtl_pkg::RZ), .OUT_W(28)
  ) i_s0a_aligned (
      .sign_i(s0a_product_sign), .exp_i(s0a_product_exp), .sig_i(s0a_product_sig), .exp_max_i(s0_exp_max),
      .frame_i(1'b0), .addend_o(s0a_aligned), .lost_o(s0a_lost)
  );
  logic [27:0] s0b_aligned;
  logic s0b_lost;
  karat_align_all #(
      .N(1), .IB(1), .FB(23), .F(24), .EW(9), .ROUNDING(karat_rtl_pkg::RZ), .OUT_W(28)
  ) i_s0b_aligned (
      .sign_i(s0b_x_sign), .exp_i(s0b_x_exp), .sig_i(s0b_x_sig), .exp_max_i(s0_exp_max), .frame_i(1'b0),
      .addend_o(s0b_aligned), .lost_o(s0b_lost)
  );
  logic [30:0] s0_sum;
  karat_add_tree #(
      .N(5), .W(28)
  ) i_s0_sum (
      .x_i({s0b_aligned, s0a_aligned}), .sum_o(s0_sum)
  );
  logic s0_sign;
  logic [28:0] s0_magnitude;
  karat_sign_magnitude #(
      .W(30)
  ) i_s0_magnitude (
      .x_i(s0_sum[0+:30]), .sign_o(s0_sign), .magnitude_o(s0_magnitude)
  );
  logic s0_is_zero;
  logic [28:0] s0_norm;
  logic [8:0] s0_norm_exp;
  logic s0_below;
  karat_normalise #(
      .W(29), .NORM_W(29), .EW(9), .EXP_W(9), .ROOM_ADJUST(-122), .ROOM_MIN(-2)
  ) i_s0_norm (
      .magnitude_i(s0_magnitude), .exp_i(s0_exp_max), .zero_o(s0_is_zero), .sig_o(s0_norm),
      .exp_o(s0_norm_exp), .sticky_o(s0_below)
  );
  logic s0_all_special_nan;
  logic s0_all_special_inf;
  logic s0_all_special_inf_sign;
  karat_specials #(
      .N(5)
  ) i_s0_all_special (
      .nan_i({s0b_x_nan, s0a_product_nan}), .inf_i({s0b_x_inf, s0a_product_inf}),
      .sign_i({s0b_x_sign, s0a_product_sign}), .nan_o(s0_all_special_nan), .inf_o(s0_all_special_inf),
      .inf_sign_o(s0_all_special_inf_sign)
  );
  logic [31:0] x0;
  karat_encode #(
      .EXPONENT_BITS(8), .FRACTION_BITS(23), .FRACTION(23), .ROUNDING(karat_rtl_pkg::RZ), .NORM_W(29),
      .EXP_W(9), .OVERFLOW_CODE(32'h7f800000), .INF_POSITIVE(32'h7f800000), .INF_NEGATIVE(32'hff800000),
      .OVERFLOW_POSITIVE(32'h7f800000), .OVERFLOW_NEGATIVE(32'hff800000), .POSITIVE_UNDERFLOW(1'b1)
  ) i_s0_encode (
      .sign_i(s0_sign), .sig_i(s0_norm), .exp_i(s0_norm_exp), .sticky_i(s0_below), .zero_i(s0_is_zero),
      .zero_sign_i(1'b0), .nan_i(s0_all_special_nan), .inf_i(s0_all_special_inf),
      .inf_sign_i(s0_all_special_inf_sign), .nan_code_i(32'h7fffffff), .d_o(x0)
  );

  // ---- Pipeline register 1 of 2 ----
  logic [31:0] x0_p1;
  karat_pipe_reg #(.W(32)) i_register_1 (
      .clk_i, .move_i(move_i[0+:3]),
      .data_i({
          x0}),
      .data_o({
          x0_p1})
  );

  // ==== result.chain: fused dot-add 1
  //      round(fp32 RZ; sum(4 x a_k*b_k [24 RZ], fused dot-add 0 [24 RZ]), e_max >= -132)
  // e_max in -132..254, 9 bits as a distance from -252.
  // Unit 2^(e_max - 24); |sum| < 2^29 units, kept in 29 bits.
  logic [3:0] s1a_product_sign;
  logic [35:0] s1a_product_exp;
  logic [87:0] s1a_product_sig;
  logic [3:0] s1a_product_zero;
  logic [3:0] s1a_product_inf;
  logic [3:0] s1a_product_nan;
  logic [3:0] s1a_product_overflow;
  karat_products #(
      .N(4), .AE(8), .AS(11), .BE(8), .BS(11), .EW(9), .OFFSET(-2)
  ) i_s1a_product (
      .a_i(a_i[92+:92]), .b_i(b_i[92+:92]), .sign_o(s1a_product_sign), .exp_o(s1a_product_exp),
      .sig_o(s1a_product_sig), .zero_o(s1a_product_zero), .inf_o(s1a_product_inf), .nan_o(s1a_product_nan),
      .overflow_o(s1a_product_overflow)
  );
  logic s1b_x_sign;
  logic [8:0] s1b_x_exp;
  logic [23:0] s1b_x_sig;
  logic s1b_x_zero;
  logic s1b_x_inf;
  logic s1b_x_nan;
  karat_read #(
      .W(32), .EXPONENT_BITS(8), .FRACTION_BITS(23), .SPECIALS(karat_rtl_pkg::SPECIALS_IEEE), .EW(9),
      .OFFSET(125), .ZERO_HELD(1'b0), .ZERO_EXP(0)
  ) i_s1b_x (
      .x_i(x0_p1), .sign_o(s1b_x_sign), .exp_o(s1b_x_exp), .sig_o(s1b_x_sig), .zero_o(s1b_x_zero),
      .inf_o(s1b_x_inf), .nan_o(s1b_x_nan)
  );
  logic [8:0] s1_exp_max;
  karat_max_tree #(
      .N(6), .W(9)
  ) i_s1_exp_max (
      .x_i({9'd120, s1a_product_exp, s1b_x_exp}), .max_o(s1_exp_max)
  );
  logic [111:0] s1a_aligned;
  logic s1a_lost;
  karat_align_all #(
      .N(4), .IB(2), .FB(20), .F(24), .EW(9), .ROUNDING(karat_rtl_pkg::RZ), .OUT_W(28)
  ) i_s1a_aligned (
      .sign_i(s1a_product_sign), .exp_i(s1a_product_exp), .sig_i(s1a_product_sig), .exp_max_i(s1_exp_max),
      .frame_i(1'b0), .addend_o(s1a_aligned), .lost_o(s1a_lost)
  );
  logic [27:0] s1b_aligned;
  logic s1b_lost;
  karat_align_all #(
      .N(1), .IB(1), .FB(23), .F(24), .EW(9), .ROUNDING(karat_rtl_pkg::RZ), .OUT_W(28)
  ) i_s1b_aligned (
      .sign_i(s1b_x_sign), .exp_i(s1b_x_exp), .sig_i(s1b_x_sig), .exp_max_i(s1_exp_max), .frame_i(1'b0),
      .addend_o(s1b_aligned), .lost_o(s1b_lost)
  );
  logic [30:0] s1_sum;
  karat_add_tree #(
      .N(5), .W(28)
  ) i_s1_sum (
      .x_i({s1b_aligned, s1a_aligned}), .sum_o(s1_sum)
  );
  logic s1_sign;
  logic [28:0] s1_magnitude;
  karat_sign_magnitude #(
      .W(30)
  ) i_s1_magnitude (
      .x_i(s1_sum[0+:30]), .sign_o(s1_sign), .magnitude_o(s1_magnitude)
  );
  logic s1_is_zero;
  logic [28:0] s1_norm;
  logic [8:0] s1_norm_exp;
  logic s1_below;
  karat_normalise #(
      .W(29), .NORM_W(29), .EW(9), .EXP_W(9), .ROOM_ADJUST(-122), .ROOM_MIN(-2)
  ) i_s1_norm (
      .magnitude_i(s1_magnitude), .exp_i(s1_exp_max), .zero_o(s1_is_zero), .sig_o(s1_norm),
      .exp_o(s1_norm_exp), .sticky_o(s1_below)
  );
  logic s1_all_special_nan;
  logic s1_all_special_inf;
  logic s1_all_special_inf_sign;
  karat_specials #(
      .N(5)
  ) i_s1_all_special (
      .nan_i({s1b_x_nan, s1a_product_nan}), .inf_i({s1b_x_inf, s1a_product_inf}),
      .sign_i({s1b_x_sign, s1a_product_sign}), .nan_o(s1_all_special_nan), .inf_o(s1_all_special_inf),
      .inf_sign_o(s1_all_special_inf_sign)
  );
  logic [31:0] x1;
  karat_encode #(
      .EXPONENT_BITS(8), .FRACTION_BITS(23), .FRACTION(23), .ROUNDING(karat_rtl_pkg::RZ), .NORM_W(29),
      .EXP_W(9), .OVERFLOW_CODE(32'h7f800000), .INF_POSITIVE(32'h7f800000), .INF_NEGATIVE(32'hff800000),
      .OVERFLOW_POSITIVE(32'h7f800000), .OVERFLOW_NEGATIVE(32'hff800000), .POSITIVE_UNDERFLOW(1'b1)
  ) i_s1_encode (
      .sign_i(s1_sign), .sig_i(s1_norm), .exp_i(s1_norm_exp), .sticky_i(s1_below), .zero_i(s1_is_zero),
      .zero_sign_i(1'b0), .nan_i(s1_all_special_nan), .inf_i(s1_all_special_inf),
      .inf_sign_i(s1_all_special_inf_sign), .nan_code_i(32'h7fffffff), .d_o(x1)
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
      s0a_product_zero, s0a_product_overflow, s0b_x_zero, s0a_lost, s0b_lost, s0_sum[30+:1],
      s1a_product_zero, s1a_product_overflow, s1b_x_zero, s1a_lost, s1b_lost, s1_sum[30+:1]};
endmodule
