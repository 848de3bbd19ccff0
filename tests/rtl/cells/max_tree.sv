// SPDX-License-Identifier: Apache-2.0
// The maximum, one after the other.
module cell_dut #(parameter int unsigned N = 5, parameter int unsigned W = 4) (
    input logic [N*W-1:0] x_i, output logic [W-1:0] max_o
);
  karat_max_tree #(.N(N), .W(W)) i_cell (.x_i, .max_o);
endmodule

module cell_ref #(parameter int unsigned N = 5, parameter int unsigned W = 4) (
    input logic [N*W-1:0] x_i, output logic [W-1:0] max_o
);
  integer i;
  always_comb begin
    max_o = '0;
    for (i = 0; i < N; i = i + 1) if (x_i[i*W+:W] > max_o) max_o = x_i[i*W+:W];
  end
endmodule
