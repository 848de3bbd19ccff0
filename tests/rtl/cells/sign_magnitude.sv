// SPDX-License-Identifier: Apache-2.0
// Reference for karat_sign_magnitude: |x| by subtraction. The magnitude of the most negative number does not
// fit and wraps to 0; no sum reaches it.
module cell_pair #(parameter int unsigned W = 9, parameter bit REFERENCE = 0) (
    input logic [W-1:0] x_i, output logic sign_o, output logic [W-2:0] magnitude_o
);
  if (REFERENCE) begin : g_ref
    logic [W:0] wide;
    assign sign_o = x_i >= (1 << (W - 1));
    assign wide = sign_o ? (1 << W) - x_i : x_i;
    assign magnitude_o = wide[W-2:0];
  end else begin : g_cell
    karat_sign_magnitude #(.W(W)) i_cell (.x_i, .sign_o, .magnitude_o);
  end
endmodule
