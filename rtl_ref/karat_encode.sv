// SPDX-License-Identifier: Apache-2.0
//
// Rounder and packer: FRACTION fraction bits of the normalised significand are kept,
// exceptions override. The layout of the format is given by numbers, what overflows and
// exceptions become by encodings.
module karat_encode #(
    parameter int unsigned EXPONENT_BITS = 8,
    parameter int unsigned FRACTION_BITS = 23,
    parameter int unsigned LOW_BITS = 0,      // zeros below the fraction
    parameter int unsigned FRACTION = 23,     // fraction bits of the result, at most FRACTION_BITS
    parameter int unsigned ROUNDING = karat_rtl_pkg::RZ,
    parameter int unsigned NORM_W = 33,       // at least FRACTION + 3: guard and one below
    parameter int unsigned EXP_W = 10,        // more than EXPONENT_BITS
    localparam int unsigned W = 1 + EXPONENT_BITS + FRACTION_BITS + LOW_BITS,
    // First {exponent, kept fraction} that is no finite number.
    parameter logic [EXP_W+FRACTION-1:0] OVERFLOW_CODE = {(EXP_W + FRACTION) {1'b1}},
    parameter logic [W-1:0] INF_POSITIVE = '0,
    parameter logic [W-1:0] INF_NEGATIVE = '0,
    parameter logic [W-1:0] OVERFLOW_POSITIVE = '0,
    parameter logic [W-1:0] OVERFLOW_NEGATIVE = '0,
    parameter bit NEGATIVE_ZERO = 1'b1,       // the format has a -0
    parameter bit FLUSH = 1'b0,               // a rounded subnormal becomes a zero of its sign
    parameter bit FLUSH_BEFORE = 1'b0,        // judged before the rounding
    parameter bit FLUSH_UNBOUNDED = 1'b0,     // or as rounded with an unbounded exponent
    parameter bit POSITIVE_UNDERFLOW = 1'b0   // a nonzero sum that rounds to zero gives +0
) (
    input  logic              sign_i,
    input  logic [NORM_W-1:0] sig_i,
    input  logic [EXP_W-1:0]  exp_i,
    input  logic              sticky_i,     // 1s below sig_i
    input  logic              zero_i,       // the sum is exactly 0
    input  logic              zero_sign_i,  // and this is the sign it gets
    input  logic              nan_i,
    input  logic              inf_i,
    input  logic              inf_sign_i,
    input  logic [W-1:0]      nan_code_i,   // what a NaN is encoded as
    output logic [W-1:0]      d_o
);
  if (FRACTION < 1 || FRACTION > FRACTION_BITS)
    $error("FRACTION = %0d: allowed are 1..FRACTION_BITS = %0d", FRACTION, FRACTION_BITS);
  if (ROUNDING > karat_rtl_pkg::RO)
    $error("ROUNDING = %0d: allowed are 0..10 (RZ RD RU RA RNE RNU RND RNZ RNA RNO RO)", ROUNDING);
  if (NORM_W < FRACTION + 3) $error("NORM_W = %0d: at least FRACTION + 3 = %0d", NORM_W, FRACTION + 3);
  if (EXP_W <= EXPONENT_BITS) $error("EXP_W = %0d: more than EXPONENT_BITS = %0d", EXP_W, EXPONENT_BITS);
  if (FLUSH_UNBOUNDED && FLUSH_BEFORE)
    $error("FLUSH_UNBOUNDED = %0d: not together with FLUSH_BEFORE", FLUSH_UNBOUNDED);
  localparam int unsigned EB = EXPONENT_BITS;
  localparam int unsigned FB = FRACTION_BITS;
  localparam int unsigned TAIL_W = NORM_W - 1 - FRACTION;  // guard bit and all below

  logic inc, round_up, overflow, is_zero, flushed, sign, unused_leading_bit;
  logic [EXP_W+FRACTION-1:0] rounded;
  logic [EB+FB-1:0] code;
  logic [W-1:0] finite;

  karat_round_inc #(.MODE(ROUNDING)) i_round (
      .sign_i, .lsb_i(sig_i[TAIL_W]), .guard_i(sig_i[TAIL_W-1]),
      .sticky_i(sticky_i | (|sig_i[TAIL_W-2:0])), .inc_o(inc)
  );

  // The leading bit is implied by the exponent. A carry out of the fraction is right
  // as it is: to the next binade, from subnormal to least normal, to overflow. A zero stays
  // one, whatever the sticky bit says.
  assign unused_leading_bit = sig_i[NORM_W-1];
  assign round_up = inc & ~zero_i;
  assign rounded = {exp_i, sig_i[TAIL_W+:FRACTION]} + (EXP_W + FRACTION)'(round_up);
  if (OVERFLOW_CODE == {{(EXP_W - EB) {1'b0}}, {EB{1'b1}}, {FRACTION{1'b0}}}) begin : g_overflow_by_exponent
    // The exponent of infinity, or more: no comparator is needed.
    assign overflow = (&rounded[FRACTION+:EB]) | (|rounded[FRACTION+EB+:EXP_W-EB]);
  end else begin : g_overflow_by_code
    assign overflow = rounded >= OVERFLOW_CODE;
  end
  assign is_zero = ~(|rounded);

  // ---- Flush: when is a result found subnormal? ----
  if (!FLUSH) begin : g_keep
    assign flushed = 1'b0;
  end else if (FLUSH_BEFORE) begin : g_before
    assign flushed = ~(|exp_i) & ~zero_i;
  end else if (FLUSH_UNBOUNDED) begin : g_unbounded
    // The binade below the least normal: does its own rounding carry out of it?
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
  assign sign = (zero_i ? zero_sign_i : sign_i & ~(is_zero & ~(flushed & (FLUSH_BEFORE | FLUSH_UNBOUNDED)) & POSITIVE_UNDERFLOW)) &
                (NEGATIVE_ZERO | ~(is_zero | flushed));
  if (LOW_BITS > 0) begin : g_low_bits
    assign finite = {sign, flushed ? {(EB + FB) {1'b0}} : code, {LOW_BITS{1'b0}}};
  end else begin : g_whole
    assign finite = {sign, flushed ? {(EB + FB) {1'b0}} : code};
  end

  // The finite result comes last: one choice between it and everything else.
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
