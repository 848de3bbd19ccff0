// SPDX-License-Identifier: Apache-2.0
// Reference for karat_align_all: each alignment as a division by a power of two with remainder. Then the
// rules for an addend far below the largest exponent (CUT), for a tiny negative addend (DROP) and for a sign
// frame (FRAME) are applied, and the result is multiplied by 2**SHIFT. The largest exponent is never below
// the exponent of an addend; other inputs are not compared.
module cell_pair #(
    parameter int unsigned N = 2, parameter int unsigned IB = 1, parameter int unsigned FB = 2,
    parameter int unsigned F = 3, parameter int unsigned SHIFT = 0, parameter int unsigned EW = 3,
    parameter int unsigned MODE = 0, parameter bit STICKY = 0, parameter bit CUT = 0,
    parameter int unsigned CUTOFF = 0, parameter bit DROP = 0,
    parameter int unsigned TINY = 0,  // TINY_ABOVE + 1: chparam of Yosys 0.23 accepts no negative numbers
    parameter bit FRAME = 0, parameter int unsigned OUT_W = 1 + IB + 1 + F + SHIFT,
    parameter bit REFERENCE = 0
) (
    input logic [N-1:0] sign_i, input logic [N*EW-1:0] exp_i, input logic [N*(IB+FB)-1:0] sig_i,
    input logic [EW-1:0] above_i, input logic frame_i,
    output logic [N*OUT_W-1:0] addend_o, output logic lost_o
);
  logic [EW-1:0] exp_max;
  always_comb begin : largest
    integer k;
    exp_max = above_i;
    for (k = 0; k < N; k = k + 1) if (exp_i[k*EW+:EW] > exp_max) exp_max = exp_i[k*EW+:EW];
  end

  if (REFERENCE) begin : g_ref
    localparam int unsigned FAR = (1 << EW) - 1;
    localparam int unsigned UNIT = FB + FAR;  // one unit of the last fraction bit is 2**UNIT in `value`
    localparam int unsigned V = IB + F + UNIT + 1;
    integer k;
    logic [EW-1:0] distance;
    logic [V-1:0] value, floor, rest, half;
    logic [OUT_W-1:0] addend;
    logic negative, up, tie;
    always_comb begin
      lost_o = 1'b0;
      half = 1 << (UNIT - 1);
      for (k = 0; k < N; k = k + 1) begin
        distance = exp_max - exp_i[k*EW+:EW];
        value = (sig_i[k*(IB+FB)+:IB+FB] << (F + FAR)) >> distance;
        if ((CUT == 1) & (distance > CUTOFF)) value = 0;
        // a dropped addend is exactly 0, so it does not set lost_o
        if ((DROP == 1) & sign_i[k] & (exp_max >= TINY) & (value < (1 << UNIT))) value = 0;
        negative = sign_i[k] & (FRAME == 0);  // with a frame, magnitudes are rounded
        floor = value >> UNIT;
        rest = value - (floor << UNIT);
        tie = (MODE == 4) ? floor[0] : (MODE == 5) ? ~negative : (MODE == 6) ? negative :
              (MODE == 7) ? 1'b0 : (MODE == 8) ? 1'b1 : ~floor[0];
        up = (MODE == 0) ? 1'b0 : (MODE == 1) ? (rest != 0) & negative :
             (MODE == 2) ? (rest != 0) & ~negative : (MODE == 3) ? rest != 0 :
             (MODE == 10) ? (rest != 0) & ~floor[0] : (rest > half) | ((rest == half) & tie);
        addend = floor + up;
        if (negative) addend = 0 - addend;
        if ((FRAME == 1) & (sign_i[k] != frame_i)) addend = 0 - addend - 1;
        addend_o[k*OUT_W+:OUT_W] = addend << SHIFT;
        if ((STICKY == 1) & (rest != 0)) lost_o = 1'b1;
      end
    end
  end else begin : g_cell
    localparam int TINY_ABOVE = TINY - 1;
    karat_align_all #(
        .N(N), .IB(IB), .FB(FB), .F(F), .SHIFT(SHIFT), .EW(EW), .ROUNDING(MODE), .STICKY(STICKY), .CUT(CUT),
        .CUTOFF(CUTOFF), .DROP_TINY(DROP), .TINY_ABOVE(TINY_ABOVE), .FRAME(FRAME), .OUT_W(OUT_W)
    ) i_cell (.sign_i, .exp_i, .sig_i, .exp_max_i(exp_max), .frame_i, .addend_o, .lost_o);
  end
endmodule
