// SPDX-License-Identifier: Apache-2.0
// A product by repeated addition; its exponent by the three rules for zeros.
module cell_dut #(
    parameter int unsigned S = 4, parameter int unsigned E = 3, parameter int unsigned RULE = 0
) (
    input logic [E-1:0] a_exp_i, b_exp_i, input logic [S-1:0] a_sig_i, b_sig_i, input logic a_sign_i, b_sign_i, a_zero_i, b_zero_i,
    output logic sign_o, output logic [E+1:0] exp_o, output logic [2*S-1:0] sig_o
);
  karat_mul #(
      .AE(E), .AS(S), .BE(E), .BS(S), .EW(E + 2), .EXP_ADJUST(3), .ZERO_PRODUCT(RULE), .A_MINUS126(-1), .B_MINUS126(-2)
  ) i_cell (.*);
endmodule

module cell_ref #(
    parameter int unsigned S = 4, parameter int unsigned E = 3, parameter int unsigned RULE = 0
) (
    input logic [E-1:0] a_exp_i, b_exp_i, input logic [S-1:0] a_sig_i, b_sig_i, input logic a_sign_i, b_sign_i, a_zero_i, b_zero_i,
    output logic sign_o, output logic [E+1:0] exp_o, output logic [2*S-1:0] sig_o
);
  integer i;
  logic [E+1:0] a, b;
  always_comb begin
    sig_o = 0;
    for (i = 0; i < S; i = i + 1) if (b_sig_i[i]) sig_o = sig_o + (a_sig_i << i);
  end
  assign sign_o = a_sign_i != b_sign_i;
  assign a = (RULE == 1 && a_zero_i) ? 0 - 1 : a_exp_i;
  assign b = (RULE == 1 && b_zero_i) ? 0 - 2 : b_exp_i;
  assign exp_o = (RULE == 0 && (a_zero_i || b_zero_i)) ? 0 : a + b + 3;
endmodule
