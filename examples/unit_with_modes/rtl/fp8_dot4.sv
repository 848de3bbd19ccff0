// SPDX-License-Identifier: Apache-2.0
// The exact sum of four products of FP8 numbers and an FP16 number, as sign and magnitude in units of 2^-32.
module fp8_dot4 (
    input  logic            e5m2_i,     // the format of a and b: E5M2, otherwise E4M3
    input  logic [3:0][7:0] a_i,
    input  logic [3:0][7:0] b_i,
    input  logic [15:0]     c_i,
    output logic            negative_o,
    output logic [66:0]     magnitude_o,
    output logic            nan_o,
    output logic            infinity_o  // with negative_o as its sign
);
  logic [3:0] a_negative, b_negative, a_nan, b_nan, a_infinity, b_infinity, invalid, infinite;
  logic [3:0] negative;
  logic [3:0][31:0] a, b;
  logic [3:0][67:0] product;  // below 2^64: room for five addends and a sign
  logic c_negative, c_nan, c_infinity, plus_infinity, minus_infinity;
  logic [39:0] c;
  logic [67:0] sum;

  for (genvar k = 0; k < 4; k++) begin : gen_product
    fp8_to_fixed read_a (
        .code_i(a_i[k]),
        .e5m2_i,
        .negative_o(a_negative[k]),
        .nan_o(a_nan[k]),
        .infinity_o(a_infinity[k]),
        .magnitude_o(a[k])
    );
    fp8_to_fixed read_b (
        .code_i(b_i[k]),
        .e5m2_i,
        .negative_o(b_negative[k]),
        .nan_o(b_nan[k]),
        .infinity_o(b_infinity[k]),
        .magnitude_o(b[k])
    );
    logic [67:0] magnitude;
    assign magnitude   = 68'(a[k]) * 68'(b[k]);
    assign negative[k] = a_negative[k] != b_negative[k];
    assign product[k]  = negative[k] ? -magnitude : magnitude;
    assign invalid[k]  = (a_infinity[k] && b_i[k][6:0] == 0) || (b_infinity[k] && a_i[k][6:0] == 0);
    assign infinite[k] = a_infinity[k] || b_infinity[k];
  end
  fp16_to_fixed read_c (
      .code_i(c_i),
      .negative_o(c_negative),
      .infinity_o(c_infinity),
      .nan_o(c_nan),
      .magnitude_o(c)  // in units of 2^-24
  );
  logic [67:0] c_magnitude;
  assign c_magnitude = 68'(c) << 8;
  assign sum = product[0] + product[1] + product[2] + product[3] + (c_negative ? -c_magnitude : c_magnitude);

  assign plus_infinity  = |(infinite & ~negative) || (c_infinity && !c_negative);
  assign minus_infinity = |(infinite & negative) || (c_infinity && c_negative);
  assign nan_o       = |a_nan || |b_nan || c_nan || |invalid || (plus_infinity && minus_infinity);
  assign infinity_o  = plus_infinity || minus_infinity;
  assign negative_o  = infinity_o ? minus_infinity : sum[67];
  assign magnitude_o = sum[67] ? 67'(-sum) : sum[66:0];
endmodule
