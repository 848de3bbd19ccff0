// SPDX-License-Identifier: Apache-2.0
// What happened inside the dot-adds of a tile: the bins of the model's coverage (docs/coverage.md) by number
// and name, so that a covergroup needs to know no arithmetic. docs/dpi.md shows it in use.
package karat_bins_pkg;
  import karat_pkg::*;

  // Bins are numbered from 0 on. A name is "shift/k3/F+1", its group "shift". A reason is "" where some
  // operands reach the bin.
  import "DPI-C" function int karat_dpi_bin_count(input chandle model, output int count);
  import "DPI-C" function int karat_dpi_bin_name(input chandle model, input int bin, output string name);
  import "DPI-C" function int karat_dpi_bin_reason(input chandle model, input int bin, output string reason);
  // hits[i]: how many lanes of the tile hit bin first + i; 0 beyond the last bin. The operands are laid out
  // as for karat_dpi_tile.
  import "DPI-C" function int karat_dpi_tile_bins(input chandle model, input int m, input int n,
                                                  input bit [31:0] a[],
      input bit [31:0] b[], input bit [31:0] c[], input bit [31:0] scale_a[], input bit [31:0] scale_b[],
          input int first,
      output bit [31:0] hits[]);

  /* verilator lint_off DECLFILENAME */  // a package's classes live in the package's file
  // The bins of an open model (karat_model::handle) of tiles of M x N lanes; the parameters are those of its
  // karat_tile_model. read comes first, and again after a knob was set.
  class karat_bins #(int M = 2, int N = 2, int K = 16, int AW = 16, int BW = 16, int CW = 32, int S = 0,
                     int SW = 8);
    localparam int SE = S == 0 ? 1 : S;
    localparam int WINDOW = 4096;  // bins that one call tells; few models have more
    int count = 0;
    local chandle model;
    /* verilator lint_off UNDRIVEN */  // 5.006 takes what a method's output argument drives for not driven
    local bit [31:0] a_words[(M * K * AW + 31) / 32];
    local bit [31:0] b_words[(N * K * BW + 31) / 32];
    local bit [31:0] c_words[(M * N * CW + 31) / 32];
    local bit [31:0] scale_a_words[(M * SE * SW + 31) / 32];
    local bit [31:0] scale_b_words[(N * SE * SW + 31) / 32];
    /* verilator lint_on UNDRIVEN */
    local bit [31:0] window_hits[WINDOW];

    task read(input chandle handle, output karat_status_e status);
      int code;
      model = handle;
      code = karat_dpi_bin_count(model, count);
      status = karat_status_e'(code);
    endtask

    function karat_status_e name_of(input int bin, output string name);
      return karat_status_e'(karat_dpi_bin_name(model, bin, name));
    endfunction

    // Why no operands reach the bin; "": some do.
    function karat_status_e reason_of(input int bin, output string reason);
      return karat_status_e'(karat_dpi_bin_reason(model, bin, reason));
    endfunction

    // hits[bin]: how many lanes of the tile hit it; an entry for each bin.
    function karat_status_e of_tile(input bit [M-1:0][K-1:0][AW-1:0] a, input bit [N-1:0][K-1:0][BW-1:0] b,
                                    input bit [M-1:0][N-1:0][CW-1:0] c,
                                        input bit [M-1:0][SE-1:0][SW-1:0] scale_a,
                                    input bit [N-1:0][SE-1:0][SW-1:0] scale_b, output int unsigned hits[]);
      karat_words#(M*K*AW)::set(a, a_words);
      karat_words#(N*K*BW)::set(b, b_words);
      karat_words#(M*N*CW)::set(c, c_words);
      karat_words#(M*SE*SW)::set(scale_a, scale_a_words);
      karat_words#(N*SE*SW)::set(scale_b, scale_b_words);
      hits = new[count];
      for (int first = 0; first < count; first += WINDOW) begin
        int code;
        code = karat_dpi_tile_bins(model, M, N, a_words, b_words, c_words, scale_a_words, scale_b_words,
                                   first, window_hits);
        if (code != 0) return karat_status_e'(code);
        for (int i = 0; i < WINDOW && first + i < count; i++) hits[first+i] = window_hits[i];
      end
      return KARAT_OK;
    endfunction
  endclass
  /* verilator lint_on DECLFILENAME */

endpackage
