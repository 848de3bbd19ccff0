// SPDX-License-Identifier: Apache-2.0
// An operand times its scale factor: both decoded by their tables (integer of last places, biased exponent), significands multiplied
// by repeated addition. What a conversion to FP16 does is written out here for E4M3 alone; convert.sv has the rest.
module cell_dut #(
    parameter int unsigned FMT = 0, parameter int unsigned CONVERT = 15, parameter int unsigned SCALE = 15, parameter bit FLUSH = 0,
    // for the reference: storage, exponent and fraction bits; kind 0 IEEE, 1 fn, 2 fnuz, 3 finite only
    parameter int unsigned W = 16, parameter int unsigned E = 5, parameter int unsigned F = 10, parameter int unsigned KIND = 0,
    parameter int unsigned SW = 1, parameter int unsigned OE = 5, parameter int unsigned OS = 11  // scale's bits; exponent and significand
) (
    input logic [W-1:0] x_i, input logic [SW-1:0] scale_i,
    output logic nan_o, inf_o, zero_o, sign_o, output logic [OE-1:0] exp_o, output logic [OS-1:0] sig_o
);
  logic inf, zero, sign;
  logic [OE-1:0] exponent;
  logic [OS-1:0] sig;
  karat_operand #(.FMT(FMT), .CONVERT_FMT(CONVERT), .SCALE_FMT(SCALE), .FLUSH(FLUSH)) i_cell (
      .x_i, .scale_i, .operand_o({nan_o, inf, zero, sign, exponent, sig})
  );
  // Beside a NaN nothing else means anything, beside an infinity only its sign.
  assign inf_o = inf & ~nan_o;
  assign zero_o = zero & ~nan_o & ~inf;
  assign sign_o = sign & ~nan_o;
  assign exp_o = (nan_o | inf) ? '0 : exponent;
  assign sig_o = (nan_o | inf) ? '0 : sig;
endmodule

module cell_ref #(
    parameter int unsigned FMT = 0, parameter int unsigned CONVERT = 15, parameter int unsigned SCALE = 15, parameter bit FLUSH = 0,
    parameter int unsigned W = 16, parameter int unsigned E = 5, parameter int unsigned F = 10, parameter int unsigned KIND = 0,
    parameter int unsigned SW = 1, parameter int unsigned OE = 5, parameter int unsigned OS = 11
) (
    input logic [W-1:0] x_i, input logic [SW-1:0] scale_i,
    output logic nan_o, inf_o, zero_o, sign_o, output logic [OE-1:0] exp_o, output logic [OS-1:0] sig_o
);
  localparam int unsigned ONES = (1 << (E + F)) - 1;
  localparam int unsigned LARGEST = (KIND == 0) ? ONES - (1 << F) : (KIND == 1) ? ONES - 1 : ONES;
  integer i;
  logic [E+F-1:0] code;
  logic [F:0] x;
  logic [7:0] scale, x_exp, scale_exp;
  logic [3:0] eighths;
  logic infinite, scale_nan, scale_zero;
  always_comb begin
    code = x_i >> (W - 1 - E - F);
    sign_o = x_i[W-1];
    infinite = (KIND == 0) & (code == LARGEST + 1);
    nan_o = ((code > LARGEST) & ~infinite) | ((KIND == 2) & sign_o & (code == 0));
    x = code & ((1 << F) - 1);
    x_exp = code >> F;
    if (x_exp != 0) x = x + (1 << F);
    else begin
      x_exp = 1;
      if ((FLUSH == 1) & (x != 0)) begin
        x = 0;
        sign_o = 1'b0;
      end
    end
    zero_o = x == 0;
    sig_o = x;
    if (CONVERT == 0) begin
      // E4M3 to FP16: seven places more, bias 15 for 7, and every subnormal a normal number but 0.
      sig_o = x << 7;
      x_exp = x_exp + 8;
      for (i = 0; i < 3; i = i + 1)
        if ((x != 0) & ~sig_o[10]) begin
          sig_o = sig_o << 1;
          x_exp = x_exp - 1;
        end
      if (x == 0) x_exp = 1;
    end
    exp_o = x_exp;

    scale = scale_i;
    if (SCALE == 14) scale[7] = 1'b0;  // the place of a sign that is not there
    scale_nan = (SCALE == 13) ? scale == 255 : (SCALE == 14) ? scale == 127 : 1'b0;
    scale_zero = (SCALE == 14) & (scale == 0);
    if (SCALE == 13) exp_o = x_exp + {1'b0, scale};
    if (SCALE == 14) begin
      eighths = (scale < 8) ? scale : 8 + scale[2:0];
      scale_exp = (scale < 8) ? 1 : scale[6:3];
      sig_o = 0;
      for (i = 0; i < 15; i = i + 1) if (i < eighths) sig_o = sig_o + x;
      exp_o = x_exp + scale_exp;
    end
    nan_o = nan_o | scale_nan | (infinite & scale_zero);
    inf_o = infinite & ~nan_o;
    zero_o = (zero_o | scale_zero) & ~nan_o & ~inf_o;
    sign_o = sign_o & ~nan_o;
    if (nan_o | inf_o) begin
      exp_o = 0;
      sig_o = 0;
    end
  end
endmodule
