// SPDX-License-Identifier: Apache-2.0
//
// round(x + y), an ordinary floating-point operation on two unpacked numbers of any
// widths: fused multiply-add, addition, and (with y = 0) rounding of a product.
module karat_round_add #(
    parameter int unsigned XW = 24,   // significands with their leading bit first,
    parameter int unsigned YW = 24,   // that is, the top bit has the exponent given
    parameter int unsigned EW = 9,    // exponents on a common scale: e - E_LOW
    parameter int E_LOW = -160,
    parameter int E_MOST = 128,       // largest exponent
    parameter int unsigned D_FMT = karat_rtl_pkg::FP32,
    parameter int unsigned ROUNDING = karat_rtl_pkg::RNE,
    parameter int unsigned FRACTION = 23,
    parameter int unsigned OVERFLOW = karat_spec_pkg::OVERFLOW_INF,
    parameter bit RISCV_NAN = 1'b0,
    parameter bit FLUSH = 1'b0,
    parameter bit POSITIVE_UNDERFLOW = 1'b0,
    localparam int unsigned DW = karat_rtl_pkg::fmt_width(D_FMT)
) (
    input  logic          x_sign_i,
    input  logic [EW-1:0] x_exp_i,
    input  logic [XW-1:0] x_sig_i,
    input  logic          y_sign_i,
    input  logic [EW-1:0] y_exp_i,
    input  logic [YW-1:0] y_sig_i,
    input  logic          nan_i,
    input  logic          inf_i,
    input  logic          inf_sign_i,
    output logic [DW-1:0] d_o
);
  localparam int unsigned W =
      karat_rtl_pkg::larger(karat_rtl_pkg::larger(XW, YW) + 1, FRACTION + 3);
  localparam int unsigned SUM_W = W + 3;

  logic [EW-1:0] exponent;
  logic [SUM_W-1:0] sum;
  logic zero_sign;

  karat_exact_add #(.XW(XW), .YW(YW), .EW(EW), .FRACTION(FRACTION)) i_add (
      .x_sign_i, .x_exp_i, .x_sig_i, .y_sign_i, .y_exp_i, .y_sig_i,
      .exp_o(exponent), .sum_o(sum)
  );
  // IEEE 754 section 6.3: zeros of one sign keep it; otherwise only RD gives -0.
  assign zero_sign = (ROUNDING == karat_rtl_pkg::RD) ? x_sign_i | y_sign_i : x_sign_i & y_sign_i;
  karat_round_sum #(
      .SUM_W(SUM_W), .GRID_F(W), .EW(EW), .E_LOW(E_LOW), .E_LEAST(E_LOW), .E_MOST(E_MOST),
      .D_FMT(D_FMT), .ROUNDING(ROUNDING), .FRACTION(FRACTION), .OVERFLOW(OVERFLOW),
      .RISCV_NAN(RISCV_NAN), .FLUSH(FLUSH), .POSITIVE_UNDERFLOW(POSITIVE_UNDERFLOW)
  ) i_round (
      .sum_i(sum), .exp_max_i(exponent), .sticky_i(1'b0),
      .special_i({nan_i, inf_i, inf_sign_i, zero_sign}), .d_o
  );
endmodule
