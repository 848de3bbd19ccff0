// SPDX-License-Identifier: Apache-2.0
// The product of two scale factors by the tables of UE8M0 and UE4M3, significands by repeated addition.
module cell_dut #(parameter int unsigned FMT = 14, parameter int unsigned EW = 10, parameter int unsigned W = 8, parameter int unsigned PS = 8) (
    input logic [W-1:0] a_i, b_i, output logic [EW-1:0] exp_o, output logic [PS-1:0] sig_o, output logic zero_o, nan_o
);
  logic zero;
  logic [EW-1:0] exponent;
  logic [PS-1:0] sig;
  karat_scale_pair #(.FMT(FMT), .EW(EW)) i_cell (.a_i, .b_i, .exp_o(exponent), .sig_o(sig), .zero_o(zero), .nan_o);
  assign zero_o = zero & ~nan_o;  // beside a NaN nothing else means anything
  assign exp_o = nan_o ? '0 : exponent;
  assign sig_o = nan_o ? '0 : sig;
endmodule

module cell_ref #(parameter int unsigned FMT = 14, parameter int unsigned EW = 10, parameter int unsigned W = 8, parameter int unsigned PS = 8) (
    input logic [W-1:0] a_i, b_i, output logic [EW-1:0] exp_o, output logic [PS-1:0] sig_o, output logic zero_o, nan_o
);
  integer i;
  logic [7:0] a, b;
  logic [3:0] a_eighths, b_eighths;
  always_comb begin
    a = a_i;
    b = b_i;
    nan_o = 1'b0;
    zero_o = 1'b0;
    exp_o = 0;
    sig_o = 1;
    if (FMT == 13) begin
      nan_o = (a == 255) | (b == 255);
      exp_o = a + b - 254;
    end else if (FMT == 14) begin
      a[7] = 1'b0;  // the place of a sign that is not there
      b[7] = 1'b0;
      nan_o = (a == 127) | (b == 127);
      zero_o = ((a == 0) | (b == 0)) & ~nan_o;
      a_eighths = (a < 8) ? a : 8 + a[2:0];
      b_eighths = (b < 8) ? b : 8 + b[2:0];
      sig_o = 0;
      for (i = 0; i < 15; i = i + 1) if (i < b_eighths) sig_o = sig_o + a_eighths;
      exp_o = (a == 0) ? 0 - 126 : (a < 8) ? 0 - 6 : a[6:3] - 7;
      exp_o = exp_o + ((b == 0) ? 0 - 126 : (b < 8) ? 0 - 6 : b[6:3] - 7);
    end
    if (nan_o) begin
      exp_o = 0;
      sig_o = 0;
    end
  end
endmodule
