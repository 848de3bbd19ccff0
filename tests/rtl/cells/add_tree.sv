// SPDX-License-Identifier: Apache-2.0
// Reference for karat_add_tree: sign-extends the addends and adds them one at a time.
module cell_pair #(
    parameter int unsigned N = 5, parameter int unsigned W = 4, parameter bit REFERENCE = 0,
    localparam int unsigned S = W + $clog2(N)
) (
    input logic [N*W-1:0] x_i, output logic [S-1:0] sum_o
);
  if (REFERENCE) begin : g_ref
    integer i;
    always_comb begin
      sum_o = '0;
      for (i = 0; i < N; i = i + 1) sum_o = sum_o + {{S{x_i[i*W+W-1]}}, x_i[i*W+:W]};
    end
  end else begin : g_cell
    karat_add_tree #(.N(N), .W(W)) i_cell (.x_i, .sum_o);
  end
endmodule
