// SPDX-License-Identifier: Apache-2.0
//
// Unpacks a number of any format. Parameters describe the layout, so a new format needs no change here. The
// output exponent is on the scale of the consumer: biased exponent + OFFSET. A subnormal has the exponent of
// the least normal number and a leading 0. The significand and exponent of an infinity or NaN are
// unspecified.
module karat_read #(
    parameter int unsigned W = 16,              // width of the port
    parameter int unsigned LOW_BITS = 0,        // ignored bits at the bottom of the port
    parameter int unsigned EXPONENT_BITS = 5,
    parameter int unsigned FRACTION_BITS = 10,
    parameter int unsigned SPECIALS = karat_rtl_pkg::SPECIALS_IEEE,
    parameter bit SIGNED = 1'b1,
    parameter bit SUBNORMALS = 1'b1,            // the format has subnormals and zeros
    parameter int unsigned FLUSH_BELOW = 0,     // a biased exponent below this counts as 0; 1: subnormals do
    parameter bit FLUSH_KEEPS_SIGN = 1'b0,      // a flushed number keeps its sign; otherwise it counts as +0
    parameter bit CONVERT = 1'b0,               // normalise as in a wider format
    parameter int unsigned LEAST = 0,           // that format's least exponent; 0 is x_i's least subnormal
    parameter int unsigned SB = FRACTION_BITS + 1,  // bits of the significand; CONVERT may need more
    parameter int unsigned EW = 5,
    parameter int OFFSET = 0,
    parameter bit ZERO_HELD = 1'b1,             // a zero has the exponent of its encoding
    parameter int unsigned ZERO_EXP = 0         // otherwise this one
) (
    input  logic [W-1:0]  x_i,
    output logic          sign_o,
    output logic [EW-1:0] exp_o,
    output logic [SB-1:0] sig_o,   // one integer bit
    output logic          zero_o,
    output logic          inf_o,
    output logic          nan_o
);
  if (EXPONENT_BITS < 2) $error("EXPONENT_BITS = %0d: must be at least 2", EXPONENT_BITS);
  if (W < LOW_BITS + FRACTION_BITS + EXPONENT_BITS + 32'(SIGNED))
    $error("W = %0d: too narrow for the fields of the format", W);
  if (SPECIALS > karat_rtl_pkg::SPECIALS_NONE)
    $error("SPECIALS = %0d: allowed are 0..3 (IEEE FN FNUZ NONE)", SPECIALS);
  if (FLUSH_BELOW >= 2 ** EXPONENT_BITS)
    $error("FLUSH_BELOW = %0d: must be less than 2**EXPONENT_BITS = %0d", FLUSH_BELOW, 2 ** EXPONENT_BITS);
  if (CONVERT ? SB <= FRACTION_BITS : SB != FRACTION_BITS + 1)
    $error("SB = %0d: must be FRACTION_BITS + 1 = %0d, or more with CONVERT", SB, FRACTION_BITS + 1);
  if (EW < 1) $error("EW = %0d: must be at least 1", EW);
  localparam int unsigned EB = EXPONENT_BITS;
  localparam int unsigned FB = FRACTION_BITS;
  localparam int unsigned TOP = LOW_BITS + FB + EB;  // position of the sign bit

  // ---- Fields ----
  logic [EB-1:0] field, biased;
  logic [FB:0] sig;
  logic frac_zero, frac_ones, field_zero, field_ones, sign, flushed, zero;

  assign field = x_i[LOW_BITS+FB+:EB];
  assign field_zero = SUBNORMALS ? ~(|field) : 1'b0;
  assign field_ones = &field;
  if (FB > 0) begin : g_fraction
    logic [FB-1:0] frac;
    assign frac = x_i[LOW_BITS+:FB];
    assign frac_zero = ~(|frac);
    assign frac_ones = &frac;
    assign sig = {~field_zero, flushed ? {FB{1'b0}} : frac} & {(FB + 1) {FLUSH_BELOW <= 1 || !flushed}};
  end else begin : g_power
    assign frac_zero = 1'b1;
    assign frac_ones = 1'b1;
    assign sig = ~field_zero;
  end
  if (SIGNED) begin : g_signed
    assign sign = x_i[TOP];
  end else begin : g_unsigned
    assign sign = 1'b0;
  end
  if (W > TOP + 32'(SIGNED)) begin : g_unused_top
    logic unused_top;
    assign unused_top = ^x_i[W-1:TOP+32'(SIGNED)];
  end
  if (LOW_BITS > 0) begin : g_unused_low
    logic unused_low;
    assign unused_low = ^x_i[LOW_BITS-1:0];
  end

  // ---- Classes ----
  if (FLUSH_BELOW == 0) begin : g_keep
    assign flushed = 1'b0;
  end else if (FLUSH_BELOW == 1) begin : g_flush_subnormals
    assign flushed = field_zero;
  end else begin : g_flush_below
    assign flushed = field < EB'(FLUSH_BELOW);
  end
  assign zero = (field_zero & frac_zero) | flushed;
  assign zero_o = zero;
  // A zero keeps its sign; a flushed number counts as +0 unless FLUSH_KEEPS_SIGN is set.
  if (FLUSH_KEEPS_SIGN) begin : g_signed_zero
    assign sign_o = sign;
  end else begin : g_positive_zero
    assign sign_o = sign & ~(flushed & ~(field_zero & frac_zero));
  end
  logic inf, nan;
  assign inf_o = inf;
  assign nan_o = nan;
  always_comb begin
    inf = 1'b0;
    case (SPECIALS)
      karat_rtl_pkg::SPECIALS_IEEE: begin
        inf = field_ones & frac_zero;
        nan = field_ones & ~frac_zero;
      end
      karat_rtl_pkg::SPECIALS_FN:   nan = field_ones & frac_ones;
      karat_rtl_pkg::SPECIALS_FNUZ: nan = sign & field_zero & frac_zero;
      karat_rtl_pkg::SPECIALS_NONE: nan = 1'b0;
      default:                       nan = 1'b0;
    endcase
  end

  // ---- Exponent and significand for the consumer ----
  logic [EW-1:0] held;
  if (FLUSH_BELOW > 1) begin : g_flushed
    // A flushed number is a zero and has the exponent of the least normal number.
    assign biased = (flushed | field_zero) ? EB'(1) : field;
  end else if (SUBNORMALS) begin : g_biased
    assign biased = {field[EB-1:1], field[0] | field_zero};
  end else begin : g_every
    assign biased = field;
  end
  if (CONVERT) begin : g_convert
    localparam int unsigned CW = (EB > $clog2(FB + 2)) ? EB + 1 : $clog2(FB + 2) + 1;
    logic [CW-1:0] from_last, leading;
    // Exponents are counted from the last place of the least subnormal, which is 0.
    assign from_last = CW'(biased) + CW'(FB) - CW'(1);
    karat_lead #(.W(FB + 1), .OUT_W(SB), .EW(CW), .LEAST(LEAST)) i_lead (
        .exp_i(from_last), .sig_i(sig), .exp_o(leading), .sig_o
    );
    assign held = EW'(leading) + EW'(OFFSET);
    logic unused_top_exponent;
    assign unused_top_exponent = ^leading;
  end else begin : g_as_held
    assign sig_o = sig;
    assign held = EW'(biased) + EW'(OFFSET);
  end
  assign exp_o = (ZERO_HELD || !zero) ? held : EW'(ZERO_EXP);

  logic unused;  // some formats and exponent scales do not use these
  assign unused = field_ones ^ frac_ones ^ (^biased);
endmodule
