// SPDX-License-Identifier: Apache-2.0
// Reference for karat_select_sparse: every element of B is tried. With 1:2, metadata is restricted to the
// values that are defined.
module cell_pair #(
    parameter int unsigned K = 4, parameter int unsigned W = 3, parameter bit ONE = 0,
    parameter bit REFERENCE = 0, localparam int unsigned GROUPS = ONE ? K : K / 2
) (
    input logic [GROUPS*4-1:0] metadata_i, input logic [2*K*W-1:0] b_i, output logic [K*W-1:0] b_o
);
  logic [GROUPS*4-1:0] metadata;
  for (genvar g = 0; g < GROUPS; g = g + 1) begin : g_metadata
    assign metadata[g*4+:4] = ONE ? (metadata_i[g*4] ? 4'b1110 : 4'b0100) : metadata_i[g*4+:4];
  end
  if (REFERENCE) begin : g_ref
    integer k, i;
    logic [3:0] nibble;
    logic [1:0] at;
    always_comb begin
      b_o = 0;
      for (k = 0; k < K; k = k + 1) begin
        nibble = metadata >> ((ONE ? k : k / 2) * 4);
        at = (k % 2 == 0) ? nibble[1:0] : nibble[3:2];
        for (i = 0; i < 2 * K; i = i + 1) begin
          if (ONE == 1) begin
            if (i / 2 == k && i % 2 == (nibble == 4'b1110)) b_o[k*W+:W] = b_i[i*W+:W];
          end else if (i / 4 == k / 2 && i % 4 == at) b_o[k*W+:W] = b_i[i*W+:W];
        end
      end
    end
  end else begin : g_cell
    karat_select_sparse #(.K(K), .W(W), .ONE_OF_TWO(ONE)) i_cell (.metadata_i(metadata), .b_i, .b_o);
  end
endmodule
