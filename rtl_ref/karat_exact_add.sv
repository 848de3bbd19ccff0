// SPDX-License-Identifier: Apache-2.0
//
// x + y with enough bits for a single correct rounding. x and y have any widths and need not be normalised:
// both are normalised, and the one with the smaller exponent is shifted to the larger exponent. The bits
// shifted out are ORed into the last bit of the sum, which is a sticky bit and has no weight.
module karat_exact_add #(
    parameter int unsigned XW = 24,       // significands
    parameter int unsigned YW = 24,
    parameter int unsigned EW = 9,        // exponents of the significands' top bits, on a common scale
    parameter int unsigned FRACTION = 23, // fraction bits that the rounding will keep
    // The wider significand and a spare bit: no bit is shifted out if the exponents differ by 0 or 1. If they
    // differ by more, at most one bit cancels, and the window still holds the leading bit, the fraction and
    // the guard bit; the bits shifted out are in the sticky bit below the window.
    localparam int unsigned W = karat_rtl_pkg::larger(karat_rtl_pkg::larger(XW, YW) + 1, FRACTION + 3),
    localparam int unsigned SUM_W = W + 3  // sign, carry, the window, sticky
) (
    input  logic             x_sign_i,
    input  logic [EW-1:0]    x_exp_i,   // at least $clog2(XW) + 1 if x is not 0; likewise for y
    input  logic [XW-1:0]    x_sig_i,
    input  logic             y_sign_i,
    input  logic [EW-1:0]    y_exp_i,
    input  logic [YW-1:0]    y_sig_i,
    output logic [EW-1:0]    exp_o,     // of the window's top bit; the unit of sum_o is 2**(exp_o - W)
    output logic [SUM_W-1:0] sum_o      // two's complement
);
  if (XW < 1) $error("XW = %0d: must be at least 1", XW);
  if (YW < 1) $error("YW = %0d: must be at least 1", YW);
  if (2 ** EW <= $clog2(karat_rtl_pkg::larger(XW, YW)) + 1)
    $error("EW = %0d: too few bits for the least exponent of these significands", EW);
  if (FRACTION < 1) $error("FRACTION = %0d: must be at least 1", FRACTION);
  localparam int unsigned XC = (XW > 1) ? $clog2(XW) : 1;
  localparam int unsigned YC = (YW > 1) ? $clog2(YW) : 1;

  // ---- Normalise ----
  logic [XC-1:0] x_zeros;
  logic [YC-1:0] y_zeros;
  logic [EW-1:0] x_exp, y_exp;
  logic [W-1:0] x_sig, y_sig;

  karat_lzc #(.W(XW)) i_x_lzc (.x_i(x_sig_i), .count_o(x_zeros));
  karat_lzc #(.W(YW)) i_y_lzc (.x_i(y_sig_i), .count_o(y_zeros));
  // A zero gets the least exponent, so the other addend is the larger.
  assign x_exp = (|x_sig_i) ? x_exp_i - EW'(x_zeros) : '0;
  assign y_exp = (|y_sig_i) ? y_exp_i - EW'(y_zeros) : '0;
  assign x_sig = {x_sig_i << x_zeros, {(W - XW) {1'b0}}};
  assign y_sig = {y_sig_i << y_zeros, {(W - YW) {1'b0}}};

  // ---- Swap so that the larger exponent comes first ----
  logic swap, greater_sign, lesser_sign, fallen;
  logic [EW-1:0] greater_exp, lesser_exp;
  logic [W-1:0] greater, lesser, aligned;

  assign swap = y_exp > x_exp;
  assign {greater_sign, greater_exp, greater} = swap ? {y_sign_i, y_exp, y_sig} : {x_sign_i, x_exp, x_sig};
  assign {lesser_sign, lesser_exp, lesser} = swap ? {x_sign_i, x_exp, x_sig} : {y_sign_i, y_exp, y_sig};
  karat_shift_right_sticky #(.W(W), .AMOUNT_W(EW)) i_shift (
      .x_i(lesser), .amount_i(greater_exp - lesser_exp), .y_o(aligned), .sticky_o(fallen)
  );

  // ---- Add ----
  logic [SUM_W-1:0] greater_term, lesser_term;
  assign greater_term = {2'b00, greater, 1'b0};
  assign lesser_term = {2'b00, aligned, fallen};
  assign sum_o = (greater_sign ? -greater_term : greater_term) + (lesser_sign ? -lesser_term : lesser_term);
  assign exp_o = greater_exp;
endmodule
