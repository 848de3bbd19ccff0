// SPDX-License-Identifier: Apache-2.0
//
// Do NaNs or infinities among N values decide their sum? A NaN and infinities of both
// signs give a NaN.
module karat_specials #(
    parameter int unsigned N = 17
) (
    input  logic [N-1:0] nan_i,
    input  logic [N-1:0] inf_i,
    input  logic [N-1:0] sign_i,
    output logic         nan_o,
    output logic         inf_o,      // means something where nan_o is 0
    output logic         inf_sign_o
);
  if (N < 1) $error("N = %0d: at least 1", N);
  logic positive, negative;
  assign positive = |(inf_i & ~sign_i);
  assign negative = |(inf_i & sign_i);
  assign nan_o = (|nan_i) | (positive & negative);
  assign inf_o = positive | negative;
  assign inf_sign_o = negative;
endmodule
