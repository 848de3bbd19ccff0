// SPDX-License-Identifier: Apache-2.0
//
// Floating-point addition, encodings to encoding, formats free: IEEE 754 but for what
// the parameters say. `special_i` = {nan, inf, sign of inf} overrides, for a caller
// that knows exceptions which the encodings no longer show.
module karat_fp_add #(
    parameter int unsigned X_FMT = karat_rtl_pkg::FP32,
    parameter int unsigned Y_FMT = karat_rtl_pkg::FP32,
    parameter int unsigned D_FMT = karat_rtl_pkg::FP32,
    parameter int unsigned ROUNDING = karat_rtl_pkg::RNE,
    parameter int unsigned FRACTION = karat_rtl_pkg::frac_bits(D_FMT),
    parameter bit FLUSH_Y = 1'b0,  // a subnormal y counts as +0
    parameter int unsigned OVERFLOW = karat_spec_pkg::OVERFLOW_INF,
    parameter bit RISCV_NAN = 1'b0,
    parameter bit FLUSH = 1'b0,
    parameter bit POSITIVE_UNDERFLOW = 1'b0,
    localparam int unsigned XW = karat_rtl_pkg::fmt_width(X_FMT),
    localparam int unsigned YW = karat_rtl_pkg::fmt_width(Y_FMT),
    localparam int unsigned DW = karat_rtl_pkg::fmt_width(D_FMT)
) (
    input  logic [XW-1:0] x_i,
    input  logic [YW-1:0] y_i,
    input  logic [2:0]    special_i,
    output logic [DW-1:0] d_o
);
  localparam int unsigned XE = karat_rtl_pkg::exp_bits(X_FMT);
  localparam int unsigned YE = karat_rtl_pkg::exp_bits(Y_FMT);
  localparam int unsigned XS = karat_rtl_pkg::frac_bits(X_FMT) + 1;
  localparam int unsigned YS = karat_rtl_pkg::frac_bits(Y_FMT) + 1;
  // The least exponent after normalisation is that of the last place of a subnormal.
  localparam int E_LOW = karat_rtl_pkg::smaller(
      karat_rtl_pkg::emin(X_FMT) - (XS - 1), karat_rtl_pkg::emin(Y_FMT) - (YS - 1));
  localparam int E_MOST =
      karat_rtl_pkg::larger(karat_rtl_pkg::emax(X_FMT), karat_rtl_pkg::emax(Y_FMT));
  localparam int unsigned EW = $clog2(E_MOST - E_LOW + 2);

  logic x_sign, x_zero, x_inf, x_nan, y_sign, y_zero, y_inf, y_nan;
  logic [XE-1:0] x_exp;
  logic [YE-1:0] y_exp;
  logic [XS-1:0] x_sig;
  logic [YS-1:0] y_sig;
  logic special, nan, inf, inf_sign, unused_zero;

  karat_unpack #(.FMT(X_FMT)) i_x (
      .x_i, .sign_o(x_sign), .exp_o(x_exp), .sig_o(x_sig),
      .zero_o(x_zero), .inf_o(x_inf), .nan_o(x_nan)
  );
  karat_unpack #(.FMT(Y_FMT), .FLUSH(FLUSH_Y)) i_y (
      .x_i(y_i), .sign_o(y_sign), .exp_o(y_exp), .sig_o(y_sig),
      .zero_o(y_zero), .inf_o(y_inf), .nan_o(y_nan)
  );
  assign unused_zero = x_zero ^ y_zero;  // a zero significand says it too

  assign special = special_i[2] | special_i[1];
  assign nan = special ? special_i[2] : x_nan | y_nan | (x_inf & y_inf & (x_sign ^ y_sign));
  assign inf = special ? special_i[1] : x_inf | y_inf;
  assign inf_sign = special ? special_i[0] : x_inf ? x_sign : y_sign;

  karat_round_add #(
      .XW(XS), .YW(YS), .EW(EW), .E_LOW(E_LOW), .E_MOST(E_MOST), .D_FMT(D_FMT),
      .ROUNDING(ROUNDING), .FRACTION(FRACTION), .OVERFLOW(OVERFLOW), .RISCV_NAN(RISCV_NAN),
      .FLUSH(FLUSH), .POSITIVE_UNDERFLOW(POSITIVE_UNDERFLOW)
  ) i_add (
      .x_sign_i(x_sign), .x_exp_i(EW'(x_exp) + EW'(-E_LOW - karat_rtl_pkg::bias(X_FMT))),
      .x_sig_i(x_sig),
      .y_sign_i(y_sign), .y_exp_i(EW'(y_exp) + EW'(-E_LOW - karat_rtl_pkg::bias(Y_FMT))),
      .y_sig_i(y_sig), .nan_i(nan), .inf_i(inf), .inf_sign_i(inf_sign), .d_o
  );
endmodule
