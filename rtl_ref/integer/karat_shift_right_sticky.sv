// SPDX-License-Identifier: Apache-2.0
//
// Logical right shifter with a sticky output: 1 if a 1 was shifted out. An amount of W or more shifts out all
// bits.
module karat_shift_right_sticky #(
    parameter int unsigned W = 8,
    parameter int unsigned AMOUNT_W = 3
) (
    input  logic [W-1:0]        x_i,
    input  logic [AMOUNT_W-1:0] amount_i,
    output logic [W-1:0]        y_o,
    output logic                sticky_o
);
  if (W < 1) $error("W = %0d: must be at least 1", W);
  if (AMOUNT_W < 1) $error("AMOUNT_W = %0d: must be at least 1", AMOUNT_W);
  logic [W-1:0] survivors;  // mask of the bits that stay

  assign y_o = x_i >> amount_i;
  assign survivors = {W{1'b1}} << amount_i;
  assign sticky_o = |(x_i & ~survivors);
endmodule
