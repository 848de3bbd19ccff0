// SPDX-License-Identifier: Apache-2.0
// Reference for karat_max_tree: compares the values one at a time.
module cell_pair #(
    parameter int unsigned N = 5, parameter int unsigned W = 4, parameter bit REFERENCE = 0
) (
    input logic [N*W-1:0] x_i, output logic [W-1:0] max_o
);
  if (REFERENCE) begin : g_ref
    integer i;
    always_comb begin
      max_o = '0;
      for (i = 0; i < N; i = i + 1) if (x_i[i*W+:W] > max_o) max_o = x_i[i*W+:W];
    end
  end else begin : g_cell
    karat_max_tree #(.N(N), .W(W)) i_cell (.x_i, .max_o);
  end
endmodule
