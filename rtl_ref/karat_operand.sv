// SPDX-License-Identifier: Apache-2.0
//
// One operand as the multipliers take it: converted, unpacked, flushed, and multiplied
// by its block's scale factor. Done once for a row or a column, whatever the lanes.
module karat_operand #(
    parameter int unsigned FMT = karat_rtl_pkg::FP16,
    parameter int unsigned CONVERT_FMT = karat_rtl_pkg::NO_FMT,
    parameter int unsigned SCALE_FMT = karat_rtl_pkg::NO_FMT,
    parameter bit FLUSH = 1'b0,
    localparam int unsigned W = karat_rtl_pkg::fmt_width(FMT),
    localparam int unsigned SW = karat_rtl_pkg::fmt_width(SCALE_FMT),
    localparam int unsigned MUL_FMT = karat_spec_pkg::multiplied(FMT, CONVERT_FMT),
    localparam int unsigned EB = karat_spec_pkg::operand_exp_bits(MUL_FMT, SCALE_FMT),
    localparam int unsigned SB = karat_spec_pkg::operand_sig_bits(MUL_FMT, SCALE_FMT),
    localparam int unsigned OW = karat_spec_pkg::operand_bits(FMT, CONVERT_FMT, SCALE_FMT)
) (
    input  logic [W-1:0]  x_i,
    input  logic [SW-1:0] scale_i,  // not looked at where SCALE_FMT is NO_FMT
    // {nan, inf, zero, sign, exponent + karat_spec_pkg::operand_bias, significand}
    output logic [OW-1:0] operand_o
);
  localparam int unsigned MW = karat_rtl_pkg::fmt_width(MUL_FMT);
  localparam int unsigned XE = karat_rtl_pkg::exp_bits(MUL_FMT);
  localparam int unsigned XS = karat_rtl_pkg::frac_bits(MUL_FMT) + 1;

  logic [MW-1:0] x;
  logic [XE-1:0] x_exp;
  logic [XS-1:0] x_sig;
  logic x_zero, x_inf, x_nan;
  logic sign, zero, inf, nan;
  logic [EB-1:0] exponent;
  logic [SB-1:0] sig;

  assign operand_o = {nan, inf, zero, sign, exponent, sig};

  if (CONVERT_FMT == karat_rtl_pkg::NO_FMT) begin : g_as_stored
    assign x = x_i;
  end else begin : g_convert
    karat_convert #(.FROM(FMT), .TO(CONVERT_FMT), .FLUSH(FLUSH)) i_convert (.x_i, .y_o(x));
  end
  karat_unpack #(
      .FMT(MUL_FMT), .FLUSH(FLUSH && CONVERT_FMT == karat_rtl_pkg::NO_FMT)
  ) i_unpack (
      .x_i(x), .sign_o(sign), .exp_o(x_exp), .sig_o(x_sig), .zero_o(x_zero), .inf_o(x_inf), .nan_o(x_nan)
  );

  if (SCALE_FMT == karat_rtl_pkg::NO_FMT) begin : g_unscaled
    logic unused_scale;
    assign unused_scale = ^scale_i;
    assign exponent = x_exp;
    assign sig = x_sig;
    assign zero = x_zero;
    assign inf = x_inf;
    assign nan = x_nan;
  end else begin : g_scaled
    localparam int unsigned SE = karat_rtl_pkg::exp_bits(SCALE_FMT);
    localparam int unsigned SS = karat_rtl_pkg::frac_bits(SCALE_FMT) + 1;
    logic s_sign, s_zero, s_inf, s_nan, unused_scale;
    logic [SE-1:0] s_exp;
    logic [SS-1:0] s_sig;
    karat_unpack #(.FMT(SCALE_FMT)) i_unpack_scale (
        .x_i(scale_i), .sign_o(s_sign), .exp_o(s_exp), .sig_o(s_sig),
        .zero_o(s_zero), .inf_o(s_inf), .nan_o(s_nan)
    );
    assign unused_scale = s_sign ^ s_inf;  // scale formats have neither
    assign exponent = EB'(x_exp) + EB'(s_exp);
    assign sig = SB'(x_sig) * SB'(s_sig);
    assign zero = x_zero | s_zero;
    assign inf = x_inf & ~nan;
    assign nan = x_nan | s_nan | (x_inf & s_zero);
  end
endmodule
