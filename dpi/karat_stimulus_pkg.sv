// SPDX-License-Identifier: Apache-2.0
// The C++ stimulus in SystemVerilog: the tiles of `karat check --stimulus KIND --seed SEED`. See
// docs/reference/systemverilog.md.
package karat_stimulus_pkg;
  import karat_pkg::*;

  // The kinds of stimulus that a model supports, numbered from 0. "steered" and FILE.vec can also be opened.
  import "DPI-C" function int karat_dpi_stimulus_kind_count(input chandle model, output int count);
  import "DPI-C" function int karat_dpi_stimulus_kind(input chandle model, input int kind,
                                                      output string name);

  // m = n = 0: the tile of the instruction.
  import "DPI-C" function void karat_dpi_stimulus_open(
      input chandle model, input string kind, input int m, input int n, input longint seed,
      output chandle stimulus, output int status);
  // The next tile as 32-bit words, laid out as for karat_dpi_tile. The caller sizes the arrays.
  import "DPI-C" function void karat_dpi_stimulus_next(
      input chandle stimulus, output bit [31:0] a[], output bit [31:0] b[], output bit [31:0] c[],
      output bit [31:0] scale_a[], output bit [31:0] scale_b[], output string operand_class,
      output int status);
  // The same with metadata, for sparse and dense models.
  import "DPI-C" function void karat_dpi_stimulus_next_sparse(
      input chandle stimulus, output bit [31:0] a[], output bit [31:0] b[], output bit [31:0] c[],
      output bit [31:0] scale_a[], output bit [31:0] scale_b[], output bit [31:0] metadata[],
      output string operand_class, output int status);
  import "DPI-C" function void karat_dpi_stimulus_close(input chandle stimulus, output int status);

  /* verilator lint_off DECLFILENAME */  // a package's classes live in the package's file
  // Tiles of M x N lanes as packed operands. The parameters are those of the model's karat_tile_model. Call
  // open first and close last. Every call returns a status; last_error() returns the error message.
  class karat_stimulus #(int M = 2, int N = 2, int K = 16, int AW = 16, int BW = 16, int CW = 32, int S = 0,
                         int SW = 8, int G = 0);
    localparam int SE = S == 0 ? 1 : S;
    localparam int KB = G == 0 ? K : 2 * K;
    localparam int GE = G == 0 ? 1 : G;

    chandle handle;
    /* verilator lint_off UNUSEDSIGNAL */  // read by the user of the class
    string operand_class = "";  // of the last tile
    /* verilator lint_on UNUSEDSIGNAL */
    /* verilator lint_off UNDRIVEN */  // reported by Verilator 5.006 although a method's output drives it
    local bit [31:0] a_words[(M * K * AW + 31) / 32];
    local bit [31:0] b_words[(N * KB * BW + 31) / 32];
    local bit [31:0] c_words[(M * N * CW + 31) / 32];
    local bit [31:0] scale_a_words[(M * SE * SW + 31) / 32];
    local bit [31:0] scale_b_words[(N * SE * SW + 31) / 32];
    local bit [31:0] metadata_words[(M * GE * 4 + 31) / 32];
    /* verilator lint_on UNDRIVEN */

    // Uses the current specification of `model`. Closes the stimulus that was open before. KARAT_BAD_NAME:
    // there is no such kind.
    function void open(input chandle model, input string kind, input longint seed,
                       output karat_status_e status);
      int code;
      if (handle != null) karat_dpi_stimulus_close(handle, code);
      karat_dpi_stimulus_open(model, kind, M, N, seed, handle, code);
      status = karat_status_e'(code);
    endfunction

    // KARAT_END: there are no more tiles, and the operands are unchanged. KARAT_BAD_OPERAND: the model has
    // metadata; use next_sparse.
    function void next(inout bit [M-1:0][K-1:0][AW-1:0] a, inout bit [N-1:0][KB-1:0][BW-1:0] b,
                       inout bit [M-1:0][N-1:0][CW-1:0] c, inout bit [M-1:0][SE-1:0][SW-1:0] scale_a,
                       inout bit [N-1:0][SE-1:0][SW-1:0] scale_b, output karat_status_e status);
      int code;
      karat_dpi_stimulus_next(handle, a_words, b_words, c_words, scale_a_words, scale_b_words,
                              operand_class, code);
      status = karat_status_e'(code);
      if (status == KARAT_OK) unload(a, b, c, scale_a, scale_b);
    endfunction

    // The same with metadata, for sparse and dense models. Without metadata (G = 0) `metadata` is unchanged.
    function void next_sparse(
        inout bit [M-1:0][K-1:0][AW-1:0] a, inout bit [N-1:0][KB-1:0][BW-1:0] b,
        inout bit [M-1:0][N-1:0][CW-1:0] c, inout bit [M-1:0][SE-1:0][SW-1:0] scale_a,
        inout bit [N-1:0][SE-1:0][SW-1:0] scale_b, inout bit [M-1:0][GE-1:0][3:0] metadata,
        output karat_status_e status);
      int code;
      karat_dpi_stimulus_next_sparse(handle, a_words, b_words, c_words, scale_a_words, scale_b_words,
                                     metadata_words, operand_class, code);
      status = karat_status_e'(code);
      if (status != KARAT_OK) return;
      unload(a, b, c, scale_a, scale_b);
      if (G != 0) karat_words#(M*GE*4)::get(metadata_words, metadata);
    endfunction

    local function void unload(inout bit [M-1:0][K-1:0][AW-1:0] a, inout bit [N-1:0][KB-1:0][BW-1:0] b,
                               inout bit [M-1:0][N-1:0][CW-1:0] c, inout bit [M-1:0][SE-1:0][SW-1:0] scale_a,
                               inout bit [N-1:0][SE-1:0][SW-1:0] scale_b);
      karat_words#(M*K*AW)::get(a_words, a);
      karat_words#(N*KB*BW)::get(b_words, b);
      karat_words#(M*N*CW)::get(c_words, c);
      karat_words#(M*SE*SW)::get(scale_a_words, scale_a);
      karat_words#(N*SE*SW)::get(scale_b_words, scale_b);
    endfunction

    function void close(output karat_status_e status);
      int code;
      karat_dpi_stimulus_close(handle, code);
      handle = null;
      status = karat_status_e'(code);
    endfunction

    function string last_error();
      return karat_dpi_last_error();
    endfunction
  endclass
  /* verilator lint_on DECLFILENAME */

endpackage
