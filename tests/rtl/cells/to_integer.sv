// SPDX-License-Identifier: Apache-2.0
// Reference for karat_to_integer: the signed value compared with both ends of the range.
module cell_pair #(
    parameter int unsigned W = 9, parameter int unsigned OUT_W = 6, parameter bit SATURATE = 0,
    parameter bit REFERENCE = 0
) (
    input logic sign_i, input logic [W-1:0] magnitude_i, output logic [OUT_W-1:0] d_o
);
  if (REFERENCE) begin : g_ref
    localparam int unsigned WIDE = W + OUT_W + 2;
    logic signed [WIDE-1:0] value, highest, lowest, kept;
    always_comb begin
      highest = (1 << (OUT_W - 1)) - 1;
      lowest = 0 - highest - 1;
      value = magnitude_i;
      if (sign_i) value = 0 - value;
      kept = value;
      if (SATURATE) begin
        if (value > highest) kept = highest;
        if (value < lowest) kept = lowest;
      end
    end
    assign d_o = kept[OUT_W-1:0];
  end else begin : g_cell
    karat_to_integer #(.W(W), .OUT_W(OUT_W), .SATURATE(SATURATE)) i_cell (.sign_i, .magnitude_i, .d_o);
  end
endmodule
