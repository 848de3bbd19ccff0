// SPDX-License-Identifier: Apache-2.0
// A chip with two units of different shapes. The vector core computes FP8 dot products, in modes, for
// requests from outside. The matrix core (written by `karat rtl`) computes FP16 tiles for a part of the chip
// that no testbench drives.
module chip (
    input  logic                   clk_i,
    input  logic                   rst_ni,
    // requests for the vector core
    input  logic                   valid_i,
    output logic                   ready_o,
    input  logic [3:0]             mode_i,
    input  logic [0:0][3:0][7:0]   a_i,
    input  logic [0:0][3:0][7:0]   b_i,
    input  logic [0:0][0:0][15:0]  c_i,
    output logic                   valid_o,
    input  logic                   ready_i,
    output logic [0:0][0:0][15:0]  d_o
);
  unit_with_modes vector_core (.*);

  logic tile_valid, tile_ready, result_valid, result_ready;
  logic [1:0][15:0][15:0] tile_a, tile_b;
  logic [1:0][1:0][31:0] tile_c, result;
  chip_tiles tiles (
      .clk_i, .rst_ni, .valid_o(tile_valid), .ready_i(tile_ready), .a_o(tile_a), .b_o(tile_b), .c_o(tile_c),
      .result_valid_i(result_valid), .result_ready_o(result_ready), .result_i(result)
  );
  karat_matrix_core matrix_core (
      .clk_i, .rst_ni, .valid_i(tile_valid), .ready_o(tile_ready), .a_i(tile_a), .b_i(tile_b), .c_i(tile_c),
      .valid_o(result_valid), .ready_i(result_ready), .d_o(result)
  );
endmodule
