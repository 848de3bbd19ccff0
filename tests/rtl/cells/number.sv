// SPDX-License-Identifier: Apache-2.0
// Not a cell: unpacks an encoding for the references. Encodings above the largest finite magnitude are
// special; the others are an integer number of last places times a power of two. For a NaN the other outputs
// are 0, for an infinity all but its sign.
module number #(
    // exponent bits, fraction bits, ignored bits at the bottom; KIND 0 IEEE, 1 FN, 2 FNUZ, 3 finite only,
    // 4 an integer of W = E + F bits, E = 1
    parameter int unsigned W = 16, parameter int unsigned E = 5, parameter int unsigned F = 10,
    parameter int unsigned LOW = 0, parameter int unsigned KIND = 0, parameter bit UNSIGNED = 0,
    parameter bit POWER = 0,           // the format has neither zero nor subnormals
    parameter int unsigned FLUSH = 0,  // a biased exponent below this counts as 0
    parameter bit KEEP = 0,            // with its sign
    // With CONVERT the significand is doubled until its top bit is 1, while its exponent (counted from the
    // least last place) is above LEAST, and halved while the exponent is below LEAST.
    parameter bit CONVERT = 0, parameter int unsigned LEAST = 0,
    parameter int unsigned SB = F + 1, parameter int unsigned EW = 5,
    parameter int unsigned UP = 0, parameter int unsigned DOWN = 0,  // UP - DOWN is added to the exponent
    parameter bit HELD = 1, parameter int unsigned ZERO = 0  // the exponent of a zero if HELD is 0
) (
    input logic [W-1:0] x_i, output logic sign_o, output logic [EW-1:0] exp_o, output logic [SB-1:0] sig_o,
    output logic zero_o, inf_o, nan_o
);
  localparam logic [E+F-1:0] ONES = {(E + F) {1'b1}};
  localparam logic [E+F-1:0] LARGEST = (KIND == 0) ? ONES - (64'd1 << F) : (KIND == 1) ? ONES - 64'd1 : ONES;
  integer i;
  logic [E+F-1:0] code;
  logic negative, special, zero;
  logic [F:0] places;
  logic [15:0] exponent;
  logic [SB-1:0] sig;
  always_comb begin
    code = x_i >> LOW;
    negative = (UNSIGNED == 1) ? 1'b0 : x_i >> (LOW + E + F);
    special = (code > LARGEST) | ((KIND == 2) & negative & (code == 0));
    inf_o = special & (KIND == 0) & (code == LARGEST + 1);
    nan_o = special & ~inf_o;

    places = code;
    places[F] = 1'b0;
    exponent = code >> F;
    if ((exponent < FLUSH) & (code != 0) & (POWER == 0)) begin
      places = 0;
      exponent = 0;
      negative = negative & KEEP;
    end
    if ((exponent != 0) | (POWER == 1)) places[F] = 1'b1;
    else exponent = 1;
    if (KIND == 4) begin
      negative = (UNSIGNED == 0) & (code >= (1 << (W - 1)));
      places = negative ? (1 << W) - code : code;
      exponent = 1;
    end
    zero = places == 0;

    sig = places;
    sig = sig << (SB - 1 - F);
    if (CONVERT == 1) begin
      exponent = exponent + 16'(F) - 16'd1;  // of the integer bit
      for (i = 0; i < F; i = i + 1)
        if (~sig[SB-1] & (exponent > LEAST)) begin
          sig = sig + sig;
          exponent = exponent - 16'd1;
        end
      for (i = 0; i < LEAST; i = i + 1)
        if (exponent < LEAST) begin
          sig = sig >> 1;
          exponent = exponent + 16'd1;
        end
      if (zero) exponent = LEAST;
    end
    exponent = exponent + UP - DOWN;
    if (zero & (HELD == 0)) exponent = ZERO;

    sign_o = negative & ~nan_o;
    zero_o = zero & ~special;
    exp_o = special ? 0 : exponent;
    sig_o = special ? 0 : sig;
  end
endmodule
