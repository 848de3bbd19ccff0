// SPDX-License-Identifier: Apache-2.0
// Rounding to one of the two neighbours, chosen by what is left of the significand; then each exception by its rule.
// Only what a normaliser gives is compared: a leading bit of 1 but in a subnormal, a 0 that is 0, and an exponent that a carry
// does not bring back to 0.
module cell_dut #(
    parameter int unsigned FMT = 0, parameter int unsigned FRAC = 10, parameter int unsigned MODE = 4, parameter int unsigned NW = 14,
    parameter int unsigned XW = 6, parameter int unsigned OVERFLOW = 0, parameter bit RISCV = 0, parameter bit FLUSH = 0,
    parameter bit POSITIVE = 0,
    parameter int unsigned E = 5, parameter int unsigned F = 10  // for the reference: FMT's exponent and fraction bits
) (
    input logic sign_i, input logic [NW-2:0] below_i, input logic [XW-1:0] exp_i, input logic sticky_i, zero_i, zero_sign_i, nan_i, inf_i,
    inf_sign_i, output logic [E+F:0] d_o
);
  logic [XW-1:0] exponent;
  logic [NW-1:0] sig;
  assign exponent = zero_i ? '0 : (&exp_i) ? exp_i - 1'b1 : exp_i;
  assign sig = {|exponent, zero_i ? {(NW - 1) {1'b0}} : below_i};
  karat_pack #(
      .D_FMT(FMT), .OUT_FRAC(FRAC), .ROUNDING(MODE), .NORM_W(NW), .EXP_W(XW), .OVERFLOW(OVERFLOW), .RISCV_NAN(RISCV), .FLUSH(FLUSH),
      .POSITIVE_UNDERFLOW(POSITIVE)
  ) i_cell (.sign_i, .sig_i(sig), .exp_i(exponent), .sticky_i, .zero_i, .zero_sign_i, .nan_i, .inf_i, .inf_sign_i, .d_o);
endmodule

module cell_ref #(
    parameter int unsigned FMT = 0, parameter int unsigned FRAC = 10, parameter int unsigned MODE = 4, parameter int unsigned NW = 14,
    parameter int unsigned XW = 6, parameter int unsigned OVERFLOW = 0, parameter bit RISCV = 0, parameter bit FLUSH = 0,
    parameter bit POSITIVE = 0, parameter int unsigned E = 5, parameter int unsigned F = 10
) (
    input logic sign_i, input logic [NW-2:0] below_i, input logic [XW-1:0] exp_i, input logic sticky_i, zero_i, zero_sign_i, nan_i, inf_i,
    inf_sign_i, output logic [E+F:0] d_o
);
  localparam int unsigned CUT = NW - 1 - FRAC;       // bits that are rounded away
  localparam int unsigned GREATEST = (1 << E) - 2;   // biased exponent of the largest finite number
  logic [XW:0] exponent;
  logic [NW:0] kept;                                 // the integer bit and FRAC fraction bits
  logic [CUT:0] rest, half;                          // twice what is cut off, plus 1 for 1s below it
  logic up, tie, finite, negative;
  logic [F-1:0] fraction;
  always_comb begin
    exponent = (&exp_i) ? exp_i - 1'b1 : exp_i;
    kept = (exponent != 0) ? (1 << FRAC) + (below_i >> CUT) : below_i >> CUT;
    rest = {below_i[CUT-1:0], sticky_i};
    half = 1 << CUT;
    tie = (MODE == 4) ? kept[0] : (MODE == 5) ? ~sign_i : (MODE == 6) ? sign_i : (MODE == 7) ? 1'b0 : (MODE == 8) ? 1'b1 : ~kept[0];
    up = (MODE == 0) ? 1'b0 : (MODE == 1) ? (rest != 0) & sign_i : (MODE == 2) ? (rest != 0) & ~sign_i :
         (MODE == 3) ? rest != 0 : (rest > half) | ((rest == half) & tie);
    if (up) kept = kept + 1;
    if (exponent == 0) begin
      if (kept >= (1 << FRAC)) exponent = 1;         // a subnormal became the least normal number
    end else if (kept >= (2 << FRAC)) begin
      kept = kept >> 1;                              // all ones became the next power of two
      exponent = exponent + 1;
    end
    fraction = kept << (F - FRAC);

    finite = (OVERFLOW == 1) | ((OVERFLOW == 2) & ((MODE == 0) | ((MODE == 1) & ~sign_i) | ((MODE == 2) & sign_i)));
    negative = sign_i & ~((POSITIVE == 1) & (exponent == 0) & (kept == 0));
    if (nan_i) begin
      d_o = 0 - 1;
      d_o[E+F] = 1'b0;
      if (RISCV == 1) d_o = ((2 << E) - 1) << (F - 1);
    end else if (inf_i) d_o = (inf_sign_i << (E + F)) + ((GREATEST + 1) << F);
    else if (zero_i) d_o = zero_sign_i << (E + F);
    else if (exponent > GREATEST) begin
      d_o = (GREATEST + 1) << F;
      if (finite) d_o = d_o - (1 << (F - FRAC));     // the largest finite number is a last place below the infinity
      d_o[E+F] = sign_i;
    end else if ((FLUSH == 1) & (exponent == 0)) d_o = negative << (E + F);
    else d_o = {negative, exponent[E-1:0], fraction};
  end
endmodule
