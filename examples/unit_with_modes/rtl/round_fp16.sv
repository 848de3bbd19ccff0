// SPDX-License-Identifier: Apache-2.0
// Rounds a magnitude in units of 2^-24 to FP16, by the rounding mode of RISC-V's frm: 0 RNE, 1 RTZ, 2 RDN,
// 3 RUP, 4 RMM (to nearest, ties away from zero).
module round_fp16 #(
    parameter bit RUP_FORGETS_SIGN = 1'b0  // RUP rounds the magnitude up, whatever the sign
) (
    input  logic        negative_i,
    input  logic [46:0] magnitude_i,
    input  logic [2:0]  mode_i,
    output logic [15:0] code_o
);
  logic [5:0] drop;  // bits below the last one that is kept
  logic [46:0] kept, rest;
  logic half, below, to_larger, away;
  logic [15:0] rounded;

  always_comb begin
    drop = '0;
    for (int i = 11; i < 47; i++) if (magnitude_i[i]) drop = 6'(i - 10);
  end
  assign kept  = magnitude_i >> drop;
  assign rest  = magnitude_i & ~(47'h7fffffffffff << drop);
  assign half  = drop != 0 && ((rest >> (drop - 6'd1)) & 47'd1) != 0;
  assign below = drop != 0 && (rest & ~(47'd1 << (drop - 6'd1))) != 0;

  // whether the mode rounds an inexact magnitude of this sign up
  assign to_larger = (mode_i == 3'd2 && negative_i) ||
                     (mode_i == 3'd3 && (!negative_i || RUP_FORGETS_SIGN));
  always_comb begin
    unique case (mode_i)
      3'd0:    away = half && (below || kept[0]);
      3'd4:    away = half;
      default: away = to_larger && (half || below);
    endcase
  end

  // the carry of the fraction goes into the exponent
  assign rounded = {drop, 10'd0} + 16'(kept[10:0]) + 16'(away);
  always_comb begin
    code_o = {negative_i, rounded[14:0]};
    if (rounded >= 16'h7c00) begin  // overflow: infinity, unless the mode rounds toward zero here
      code_o = {negative_i, mode_i == 3'd0 || mode_i == 3'd4 || to_larger ? 15'h7c00 : 15'h7bff};
    end
  end

  logic unused;
  assign unused = ^kept[46:11];
endmodule
