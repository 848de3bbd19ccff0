// SPDX-License-Identifier: Apache-2.0
//
// Rounder and packer: rounds the normalised significand to FRACTION fraction bits and packs it. Exceptions
// override the result. Field widths describe the layout of the format; encodings give the results of overflow
// and exceptions.
module karat_encode #(
    parameter int unsigned EXPONENT_BITS = 8,
    parameter int unsigned FRACTION_BITS = 23,
    parameter int unsigned LOW_BITS = 0,      // zeros below the fraction
    parameter int unsigned FRACTION = 23,     // fraction bits of the result, at most FRACTION_BITS
    parameter int unsigned ROUNDING = karat_rtl_pkg::RZ,
    parameter int unsigned NORM_W = 33,       // at least FRACTION + 3: leading bit, guard bit and one below
    parameter int unsigned EXP_W = 10,        // more than EXPONENT_BITS
    localparam int unsigned W = 1 + EXPONENT_BITS + FRACTION_BITS + LOW_BITS,
    // The least {exponent, kept fraction} that is not a finite number.
    parameter logic [EXP_W+FRACTION-1:0] OVERFLOW_CODE = {(EXP_W + FRACTION) {1'b1}},
    parameter logic [W-1:0] INF_POSITIVE = '0,
    parameter logic [W-1:0] INF_NEGATIVE = '0,
    parameter logic [W-1:0] OVERFLOW_POSITIVE = '0,
    parameter logic [W-1:0] OVERFLOW_NEGATIVE = '0,
    parameter bit NEGATIVE_ZERO = 1'b1,       // the format has a -0
    parameter bit FLUSH = 1'b0,               // a subnormal result becomes a zero of the same sign
    parameter bit FLUSH_BEFORE = 1'b0,        // tested before rounding
    parameter bit FLUSH_UNBOUNDED = 1'b0,     // tested after rounding with an unbounded exponent
    parameter bit POSITIVE_FLUSH = 1'b0,      // ... becomes +0
    parameter bit POSITIVE_UNDERFLOW = 1'b0   // a nonzero sum that rounds to zero becomes +0
) (
    input  logic              sign_i,
    input  logic [NORM_W-1:0] sig_i,
    input  logic [EXP_W-1:0]  exp_i,
    input  logic              sticky_i,     // a 1 below sig_i
    input  logic              zero_i,       // the sum is exactly 0
    input  logic              zero_sign_i,  // sign of the result if zero_i
    input  logic              nan_i,
    input  logic              inf_i,
    input  logic              inf_sign_i,
    input  logic [W-1:0]      nan_code_i,   // encoding of a NaN result
    output logic [W-1:0]      d_o
);
  if (FRACTION < 1 || FRACTION > FRACTION_BITS)
    $error("FRACTION = %0d: allowed are 1..FRACTION_BITS = %0d", FRACTION, FRACTION_BITS);
  if (ROUNDING > karat_rtl_pkg::RO)
    $error("ROUNDING = %0d: allowed are 0..10 (RZ RD RU RA RNE RNU RND RNZ RNA RNO RO)", ROUNDING);
  if (NORM_W < FRACTION + 3)
    $error("NORM_W = %0d: must be at least FRACTION + 3 = %0d", NORM_W, FRACTION + 3);
  if (EXP_W <= EXPONENT_BITS)
    $error("EXP_W = %0d: must be more than EXPONENT_BITS = %0d", EXP_W, EXPONENT_BITS);
  if (FLUSH_UNBOUNDED && FLUSH_BEFORE)
    $error("FLUSH_UNBOUNDED = %0d: cannot be combined with FLUSH_BEFORE", FLUSH_UNBOUNDED);
  localparam int unsigned EB = EXPONENT_BITS;
  localparam int unsigned FB = FRACTION_BITS;
  localparam int unsigned TAIL_W = NORM_W - 1 - FRACTION;  // guard bit and all bits below it

  logic inc, round_up, overflow, is_zero, flushed, sign, unused_leading_bit;
  logic [EXP_W+FRACTION-1:0] rounded;
  logic [EB+FB-1:0] code;
  logic [W-1:0] finite;

  karat_round_inc #(.MODE(ROUNDING)) i_round (
      .sign_i, .lsb_i(sig_i[TAIL_W]), .guard_i(sig_i[TAIL_W-1]),
      .sticky_i(sticky_i | (|sig_i[TAIL_W-2:0])), .inc_o(inc)
  );

  // The exponent implies the leading bit. A carry out of the fraction into the exponent gives the correct
  // result: the next binade, the least normal number, or overflow. A zero stays zero even if the sticky bit
  // is set.
  assign unused_leading_bit = sig_i[NORM_W-1];
  assign round_up = inc & ~zero_i;
  assign rounded = {exp_i, sig_i[TAIL_W+:FRACTION]} + (EXP_W + FRACTION)'(round_up);
  if (OVERFLOW_CODE == {{(EXP_W - EB) {1'b0}}, {EB{1'b1}}, {FRACTION{1'b0}}}) begin : g_overflow_by_exponent
    // Overflow is an exponent of all ones or above: no comparator is needed.
    assign overflow = (&rounded[FRACTION+:EB]) | (|rounded[FRACTION+EB+:EXP_W-EB]);
  end else begin : g_overflow_by_code
    assign overflow = rounded >= OVERFLOW_CODE;
  end
  assign is_zero = ~(|rounded);

  // ---- Flush: detection of a subnormal result ----
  if (!FLUSH) begin : g_keep
    assign flushed = 1'b0;
  end else if (FLUSH_BEFORE) begin : g_before
    assign flushed = ~(|exp_i) & ~zero_i;
  end else if (FLUSH_UNBOUNDED) begin : g_unbounded
    // Rounding in the binade below the least normal number may carry out of that binade.
    logic carry, carries;
    karat_round_inc #(.MODE(ROUNDING)) i_round_below (
        .sign_i, .lsb_i(sig_i[TAIL_W-1]), .guard_i(sig_i[TAIL_W-2]),
        .sticky_i(sticky_i | (|(sig_i & ~({NORM_W{1'b1}} << (TAIL_W - 2))))), .inc_o(carry)
    );
    assign carries = carry & (&sig_i[TAIL_W-1+:FRACTION+1]);
    assign flushed = ~(|exp_i) & ~zero_i & ~carries;
  end else begin : g_encoded
    assign flushed = ~(|rounded[EXP_W+FRACTION-1:FRACTION]);
  end

  assign code = (EB + FB)'(rounded) << (FB - FRACTION);
  logic sum_sign;
  if (POSITIVE_FLUSH) begin : g_positive_flush
    assign sum_sign = sign_i & ~flushed;
  end else begin : g_signed_flush
    assign sum_sign = sign_i;
  end
  assign sign = (zero_i ? zero_sign_i
                        : sum_sign & ~(is_zero & ~(flushed & (FLUSH_BEFORE | FLUSH_UNBOUNDED)) &
                                       POSITIVE_UNDERFLOW)) &
                (NEGATIVE_ZERO | ~(is_zero | flushed));
  if (LOW_BITS > 0) begin : g_low_bits
    assign finite = {sign, flushed ? {(EB + FB) {1'b0}} : code, {LOW_BITS{1'b0}}};
  end else begin : g_whole
    assign finite = {sign, flushed ? {(EB + FB) {1'b0}} : code};
  end

  // The finite result arrives last, so it passes through a single multiplexer.
  logic special;
  logic [W-1:0] exception;
  assign special = nan_i | inf_i;
  always_comb begin
    if (nan_i) exception = nan_code_i;
    else if (inf_i) exception = inf_sign_i ? INF_NEGATIVE : INF_POSITIVE;
    else exception = sign_i ? OVERFLOW_NEGATIVE : OVERFLOW_POSITIVE;
  end
  assign d_o = (special | overflow) ? exception : finite;
endmodule
