// SPDX-License-Identifier: Apache-2.0
// Loads an operand that the unit keeps. load_o is 1 while the operand of the tile offered differs from the
// one loaded last, until the unit takes it. loaded_o is 1 if the unit holds the operand of the tile.
// may_load_i: 0 while a load would disturb tiles in flight.
module karat_stationary #(
    parameter int unsigned W = 32
) (
    input  logic         clk_i,
    input  logic         rst_ni,
    input  logic         valid_i,  // there is a tile
    input  logic [W-1:0] operand_i,
    input  logic         may_load_i,
    output logic         load_o,
    input  logic         ready_i,  // the unit takes a load
    output logic         loaded_o
);
  logic [W-1:0] held;
  logic any;

  assign loaded_o = any && held == operand_i;
  assign load_o = valid_i && !loaded_o && may_load_i;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) any <= 1'b0;
    else if (load_o && ready_i) any <= 1'b1;
    if (load_o && ready_i) held <= operand_i;
  end
endmodule
