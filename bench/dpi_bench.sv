// SPDX-License-Identifier: Apache-2.0
// The cost of a DPI call from Verilated SystemVerilog, compared with direct calls of the model
// (dpi_bench.cpp). A call computes one dot-add (K = 16, FDA), or computes or compares a tile of 16 x 8 x 16.
// Times are in nanoseconds, from the fastest of several rounds.
module dpi_bench;
  import karat_pkg::*;
  import "DPI-C" function real bench_now();
  import "DPI-C" function real bench_bare_dot_add(input int calls);
  import "DPI-C" function real bench_bare_tile(input int calls);

  localparam int ROUNDS = 7;
  localparam int CALLS = 100000;
  localparam int TILES = 2000;
  localparam int LANES = 16 * 8;

  bit [15:0] a[16];
  bit [15:0] b[16];
  bit [7:0] no_scales[1];
  bit [63:0] d;
  bit [15:0][15:0][15:0] tile_a;
  bit [7:0][15:0][15:0] tile_b;
  bit [15:0][7:0][31:0] tile_c;
  bit [15:0][7:0][31:0] tile_d;

  chandle model;
  karat_tile_model #(.M(16), .N(8)) tiles;
  karat_status_e status;
  int code;
  real start;
  int mismatches;
  string report;
  real dot_add = 1.0e30, tile = 1.0e30, compare = 1.0e30, bare_dot_add = 1.0e30, bare_tile = 1.0e30, now;

  function automatic bit [15:0] ordinary(int i);
    return {i[0], 5'(12 + i % 7), 10'(i * 37)};
  endfunction

  initial begin
    for (int i = 0; i < 16; i++) begin
      a[i] = ordinary(i);
      b[i] = ordinary(3 * i + 1);
      for (int k = 0; k < 16; k++) tile_a[i][k] = ordinary(i * 16 + k);
      for (int k = 0; k < 16; k++) tile_b[i%8][k] = ordinary(i * 5 + k);
      for (int j = 0; j < 8; j++) tile_c[i][j] = 32'h3f800000 + 32'(i * 8 + j);
    end
    karat_dpi_open_instruction("Hopper", "HMMA.16816.F32", model, code);
    tiles = new;
    tiles.open_instruction("Hopper", "HMMA.16816.F32", status);
    if (code != 0 || status != KARAT_OK) $fatal(1, "%s", karat_dpi_last_error());
    for (int round = 0; round < ROUNDS; round++) begin
      start = bench_now();
      for (int i = 0; i < CALLS; i++)
        code |= karat_dpi_dot_add_16(model, a, b, no_scales, no_scales, 64'h3f800000 + 64'(i), d);
      now = (bench_now() - start) / CALLS;
      if (now < dot_add) dot_add = now;
      start = bench_now();
      for (int i = 0; i < TILES; i++) begin
        tile_c[0][0] = 32'h3f800000 + i;
        if (tiles.tile(tile_a, tile_b, tile_c, '0, '0, tile_d) != KARAT_OK) code = 1;
      end
      now = (bench_now() - start) / (TILES * LANES);
      if (now < tile) tile = now;
      if (tiles.tile(tile_a, tile_b, tile_c, '0, '0, tile_d) != KARAT_OK) code = 1;
      start = bench_now();
      for (int i = 0; i < TILES; i++) begin
        if (tiles.compare(64'(i), tile_a, tile_b, tile_c, '0, '0, tile_d, mismatches, report) != KARAT_OK)
          code = 1;
      end
      now = (bench_now() - start) / (TILES * LANES);
      if (now < compare) compare = now;
      now = bench_bare_dot_add(CALLS);
      if (now < bare_dot_add) bare_dot_add = now;
      now = bench_bare_tile(TILES) / LANES;
      if (now < bare_tile) bare_tile = now;
    end
    if (code != 0) $fatal(1, "%s", karat_dpi_last_error());
    $display("dot-add K = 16      %0.1f ns per call from SystemVerilog, %0.1f ns directly (%h)",
             dot_add, bare_dot_add, d);
    $display("tile 16 x 8 x 16    %0.1f ns per lane from SystemVerilog, %0.1f ns directly (%h)",
             tile, bare_tile, tile_d[15][7]);
    $display("compare 16 x 8 x 16 %0.1f ns per lane from SystemVerilog, with X and Z", compare);
    if (dot_add > 250.0) $display("the dot-add exceeds its target of 250 ns");
    if (tile > 40.0) $display("the tile exceeds its target of 40 ns per lane");
    $finish;
  end
endmodule
