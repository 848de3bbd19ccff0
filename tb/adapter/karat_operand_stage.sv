// SPDX-License-Identifier: Apache-2.0
// Hands a tile over to a slower clock, which karat_divided_clock makes of clk_i. The tile is fetched at a
// rising edge of operand_clk_i, which lies in the middle of a cycle of clk_i: ready_o is 1 from there to the
// end of that cycle. data_o and valid_o change at that edge only, and stay until an edge with taken_i.
module karat_operand_stage #(
    parameter int unsigned W = 32
) (
    input  logic         clk_i,
    input  logic         operand_clk_i,
    input  logic         rst_ni,
    input  logic         valid_i,  // there is a tile; stays until ready_o
    output logic         ready_o,
    input  logic [W-1:0] data_i,
    output logic         valid_o,
    input  logic         taken_i,  // the unit takes the tile, or the last transfer of it
    output logic [W-1:0] data_o
);
  logic fetched = 1'b0;  // changes with each tile
  logic told = 1'b0;     // follows fetched at the end of the cycle
  assign ready_o = fetched != told;
  always_ff @(posedge clk_i) told <= fetched;
  always_ff @(posedge operand_clk_i) begin
    if (!rst_ni) valid_o <= 1'b0;
    else if (!valid_o || taken_i) begin
      valid_o <= valid_i;
      if (valid_i) fetched <= !fetched;
      if (valid_i) data_o <= data_i;
    end
  end
endmodule
