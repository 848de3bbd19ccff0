// SPDX-License-Identifier: Apache-2.0
// d = c + a . b for four fp16 products and an fp32 c. All five addends are aligned to the largest exponent
// and truncated to F fraction bits; their sum is truncated to fp32.
module dot4 #(
    parameter int F = 23
) (
    input  logic [15:0] a[4],
    input  logic [15:0] b[4],
    input  logic [31:0] c,
    output logic [31:0] d
);
  localparam logic signed [9:0] Floor = -131;  // least exponent to which addends are aligned

  logic [4:0] sign, nan, inf, zero;            // bits 0..3: products, bit 4: c
  logic signed [9:0] exponent[5];
  logic [24:0] fixed[5];                       // significands with 23 fraction bits, below 4

  for (genvar i = 0; i < 4; i++) begin : gen_product
    logic [10:0] sa, sb;                       // a subnormal has no hidden bit and the least exponent
    logic a_inf, b_inf, a_nan, b_nan;
    assign sa = {a[i][14:10] != 0, a[i][9:0]};
    assign sb = {b[i][14:10] != 0, b[i][9:0]};
    assign a_inf = a[i][14:0] == 15'h7c00;
    assign b_inf = b[i][14:0] == 15'h7c00;
    assign a_nan = a[i][14:0] > 15'h7c00;
    assign b_nan = b[i][14:0] > 15'h7c00;
    assign sign[i] = a[i][15] ^ b[i][15];
    assign nan[i] = a_nan | b_nan | (a_inf & sb == 0) | (b_inf & sa == 0);
    assign inf[i] = (a_inf | b_inf) & ~nan[i];
    assign fixed[i] = {22'(sa) * 22'(sb), 3'b0};
    assign zero[i] = fixed[i] == 0;
    assign exponent[i] = 10'(a[i][14:10]) + 10'(sa[10] == 0) + 10'(b[i][14:10]) + 10'(sb[10] == 0) - 10'sd30;
  end
  assign sign[4] = c[31];
  assign nan[4] = c[30:0] > 31'h7f800000;
  assign inf[4] = c[30:0] == 31'h7f800000;
  assign fixed[4] = {1'b0, c[30:23] != 0, c[22:0]};
  assign zero[4] = fixed[4] == 0;
  assign exponent[4] = 10'(c[30:23]) + 10'(c[30:23] == 0) - 10'sd127;

  logic signed [9:0] top;                      // the largest exponent
  logic signed [28:0] sum;                     // in units of 2^(top-23)
  always_comb begin
    top = Floor;
    for (int i = 0; i < 5; i++) if (!zero[i] && exponent[i] > top) top = exponent[i];
    sum = 0;
    for (int i = 0; i < 5; i++) begin
      logic [24:0] kept;
      kept = (fixed[i] >> 10'(top - exponent[i])) >> (23 - F) << (23 - F);
      sum = sign[i] ? sum - 29'(kept) : sum + 29'(kept);
    end
  end

  logic [27:0] magnitude;
  logic signed [9:0] last;                     // exponent of the result's last bit
  logic [23:0] significand;
  logic [9:0] biased;
  always_comb begin
    magnitude = 28'(sum[28] ? -sum : sum);
    last = top - 10'sd46;
    for (int i = 0; i < 28; i++) if (magnitude[i]) last = top + 10'(i) - 10'sd46;
    if (last < -10'sd149) last = -10'sd149;
    significand = 24'(top - 10'sd23 >= last ? magnitude << 10'(top - 10'sd23 - last)
                                            : magnitude >> 10'(last - top + 10'sd23));
    biased = significand[23] ? 10'(last + 10'sd150) : 0;
    if (nan != 0 || ((inf & sign) != 0 && (inf & ~sign) != 0)) d = 32'h7fffffff;
    else if (inf != 0) d = {(inf & sign) != 0, 31'h7f800000};
    else if (biased >= 255) d = {sum[28], 31'h7f800000};
    else d = {sum[28], biased[7:0], significand[22:0]};
  end
endmodule
