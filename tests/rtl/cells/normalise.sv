// SPDX-License-Identifier: Apache-2.0
// Reference for karat_normalise: shifts by single steps. It shifts up while the top bit is 0 and there is
// room (W steps reach any 1), and down while the window is below the least exponent. Only exponents that
// occur, FIRST and above, are compared.
module cell_pair #(
    parameter int unsigned W = 7, parameter int unsigned NW = W, parameter int unsigned EW = 4,
    parameter int unsigned XW = 6,
    // the room is the exponent + UP - DOWN: chparam of Yosys 0.23 accepts no negative numbers
    parameter int unsigned UP = 0, parameter int unsigned DOWN = 0, parameter int unsigned FIRST = 0,
    parameter bit REFERENCE = 0
) (
    input logic [W-1:0] magnitude_i, input logic [EW-1:0] exp_i,
    output logic zero_o, output logic [NW-1:0] sig_o, output logic [XW-1:0] exp_o, output logic sticky_o
);
  logic [EW-1:0] exponent;
  assign exponent = (exp_i < FIRST) ? FIRST : exp_i;

  if (REFERENCE) begin : g_ref
    localparam int unsigned BELOW = (DOWN > UP + FIRST) ? DOWN - UP - FIRST : 0;
    localparam int unsigned V = NW + BELOW + 1;  // one bit more, so the sticky slice is not empty
    integer i;
    logic [V-1:0] window;
    logic [15:0] room;                           // offset by BELOW, so that it is never negative
    always_comb begin
      zero_o = magnitude_i == 0;
      window = magnitude_i << (V - W);
      room = exponent + UP + BELOW - DOWN;
      for (i = 0; i < BELOW; i = i + 1)
        if (room < BELOW) begin
          window = window >> 1;
          room = room + 1;
        end
      for (i = 0; i < W; i = i + 1)
        if ((room > BELOW) & ~window[V-1]) begin
          window = window << 1;
          room = room - 1;
        end
      sig_o = window >> (BELOW + 1);
      sticky_o = window[BELOW:0] != 0;
      exp_o = window[V-1] ? room - BELOW + 1 : 0;
    end
  end else begin : g_cell
    localparam int ADJUST = UP - DOWN;
    karat_normalise #(
        .W(W), .NORM_W(NW), .EW(EW), .EXP_W(XW), .ROOM_ADJUST(ADJUST), .ROOM_MIN(FIRST + ADJUST)
    ) i_cell (.magnitude_i, .exp_i(exponent), .zero_o, .sig_o, .exp_o, .sticky_o);
  end
endmodule
