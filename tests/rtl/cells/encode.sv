// SPDX-License-Identifier: Apache-2.0
// Reference for karat_encode: rounds to one of the two neighbours according to the discarded bits, then
// applies the rule for each special case. Infinities and overflows get made-up encodings that are all
// different. Only inputs that a normaliser can produce are compared: the leading bit is 1 unless the number
// is subnormal, a zero has an all-zero significand, and a carry cannot wrap the exponent to 0.
module cell_pair #(
    parameter int unsigned E = 3, parameter int unsigned F = 3, parameter int unsigned LOW = 0,
    parameter int unsigned FRAC = F, parameter int unsigned MODE = 4, parameter int unsigned NW = FRAC + 5,
    parameter int unsigned XW = E + 1,
    // the least exponent and kept fraction that overflow
    parameter int unsigned LIMIT = (1 << E) - 1, parameter int unsigned LIMIT_F = 0,
    parameter bit UNSIGNED_ZERO = 0,  // no -0
    parameter int unsigned FLUSH = 0, // 0 none, 1 as encoded, 2 before rounding, 3 with unbounded exponent
    parameter bit POSITIVE = 0, parameter bit PLUS = 0, parameter bit REFERENCE = 0,
    localparam int unsigned W = 1 + E + F + LOW
) (
    input logic sign_i, input logic [NW-2:0] below_i, input logic [XW-1:0] exp_i,
    input logic sticky_i, zero_i, zero_sign_i, nan_i, inf_i, inf_sign_i, input logic [W-1:0] nan_code_i,
    output logic [W-1:0] d_o
);
  if (REFERENCE) begin : g_ref
    // The significands have one bit more than the input: the last bit is `sticky_i`.
    localparam int unsigned CUT = NW - FRAC;  // bits removed by rounding
    logic [XW:0] exponent;
    logic [NW+1:0] sig, kept, finer;          // unrounded, rounded, and rounded to one more place
    logic subnormal, zero, tiny, negative, too_large;
    logic [F-1:0] fraction;

    // x / 2**places, rounded to an integer.
    function automatic logic [NW+1:0] rounded(input logic [NW+1:0] x, input integer places);
      logic [NW+1:0] unit, rest;
      logic odd, up;
      unit = 1 << places;
      rounded = x >> places;
      odd = rounded[0];
      rest = x - (rounded << places);
      rest = rest + rest;  // doubled: a tie is rest == unit
      case (MODE)
        0: up = 1'b0;
        1: up = (rest != 0) & sign_i;
        2: up = (rest != 0) & ~sign_i;
        3: up = rest != 0;
        4: up = (rest > unit) | ((rest == unit) & odd);
        5: up = (rest > unit) | ((rest == unit) & ~sign_i);
        6: up = (rest > unit) | ((rest == unit) & sign_i);
        7: up = rest > unit;
        8: up = rest >= unit;
        9: up = (rest > unit) | ((rest == unit) & ~odd);
        default: up = (rest != 0) & ~odd;
      endcase
      if (up) rounded = rounded + 1;
    endfunction

    always_comb begin
      exponent = (&exp_i) ? exp_i - 1'b1 : exp_i;
      subnormal = exponent == 0;
      sig = {1'b0, ~subnormal, below_i, sticky_i};
      kept = rounded(sig, CUT);
      finer = rounded(sig, CUT - 1);

      zero = kept == 0;
      tiny = subnormal & (kept < (1 << FRAC));             // as encoded
      if (FLUSH == 2) tiny = subnormal;
      if (FLUSH == 3) tiny = subnormal & (finer < (2 << FRAC));  // rounded at the ulp of the binade below
      if (subnormal) begin
        if (kept >= (1 << FRAC)) exponent = 1;             // rounded up to the least normal number
      end else if (kept >= (2 << FRAC)) begin
        kept = kept >> 1;                                  // rounded up to the next power of two
        exponent = exponent + 1;
      end
      too_large = (exponent > LIMIT) | ((exponent == LIMIT) & (kept - (1 << FRAC) >= LIMIT_F));

      // A flushed number keeps its sign, or becomes +0 with PLUS.
      // With POSITIVE, a number that rounds to 0 becomes +0, unless it is
      // flushed with FLUSH 2 or 3.
      negative = sign_i;
      if ((POSITIVE == 1) & zero & ~((FLUSH >= 2) & tiny)) negative = 1'b0;
      if ((FLUSH != 0) & tiny) begin
        if (PLUS == 1) negative = 1'b0;
        kept = 0;
        exponent = 0;
        zero = 1'b1;
      end
      if ((UNSIGNED_ZERO == 1) & zero) negative = 1'b0;
      fraction = kept << (F - FRAC);

      d_o = {negative, exponent[E-1:0], fraction} << LOW;
      if (zero_i) d_o = (UNSIGNED_ZERO == 1) ? 0 : zero_sign_i << (W - 1);
      else if (too_large) d_o = sign_i ? 11 : 5;
      if (inf_i) d_o = inf_sign_i ? 2 : 1;
      if (nan_i) d_o = nan_code_i;
    end
  end else begin : g_cell
    logic [XW-1:0] exponent;
    logic [NW-1:0] sig;
    assign exponent = zero_i ? '0 : (&exp_i) ? exp_i - 1'b1 : exp_i;
    assign sig = {|exponent, zero_i ? {(NW - 1) {1'b0}} : below_i};
    karat_encode #(
        .EXPONENT_BITS(E), .FRACTION_BITS(F), .LOW_BITS(LOW), .FRACTION(FRAC), .ROUNDING(MODE), .NORM_W(NW),
        .EXP_W(XW), .OVERFLOW_CODE((64'(LIMIT) << FRAC) + LIMIT_F), .INF_POSITIVE(1), .INF_NEGATIVE(2),
        .OVERFLOW_POSITIVE(5), .OVERFLOW_NEGATIVE(11), .NEGATIVE_ZERO(UNSIGNED_ZERO == 0), .FLUSH(FLUSH != 0),
        .FLUSH_BEFORE(FLUSH == 2), .FLUSH_UNBOUNDED(FLUSH == 3), .POSITIVE_FLUSH(PLUS),
        .POSITIVE_UNDERFLOW(POSITIVE)
    ) i_cell (
        .sign_i, .sig_i(sig), .exp_i(exponent), .sticky_i, .zero_i, .zero_sign_i, .nan_i, .inf_i, .inf_sign_i,
        .nan_code_i, .d_o
    );
  end
endmodule
