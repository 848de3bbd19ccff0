// SPDX-License-Identifier: Apache-2.0
//
// Exception logic of one lane, beside the datapath: does a NaN or an infinity decide
// the result? A NaN operand, 0 * inf and opposite infinities give NaN, in that they
// override any infinity. Only where the operands decide nothing, products that
// overflowed do, as infinities.
module karat_special #(
    parameter int unsigned K = 16
) (
    input  logic [K-1:0] a_sign_i,
    input  logic [K-1:0] a_zero_i,
    input  logic [K-1:0] a_inf_i,
    input  logic [K-1:0] a_nan_i,
    input  logic [K-1:0] b_sign_i,
    input  logic [K-1:0] b_zero_i,
    input  logic [K-1:0] b_inf_i,
    input  logic [K-1:0] b_nan_i,
    input  logic [K-1:0] overflow_i,  // of finite products
    input  logic         c_sign_i,
    input  logic         c_inf_i,
    input  logic         c_nan_i,
    output logic         nan_o,
    output logic         inf_o,      // meaningful when nan_o is 0
    output logic         inf_sign_o  // meaningful when inf_o is 1
);
  logic [K-1:0] product_inf, product_sign, product_invalid;
  logic pos_inf, neg_inf, pos_overflow, neg_overflow, decided;

  assign product_inf = a_inf_i | b_inf_i;
  assign product_sign = a_sign_i ^ b_sign_i;
  assign product_invalid = (a_inf_i & b_zero_i) | (a_zero_i & b_inf_i);

  assign pos_inf = (|(product_inf & ~product_sign)) | (c_inf_i & ~c_sign_i);
  assign neg_inf = (|(product_inf & product_sign)) | (c_inf_i & c_sign_i);
  assign decided = pos_inf | neg_inf;
  assign pos_overflow = ~decided & (|(overflow_i & ~product_sign));
  assign neg_overflow = ~decided & (|(overflow_i & product_sign));

  assign nan_o = (|a_nan_i) | (|b_nan_i) | c_nan_i | (|product_invalid) | (pos_inf & neg_inf) |
                 (pos_overflow & neg_overflow);
  assign inf_o = decided | pos_overflow | neg_overflow;
  assign inf_sign_o = neg_inf | neg_overflow;
endmodule
