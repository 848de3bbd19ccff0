// SPDX-License-Identifier: Apache-2.0
//
// What a fused lane starts with: exact products, c unpacked, all exponents on one
// scale (exponent e is carried as e - E_LOW, unsigned), and the exceptions. The
// pipeline register CUT is at the outputs.
module karat_front #(
    parameter karat_spec_pkg::spec_t SPEC = karat_spec_pkg::DEFAULT,
    parameter int unsigned C_FMT = karat_rtl_pkg::FP32,
    parameter int unsigned OUTPUT_ROUNDING = karat_rtl_pkg::RZ,
    parameter int unsigned EW = 9,  // bits of the common exponent scale
    parameter int E_LOW = -126,     // its 0: no exponent that counts is below
    parameter bit CUT = 1'b0,
    parameter int unsigned T = SPEC.terms,  // products
    parameter bit FLUSH_C = SPEC.flush_c == 1,
    localparam int unsigned SCALE = karat_spec_pkg::operand_scale(SPEC.algorithm, SPEC.scale_fmt),
    localparam int unsigned AW =
        karat_spec_pkg::operand_bits(SPEC.a_fmt, SPEC.convert_fmt, SCALE),
    localparam int unsigned BW =
        karat_spec_pkg::operand_bits(SPEC.b_fmt, SPEC.convert_fmt, SCALE),
    localparam int unsigned CW = karat_rtl_pkg::fmt_width(C_FMT),
    localparam int unsigned CS = karat_rtl_pkg::frac_bits(C_FMT) + 1,
    localparam int unsigned PS =
        karat_spec_pkg::product_int_bits(SCALE) +
        karat_spec_pkg::product_frac_bits(SPEC.a_fmt, SPEC.b_fmt, SPEC.convert_fmt, SCALE)
) (
    input  logic            clk_i,
    input  logic [2:0]      move_i,
    input  logic [T*AW-1:0] a_i,        // karat_operand's words
    input  logic [T*BW-1:0] b_i,
    input  logic [CW-1:0]   c_i,        // encoded
    input  logic            invalid_i,  // something else that makes the result NaN
    output logic [T-1:0]    sign_o,     // products
    output logic [T*EW-1:0] exp_o,
    output logic [T*PS-1:0] sig_o,
    output logic            c_sign_o,
    output logic [EW-1:0]   c_exp_o,
    output logic [CS-1:0]   c_sig_o,
    output logic [3:0]      special_o   // {nan, inf, sign of inf, sign of an exact-zero sum}
);
  localparam int unsigned A_FMT = karat_spec_pkg::multiplied(SPEC.a_fmt, SPEC.convert_fmt);
  localparam int unsigned B_FMT = karat_spec_pkg::multiplied(SPEC.b_fmt, SPEC.convert_fmt);
  localparam int unsigned AE = karat_spec_pkg::operand_exp_bits(A_FMT, SCALE);
  localparam int unsigned BE = karat_spec_pkg::operand_exp_bits(B_FMT, SCALE);
  localparam int unsigned AS = karat_spec_pkg::operand_sig_bits(A_FMT, SCALE);
  localparam int unsigned BS = karat_spec_pkg::operand_sig_bits(B_FMT, SCALE);
  localparam int unsigned CE = karat_rtl_pkg::exp_bits(C_FMT);
  localparam int A_BIAS = karat_spec_pkg::operand_bias(A_FMT, SCALE);
  localparam int B_BIAS = karat_spec_pkg::operand_bias(B_FMT, SCALE);
  // From biased exponents to the common scale.
  localparam int PRODUCT_ADJUST = -E_LOW - A_BIAS - B_BIAS;
  localparam int C_ADJUST = -E_LOW - karat_rtl_pkg::bias(C_FMT);

  // ---- Products ----
  logic [T-1:0] a_sign, a_zero, a_inf, a_nan, b_sign, b_zero, b_inf, b_nan, sign, overflow;
  logic [T*EW-1:0] exponents;
  logic [T*PS-1:0] sigs;

  for (genvar k = 0; k < T; k++) begin : g_product
    logic [AE-1:0] a_exp;
    logic [AS-1:0] a_sig;
    logic [BE-1:0] b_exp;
    logic [BS-1:0] b_sig;
    logic [EW-1:0] exponent;
    logic [PS-1:0] sig;

    assign {a_nan[k], a_inf[k], a_zero[k], a_sign[k], a_exp, a_sig} = a_i[k*AW+:AW];
    assign {b_nan[k], b_inf[k], b_zero[k], b_sign[k], b_exp, b_sig} = b_i[k*BW+:BW];
    karat_mul #(
        .AE(AE), .AS(AS), .BE(BE), .BS(BS), .EW(EW), .EXP_ADJUST(PRODUCT_ADJUST),
        .ZERO_PRODUCT(SPEC.zero_product), .A_MINUS126(A_BIAS - 126), .B_MINUS126(B_BIAS - 126)
    ) i_mul (
        .a_sign_i(a_sign[k]), .a_exp_i(a_exp), .a_sig_i(a_sig), .a_zero_i(a_zero[k]),
        .b_sign_i(b_sign[k]), .b_exp_i(b_exp), .b_sig_i(b_sig), .b_zero_i(b_zero[k]),
        .sign_o(sign[k]), .exp_o(exponent), .sig_o(sig)
    );
    assign exponents[k*EW+:EW] = exponent;
    assign sigs[k*PS+:PS] = sig;

    if (SPEC.product_overflow == 1 &&
        karat_spec_pkg::product_emax(SPEC.a_fmt, SPEC.b_fmt, SPEC.convert_fmt, SCALE) >= 127) begin : g_overflow
      // 2**128 and more: only products of normal numbers, so one of the two top bits is set.
      assign overflow[k] = (sig[PS-1] & (exponent >= EW'(127 - E_LOW))) | (exponent >= EW'(128 - E_LOW));
    end else begin : g_no_overflow
      assign overflow[k] = 1'b0;
    end
  end

  // ---- c ----
  logic c_sign, c_zero, c_inf, c_nan;
  logic [CE-1:0] c_exp;
  logic [CS-1:0] c_sig;
  logic [EW-1:0] c_exp_common;

  karat_unpack #(.FMT(C_FMT), .FLUSH(FLUSH_C)) i_unpack_c (
      .x_i(c_i), .sign_o(c_sign), .exp_o(c_exp), .sig_o(c_sig),
      .zero_o(c_zero), .inf_o(c_inf), .nan_o(c_nan)
  );
  if (SPEC.zero_c == karat_spec_pkg::IGNORED) begin : g_zero_c_ignored
    // As for a product, a zero c is kept out of the maximum.
    assign c_exp_common = c_zero ? '0 : EW'(c_exp) + EW'(C_ADJUST);
  end else if (SPEC.zero_c == karat_spec_pkg::MINUS126) begin : g_zero_c_minus126
    assign c_exp_common = c_zero ? EW'(-126 - E_LOW) : EW'(c_exp) + EW'(C_ADJUST);
  end else begin : g_zero_c_format_min
    assign c_exp_common = EW'(c_exp) + EW'(C_ADJUST);
  end

  // ---- Exceptions, and the sign of an exact-zero sum ----
  logic nan, inf, inf_sign, zero_sign;

  karat_special #(.K(T)) i_special (
      .a_sign_i(a_sign), .a_zero_i(a_zero), .a_inf_i(a_inf), .a_nan_i(a_nan),
      .b_sign_i(b_sign), .b_zero_i(b_zero), .b_inf_i(b_inf), .b_nan_i(b_nan),
      .overflow_i(overflow), .c_sign_i(c_sign), .c_inf_i(c_inf), .c_nan_i(c_nan),
      .nan_o(nan), .inf_o(inf), .inf_sign_o(inf_sign)
  );
  if (SPEC.ieee_zero_sum == 1) begin : g_ieee_zero_sum
    logic all_zero;
    assign all_zero = (&(a_zero | b_zero)) & c_zero;
    assign zero_sign = (all_zero & (&sign) & c_sign) |
        ((OUTPUT_ROUNDING == karat_rtl_pkg::RD) & ~(all_zero & ~(|sign) & ~c_sign));
  end else begin : g_positive_zero_sum
    assign zero_sign = 1'b0;
  end

  karat_pipe_reg #(.W(T * (1 + EW + PS) + 1 + EW + CS + 4), .ENABLE(CUT)) i_cut (
      .clk_i, .move_i,
      .data_i({sign, exponents, sigs, c_sign, c_exp_common, c_sig, nan | invalid_i, inf, inf_sign,
               zero_sign}),
      .data_o({sign_o, exp_o, sig_o, c_sign_o, c_exp_o, c_sig_o, special_o})
  );
endmodule
