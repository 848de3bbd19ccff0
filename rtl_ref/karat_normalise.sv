// SPDX-License-Identifier: Apache-2.0
//
// Shifts |sum| left until its leading 1 is at the top, but not beyond the least exponent of the output
// format: a subnormal result stays subnormal.
module karat_normalise #(
    parameter int unsigned W = 33,      // bits of |sum|
    parameter int unsigned NORM_W = 33, // bits of the significand, at least W
    parameter int unsigned EW = 7,      // bits of the sum's exponent
    parameter int unsigned EXP_W = 10,  // bits of the biased exponent before the overflow check
    // The room is the left shift that brings the top bit of |sum| to the least exponent of the output.
    parameter int ROOM_ADJUST = 0,      // the room at exp_i = 0
    parameter int ROOM_MIN = 0          // the least room that occurs
) (
    input  logic [W-1:0]      magnitude_i,
    input  logic [EW-1:0]     exp_i,
    output logic              zero_o,
    output logic [NORM_W-1:0] sig_o,     // leading bit at the top; it is 0 in a subnormal
    output logic [EXP_W-1:0]  exp_o,     // biased; 0 in a subnormal
    output logic              sticky_o   // a 1 was shifted out below sig_o
);
  if (W < 1) $error("W = %0d: must be at least 1", W);
  if (NORM_W < W) $error("NORM_W = %0d: must be at least W = %0d", NORM_W, W);
  if (EW < 1) $error("EW = %0d: must be at least 1", EW);
  if (EXP_W < 1) $error("EXP_W = %0d: must be at least 1", EXP_W);
  localparam int unsigned COUNT_W = (W > 1) ? $clog2(W) : 1;
  // Signed; holds any biased exponent, the least room and any zero count.
  localparam int unsigned LOW_W = $clog2(1 + karat_rtl_pkg::larger(0, -ROOM_MIN));
  localparam int unsigned ROOM_W =
      1 + karat_rtl_pkg::larger(EXP_W, karat_rtl_pkg::larger(LOW_W, COUNT_W));

  logic [NORM_W-1:0] placed, settled;
  logic [COUNT_W-1:0] zeros, left;
  logic [ROOM_W-1:0] room, left_room;
  logic subnormal;

  assign zero_o = ~(|magnitude_i);
  if (NORM_W > W) begin : g_pad
    assign placed = {magnitude_i, {(NORM_W - W) {1'b0}}};
  end else begin : g_whole
    assign placed = magnitude_i;
  end

  if (EW > ROOM_W) begin : g_unused_top
    logic unused_top;  // the room fits without these bits
    assign unused_top = ^exp_i[EW-1:ROOM_W];
  end
  // How far the leading bit may move up before the exponent falls below the least exponent.
  assign room = ROOM_W'(exp_i) + ROOM_W'(ROOM_ADJUST);

  if (ROOM_MIN < 0) begin : g_denormalise
    // The whole window may lie below the least exponent of the output: shift it right first.
    logic below;
    logic [ROOM_W-1:0] right;
    assign below = room[ROOM_W-1];
    assign right = below ? -room : '0;
    assign left_room = below ? '0 : room;
    karat_shift_right_sticky #(.W(NORM_W), .AMOUNT_W(ROOM_W)) i_down (
        .x_i(placed), .amount_i(right), .y_o(settled), .sticky_o
    );
  end else begin : g_in_range
    assign left_room = room;
    assign settled = placed;
    assign sticky_o = 1'b0;
  end

  karat_lzc #(.W(W)) i_lzc (.x_i(magnitude_i), .count_o(zeros));

  // If the window was shifted right, left_room is 0, so `zeros`, counted before that shift, is not used.
  assign left = (ROOM_W'(zeros) < left_room) ? zeros : COUNT_W'(left_room);
  assign sig_o = settled << left;

  // Each place of the leading bit above the least exponent adds 1 to the exponent.
  assign subnormal = ~sig_o[NORM_W-1];
  assign exp_o = subnormal ? '0 : EXP_W'(left_room) - EXP_W'(left) + EXP_W'(1);
endmodule
