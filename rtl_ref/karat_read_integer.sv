// SPDX-License-Identifier: Apache-2.0
//
// Unpacks an integer: karat_read for the formats SPECIALS_INTEGER. All integers of a format have the biased
// exponent 1, at which the last bit of the significand has weight 1.
module karat_read_integer #(
    parameter int unsigned W = 8,   // bits of the integer, and of its magnitude
    parameter bit SIGNED = 1'b1,    // two's complement; otherwise unsigned
    parameter int unsigned EW = 1,
    parameter int OFFSET = 0        // exponent = biased exponent + OFFSET, modulo 2**EW
) (
    input  logic [W-1:0]  x_i,
    output logic          sign_o,
    output logic [EW-1:0] exp_o,
    output logic [W-1:0]  sig_o,
    output logic          zero_o
);
  if (W < 1) $error("W = %0d: must be at least 1", W);
  if (EW < 1) $error("EW = %0d: must be at least 1", EW);
  assign sign_o = SIGNED ? x_i[W-1] : 1'b0;
  // The magnitude of the least integer, 2**(W-1), still fits in W bits.
  assign sig_o = sign_o ? -x_i : x_i;
  assign zero_o = ~(|x_i);
  assign exp_o = EW'(1 + OFFSET);
endmodule
