// SPDX-License-Identifier: Apache-2.0
//
// NaNs and infinities among N values that decide their sum. The sum is a NaN if a value is one, or if there
// are infinities of both signs.
module karat_specials #(
    parameter int unsigned N = 17
) (
    input  logic [N-1:0] nan_i,
    input  logic [N-1:0] inf_i,
    input  logic [N-1:0] sign_i,
    output logic         nan_o,
    output logic         inf_o,      // valid if nan_o is 0
    output logic         inf_sign_o
);
  if (N < 1) $error("N = %0d: must be at least 1", N);
  logic positive, negative;
  assign positive = |(inf_i & ~sign_i);
  assign negative = |(inf_i & sign_i);
  assign nan_o = (|nan_i) | (positive & negative);
  assign inf_o = positive | negative;
  assign inf_sign_o = negative;
endmodule
