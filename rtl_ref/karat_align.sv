// SPDX-License-Identifier: Apache-2.0
//
// Alignment of one addend to the largest exponent: its significand is shifted right by e_max - e, rounded to
// F fraction bits and converted to two's complement.
module karat_align #(
    parameter int unsigned IB = 2,   // integer bits of the significand: 2 for a product, 1 for c
    parameter int unsigned FB = 20,  // fraction bits of the significand
    parameter int unsigned F = 25,   // fraction bits kept after alignment
    parameter int unsigned EW = 7,   // width of an exponent on the common scale
    parameter int unsigned ROUNDING = karat_rtl_pkg::RZ,
    parameter bit STICKY = 1'b0,     // build lost_o
    // A significand is below 2**IB, so rounded it is at most 2**IB: IB + 1 integer bits and a sign bit.
    localparam int unsigned OUT_W = 1 + (IB + 1) + F
) (
    input  logic                sign_i,
    input  logic [EW-1:0]       exp_i,
    input  logic [IB+FB-1:0]    sig_i,
    input  logic [EW-1:0]       exp_max_i,
    output logic [OUT_W-1:0]    addend_o,
    output logic                lost_o      // a 1 was dropped; 0 if STICKY is 0
);
  if (IB < 1) $error("IB = %0d: must be at least 1", IB);
  if (F < 1) $error("F = %0d: must be at least 1", F);
  if (EW < 1) $error("EW = %0d: must be at least 1", EW);
  if (ROUNDING > karat_rtl_pkg::RO)
    $error("ROUNDING = %0d: allowed are 0..10 (RZ RD RU RA RNE RNU RND RNZ RNA RNO RO)", ROUNDING);
  localparam int unsigned KEPT_W = IB + F;  // truncated magnitude
  // Bits below the last place kept: the fraction bits beyond F, and at least the guard bit.
  localparam int unsigned TAIL_W = (FB > F) ? FB - F : 1;
  localparam int unsigned GRID_W = KEPT_W + TAIL_W;
  // Zeros appended below the significand to fill the grid.
  localparam int unsigned PAD_W = GRID_W - (IB + FB);

  logic [EW-1:0] shift;
  logic [GRID_W-1:0] grid, shifted;
  logic [KEPT_W-1:0] truncated;
  logic [OUT_W-1:0] magnitude;  // rounded; the top bit, reserved for the sign, is 0

  assign shift = exp_max_i - exp_i;
  if (PAD_W == 0) begin : g_unpadded
    assign grid = sig_i;
  end else begin : g_padded
    assign grid = {sig_i, {PAD_W{1'b0}}};
  end
  assign truncated = shifted[GRID_W-1-:KEPT_W];

  if (ROUNDING == karat_rtl_pkg::RZ && !STICKY) begin : g_truncate
    // The result does not depend on the dropped bits: no sticky logic and no incrementer are built.
    logic unused_tail;
    assign unused_tail = ^shifted[TAIL_W-1:0];
    assign lost_o = 1'b0;
    assign shifted = grid >> shift;
    assign magnitude = OUT_W'(truncated);
  end else begin : g_round
    logic shifted_out, sticky, inc;

    karat_shift_right_sticky #(
        .W(GRID_W),
        .AMOUNT_W(EW)
    ) i_shift (
        .x_i(grid),
        .amount_i(shift),
        .y_o(shifted),
        .sticky_o(shifted_out)
    );

    if (TAIL_W > 1) begin : g_tail
      assign sticky = shifted_out | (|shifted[TAIL_W-2:0]);
    end else begin : g_no_tail
      assign sticky = shifted_out;
    end

    karat_round_inc #(
        .MODE(ROUNDING)
    ) i_round (
        .sign_i(sign_i),
        .lsb_i(truncated[0]),
        .guard_i(shifted[TAIL_W-1]),
        .sticky_i(sticky),
        .inc_o(inc)
    );
    assign magnitude = OUT_W'(truncated) + OUT_W'(inc);
    assign lost_o = STICKY ? sticky | shifted[TAIL_W-1] : 1'b0;
  end

  assign addend_o = sign_i ? -magnitude : magnitude;
endmodule
