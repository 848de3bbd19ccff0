// SPDX-License-Identifier: Apache-2.0
// A sum times two scale factors, both as number.sv says, by repeated addition. Beside a NaN or an infinity
// the number means nothing, and beside a NaN the infinity.
module cell_dut #(
    parameter int unsigned W = 3, parameter int unsigned XE = 3, parameter int unsigned SW = 6,
    parameter int unsigned SE = 3, parameter int unsigned SF = 2, parameter bit POWER = 0,
    parameter int unsigned EW = 6,
    // differences, for chparam of yosys 0.23 takes no negative numbers: of a factor's share, of the exponent
    parameter int unsigned SUP = 0, parameter int unsigned SDOWN = 0,
    parameter int unsigned UP = 0, parameter int unsigned DOWN = 0,
    parameter bit HELD = 1, parameter int unsigned ZERO = 0, parameter bit BY_SCALE = 0,
    parameter bit COUNTS = 0, parameter bit FACTOR = 0,
    localparam int unsigned OUT_W = (SF == 0) ? W : W + 2 * (SF + 1)
) (
    input logic [XE-1:0] exp_i, input logic [W-1:0] magnitude_i, input logic part_i, nan_i, inf_i,
    input logic [SW-1:0] scale_a_i, scale_b_i,
    output logic [EW-1:0] exp_o, output logic [OUT_W-1:0] sig_o, output logic nan_o, inf_o
);
  localparam int SCALE_OFFSET = SUP - SDOWN;
  localparam int OFFSET = UP - DOWN;
  logic [EW-1:0] exponent;
  logic [OUT_W-1:0] sig;
  logic inf;
  karat_scale_sum #(
      .W(W), .XE(XE), .SCALE_W(SW), .SCALE_EXPONENT_BITS(SE), .SCALE_FRACTION_BITS(SF), .SCALE_SPECIALS(1),
      .SCALE_SUBNORMALS(POWER == 0), .EW(EW), .SCALE_OFFSET(SCALE_OFFSET), .ZERO_HELD(HELD), .ZERO_EXP(ZERO),
      .OFFSET(OFFSET), .BY_SCALE(BY_SCALE), .ZERO_COUNTS(COUNTS), .FACTOR_COUNTS(FACTOR)
  ) i_cell (
      .exp_i, .magnitude_i, .part_i, .nan_i, .inf_i, .scale_a_i, .scale_b_i, .exp_o(exponent), .sig_o(sig),
      .nan_o, .inf_o(inf)
  );
  assign inf_o = inf & ~nan_o;
  assign exp_o = (nan_o | inf) ? '0 : exponent;
  assign sig_o = (nan_o | inf) ? '0 : sig;
endmodule

module cell_ref #(
    parameter int unsigned W = 3, parameter int unsigned XE = 3, parameter int unsigned SW = 6,
    parameter int unsigned SE = 3, parameter int unsigned SF = 2, parameter bit POWER = 0,
    parameter int unsigned EW = 6, parameter int unsigned SUP = 0, parameter int unsigned SDOWN = 0,
    parameter int unsigned UP = 0, parameter int unsigned DOWN = 0,
    parameter bit HELD = 1, parameter int unsigned ZERO = 0, parameter bit BY_SCALE = 0,
    parameter bit COUNTS = 0, parameter bit FACTOR = 0,
    localparam int unsigned OUT_W = (SF == 0) ? W : W + 2 * (SF + 1)
) (
    input logic [XE-1:0] exp_i, input logic [W-1:0] magnitude_i, input logic part_i, nan_i, inf_i,
    input logic [SW-1:0] scale_a_i, scale_b_i,
    output logic [EW-1:0] exp_o, output logic [OUT_W-1:0] sig_o, output logic nan_o, inf_o
);
  logic a_sign, a_zero, a_inf, a_nan, b_sign, b_zero, b_inf, b_nan, part;
  logic [EW-1:0] a_exp, b_exp;
  logic [SF:0] a, b;
  logic [2*SF+1:0] both;
  integer i;
  number #(
      .W(SW), .E(SE), .F(SF), .KIND(1), .UNSIGNED(1), .POWER(POWER), .EW(EW), .UP(SUP), .DOWN(SDOWN),
      .HELD(HELD), .ZERO(ZERO)
  ) i_a (
      .x_i(scale_a_i), .sign_o(a_sign), .exp_o(a_exp), .sig_o(a), .zero_o(a_zero),
      .inf_o(a_inf), .nan_o(a_nan)
  );
  number #(
      .W(SW), .E(SE), .F(SF), .KIND(1), .UNSIGNED(1), .POWER(POWER), .EW(EW), .UP(SUP), .DOWN(SDOWN),
      .HELD(HELD), .ZERO(ZERO)
  ) i_b (
      .x_i(scale_b_i), .sign_o(b_sign), .exp_o(b_exp), .sig_o(b), .zero_o(b_zero),
      .inf_o(b_inf), .nan_o(b_nan)
  );
  always_comb begin
    nan_o = nan_i | a_nan | b_nan | (inf_i & (a_zero | b_zero));
    inf_o = inf_i & ~nan_o;
    both = 0;
    for (i = 0; i <= SF; i = i + 1) if (b[i]) both = both + (a << i);
    sig_o = 0;
    for (i = 0; i < 2 * SF + 2; i = i + 1) if (both[i]) sig_o = sig_o + (magnitude_i << i);
    part = sig_o != 0;
    if ((COUNTS == 1) & part_i & ((FACTOR == 1) | (both != 0))) part = 1'b1;
    exp_o = 0;
    if (part) begin
      exp_o = a_exp + b_exp + UP - DOWN;
      if (BY_SCALE == 0) exp_o = exp_o + exp_i;
    end
    if (nan_o | inf_o) begin
      exp_o = 0;
      sig_o = 0;
    end
  end
endmodule
