// SPDX-License-Identifier: Apache-2.0
// A number of the narrow format as an integer and an exponent, then doubled until it is a normal number of the wide one, if it can be.
module cell_dut #(
    parameter int unsigned FROM = 3, parameter int unsigned TO = 0, parameter bit FLUSH = 0,
    // for the reference: storage, exponent and fraction bits, bias; kind 0 IEEE, 1 fn, 2 fnuz, 3 finite only
    parameter int unsigned W = 8, parameter int unsigned E = 4, parameter int unsigned F = 3, parameter int unsigned BIAS = 7,
    parameter int unsigned KIND = 1, parameter int unsigned TW = 16, parameter int unsigned TE = 5, parameter int unsigned TF = 10
) (input logic [W-1:0] x_i, output logic [TW-1:0] y_o);
  logic [TW-1:0] y;
  logic nan;
  karat_convert #(.FROM(FROM), .TO(TO), .FLUSH(FLUSH)) i_cell (.x_i, .y_o(y));
  assign nan = (y[TW-2-:TE] == {TE{1'b1}}) & (y[TW-2-TE-:TF] != 0);
  assign y_o = nan ? '1 : y;  // any NaN
endmodule

module cell_ref #(
    parameter int unsigned FROM = 3, parameter int unsigned TO = 0, parameter bit FLUSH = 0,
    parameter int unsigned W = 8, parameter int unsigned E = 4, parameter int unsigned F = 3, parameter int unsigned BIAS = 7,
    parameter int unsigned KIND = 1, parameter int unsigned TW = 16, parameter int unsigned TE = 5, parameter int unsigned TF = 10
) (input logic [W-1:0] x_i, output logic [TW-1:0] y_o);
  localparam int unsigned TBIAS = (1 << (TE - 1)) - 1;
  localparam int unsigned ONES = (1 << (E + F)) - 1;
  localparam int unsigned LARGEST = (KIND == 0) ? ONES - (1 << F) : (KIND == 1) ? ONES - 1 : ONES;
  integer i;
  logic negative;
  logic [E+F-1:0] code;
  logic [F+1:0] sig;        // of the narrow format's last places
  logic [TE:0] exponent;    // biased by TBIAS
  logic [63:0] y;
  always_comb begin
    negative = x_i[W-1];
    code = x_i >> (W - 1 - E - F);
    sig = code & ((1 << F) - 1);
    exponent = 1 + TBIAS - BIAS;
    if (code >= (1 << F)) begin
      sig = sig + (1 << F);
      exponent = (code >> F) + TBIAS - BIAS;
    end else if (FLUSH == 1) begin
      if (sig != 0) negative = 1'b0;
      sig = 0;
    end
    for (i = 0; i < F; i = i + 1)
      if ((sig < (1 << F)) & (exponent > 1)) begin
        sig = sig + sig;
        exponent = exponent - 1;
      end
    y = (sig < (1 << F)) ? sig : ((exponent - 1) << F) + sig;  // the integer bit is one more exponent
    if (exponent == 0) y = sig;
    if (sig == 0) y = 0;
    y = y << (TF - F);
    if (exponent == 0) y = y >> 1;  // below the least exponent of the wide format: E5M2FNUZ in FP16
    if (code > LARGEST) y = ((64'd1 << TE) - 64'd1) << TF;
    y[TE+TF] = negative;
    y_o = y << (TW - 1 - TE - TF);
    if ((code > LARGEST + ((KIND == 0) ? 1 : 0)) | ((KIND == 2) & x_i[W-1] & (code == 0))) y_o = 0 - 1;
  end
endmodule
