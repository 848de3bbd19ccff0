// SPDX-License-Identifier: Apache-2.0
// The magnitude of an E4M3 or E5M2 number in units of 2^-16, the least number of E5M2. The largest one is
// 7 * 2^13, so 32 bits hold all.
module fp8_to_fixed (
    input  logic [7:0]  code_i,
    input  logic        e5m2_i,
    output logic        negative_o,
    output logic        nan_o,
    output logic        infinity_o,
    output logic [31:0] magnitude_o  // not specified for NaN and infinity
);
  logic [4:0] exponent, shift;
  logic [3:0] significand;
  always_comb begin
    exponent    = e5m2_i ? code_i[6:2] : {1'b0, code_i[6:3]};
    significand = e5m2_i ? {1'b0, exponent != 0, code_i[1:0]} : {exponent != 0, code_i[2:0]};
    shift       = exponent == 0 ? 5'd0 : exponent - 5'd1;
    nan_o       = e5m2_i ? &code_i[6:2] && code_i[1:0] != 0 : &code_i[6:0];
    infinity_o  = e5m2_i && &code_i[6:2] && code_i[1:0] == 0;
    magnitude_o = 32'(significand) << shift;
    if (!e5m2_i) magnitude_o = magnitude_o << 7;  // from units of 2^-9
  end
  assign negative_o = code_i[7];
endmodule
