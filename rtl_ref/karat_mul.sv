// SPDX-License-Identifier: Apache-2.0
//
// One exact product, not normalised: significand in [0, 4) (more with scale factors),
// exponent e_a + e_b. Exponents leave here on the lane's common scale (0 = the lowest
// exponent any addend of the lane can have). A zero product is sent with exponent 0,
// so it never wins the maximum: the floor, which always takes part, is at least 0.
// Other rules for zeros: ZERO_PRODUCT.
module karat_mul #(
    parameter int unsigned AE = 5,   // bits of a's biased exponent
    parameter int unsigned AS = 11,  // bits of a's significand
    parameter int unsigned BE = 5,
    parameter int unsigned BS = 11,
    parameter int unsigned EW = 7,   // bits of the common exponent scale
    parameter int EXP_ADJUST = 0,    // common = biased a + biased b + EXP_ADJUST
    parameter int unsigned ZERO_PRODUCT = karat_spec_pkg::IGNORED,
    parameter int A_MINUS126 = 0,    // biased exponents for -126, which MINUS126 gives to zeros
    parameter int B_MINUS126 = 0
) (
    input  logic             a_sign_i,
    input  logic [AE-1:0]    a_exp_i,
    input  logic [AS-1:0]    a_sig_i,
    input  logic             a_zero_i,
    input  logic             b_sign_i,
    input  logic [BE-1:0]    b_exp_i,
    input  logic [BS-1:0]    b_sig_i,
    input  logic             b_zero_i,
    output logic             sign_o,
    output logic [EW-1:0]    exp_o,
    output logic [AS+BS-1:0] sig_o   // the integer bits of both
);
  logic [EW-1:0] exp_sum;

  assign sign_o = a_sign_i ^ b_sign_i;
  assign sig_o = (AS + BS)'(a_sig_i) * (AS + BS)'(b_sig_i);

  // Modulo 2**EW: the sum is in range for every finite product, and only those count.
  assign exp_sum = EW'(a_exp_i) + EW'(b_exp_i) + EW'(EXP_ADJUST);
  if (ZERO_PRODUCT == karat_spec_pkg::IGNORED) begin : g_ignored
    assign exp_o = (a_zero_i | b_zero_i) ? '0 : exp_sum;
  end else if (ZERO_PRODUCT == karat_spec_pkg::FORMAT_MIN) begin : g_format_min
    logic unused_zero;
    assign unused_zero = a_zero_i ^ b_zero_i;
    assign exp_o = exp_sum;
  end else begin : g_minus126
    logic [EW-1:0] a_exp, b_exp;
    assign a_exp = a_zero_i ? EW'(A_MINUS126) : EW'(a_exp_i);
    assign b_exp = b_zero_i ? EW'(B_MINUS126) : EW'(b_exp_i);
    assign exp_o = (a_zero_i | b_zero_i) ? a_exp + b_exp + EW'(EXP_ADJUST) : exp_sum;
  end
endmodule
