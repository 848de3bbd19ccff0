// SPDX-License-Identifier: Apache-2.0
// Coverage bins: what happened inside the dot-adds of a tile. The bins are identified by number and name, so
// a covergroup needs no arithmetic of its own. See docs/reference/coverage.md and
// docs/reference/systemverilog.md.
package karat_bins_pkg;
  import karat_pkg::*;

  // Bins are numbered from 0. In the name "shift/k3/F+1", "shift" is the group. The reason says why no
  // operands can hit the bin; it is "" if the bin is reachable.
  import "DPI-C" function int karat_dpi_bin_count(input chandle model, output int count);
  import "DPI-C" function int karat_dpi_bin_name(input chandle model, input int bin, output string name);
  import "DPI-C" function int karat_dpi_bin_reason(input chandle model, input int bin, output string reason);
  // hits[i]: number of lanes of the tile that hit bin first + i; 0 beyond the last bin. The operands are laid
  // out as for karat_dpi_tile.
  import "DPI-C" function int karat_dpi_tile_bins(
      input chandle model, input int m, input int n, input bit [31:0] a[], input bit [31:0] b[],
      input bit [31:0] c[], input bit [31:0] scale_a[], input bit [31:0] scale_b[], input int first,
      output bit [31:0] hits[]);
  // The same with metadata, for sparse and dense models.
  import "DPI-C" function int karat_dpi_tile_bins_sparse(
      input chandle model, input int m, input int n, input bit [31:0] a[], input bit [31:0] b[],
      input bit [31:0] c[], input bit [31:0] scale_a[], input bit [31:0] scale_b[],
      input bit [31:0] metadata[], input int first, output bit [31:0] hits[]);

  /* verilator lint_off DECLFILENAME */  // a package's classes live in the package's file
  // The coverage bins of an open model (karat_model::handle) for tiles of M x N lanes. The parameters are
  // those of the model's karat_tile_model. Call read first, and again after setting a knob.
  class karat_bins #(int M = 2, int N = 2, int K = 16, int AW = 16, int BW = 16, int CW = 32, int S = 0,
                     int SW = 8, int G = 0);
    localparam int SE = S == 0 ? 1 : S;
    localparam int KB = G == 0 ? K : 2 * K;
    localparam int GE = G == 0 ? 1 : G;
    localparam int WINDOW = 4096;  // bins returned by one call; few models have more
    int count = 0;
    local chandle model;
    /* verilator lint_off UNDRIVEN */  // reported by Verilator 5.006 although a method's output drives it
    local bit [31:0] a_words[(M * K * AW + 31) / 32];
    local bit [31:0] b_words[(N * KB * BW + 31) / 32];
    local bit [31:0] c_words[(M * N * CW + 31) / 32];
    local bit [31:0] scale_a_words[(M * SE * SW + 31) / 32];
    local bit [31:0] scale_b_words[(N * SE * SW + 31) / 32];
    local bit [31:0] metadata_words[(M * GE * 4 + 31) / 32];
    /* verilator lint_on UNDRIVEN */
    local bit [31:0] window_hits[WINDOW];

    function void read(input chandle handle, output karat_status_e status);
      int code;
      model = handle;
      code = karat_dpi_bin_count(model, count);
      status = karat_status_e'(code);
    endfunction

    function karat_status_e name_of(input int bin, output string name);
      return karat_status_e'(karat_dpi_bin_name(model, bin, name));
    endfunction

    // Why no operands can hit the bin; "" if it is reachable.
    function karat_status_e reason_of(input int bin, output string reason);
      return karat_status_e'(karat_dpi_bin_reason(model, bin, reason));
    endfunction

    // hits[bin]: number of lanes of the tile that hit the bin, one entry for each bin.
    function karat_status_e of_tile(
        input bit [M-1:0][K-1:0][AW-1:0] a, input bit [N-1:0][KB-1:0][BW-1:0] b,
        input bit [M-1:0][N-1:0][CW-1:0] c, input bit [M-1:0][SE-1:0][SW-1:0] scale_a,
        input bit [N-1:0][SE-1:0][SW-1:0] scale_b, output int unsigned hits[],
        input bit [M-1:0][GE-1:0][3:0] metadata = '0);
      karat_words#(M*K*AW)::set(a, a_words);
      karat_words#(N*KB*BW)::set(b, b_words);
      karat_words#(M*N*CW)::set(c, c_words);
      karat_words#(M*SE*SW)::set(scale_a, scale_a_words);
      karat_words#(N*SE*SW)::set(scale_b, scale_b_words);
      karat_words#(M*GE*4)::set(metadata, metadata_words);
      hits = new[count];
      for (int first = 0; first < count; first += WINDOW) begin
        int code;
        code = karat_dpi_tile_bins_sparse(model, M, N, a_words, b_words, c_words, scale_a_words,
                                          scale_b_words, metadata_words, first, window_hits);
        if (code != 0) return karat_status_e'(code);
        for (int i = 0; i < WINDOW && first + i < count; i++) hits[first+i] = window_hits[i];
      end
      return KARAT_OK;
    endfunction
  endclass
  /* verilator lint_on DECLFILENAME */

endpackage
