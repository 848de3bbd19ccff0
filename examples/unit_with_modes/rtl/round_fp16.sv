// SPDX-License-Identifier: Apache-2.0
// Rounds a magnitude in units of 2^-32 to FP16, by the rounding mode of RISC-V's frm: 0 RNE, 1 RTZ, 2 RDN,
// 3 RUP, 4 RMM (to nearest, ties away from zero).
module round_fp16 #(
    parameter bit RUP_FORGETS_SIGN = 1'b0  // RUP rounds the magnitude up, whatever the sign
) (
    input  logic        negative_i,
    input  logic [66:0] magnitude_i,
    input  logic [2:0]  mode_i,
    output logic [15:0] code_o
);
  logic [6:0] drop;  // bits below the last one that is kept, which is 2^-24 for a subnormal result
  logic [10:0] kept;
  logic [66:0] rest;
  logic half, below, to_larger, away;
  logic [15:0] rounded;

  always_comb begin
    drop = 7'd8;
    for (int i = 19; i < 67; i++) if (magnitude_i[i]) drop = 7'(i - 10);
  end
  assign kept  = 11'(magnitude_i >> drop);
  assign rest  = magnitude_i & ~({67{1'b1}} << drop);
  assign half  = ((rest >> (drop - 7'd1)) & 67'd1) != 0;
  assign below = (rest & ~(67'd1 << (drop - 7'd1))) != 0;

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
  logic [5:0] exponent;  // the field, less one for a normal result: the hidden bit adds it
  assign exponent = 6'(drop - 7'd8);
  assign rounded  = {exponent, 10'd0} + 16'(kept) + 16'(away);
  always_comb begin
    code_o = {negative_i, rounded[14:0]};
    if (rounded >= 16'h7c00) begin  // overflow: infinity, unless the mode rounds toward zero here
      code_o = {negative_i, mode_i == 3'd0 || mode_i == 3'd4 || to_larger ? 15'h7c00 : 15'h7bff};
    end
  end

endmodule
