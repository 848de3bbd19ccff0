// SPDX-License-Identifier: Apache-2.0
//
// One fused multiply-add, d = round(c + a * b): a step of FMA and SFMA, whose chain of
// operations has one product each.
module karat_fma_lane #(
    parameter karat_spec_pkg::spec_t SPEC = karat_spec_pkg::DEFAULT,
    parameter bit FIRST = 1'b1,  // operation of its chain: flush_c and c_place are about its c
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
  localparam int unsigned P_IB = karat_spec_pkg::product_int_bits(SCALE);
  localparam int unsigned PS = P_IB +
      karat_spec_pkg::product_frac_bits(SPEC.a_fmt, SPEC.b_fmt, SPEC.convert_fmt, SCALE);
  localparam int unsigned CS = karat_rtl_pkg::frac_bits(C_FMT) + 1;

  // ---- The common exponent scale reaches down to the last place of a subnormal ----
  localparam int P_EMIN = karat_spec_pkg::product_emin(
      SPEC.a_fmt, SPEC.b_fmt, SPEC.convert_fmt, SCALE, karat_spec_pkg::IGNORED);
  localparam int P_EMAX =
      karat_spec_pkg::product_emax(SPEC.a_fmt, SPEC.b_fmt, SPEC.convert_fmt, SCALE);
  localparam int E_LOW = karat_rtl_pkg::smaller(
      P_EMIN + P_IB - PS, karat_rtl_pkg::emin(C_FMT) - (CS - 1));
  localparam int E_MOST = karat_rtl_pkg::larger(P_EMAX + P_IB - 1, karat_rtl_pkg::emax(C_FMT));
  localparam int unsigned EW = $clog2(E_MOST - E_LOW + 2);

  logic sign, c_sign;
  logic [EW-1:0] exponent, c_exp;
  logic [PS-1:0] sig;
  logic [CS-1:0] c_sig;
  logic [3:0] special;
  logic [DW-1:0] d, d_2;
  logic unused_zero_sign;

  karat_front #(
      .SPEC(SPEC), .C_FMT(C_FMT), .EW(EW), .E_LOW(E_LOW), .CUT(CUTS[0]), .T(1),
      .FLUSH_C(FIRST && SPEC.flush_c == 1)
  ) i_front (
      .clk_i, .move_i(move_i[2:0]), .a_i, .b_i, .c_i, .invalid_i(1'b0),
      .sign_o(sign), .exp_o(exponent), .sig_o(sig),
      .c_sign_o(c_sign), .c_exp_o(c_exp), .c_sig_o(c_sig), .special_o(special)
  );
  assign unused_zero_sign = special[0];

  // The product's top bit is P_IB - 1 above its exponent.
  karat_round_add #(
      .XW(PS), .YW(CS), .EW(EW), .E_LOW(E_LOW), .E_MOST(E_MOST), .D_FMT(D_FMT),
      .ROUNDING(OUTPUT_ROUNDING), .FRACTION(OUTPUT_FRACTION), .OVERFLOW(SPEC.overflow),
      .RISCV_NAN(SPEC.riscv_nan == 1), .FLUSH(SPEC.flush_output == 1),
      .POSITIVE_UNDERFLOW(SPEC.positive_underflow == 1)
  ) i_add (
      .x_sign_i(sign), .x_exp_i(exponent + EW'(P_IB - 1)), .x_sig_i(sig),
      .y_sign_i(c_sign), .y_exp_i(c_exp), .y_sig_i(c_sig),
      .nan_i(special[3]), .inf_i(special[2]), .inf_sign_i(special[1]), .d_o(d)
  );
  karat_pipe_delay #(.W(DW), .N(2), .CUTS(CUTS[2:1])) i_d_2 (
      .clk_i, .move_i(move_i[8:3]), .data_i(d), .data_o(d_2)
  );
  karat_pipe_reg #(.W(DW), .ENABLE(CUTS[3])) i_d (
      .clk_i, .move_i(move_i[11:9]), .data_i(d_2), .data_o(d_o)
  );
endmodule
