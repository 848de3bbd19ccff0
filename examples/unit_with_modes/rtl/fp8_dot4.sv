// SPDX-License-Identifier: Apache-2.0
// The exact sum of four products of E4M3 numbers and an FP16 number, as sign and magnitude in units of 2^-24.
module fp8_dot4 (
    input  logic [3:0][7:0] a_i,
    input  logic [3:0][7:0] b_i,
    input  logic [15:0]     c_i,
    output logic            negative_o,
    output logic [46:0]     magnitude_o,
    output logic            nan_o,
    output logic            infinity_o  // of the sign of c
);
  logic [3:0] a_negative, b_negative, a_nan, b_nan;
  logic [3:0][17:0] a, b;
  logic [3:0][47:0] product;
  logic c_negative, c_nan;
  logic [39:0] c;
  logic [47:0] sum;

  for (genvar k = 0; k < 4; k++) begin : gen_product
    fp8_to_fixed read_a (.code_i(a_i[k]), .negative_o(a_negative[k]), .nan_o(a_nan[k]), .magnitude_o(a[k]));
    fp8_to_fixed read_b (.code_i(b_i[k]), .negative_o(b_negative[k]), .nan_o(b_nan[k]), .magnitude_o(b[k]));
    logic [47:0] magnitude;
    assign magnitude  = 48'(a[k]) * 48'(b[k]) << 6;
    assign product[k] = a_negative[k] != b_negative[k] ? -magnitude : magnitude;
  end
  fp16_to_fixed read_c (
      .code_i(c_i),
      .negative_o(c_negative),
      .infinity_o,
      .nan_o(c_nan),
      .magnitude_o(c)
  );
  assign sum = product[0] + product[1] + product[2] + product[3] + (c_negative ? -48'(c) : 48'(c));

  assign nan_o       = |a_nan || |b_nan || c_nan;
  assign negative_o  = infinity_o ? c_negative : sum[47];
  assign magnitude_o = sum[47] ? 47'(-sum) : sum[46:0];
endmodule
