// SPDX-License-Identifier: Apache-2.0
//
// The product of a row's and a column's scale factor: sum of exponents (two's
// complement), product of significands (two integer bits). Without scales it is 1.
module karat_scale_pair #(
    parameter int unsigned FMT = karat_rtl_pkg::UE4M3,
    parameter int unsigned EW = 10,
    localparam int unsigned W = karat_rtl_pkg::fmt_width(FMT),
    localparam int unsigned FB = (FMT == karat_rtl_pkg::NO_FMT) ? 0 : karat_rtl_pkg::frac_bits(FMT),
    localparam int unsigned S = FB + 1,
    localparam int unsigned PS = (FB == 0) ? 1 : 2 * S  // one times one is one
) (
    input  logic [W-1:0]   a_i,
    input  logic [W-1:0]   b_i,
    output logic [EW-1:0]  exp_o,   // a zero scale counts as exponent -126
    output logic [PS-1:0]  sig_o,
    output logic           zero_o,
    output logic           nan_o
);
  if (FMT == karat_rtl_pkg::NO_FMT) begin : g_none
    logic unused;
    assign unused = a_i[0] ^ b_i[0];
    assign exp_o = '0;
    assign sig_o = 1'b1;
    assign zero_o = 1'b0;
    assign nan_o = 1'b0;
  end else begin : g_pair
    localparam int unsigned EB = karat_rtl_pkg::exp_bits(FMT);
    logic a_sign, a_zero, a_inf, a_nan, b_sign, b_zero, b_inf, b_nan, unused;
    logic [EB-1:0] a_exp, b_exp;
    logic [S-1:0] a_sig, b_sig;
    logic [EW-1:0] a_value, b_value;

    karat_unpack #(.FMT(FMT)) i_a (
        .x_i(a_i), .sign_o(a_sign), .exp_o(a_exp), .sig_o(a_sig),
        .zero_o(a_zero), .inf_o(a_inf), .nan_o(a_nan)
    );
    karat_unpack #(.FMT(FMT)) i_b (
        .x_i(b_i), .sign_o(b_sign), .exp_o(b_exp), .sig_o(b_sig),
        .zero_o(b_zero), .inf_o(b_inf), .nan_o(b_nan)
    );
    assign unused = a_sign ^ b_sign ^ a_inf ^ b_inf;  // scale formats have neither
    assign a_value = a_zero ? EW'(-126) : EW'(a_exp) - EW'(karat_rtl_pkg::bias(FMT));
    assign b_value = b_zero ? EW'(-126) : EW'(b_exp) - EW'(karat_rtl_pkg::bias(FMT));
    assign exp_o = a_value + b_value;
    assign sig_o = PS'(a_sig) * PS'(b_sig);
    assign zero_o = a_zero | b_zero;
    assign nan_o = a_nan | b_nan;
  end
endmodule
