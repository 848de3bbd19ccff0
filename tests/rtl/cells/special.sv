// SPDX-License-Identifier: Apache-2.0
// The exceptions of a dot-add, product by product.
module cell_dut #(parameter int unsigned K = 2) (
    input logic [K-1:0] a_sign_i, a_zero_i, a_inf_i, a_nan_i, b_sign_i, b_zero_i, b_inf_i, b_nan_i, overflow_i,
    input logic c_sign_i, c_inf_i, c_nan_i, output logic nan_o, output logic inf_o, output logic inf_sign_o
);
  logic inf, inf_sign;
  karat_special #(.K(K)) i_cell (.*, .inf_o(inf), .inf_sign_o(inf_sign));
  assign inf_o = inf & ~nan_o;  // each means something only where the one before is 0, or 1
  assign inf_sign_o = inf_sign & inf_o;
endmodule

module cell_ref #(parameter int unsigned K = 2) (
    input logic [K-1:0] a_sign_i, a_zero_i, a_inf_i, a_nan_i, b_sign_i, b_zero_i, b_inf_i, b_nan_i, overflow_i,
    input logic c_sign_i, c_inf_i, c_nan_i, output logic nan_o, output logic inf_o, output logic inf_sign_o
);
  integer k;
  logic nan, plus, minus, plus_over, minus_over;
  always_comb begin
    nan = c_nan_i;
    plus = c_inf_i & ~c_sign_i;
    minus = c_inf_i & c_sign_i;
    plus_over = 1'b0;
    minus_over = 1'b0;
    for (k = 0; k < K; k = k + 1) begin
      if (a_nan_i[k] | b_nan_i[k]) nan = 1'b1;
      if ((a_zero_i[k] & b_inf_i[k]) | (a_inf_i[k] & b_zero_i[k])) nan = 1'b1;
      if (a_sign_i[k] == b_sign_i[k]) begin
        if (a_inf_i[k] | b_inf_i[k]) plus = 1'b1;
        if (overflow_i[k]) plus_over = 1'b1;
      end else begin
        if (a_inf_i[k] | b_inf_i[k]) minus = 1'b1;
        if (overflow_i[k]) minus_over = 1'b1;
      end
    end
    if (~plus & ~minus) begin  // products that overflow count where no operand is infinite
      plus = plus_over;
      minus = minus_over;
    end
    nan_o = nan | (plus & minus);
    inf_o = (plus | minus) & ~nan_o;
    inf_sign_o = inf_o & minus;
  end
endmodule
