// SPDX-License-Identifier: Apache-2.0
//
// One lane of the separated dot-add (SDA): the products are aligned among themselves,
// added and rounded to dot_fmt; then c is added as by any floating-point adder.
module karat_sda_lane #(
    parameter karat_spec_pkg::spec_t SPEC = karat_spec_pkg::DEFAULT,
    parameter int unsigned C_FMT = SPEC.c_fmt,
    parameter int unsigned D_FMT = SPEC.d_fmt,
    parameter int unsigned OUTPUT_ROUNDING = SPEC.output_rounding,
    parameter int unsigned OUTPUT_FRACTION = SPEC.output_fraction,
    parameter logic [3:0] CUTS = 4'b0000,
    localparam int unsigned T = SPEC.terms,
    localparam int unsigned SCALE = karat_spec_pkg::operand_scale(SPEC.algorithm, SPEC.scale_fmt),
    localparam int unsigned AW = karat_spec_pkg::operand_bits(SPEC.a_fmt, SPEC.convert_fmt, SCALE),
    localparam int unsigned BW = karat_spec_pkg::operand_bits(SPEC.b_fmt, SPEC.convert_fmt, SCALE),
    localparam int unsigned CW = karat_rtl_pkg::fmt_width(C_FMT),
    localparam int unsigned DW = karat_rtl_pkg::fmt_width(D_FMT)
) (
    input  logic            clk_i,
    input  logic [11:0]     move_i,
    input  logic [T*AW-1:0] a_i,  // karat_operand's words
    input  logic [T*BW-1:0] b_i,
    input  logic [CW-1:0]   c_i,  // encoded
    output logic [DW-1:0]   d_o
);
  // ---- The common exponent scale, of the products ----
  localparam int P_EMIN = karat_spec_pkg::product_emin(
      SPEC.a_fmt, SPEC.b_fmt, SPEC.convert_fmt, SCALE, SPEC.zero_product);
  localparam int P_EMAX =
      karat_spec_pkg::product_emax(SPEC.a_fmt, SPEC.b_fmt, SPEC.convert_fmt, SCALE);
  localparam int E_LOW = karat_rtl_pkg::smaller(P_EMIN, karat_rtl_pkg::emin(C_FMT));
  localparam int FLOOR = karat_rtl_pkg::larger(SPEC.floor, E_LOW);
  localparam int E_HIGH = karat_rtl_pkg::larger(
      FLOOR, karat_rtl_pkg::larger(P_EMAX, karat_rtl_pkg::emax(C_FMT)));
  localparam int unsigned EW = $clog2(E_HIGH - E_LOW + 1);

  localparam int unsigned P_IB = karat_spec_pkg::product_int_bits(SCALE);
  localparam int unsigned P_FB =
      karat_spec_pkg::product_frac_bits(SPEC.a_fmt, SPEC.b_fmt, SPEC.convert_fmt, SCALE);
  localparam int unsigned PS = P_IB + P_FB;
  localparam int unsigned CS = karat_rtl_pkg::frac_bits(C_FMT) + 1;
  localparam int unsigned SUM_W = 1 + (P_IB + 1) + SPEC.f + $clog2(T);
  localparam int unsigned DOT_W = karat_rtl_pkg::fmt_width(SPEC.dot_fmt);

  // ---- Exceptions of all operands; exact products ----
  logic [T-1:0] sign;
  logic [T*EW-1:0] exponent;
  logic [T*PS-1:0] sig;
  logic [3:0] special, special_2;
  logic [CW-1:0] c_2;
  logic unused_c, c_sign;
  logic [EW-1:0] c_exp;
  logic [CS-1:0] c_sig;

  karat_front #(
      .SPEC(SPEC), .C_FMT(C_FMT), .OUTPUT_ROUNDING(OUTPUT_ROUNDING), .EW(EW), .E_LOW(E_LOW),
      .CUT(CUTS[0])
  ) i_front (
      .clk_i, .move_i(move_i[2:0]), .a_i, .b_i, .c_i, .invalid_i(1'b0),
      .sign_o(sign), .exp_o(exponent), .sig_o(sig),
      .c_sign_o(c_sign), .c_exp_o(c_exp), .c_sig_o(c_sig), .special_o(special)
  );
  assign unused_c = ^{c_sign, c_exp, c_sig};  // c goes to the adder encoded
  karat_pipe_delay #(.W(4), .N(2), .CUTS(CUTS[2:1])) i_special (
      .clk_i, .move_i(move_i[8:3]), .data_i(special), .data_o(special_2)
  );
  karat_pipe_delay #(.W(CW), .N(3), .CUTS(CUTS[2:0])) i_c (
      .clk_i, .move_i(move_i[8:0]), .data_i(c_i), .data_o(c_2)
  );

  // ---- 1. align; 2. exact sum ----
  logic [EW-1:0] exp_max;
  logic [SUM_W-1:0] sum;
  logic lost;

  karat_fused_sum #(
      .N(T), .IB(P_IB), .FB(P_FB), .F(SPEC.f), .ROUNDING(SPEC.align_rounding), .HAS_C(1'b0),
      .EW(EW), .FLOOR(FLOOR - E_LOW), .STICKY(SPEC.sticky == 1), .CUTS({1'b0, CUTS[1]})
  ) i_sum (
      .clk_i, .move_i({3'b000, move_i[5:3]}), .sign_i(sign), .exp_i(exponent), .sig_i(sig),
      .c_sign_i(1'b0), .c_exp_i('0), .c_sig_i('0),
      .exp_max_o(exp_max), .sum_o(sum), .lost_o(lost)
  );

  // ---- 3. normalise and round the sum of products ----
  logic [DOT_W-1:0] dot, dot_2;

  karat_round_sum #(
      .SUM_W(SUM_W), .GRID_F(SPEC.f), .EW(EW), .E_LOW(E_LOW), .E_LEAST(FLOOR), .E_MOST(E_HIGH),
      .D_FMT(SPEC.dot_fmt), .ROUNDING(SPEC.dot_rounding),
      .FRACTION(karat_rtl_pkg::frac_bits(SPEC.dot_fmt)), .OVERFLOW(SPEC.overflow),
      .POSITIVE_UNDERFLOW(SPEC.positive_underflow == 1)
  ) i_round (
      .sum_i(sum), .exp_max_i(exp_max), .sticky_i(lost), .special_i(4'b0000), .d_o(dot)
  );
  karat_pipe_reg #(.W(DOT_W), .ENABLE(CUTS[2])) i_dot (
      .clk_i, .move_i(move_i[8:6]), .data_i(dot), .data_o(dot_2)
  );

  // ---- 4. one ordinary addition ----
  logic [DW-1:0] d;
  logic unused_zero_sign;

  assign unused_zero_sign = special_2[0];
  karat_fp_add #(
      .X_FMT(SPEC.dot_fmt), .Y_FMT(C_FMT), .FLUSH_Y(SPEC.flush_c == 1), .D_FMT(D_FMT),
      .ROUNDING(OUTPUT_ROUNDING), .FRACTION(OUTPUT_FRACTION), .OVERFLOW(SPEC.overflow),
      .RISCV_NAN(SPEC.riscv_nan == 1), .FLUSH(SPEC.flush_output == 1),
      .POSITIVE_UNDERFLOW(SPEC.positive_underflow == 1)
  ) i_add (
      .x_i(dot_2), .y_i(c_2), .special_i(special_2[3:1]), .d_o(d)
  );
  karat_pipe_reg #(.W(DW), .ENABLE(CUTS[3])) i_d (
      .clk_i, .move_i(move_i[11:9]), .data_i(d), .data_o(d_o)
  );
endmodule
