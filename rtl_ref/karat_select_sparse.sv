// SPDX-License-Identifier: Apache-2.0
//
// Structured sparsity: selects the K elements of a column of B that one row of A multiplies, of 2K. A group of
// metadata has four bits:
//   2:4  bits 1:0 and 3:2 are the indices, among four elements of B, of the first and the second product
//   1:2  0100 selects the first of two elements, 1110 the second
// The result for other values is unspecified.
module karat_select_sparse #(
    parameter int unsigned K = 16,
    parameter int unsigned W = 16,          // bits of an element
    parameter bit ONE_OF_TWO = 1'b0,
    localparam int unsigned GROUPS = ONE_OF_TWO ? K : K / 2
) (
    input  logic [GROUPS*4-1:0] metadata_i,
    input  logic [2*K*W-1:0]    b_i,
    output logic [K*W-1:0]      b_o
);
  if (K < 1) $error("K = %0d: must be at least 1", K);
  if (W < 1) $error("W = %0d: must be at least 1", W);
  if (!ONE_OF_TWO && K % 2 != 0) $error("K = %0d: must be even", K);
  if (ONE_OF_TWO) begin : g_one_of_two
    for (genvar k = 0; k < K; k++) begin : g_product
      logic unused_low;
      assign unused_low = ^{metadata_i[4*k+:1], metadata_i[4*k+2+:2]};
      assign b_o[k*W+:W] = metadata_i[4*k+1] ? b_i[(2*k+1)*W+:W] : b_i[2*k*W+:W];
    end
  end else begin : g_two_of_four
    for (genvar k = 0; k < K; k++) begin : g_product
      logic [4*W-1:0] group;
      logic [1:0] index;
      assign group = b_i[(k/2)*4*W+:4*W];
      assign index = metadata_i[2*k+:2];
      assign b_o[k*W+:W] = group[index*W+:W];
    end
  end
endmodule
