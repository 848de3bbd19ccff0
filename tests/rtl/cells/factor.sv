// SPDX-License-Identifier: Apache-2.0
// Reference for karat_factor: an operand times its scale factor. number.sv unpacks both, and the significands
// are multiplied by repeated addition. For a NaN the other outputs are masked, for an infinity all but its
// sign.
module cell_pair #(
    // the operand
    parameter int unsigned W = 16, parameter int unsigned E = 5, parameter int unsigned F = 10,
    parameter int unsigned LOW = 0, parameter int unsigned KIND = 0, parameter int unsigned FLUSH = 0,
    parameter bit KEEP = 0, parameter bit UNSIGNED = 0,
    parameter bit CONVERT = 0, parameter int unsigned LEAST = 0, parameter int unsigned SB = F + 1,
    parameter int unsigned EW = E, parameter int unsigned UP = 0, parameter int unsigned DOWN = 0,
    parameter bit HELD = 1, parameter int unsigned ZERO = 0,
    // its scale factor
    parameter bit SCALED = 0, parameter int unsigned SW = 1, parameter int unsigned SE = 1,
    parameter int unsigned SF = 0, parameter bit POWER = 0, parameter int unsigned SUP = 0,
    parameter int unsigned SDOWN = 0, parameter bit SHELD = 1, parameter int unsigned SZERO = 0,
    parameter bit REFERENCE = 0,
    localparam int unsigned SIG = (SCALED && SF > 0) ? SB + SF + 1 : SB
) (
    input logic [W-1:0] x_i, input logic [SW-1:0] scale_i,
    output logic nan_o, inf_o, zero_o, sign_o, output logic [EW-1:0] exp_o, output logic [SIG-1:0] sig_o
);
  logic inf, zero, sign;
  logic [EW-1:0] exponent;
  logic [SIG-1:0] sig;
  assign inf_o = inf & ~nan_o;
  assign zero_o = zero & ~nan_o & ~inf;
  assign sign_o = sign & ~nan_o;
  assign exp_o = (nan_o | inf) ? '0 : exponent;
  assign sig_o = (nan_o | inf) ? '0 : sig;

  if (REFERENCE) begin : g_ref
    logic x_zero, x_nan, s_zero, s_nan;
    logic [EW-1:0] x_exp, s_exp;
    logic [SB-1:0] x;
    logic [SF:0] s;
    integer i;
    number #(
        .W(W), .E(E), .F(F), .LOW(LOW), .KIND(KIND), .FLUSH(FLUSH), .KEEP(KEEP),
        .UNSIGNED(UNSIGNED), .CONVERT(CONVERT),
        .LEAST(LEAST), .SB(SB), .EW(EW), .UP(UP), .DOWN(DOWN), .HELD(HELD), .ZERO(ZERO)
    ) i_x (.x_i, .sign_o(sign), .exp_o(x_exp), .sig_o(x), .zero_o(x_zero), .inf_o(inf), .nan_o(x_nan));
    number #(
        .W(SW), .E(SE), .F(SF), .KIND(1), .UNSIGNED(1), .POWER(POWER), .EW(EW), .UP(SUP), .DOWN(SDOWN),
        .HELD(SHELD), .ZERO(SZERO)
    ) i_s (
        .x_i(scale_i), .sign_o(), .exp_o(s_exp), .sig_o(s), .zero_o(s_zero), .inf_o(), .nan_o(s_nan)
    );
    always_comb begin
      nan_o = x_nan;
      zero = x_zero;
      exponent = x_exp;
      sig = x;
      if (SCALED == 1) begin
        if (s_nan | (s_zero & inf)) nan_o = 1'b1;
        zero = x_zero | s_zero;
        exponent = x_exp + s_exp;
        sig = 0;
        for (i = 0; i <= SF; i = i + 1) if (s[i]) sig = sig + (x << i);
      end
    end
  end else begin : g_cell
    localparam int OFFSET = UP - DOWN;  // chparam of Yosys 0.23 accepts no negative numbers
    localparam int SCALE_OFFSET = SUP - SDOWN;
    karat_factor #(
        .W(W), .LOW_BITS(LOW), .EXPONENT_BITS(E), .FRACTION_BITS(F), .SPECIALS(KIND), .FLUSH_BELOW(FLUSH),
        .FLUSH_KEEPS_SIGN(KEEP), .SIGNED(UNSIGNED == 0),
        .CONVERT(CONVERT), .LEAST(LEAST), .SB(SB), .EW(EW), .OFFSET(OFFSET), .ZERO_HELD(HELD),
        .ZERO_EXP(ZERO), .SCALED(SCALED), .SCALE_W(SW), .SCALE_EXPONENT_BITS(SE), .SCALE_FRACTION_BITS(SF),
        .SCALE_SPECIALS(1), .SCALE_SUBNORMALS(POWER == 0), .SCALE_OFFSET(SCALE_OFFSET),
        .SCALE_ZERO_HELD(SHELD), .SCALE_ZERO_EXP(SZERO)
    ) i_cell (.x_i, .scale_i, .word_o({nan_o, inf, zero, sign, exponent, sig}));
  end
endmodule
