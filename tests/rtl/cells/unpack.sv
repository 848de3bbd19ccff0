// SPDX-License-Identifier: Apache-2.0
// Formats by their tables: the largest finite magnitude code says which encodings are special.
module cell_dut #(
    parameter int unsigned FMT = 0, parameter bit FLUSH = 0,
    // for the reference: storage, exponent and fraction bits; kind 0 IEEE, 1 fn, 2 fnuz, 3 finite only, 4 unsigned fn, 5 power of two
    parameter int unsigned W = 16, parameter int unsigned E = 5, parameter int unsigned F = 10, parameter int unsigned KIND = 0
) (
    input logic [W-1:0] x_i,
    output logic sign_o, output logic [E-1:0] exp_o, output logic [F:0] sig_o, output logic zero_o, output logic inf_o, output logic nan_o
);
  logic sign, zero;
  logic [E-1:0] exponent;
  logic [F:0] sig;
  karat_unpack #(.FMT(FMT), .FLUSH(FLUSH)) i_cell (
      .x_i, .sign_o(sign), .exp_o(exponent), .sig_o(sig), .zero_o(zero), .inf_o, .nan_o
  );
  // The significand and the exponent of a special mean nothing, nor does the sign of a NaN or whether it is 0.
  assign sign_o = sign & ~nan_o;
  assign zero_o = zero & ~nan_o;
  assign exp_o = (inf_o | nan_o) ? '0 : exponent;
  assign sig_o = (inf_o | nan_o) ? '0 : sig;
endmodule

module cell_ref #(
    parameter int unsigned FMT = 0, parameter bit FLUSH = 0,
    parameter int unsigned W = 16, parameter int unsigned E = 5, parameter int unsigned F = 10, parameter int unsigned KIND = 0
) (
    input logic [W-1:0] x_i,
    output logic sign_o, output logic [E-1:0] exp_o, output logic [F:0] sig_o, output logic zero_o, output logic inf_o, output logic nan_o
);
  localparam logic [63:0] ONES = (64'd1 << (E + F)) - 64'd1;
  localparam logic [63:0] LARGEST = (KIND == 0) ? ONES - (64'd1 << F) : (KIND == 1 || KIND == 4 || KIND == 5) ? ONES - 64'd1 : ONES;
  logic [E+F-1:0] code;
  logic negative, special, tiny;
  assign negative = (KIND >= 4) ? 1'b0 : x_i[W-1];
  assign code = (KIND == 5) ? x_i : x_i >> (W - 1 - E - F);
  assign special = (code > LARGEST) | ((KIND == 2) & negative & (code == 0));
  assign tiny = (KIND != 5) & (code < (64'd1 << F));  // the powers of two go on below 1
  assign inf_o = special & (KIND == 0) & (code == LARGEST + 1);
  assign nan_o = special & ~inf_o;
  assign zero_o = ~special & (KIND != 5) & ((code == 0) | ((FLUSH == 1) & tiny));
  assign sign_o = negative & ~nan_o & ~((FLUSH == 1) & tiny & (code != 0));
  assign exp_o = special ? 0 : tiny ? 1 : code >> F;
  assign sig_o = special ? 0 : (zero_o & (FLUSH == 1)) ? 0 : tiny ? code : (code & ((64'd1 << F) - 64'd1)) + (64'd1 << F);
endmodule
