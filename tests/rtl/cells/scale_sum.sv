// SPDX-License-Identifier: Apache-2.0
// Reference for karat_scale_sum: a sum times two scale factors, which number.sv unpacks, by repeated
// addition. For a NaN or an infinity the exponent and significand are masked, for a NaN the infinity as well.
module cell_pair #(
    parameter int unsigned W = 3, parameter int unsigned XE = 3, parameter int unsigned SW = 6,
    parameter int unsigned SE = 3, parameter int unsigned SF = 2, parameter bit POWER = 0,
    parameter int unsigned EW = 6,
    // The offsets of a factor's exponent (SUP - SDOWN) and of the result's exponent (UP - DOWN) are
    // differences, because chparam of Yosys 0.23 accepts no negative numbers.
    parameter int unsigned SUP = 0, parameter int unsigned SDOWN = 0,
    parameter int unsigned UP = 0, parameter int unsigned DOWN = 0,
    parameter bit HELD = 1, parameter int unsigned ZERO = 0, parameter bit BY_SCALE = 0,
    parameter bit COUNTS = 0, parameter bit FACTOR = 0, parameter bit REFERENCE = 0,
    localparam int unsigned OUT_W = (SF == 0) ? W : W + 2 * (SF + 1)
) (
    input logic [XE-1:0] exp_i, input logic [W-1:0] magnitude_i, input logic part_i, nan_i, inf_i,
    input logic [SW-1:0] scale_a_i, scale_b_i,
    output logic [EW-1:0] exp_o, output logic [OUT_W-1:0] sig_o, output logic nan_o, inf_o
);
  logic [EW-1:0] exponent;
  logic [OUT_W-1:0] sig;
  logic inf;
  assign inf_o = inf & ~nan_o;
  assign exp_o = (nan_o | inf) ? '0 : exponent;
  assign sig_o = (nan_o | inf) ? '0 : sig;

  if (REFERENCE) begin : g_ref
    logic [1:0] zero, nan;
    logic [2*EW-1:0] powers;
    logic [2*(SF+1)-1:0] factors;
    logic [2*SF+1:0] both;
    logic part;
    integer i;
    for (genvar k = 0; k < 2; k = k + 1) begin : g_factor
      number #(
          .W(SW), .E(SE), .F(SF), .KIND(1), .UNSIGNED(1), .POWER(POWER), .EW(EW), .UP(SUP), .DOWN(SDOWN),
          .HELD(HELD), .ZERO(ZERO)
      ) i_number (
          .x_i((k == 0) ? scale_a_i : scale_b_i), .sign_o(), .exp_o(powers[k*EW+:EW]),
          .sig_o(factors[k*(SF+1)+:SF+1]), .zero_o(zero[k]), .inf_o(), .nan_o(nan[k])
      );
    end
    assign inf = inf_i;
    always_comb begin
      nan_o = nan_i | (nan != 0) | (inf_i & (zero != 0));
      both = 0;
      for (i = 0; i <= SF; i = i + 1) if (factors[SF+1+i]) both = both + (factors[SF:0] << i);
      sig = 0;
      for (i = 0; i < 2 * SF + 2; i = i + 1) if (both[i]) sig = sig + (magnitude_i << i);
      part = sig != 0;
      if ((COUNTS == 1) & part_i & ((FACTOR == 1) | (both != 0))) part = 1'b1;
      exponent = 0;
      if (part) begin
        exponent = powers[EW-1:0] + powers[2*EW-1:EW] + UP - DOWN;
        if (BY_SCALE == 0) exponent = exponent + exp_i;
      end
    end
  end else begin : g_cell
    localparam int SCALE_OFFSET = SUP - SDOWN;
    localparam int OFFSET = UP - DOWN;
    karat_scale_sum #(
        .W(W), .XE(XE), .SCALE_W(SW), .SCALE_EXPONENT_BITS(SE), .SCALE_FRACTION_BITS(SF), .SCALE_SPECIALS(1),
        .SCALE_SUBNORMALS(POWER == 0), .EW(EW), .SCALE_OFFSET(SCALE_OFFSET), .ZERO_HELD(HELD),
        .ZERO_EXP(ZERO), .OFFSET(OFFSET), .BY_SCALE(BY_SCALE), .ZERO_COUNTS(COUNTS), .FACTOR_COUNTS(FACTOR)
    ) i_cell (
        .exp_i, .magnitude_i, .part_i, .nan_i, .inf_i, .scale_a_i, .scale_b_i, .exp_o(exponent), .sig_o(sig),
        .nan_o, .inf_o(inf)
    );
  end
endmodule
