// SPDX-License-Identifier: Apache-2.0
// Counts the tiles in the unit. idle_o is 1 if there are none.
module karat_in_flight #(
    parameter int unsigned MOST = 64  // tiles
) (
    input  logic clk_i,
    input  logic rst_ni,
    input  logic issue_i,
    input  logic answer_i,
    output logic idle_o
);
  localparam int unsigned CW = $clog2(MOST + 1);
  logic [CW-1:0] tiles;
  assign idle_o = tiles == 0;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) tiles <= '0;
    else tiles <= tiles + CW'(issue_i) - CW'(answer_i && tiles != 0);
  end
endmodule
