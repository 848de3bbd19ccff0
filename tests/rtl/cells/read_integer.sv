// SPDX-License-Identifier: Apache-2.0
// Reference for karat_read_integer: the value as a sum of weighted bits, the magnitude by comparison with 0.
module cell_pair #(
    parameter int unsigned W = 8, parameter bit SIGNED = 1, parameter int unsigned EW = 1,
    parameter int unsigned UP = 0, parameter int unsigned DOWN = 0, parameter bit REFERENCE = 0
) (
    input logic [W-1:0] x_i, output logic sign_o, output logic [EW-1:0] exp_o, output logic [W-1:0] sig_o,
    output logic zero_o
);
  if (REFERENCE) begin : g_ref
    logic signed [W+1:0] value, magnitude;
    integer i;
    always_comb begin
      value = 0;
      for (i = 0; i < W; i = i + 1) begin
        if (x_i[i]) value = (SIGNED && i == W - 1) ? value - (1 << i) : value + (1 << i);
      end
      magnitude = value < 0 ? 0 - value : value;
    end
    assign sign_o = value < 0;
    assign sig_o = magnitude[W-1:0];
    assign zero_o = value == 0;
    assign exp_o = 1 + UP - DOWN;
  end else begin : g_cell
    localparam int OFFSET = UP - DOWN;  // chparam of Yosys 0.23 accepts no negative numbers
    karat_read_integer #(.W(W), .SIGNED(SIGNED), .EW(EW), .OFFSET(OFFSET)) i_cell (
        .x_i, .sign_o, .exp_o, .sig_o, .zero_o
    );
  end
endmodule
