// SPDX-License-Identifier: Apache-2.0
// The magnitude of an E4M3 number in units of 2^-9.
module fp8_to_fixed (
    input  logic [7:0]  code_i,
    output logic        negative_o,
    output logic        nan_o,
    output logic [17:0] magnitude_o
);
  logic [3:0] exponent;
  logic [3:0] significand;
  logic [3:0] shift;
  assign exponent    = code_i[6:3];
  assign significand = {exponent != 0, code_i[2:0]};
  assign shift       = exponent == 0 ? 4'd0 : exponent - 4'd1;
  assign negative_o  = code_i[7];
  assign nan_o       = &code_i[6:0];
  assign magnitude_o = 18'(significand) << shift;
endmodule
