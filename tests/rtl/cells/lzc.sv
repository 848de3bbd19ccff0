// SPDX-License-Identifier: Apache-2.0
// Reference for karat_lzc: counts the leading zeros one at a time. The count of an all-zero input is masked,
// because no cell uses it.
module cell_pair #(
    parameter int unsigned W = 13, parameter bit REFERENCE = 0,
    localparam int unsigned C = (W > 1) ? $clog2(W) : 1
) (
    input logic [W-1:0] x_i, output logic [C-1:0] count_o
);
  if (REFERENCE) begin : g_ref
    integer i;
    always_comb begin
      count_o = '0;
      for (i = 0; i < W; i = i + 1) if (x_i[i]) count_o = W - 1 - i;
    end
  end else begin : g_cell
    logic [C-1:0] count;
    karat_lzc #(.W(W)) i_cell (.x_i, .count_o(count));
    assign count_o = (|x_i) ? count : '0;
  end
endmodule
