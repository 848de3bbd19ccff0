// SPDX-License-Identifier: Apache-2.0
// The magnitude of an FP16 number in units of 2^-24.
module fp16_to_fixed (
    input  logic [15:0] code_i,
    output logic        negative_o,
    output logic        infinity_o,
    output logic        nan_o,
    output logic [39:0] magnitude_o
);
  logic [4:0] exponent;
  logic [10:0] significand;
  logic [4:0] shift;
  assign exponent    = code_i[14:10];
  assign significand = {exponent != 0, code_i[9:0]};
  assign shift       = exponent == 0 ? 5'd0 : exponent - 5'd1;
  assign negative_o  = code_i[15];
  assign infinity_o  = &exponent && code_i[9:0] == 0;
  assign nan_o       = &exponent && code_i[9:0] != 0;
  assign magnitude_o = 40'(significand) << shift;
endmodule
