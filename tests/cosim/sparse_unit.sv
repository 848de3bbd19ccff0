// SPDX-License-Identifier: Apache-2.0
// Integer dot-adds with metadata (2:4), with ports of 16 to 128 bits and no latency. With SWAPPED the two
// indices of a group change places.
module sparse_unit #(
    parameter int unsigned SWAPPED = 0
) (
    input  logic clk_i,
    input  logic rst_ni,
    input  logic valid_i,
    output logic ready_o,
    input  logic [1:0][3:0][7:0] a_i,
    input  logic [1:0][7:0][7:0] b_i,
    input  logic [1:0][1:0][31:0] c_i,
    input  logic [1:0][1:0][3:0] metadata_i,
    output logic valid_o,
    input  logic ready_i,
    output logic [1:0][1:0][31:0] d_o
);
  logic unused_clock;
  assign unused_clock = clk_i;
  assign ready_o = ready_i && rst_ni;
  assign valid_o = valid_i && rst_ni;
  always_comb
    for (int unsigned i = 0; i < 2; i++)
      for (int unsigned j = 0; j < 2; j++) begin
        d_o[i][j] = c_i[i][j];
        for (int unsigned k = 0; k < 4; k++)
          d_o[i][j] += 32'(signed'(a_i[i][k])) *
              32'(signed'(b_i[j][4*(k/2)+32'(metadata_i[i][k/2][2*((k+SWAPPED)%2)+:2])]));
      end
endmodule
