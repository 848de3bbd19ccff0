// SPDX-License-Identifier: Apache-2.0
// Reference for karat_shift_right_sticky: shifts one place at a time and ORs the bits shifted out.
module cell_pair #(
    parameter int unsigned W = 9, parameter int unsigned A = 4, parameter bit REFERENCE = 0
) (
    input logic [W-1:0] x_i, input logic [A-1:0] amount_i, output logic [W-1:0] y_o, output logic sticky_o
);
  if (REFERENCE) begin : g_ref
    integer i;
    always_comb begin
      y_o = x_i;
      sticky_o = 1'b0;
      for (i = 0; i < (1 << A); i = i + 1)
        if (i < amount_i) begin
          sticky_o = sticky_o | y_o[0];
          y_o = y_o >> 1;
        end
    end
  end else begin : g_cell
    karat_shift_right_sticky #(.W(W), .AMOUNT_W(A)) i_cell (.x_i, .amount_i, .y_o, .sticky_o);
  end
endmodule
