// SPDX-License-Identifier: Apache-2.0
// A sum as a number in the units of its least exponent, and the format's binades from the least one up: the last that begins at or below
// the number says its last place. Rounding is a division by that. Specials, overflow and flushing are in pack.sv.
module cell_dut #(
    parameter int unsigned FMT = 7, parameter int unsigned FRAC = 3, parameter int unsigned MODE = 4, parameter int unsigned SW = 8,
    parameter int unsigned GRID = 5, parameter int unsigned EW = 5,
    parameter int unsigned LOW = 16, parameter int unsigned RANGE = 24,  // e_max is from -LOW to -LOW + RANGE
    // for the reference: FMT's exponent and fraction bits
    parameter int unsigned E = 4, parameter int unsigned F = 3
) (
    input logic [SW-1:0] sum_i, input logic [EW-1:0] exp_i, input logic sticky_i, zero_sign_i, output logic [E+F:0] d_o
);
  localparam int LEAST = -LOW;
  localparam int MOST = RANGE - LOW;
  logic [SW-1:0] sum;
  logic [EW-1:0] exponent;
  assign sum = (sum_i == (1 << (SW - 1))) ? '0 : sum_i;  // which no sum reaches
  assign exponent = (exp_i > RANGE) ? RANGE : exp_i;
  karat_round_sum #(
      .SUM_W(SW), .GRID_F(GRID), .EW(EW), .E_LOW(LEAST), .E_LEAST(LEAST), .E_MOST(MOST), .D_FMT(FMT), .ROUNDING(MODE), .FRACTION(FRAC)
  ) i_cell (.sum_i(sum), .exp_max_i(exponent), .sticky_i, .special_i({3'b000, zero_sign_i}), .d_o);
endmodule

module cell_ref #(
    parameter int unsigned FMT = 7, parameter int unsigned FRAC = 3, parameter int unsigned MODE = 4, parameter int unsigned SW = 8,
    parameter int unsigned GRID = 5, parameter int unsigned EW = 5, parameter int unsigned LOW = 16, parameter int unsigned RANGE = 24,
    parameter int unsigned E = 4, parameter int unsigned F = 3
) (
    input logic [SW-1:0] sum_i, input logic [EW-1:0] exp_i, input logic sticky_i, zero_sign_i, output logic [E+F:0] d_o
);
  localparam int unsigned BIAS = (1 << (E - 1)) - 1;
  // The unit is 2**-BELOW: no coarser than the sum's, and a format's least last place or finer by two bits.
  localparam int unsigned SUM_BELOW = LOW + GRID;
  localparam int unsigned FMT_BELOW = BIAS - 1 + FRAC + 2;
  localparam int unsigned BELOW = (SUM_BELOW > FMT_BELOW) ? SUM_BELOW : FMT_BELOW;
  localparam int unsigned SHORT = BELOW - SUM_BELOW;
  localparam int unsigned LAST = BELOW - (BIAS - 1 + FRAC);  // the least last place is 2**LAST units
  localparam int unsigned V = SW + RANGE + SHORT + 1;
  integer i;
  logic [SW-1:0] sum;
  logic negative, up, tie, more, lost;
  logic [V-1:0] value, floor;
  logic [E:0] exponent;     // biased, 1 for subnormals as well
  logic half;
  always_comb begin
    sum = (sum_i == (1 << (SW - 1))) ? 0 : sum_i;
    negative = sum >= (1 << (SW - 1));
    if (negative) sum = 0 - sum;
    value = sum << (((exp_i > RANGE) ? RANGE : exp_i) + SHORT);
    floor = value >> LAST;
    more = (LAST > 1) ? (value << (V - LAST + 1)) != 0 : 1'b0;
    half = value >> (LAST - 1);
    exponent = 1;
    for (i = 0; i < (1 << E); i = i + 1)
      if (floor >= (2 << FRAC)) begin  // a binade up: the last place is twice what it was
        more = more | half;
        half = floor[0];
        floor = floor >> 1;
        exponent = exponent + 1;
      end
    more = more | sticky_i;
    lost = half | more;
    tie = (MODE == 4) ? floor[0] : (MODE == 5) ? ~negative : (MODE == 6) ? negative : (MODE == 7) ? 1'b0 : (MODE == 8) ? 1'b1 : ~floor[0];
    up = (MODE == 0) ? 1'b0 : (MODE == 1) ? lost & negative : (MODE == 2) ? lost & ~negative : (MODE == 3) ? lost : half & (more | tie);
    if (up) floor = floor + 1;
    if (floor >= (2 << FRAC)) begin
      floor = floor >> 1;
      exponent = exponent + 1;
    end
    d_o = (exponent << F) + ((floor << (F - FRAC)) - (1 << F));  // the integer bit is one more exponent
    if (exponent >= (1 << E) - 1) d_o = ((1 << E) - 1) << F;
    d_o[E+F] = negative;
    if (sum == 0) d_o = zero_sign_i << (E + F);
  end
endmodule
