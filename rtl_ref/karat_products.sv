// SPDX-License-Identifier: Apache-2.0
//
// N exact products, not normalised, of the factors that karat_factor gives; or exclusive ors of one bit.
// Output exponents are on the scale of the sum that takes the products. There, exponent 0 keeps a product out
// of the maximum; a zero product has it unless ZERO_COUNTS.
module karat_products #(
    parameter int unsigned N = 16,
    parameter int unsigned AE = 5,   // bits of the exponent of a factor of A
    parameter int unsigned AS = 11,  // bits of its significand
    parameter int unsigned BE = 5,   // likewise for B
    parameter int unsigned BS = 11,
    parameter int unsigned EW = 7,
    parameter int OFFSET = 0,        // exponent of a product = exponent of a + exponent of b + OFFSET
    parameter bit EXCLUSIVE_OR = 1'b0,
    parameter bit ZERO_COUNTS = 1'b0,
    parameter bit OVERFLOW = 1'b0,   // a product of 2**128 or more is infinite
    parameter bit FLUSH = 1'b0,      // a product below 2**-126 is zero
    parameter int INFINITE_EXP = 0,  // exponent at which the top bit of a significand has weight 2**128
    parameter int LEAST_EXP = 0,     // likewise for 2**-126
    parameter int unsigned TOP_BITS = AS + BS,  // contain the leading bit of any product of 2**128 or more
    parameter bit POSITIVE_ZERO = 1'b0,         // a zero product is +0
    localparam int unsigned AW = 4 + AE + AS,
    localparam int unsigned BW = 4 + BE + BS,
    localparam int unsigned PS = AS + BS
) (
    input  logic [N*AW-1:0] a_i,
    input  logic [N*BW-1:0] b_i,
    output logic [N-1:0]    sign_o,
    output logic [N*EW-1:0] exp_o,
    output logic [N*PS-1:0] sig_o,
    output logic [N-1:0]    zero_o,
    output logic [N-1:0]    inf_o,       // an operand is infinite
    output logic [N-1:0]    nan_o,
    output logic [N-1:0]    overflow_o   // finite operands, infinite product
);
  if (N < 1) $error("N = %0d: must be at least 1", N);
  if (EW < 1) $error("EW = %0d: must be at least 1", EW);
  if (TOP_BITS < 1 || TOP_BITS > PS) $error("TOP_BITS = %0d: allowed are 1..AS + BS = %0d", TOP_BITS, PS);
  if (EXCLUSIVE_OR && PS != 2) $error("AS = %0d, BS = %0d: must be 1 with EXCLUSIVE_OR", AS, BS);
  for (genvar k = 0; k < N; k++) begin : g_product
    logic a_sign, a_zero, a_inf, a_nan, b_sign, b_zero, b_inf, b_nan, zero, tiny;
    logic [AE-1:0] a_exp;
    logic [AS-1:0] a_sig;
    logic [BE-1:0] b_exp;
    logic [BS-1:0] b_sig;
    logic [EW-1:0] exponent;
    logic [PS-1:0] sig;

    assign {a_nan, a_inf, a_zero, a_sign, a_exp, a_sig} = a_i[k*AW+:AW];
    assign {b_nan, b_inf, b_zero, b_sign, b_exp, b_sig} = b_i[k*BW+:BW];
    if (EXCLUSIVE_OR) begin : g_exclusive_or
      assign sig = {1'b0, a_sig[0] ^ b_sig[0]};
      assign zero = a_sig == b_sig;
      logic unused_zero;
      assign unused_zero = a_zero ^ b_zero ^ tiny;
    end else begin : g_multiply
      assign sig = PS'(a_sig) * PS'(b_sig);
      assign zero = a_zero | b_zero | tiny;
    end
    if (AE > EW) begin : g_unused_a
      logic unused_a;
      assign unused_a = ^a_exp[AE-1:EW];
    end
    if (BE > EW) begin : g_unused_b
      logic unused_b;
      assign unused_b = ^b_exp[BE-1:EW];
    end
    // Modulo 2**EW: the sum is in range for every product that takes part.
    assign exponent = EW'(a_exp) + EW'(b_exp) + EW'(OFFSET);

    assign sign_o[k] = (a_sign ^ b_sign) & ~(POSITIVE_ZERO & zero);
    assign exp_o[k*EW+:EW] = (zero && !ZERO_COUNTS) ? '0 : exponent;
    assign sig_o[k*PS+:PS] = tiny ? '0 : sig;
    assign zero_o[k] = zero;
    assign nan_o[k] = a_nan | b_nan | (a_inf & b_zero) | (a_zero & b_inf);
    assign inf_o[k] = a_inf | b_inf;

    // Bit i below the top has weight 2**128 if the exponent is INFINITE_EXP + i.
    if (OVERFLOW) begin : g_overflow
      logic [TOP_BITS-1:0] beyond;
      for (genvar i = 0; i < TOP_BITS; i++) begin : g_bit
        if (INFINITE_EXP + i >= 2 ** EW) begin : g_never
          assign beyond[i] = 1'b0;
        end else begin : g_compare
          assign beyond[i] = sig[PS-1-i] & (exponent >= EW'(INFINITE_EXP + i));
        end
      end
      assign overflow_o[k] = |beyond;
    end else begin : g_no_overflow
      assign overflow_o[k] = 1'b0;
    end
    if (FLUSH) begin : g_flush
      logic [PS-1:0] enough;
      for (genvar i = 0; i < PS; i++) begin : g_bit
        if (LEAST_EXP + i >= 2 ** EW) begin : g_never
          assign enough[i] = 1'b0;
        end else if (LEAST_EXP + i <= 0) begin : g_always
          assign enough[i] = sig[PS-1-i];
        end else begin : g_compare
          assign enough[i] = sig[PS-1-i] & (exponent >= EW'(LEAST_EXP + i));
        end
      end
      assign tiny = ~(|enough) & ~nan_o[k] & ~inf_o[k];
    end else begin : g_no_flush
      assign tiny = 1'b0;
    end
  end
endmodule
