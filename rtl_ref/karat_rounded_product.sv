// SPDX-License-Identifier: Apache-2.0
//
// a * b rounded to SPEC.product_fmt: the multiplier of GPS and MULADD. Takes
// karat_operand's words, gives an encoding.
module karat_rounded_product #(
    parameter karat_spec_pkg::spec_t SPEC = karat_spec_pkg::DEFAULT,
    localparam int unsigned NONE = karat_rtl_pkg::NO_FMT,
    localparam int unsigned AW = karat_spec_pkg::operand_bits(SPEC.a_fmt, SPEC.convert_fmt, NONE),
    localparam int unsigned BW = karat_spec_pkg::operand_bits(SPEC.b_fmt, SPEC.convert_fmt, NONE),
    localparam int unsigned PW = karat_rtl_pkg::fmt_width(SPEC.product_fmt)
) (
    input  logic [AW-1:0] a_i,
    input  logic [BW-1:0] b_i,
    output logic [PW-1:0] p_o
);
  localparam int unsigned PS =
      2 + karat_spec_pkg::product_frac_bits(SPEC.a_fmt, SPEC.b_fmt, SPEC.convert_fmt, NONE);
  localparam int E_LOW = karat_rtl_pkg::smaller(
      2 - PS + karat_spec_pkg::product_emin(
          SPEC.a_fmt, SPEC.b_fmt, SPEC.convert_fmt, NONE, karat_spec_pkg::IGNORED),
      karat_rtl_pkg::emin(karat_rtl_pkg::FP32));  // the front takes a c; it is 0 here
  localparam int E_MOST = karat_rtl_pkg::larger(
      1 + karat_spec_pkg::product_emax(SPEC.a_fmt, SPEC.b_fmt, SPEC.convert_fmt, NONE),
      karat_rtl_pkg::emax(karat_rtl_pkg::FP32));
  localparam int unsigned EW = $clog2(E_MOST - E_LOW + 2);

  logic sign, product_sign, c_sign, unused;
  logic [EW-1:0] exponent, c_exp;
  logic [PS-1:0] sig;
  logic [23:0] c_sig;
  logic [3:0] special;

  karat_front #(
      .SPEC(SPEC), .C_FMT(karat_rtl_pkg::FP32), .EW(EW), .E_LOW(E_LOW), .T(1)
  ) i_front (
      .clk_i(1'b0), .move_i(3'b000), .a_i, .b_i, .c_i('0), .invalid_i(1'b0),
      .sign_o(product_sign), .exp_o(exponent), .sig_o(sig),
      .c_sign_o(c_sign), .c_exp_o(c_exp), .c_sig_o(c_sig), .special_o(special)
  );
  assign unused = ^{c_sign, c_exp, c_sig, special[0]};
  assign sign = (SPEC.positive_zero_product == 1 && sig == '0) ? 1'b0 : product_sign;

  // Plus a zero of the same sign, which changes nothing.
  karat_round_add #(
      .XW(PS), .YW(1), .EW(EW), .E_LOW(E_LOW), .E_MOST(E_MOST), .D_FMT(SPEC.product_fmt),
      .ROUNDING(SPEC.product_rounding), .FRACTION(karat_rtl_pkg::frac_bits(SPEC.product_fmt)),
      .OVERFLOW(SPEC.overflow), .RISCV_NAN(SPEC.riscv_nan == 1), .FLUSH(SPEC.flush_products == 1),
      .POSITIVE_UNDERFLOW(SPEC.positive_underflow == 1)
  ) i_round (
      .x_sign_i(sign), .x_exp_i(exponent + EW'(1)), .x_sig_i(sig),
      .y_sign_i(sign), .y_exp_i('0), .y_sig_i(1'b0),
      .nan_i(special[3]), .inf_i(special[2]), .inf_sign_i(special[1]), .d_o(p_o)
  );
endmodule
