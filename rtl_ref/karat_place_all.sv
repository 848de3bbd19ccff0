// SPDX-License-Identifier: Apache-2.0
//
// Places N addends of equal significand width on a fixed grid that holds all their bits: each significand is
// shifted left by its exponent.
module karat_place_all #(
    parameter int unsigned N = 16,
    parameter int unsigned S = 4,      // bits of a significand
    parameter int unsigned EW = 3,
    parameter int unsigned SHIFT = 0,  // left shift of a significand at exponent 0
    parameter int unsigned OUT_W = 12
) (
    input  logic [N-1:0]       sign_i,
    input  logic [N*EW-1:0]    exp_i,
    input  logic [N*S-1:0]     sig_i,
    output logic [N*OUT_W-1:0] addend_o  // two's complement
);
  if (N < 1) $error("N = %0d: must be at least 1", N);
  if (S < 1) $error("S = %0d: must be at least 1", S);
  if (EW < 1) $error("EW = %0d: must be at least 1", EW);
  if (OUT_W < 1) $error("OUT_W = %0d: must be at least 1", OUT_W);
  for (genvar k = 0; k < N; k++) begin : g_addend
    logic [OUT_W-1:0] magnitude;
    assign magnitude = (OUT_W'(sig_i[k*S+:S]) << SHIFT) << exp_i[k*EW+:EW];
    assign addend_o[k*OUT_W+:OUT_W] = sign_i[k] ? -magnitude : magnitude;
  end
endmodule
