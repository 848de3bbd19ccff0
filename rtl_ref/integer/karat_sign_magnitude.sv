// SPDX-License-Identifier: Apache-2.0
//
// Two's complement to sign and magnitude, for a sum that is aligned again. The bound on the adder tree leaves
// a spare bit, so the magnitude fits in W - 1 bits.
module karat_sign_magnitude #(
    parameter int unsigned W = 8
) (
    input  logic [W-1:0] x_i,
    output logic         sign_o,
    output logic [W-2:0] magnitude_o
);
  if (W < 2) $error("W = %0d: must be at least 2", W);
  assign sign_o = x_i[W-1];
  assign magnitude_o = sign_o ? -x_i[W-2:0] : x_i[W-2:0];
endmodule
