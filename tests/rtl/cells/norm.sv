// SPDX-License-Identifier: Apache-2.0
// Normalisation by single steps: up while the top bit is 0 and there is room (SW steps find any 1), down while the window is below the least exponent.
// Only what the sums are is compared: never the most negative number, and never an exponent below FIRST.
module cell_dut #(
    parameter int unsigned SW = 8, parameter int unsigned NW = 7, parameter int unsigned EW = 4, parameter int unsigned XW = 6,
    // the room is the exponent + UP - DOWN; the least exponent. Three numbers, for chparam of yosys 0.23 takes no negative ones.
    parameter int unsigned UP = 0, parameter int unsigned DOWN = 0, parameter int unsigned FIRST = 0
) (
    input logic [SW-1:0] sum_i, input logic [EW-1:0] exp_i,
    output logic zero_o, sign_o, output logic [NW-1:0] sig_o, output logic [XW-1:0] exp_o, output logic sticky_o
);
  localparam int ADJUST = UP - DOWN;
  logic [SW-1:0] sum;
  logic [EW-1:0] exponent;
  assign sum = (sum_i == (1 << (SW - 1))) ? '0 : sum_i;
  assign exponent = (exp_i < FIRST) ? FIRST : exp_i;
  karat_norm #(.SUM_W(SW), .NORM_W(NW), .EW(EW), .EXP_W(XW), .ROOM_ADJUST(ADJUST), .ROOM_MIN(FIRST + ADJUST)) i_cell (
      .sum_i(sum), .exp_max_i(exponent), .zero_o, .sign_o, .sig_o, .exp_o, .sticky_o
  );
endmodule

module cell_ref #(
    parameter int unsigned SW = 8, parameter int unsigned NW = 7, parameter int unsigned EW = 4, parameter int unsigned XW = 6,
    parameter int unsigned UP = 0, parameter int unsigned DOWN = 0, parameter int unsigned FIRST = 0
) (
    input logic [SW-1:0] sum_i, input logic [EW-1:0] exp_i,
    output logic zero_o, sign_o, output logic [NW-1:0] sig_o, output logic [XW-1:0] exp_o, output logic sticky_o
);
  localparam int unsigned BELOW = (DOWN > UP + FIRST) ? DOWN - UP - FIRST : 0;
  localparam int unsigned W = NW + BELOW + 1;        // one bit below is always there, so that there is something to name
  integer i;
  logic [SW-1:0] sum;
  logic [EW-1:0] exponent;
  logic [W-1:0] window;
  logic [EW+1:0] room;                                // plus BELOW, so that it is never negative
  always_comb begin
    sum = (sum_i == (1 << (SW - 1))) ? 0 : sum_i;
    exponent = (exp_i < FIRST) ? FIRST : exp_i;
    sign_o = sum >= (1 << (SW - 1));
    zero_o = sum == 0;
    if (sign_o) sum = 0 - sum;
    window = sum << (W - (SW - 1));
    room = exponent + UP + BELOW - DOWN;
    for (i = 0; i < BELOW; i = i + 1)
      if (room < BELOW) begin
        window = window >> 1;
        room = room + 1;
      end
    for (i = 0; i < SW; i = i + 1)
      if ((room > BELOW) & ~window[W-1]) begin
        window = window << 1;
        room = room - 1;
      end
    sig_o = window >> (BELOW + 1);
    sticky_o = window[BELOW:0] != 0;
    exp_o = window[W-1] ? room - BELOW + 1 : 0;
  end
endmodule
