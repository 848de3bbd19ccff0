// SPDX-License-Identifier: Apache-2.0
// The golden model in SystemVerilog: the DPI-C calls of libkarat_dpi and two classes that wrap a handle.
// karat_stimulus_pkg and karat_bins_pkg provide stimulus and coverage bins. See
// docs/reference/systemverilog.md.
//
// Functions have no side effects and may be evaluated twice. Calls with side effects (opening, closing,
// knobs, coverage) are tasks. All arguments are 2-state; karat_tile_model takes 4-state results and reports
// which lanes are unknown.
//
// The calls with `sparse` in their name take metadata. They also take dense models, which ignore it.
package karat_pkg;

  typedef enum int {
    KARAT_OK           = 0,
    KARAT_MISMATCH     = 1,  // compare: at least one lane is wrong
    KARAT_TRUNCATED    = 2,
    KARAT_BAD_HANDLE   = 3,  // null, closed, or never opened
    KARAT_BAD_ARGUMENT = 4,
    KARAT_BAD_NAME     = 5,  // unknown architecture, instruction or kind of stimulus
    KARAT_BAD_SPEC     = 6,  // not JSON, unknown knob, illegal value
    KARAT_BAD_OPERAND  = 7,  // wrong number of elements or words, bad metadata
    KARAT_BAD_STATE    = 8,  // coverage is or is not being collected
    KARAT_NO_MEMORY    = 9,
    KARAT_INTERNAL     = 10,
    KARAT_END          = 11  // a stimulus (karat_stimulus_pkg) has no more tiles
  } karat_status_e;

  // Directed: RZ toward zero, RD toward -inf, RU toward +inf, RA away from zero. To nearest, with ties: RNE
  // to even, RNU up, RND down, RNZ toward zero, RNA away from zero, RNO to odd. karat_rounding_name gives the
  // value of a knob.
  typedef enum int {
    KARAT_RZ, KARAT_RD, KARAT_RU, KARAT_RA, KARAT_RNE, KARAT_RNU, KARAT_RND, KARAT_RNZ, KARAT_RNA, KARAT_RNO
  } karat_rounding_e;

  // --- imports without side effects ------------------------------------------------------------------------

  import "DPI-C" function string karat_dpi_version();
  // The error message of this thread's last failed call.
  import "DPI-C" function string karat_dpi_last_error();
  import "DPI-C" function string karat_dpi_status_name(input int status);
  import "DPI-C" function int karat_dpi_get_spec(input chandle model, output string json);
  import "DPI-C" function int karat_dpi_get_knob(input chandle model, input string key, output string value);
  import "DPI-C" function int karat_dpi_get_shape(input chandle model, output int m, output int n,
                                                  output int k, output int blocks,
                                                  output int scales, output int a_bits, output int b_bits,
                                                      output int c_bits,
                                                  output int d_bits, output int scale_bits);

  // Structured sparsity: the elements of a column of B (2k), the elements of metadata of a row of A, and the
  // bits of one (4). Without it they are k, 0 and 0.
  import "DPI-C" function int karat_dpi_get_sparsity(input chandle model, output int k_of_b,
                                                     output int metadata, output int metadata_bits);

  // One dot-add, one element per entry; bits above the width of a format are ignored. scale_a and scale_b are
  // ignored without scale factors. The suffix is the width of an entry. Both formats must fit in it,
  // otherwise the status is KARAT_BAD_OPERAND. Verilator 5.006 accepts only fixed-size arrays for open array
  // arguments.
  import "DPI-C" function int karat_dpi_dot_add_4(input chandle model, input bit [3:0] a[],
                                                  input bit [3:0] b[],
      input bit [7:0] scale_a[], input bit [7:0] scale_b[], input bit [63:0] c, output bit [63:0] d);
  import "DPI-C" function int karat_dpi_dot_add_6(input chandle model, input bit [5:0] a[],
                                                  input bit [5:0] b[],
      input bit [7:0] scale_a[], input bit [7:0] scale_b[], input bit [63:0] c, output bit [63:0] d);
  import "DPI-C" function int karat_dpi_dot_add_8(input chandle model, input bit [7:0] a[],
                                                  input bit [7:0] b[],
      input bit [7:0] scale_a[], input bit [7:0] scale_b[], input bit [63:0] c, output bit [63:0] d);
  import "DPI-C" function int karat_dpi_dot_add_16(input chandle model, input bit [15:0] a[],
                                                   input bit [15:0] b[],
      input bit [7:0] scale_a[], input bit [7:0] scale_b[], input bit [63:0] c, output bit [63:0] d);
  import "DPI-C" function int karat_dpi_dot_add_32(input chandle model, input bit [31:0] a[],
                                                   input bit [31:0] b[],
      input bit [7:0] scale_a[], input bit [7:0] scale_b[], input bit [63:0] c, output bit [63:0] d);
  import "DPI-C" function int karat_dpi_dot_add_64(input chandle model, input bit [63:0] a[],
                                                   input bit [63:0] b[],
      input bit [7:0] scale_a[], input bit [7:0] scale_b[], input bit [63:0] c, output bit [63:0] d);
  // The same with metadata, one element per entry. b has 2k elements. KARAT_BAD_OPERAND: the number of
  // elements is wrong, or one is not allowed.
  import "DPI-C" function int karat_dpi_dot_add_sparse_4(
      input chandle model, input bit [3:0] a[], input bit [3:0] b[], input bit [7:0] scale_a[],
      input bit [7:0] scale_b[], input bit [3:0] metadata[], input bit [63:0] c, output bit [63:0] d);
  import "DPI-C" function int karat_dpi_dot_add_sparse_6(
      input chandle model, input bit [5:0] a[], input bit [5:0] b[], input bit [7:0] scale_a[],
      input bit [7:0] scale_b[], input bit [3:0] metadata[], input bit [63:0] c, output bit [63:0] d);
  import "DPI-C" function int karat_dpi_dot_add_sparse_8(
      input chandle model, input bit [7:0] a[], input bit [7:0] b[], input bit [7:0] scale_a[],
      input bit [7:0] scale_b[], input bit [3:0] metadata[], input bit [63:0] c, output bit [63:0] d);
  import "DPI-C" function int karat_dpi_dot_add_sparse_16(
      input chandle model, input bit [15:0] a[], input bit [15:0] b[], input bit [7:0] scale_a[],
      input bit [7:0] scale_b[], input bit [3:0] metadata[], input bit [63:0] c, output bit [63:0] d);
  import "DPI-C" function int karat_dpi_dot_add_sparse_32(
      input chandle model, input bit [31:0] a[], input bit [31:0] b[], input bit [7:0] scale_a[],
      input bit [7:0] scale_b[], input bit [3:0] metadata[], input bit [63:0] c, output bit [63:0] d);
  import "DPI-C" function int karat_dpi_dot_add_sparse_64(
      input chandle model, input bit [63:0] a[], input bit [63:0] b[], input bit [7:0] scale_a[],
      input bit [7:0] scale_b[], input bit [3:0] metadata[], input bit [63:0] c, output bit [63:0] d);
  // Every intermediate as JSON.
  import "DPI-C" function int karat_dpi_trace(input chandle model, input bit [63:0] a[],
                                              input bit [63:0] b[], input bit [7:0] scale_a[],
      input bit [7:0] scale_b[], input bit [63:0] c, output string json);
  // The same with metadata.
  import "DPI-C" function int karat_dpi_trace_sparse(
      input chandle model, input bit [63:0] a[], input bit [63:0] b[], input bit [7:0] scale_a[],
      input bit [7:0] scale_b[], input bit [3:0] metadata[], input bit [63:0] c, output string json);
  // yes = 1 if `got` matches `expected`: the same bits, or two NaNs if the specification's NaN is "any".
  import "DPI-C" function int karat_dpi_matches(input chandle model, input bit [63:0] expected,
                                                input bit [63:0] got, output int yes);

  // Tiles as 32-bit words of packed vectors, laid out like the ports of a candidate: a [M-1:0][K-1:0], b
  // [N-1:0][K-1:0], c and d [M-1:0][N-1:0], scale_a [M-1:0][S-1:0], scale_b [N-1:0][S-1:0]. m = n = 0: the
  // tile of the instruction. The caller sizes d.
  import "DPI-C" function int karat_dpi_tile(input chandle model, input int m, input int n,
                                             input bit [31:0] a[], input bit [31:0] b[],
      input bit [31:0] c[], input bit [31:0] scale_a[], input bit [31:0] scale_b[], output bit [31:0] d[]);
  // The same with metadata: b is [N-1:0][2K-1:0], metadata [M-1:0][G-1:0] with 4 bits for each element.
  import "DPI-C" function int karat_dpi_tile_sparse(
      input chandle model, input int m, input int n, input bit [31:0] a[], input bit [31:0] b[],
      input bit [31:0] c[], input bit [31:0] scale_a[], input bit [31:0] scale_b[],
      input bit [31:0] metadata[], output bit [31:0] d[]);
  // KARAT_MISMATCH: `report` is the report of the C++ scoreboard for the first wrong lane. `unknown` marks
  // the bits of `got` that are X or Z.
  import "DPI-C" function int karat_dpi_compare(input chandle model, input longint tile, input int m,
                                                input int n, input bit [31:0] a[],
      input bit [31:0] b[], input bit [31:0] c[], input bit [31:0] scale_a[], input bit [31:0] scale_b[],
          input bit [31:0] got[],
      input bit [31:0] unknown[], output int mismatches, output string report);
  // The same with metadata, laid out as for karat_dpi_tile_sparse.
  import "DPI-C" function int karat_dpi_compare_sparse(
      input chandle model, input longint tile, input int m, input int n, input bit [31:0] a[],
      input bit [31:0] b[], input bit [31:0] c[], input bit [31:0] scale_a[], input bit [31:0] scale_b[],
      input bit [31:0] metadata[], input bit [31:0] got[], input bit [31:0] unknown[],
      output int mismatches, output string report);

  import "DPI-C" function int karat_dpi_coverage_get(input chandle model, output longint tiles,
                                                     output int reachable, output int holes,
                                                     output real percent);
  import "DPI-C" function int karat_dpi_coverage_report(input chandle model, input int holes,
                                                        output string report);
  // A function, so that a final block can call it. A second call writes the same file.
  import "DPI-C" function int karat_dpi_coverage_save(input chandle model, input string path);

  // --- imports with side effects ---------------------------------------------------------------------------

  import "DPI-C" task karat_dpi_open_instruction(input string arch, input string instruction,
                                                 output chandle model, output int status);
  import "DPI-C" task karat_dpi_open_spec(input string json, output chandle model, output int status);
  import "DPI-C" task karat_dpi_close(input chandle model, output int status);
  import "DPI-C" task karat_dpi_set_knob(input chandle model, input string key, input string value,
                                         output int status);
  import "DPI-C" task karat_dpi_coverage_start(input chandle model, input int m, input int n,
                                               output int status);
  import "DPI-C" task karat_dpi_coverage_sample(input chandle model, input int m, input int n,
                                                input bit [31:0] a[], input bit [31:0] b[],
      input bit [31:0] c[], input bit [31:0] scale_a[], input bit [31:0] scale_b[], output int status);
  // The same with metadata, laid out as for karat_dpi_tile_sparse.
  import "DPI-C" task karat_dpi_coverage_sample_sparse(
      input chandle model, input int m, input int n, input bit [31:0] a[], input bit [31:0] b[],
      input bit [31:0] c[], input bit [31:0] scale_a[], input bit [31:0] scale_b[],
      input bit [31:0] metadata[], output int status);
  import "DPI-C" task karat_dpi_coverage_stop(input chandle model, output int status);

  // The value of a rounding knob: "RZ" for KARAT_RZ.
  /* verilator lint_off UNUSEDSIGNAL */  // an enum's upper bits
  function automatic string karat_rounding_name(karat_rounding_e rounding);
    /* verilator lint_on UNUSEDSIGNAL */
    string name = rounding.name();
    return name.substr(6, name.len() - 1);
  endfunction

  // --- a model ---------------------------------------------------------------------------------------------

  /* verilator lint_off DECLFILENAME */  // a package's classes live in the package's file
  // Wraps one handle. Call open_instruction or open_spec first and close last. Every call returns a status;
  // last_error() returns the error message.
  class karat_model;
    chandle handle;
    /* verilator lint_off UNUSEDSIGNAL */  // read by the user of the class
    int m, n, k, blocks, scales;  // of the tile of the instruction; m = n = 1 for a specification
    /* verilator lint_on UNUSEDSIGNAL */
    int a_bits, b_bits, c_bits, d_bits, scale_bits;
    /* verilator lint_off UNUSEDSIGNAL */
    int k_of_b, metadata_bits;  // elements of a column of B: 2k with metadata, otherwise k
    /* verilator lint_on UNUSEDSIGNAL */
    int metadata_count;  // elements of metadata of a row of A; 0 without structured sparsity

    // Closes the model that was open before.
    task open_instruction(input string arch, input string instruction, output karat_status_e status);
      int code;
      if (handle != null) karat_dpi_close(handle, code);
      karat_dpi_open_instruction(arch, instruction, handle, code);
      read_shape(code);
      status = karat_status_e'(code);
    endtask

    // `json` is a specification, in the form that `karat show INSTRUCTION --json` prints
    // (docs/reference/knobs.md). Closes the model that was open before.
    task open_spec(input string json, output karat_status_e status);
      int code;
      if (handle != null) karat_dpi_close(handle, code);
      karat_dpi_open_spec(json, handle, code);
      read_shape(code);
      status = karat_status_e'(code);
    endtask

    task close(output karat_status_e status);
      int code;
      karat_dpi_close(handle, code);
      handle = null;
      status = karat_status_e'(code);
    endtask

    task set_knob(input string key, input string value, output karat_status_e status);
      int code;
      karat_dpi_set_knob(handle, key, value, code);
      if (code == 0) read_shape(code);  // a knob may change k, a format, the scales or the metadata
      status = karat_status_e'(code);
    endtask

    task set_rounding(input string key, input karat_rounding_e value, output karat_status_e status);
      set_knob(key, karat_rounding_name(value), status);
    endtask

    function karat_status_e get_knob(input string key, output string value);
      return karat_status_e'(karat_dpi_get_knob(handle, key, value));
    endfunction

    function karat_status_e get_spec(output string json);
      return karat_status_e'(karat_dpi_get_spec(handle, json));
    endfunction

    function bit is_match(input bit [63:0] expected, input bit [63:0] got);
      int yes;
      if (karat_dpi_matches(handle, expected, got, yes) != 0) return 1'b0;
      return yes != 0;
    endfunction

    function string last_error();
      return karat_dpi_last_error();
    endfunction

    // Coverage since coverage_start (karat_tile_model): tiles sampled, reachable bins, holes (reachable bins
    // that at least one lane has not hit), and the percentage of reachable bins that are not holes.
    function karat_status_e coverage_get(output longint tiles, output int reachable, output int holes,
                                         output real percent);
      return karat_status_e'(karat_dpi_coverage_get(handle, tiles, reachable, holes, percent));
    endfunction

    // A readable report that lists at most `holes` holes.
    function karat_status_e coverage_report(input int holes, output string report);
      return karat_status_e'(karat_dpi_coverage_report(handle, holes, report));
    endfunction

    function karat_status_e coverage_save(input string path);
      return karat_status_e'(karat_dpi_coverage_save(handle, path));
    endfunction

    task coverage_stop(output karat_status_e status);
      int code;
      karat_dpi_coverage_stop(handle, code);
      status = karat_status_e'(code);
    endtask

    // Sets everything to 0 if no model is open.
    local function void read_shape(inout int code);
      int seen;
      seen = karat_dpi_get_shape(handle, m, n, k, blocks, scales, a_bits, b_bits, c_bits, d_bits, scale_bits);
      if (code == 0) code = seen;
      seen = karat_dpi_get_sparsity(handle, k_of_b, metadata_count, metadata_bits);
      if (code == 0) code = seen;
    endfunction
  endclass

  // --- whole operands as packed vectors --------------------------------------------------------------------

  // Converts a packed vector to and from the 32-bit words that the imports take. Unused bits of the last word
  // are 0.
  class karat_words #(int W = 32);
    localparam int COUNT = (W + 31) / 32;

    static function void set(input bit [W-1:0] value, output bit [31:0] words[COUNT]);
      bit [32*COUNT-1:0] flat;
      flat = (32*COUNT)'(value);
      for (int i = 0; i < COUNT; i++) words[i] = flat[32*i+:32];
    endfunction

    static function void get(input bit [31:0] words[COUNT], output bit [W-1:0] value);
      /* verilator lint_off UNUSEDSIGNAL */  // the last word's upper bits
      bit [32*COUNT-1:0] flat;
      /* verilator lint_on UNUSEDSIGNAL */
      for (int i = 0; i < COUNT; i++) flat[32*i+:32] = words[i];
      value = flat[W-1:0];
    endfunction
  endclass

  // A model of tiles of M x N lanes with the port types of a design: K elements of AW and BW bits, S scale
  // factors of SW bits. If S = 0 there are no scale factors, and the scale arguments have one dummy element.
  // G is the number of elements of metadata of a row of A; a column of B then has KB = 2K elements.
  // If G = 0 there is no metadata, and the last argument is left out. For a sparse model a call without it is
  // refused, because no kind of metadata allows zeros.
  // check_ports() compares the parameters with the open model.
  class karat_tile_model #(int M = 2, int N = 2, int K = 16, int AW = 16, int BW = 16, int CW = 32,
                           int DW = 32, int S = 0, int SW = 8, int G = 0)
      extends karat_model;
    localparam int SE = S == 0 ? 1 : S;
    localparam int KB = G == 0 ? K : 2 * K;
    localparam int GE = G == 0 ? 1 : G;

    typedef bit [M-1:0][K-1:0][AW-1:0] a_t;
    typedef bit [N-1:0][KB-1:0][BW-1:0] b_t;
    typedef bit [M-1:0][N-1:0][CW-1:0] c_t;
    typedef bit [M-1:0][N-1:0][DW-1:0] d_t;
    typedef bit [M-1:0][SE-1:0][SW-1:0] scale_a_t;
    typedef bit [N-1:0][SE-1:0][SW-1:0] scale_b_t;
    typedef bit [M-1:0][GE-1:0][3:0] metadata_t;
    typedef logic [M-1:0][N-1:0][DW-1:0] answer_t;
    typedef bit [M-1:0][N-1:0] lanes_t;

    /* verilator lint_off UNDRIVEN */  // reported by Verilator 5.006 although a method's output drives it
    local bit [31:0] a_words[(M * K * AW + 31) / 32];
    local bit [31:0] b_words[(N * KB * BW + 31) / 32];
    local bit [31:0] c_words[(M * N * CW + 31) / 32];
    local bit [31:0] d_words[(M * N * DW + 31) / 32];
    local bit [31:0] unknown_words[(M * N * DW + 31) / 32];
    local bit [31:0] scale_a_words[(M * SE * SW + 31) / 32];
    local bit [31:0] scale_b_words[(N * SE * SW + 31) / 32];
    local bit [31:0] metadata_words[(M * GE * 4 + 31) / 32];
    /* verilator lint_on UNDRIVEN */
    // The elements of one dot-add.
    local bit [63:0] a_elements[K];
    local bit [63:0] b_elements[KB];
    local bit [7:0] scale_a_elements[SE];
    local bit [7:0] scale_b_elements[SE];
    local bit [3:0] metadata_elements[GE];

    // "" if the parameters match the open model, otherwise an error message.
    function string check_ports();
      if (k != K) return $sformatf("K = %0d, but the model has k = %0d", K, k);
      if (a_bits != AW) return $sformatf("AW = %0d, but an element of a has %0d bits", AW, a_bits);
      if (b_bits != BW) return $sformatf("BW = %0d, but an element of b has %0d bits", BW, b_bits);
      if (c_bits != CW) return $sformatf("CW = %0d, but c has %0d bits", CW, c_bits);
      if (d_bits != DW) return $sformatf("DW = %0d, but d has %0d bits", DW, d_bits);
      if (scales != S) return $sformatf("S = %0d, but the model has %0d scale factors", S, scales);
      if (S != 0 && scale_bits != SW)
        return $sformatf("SW = %0d, but a scale factor has %0d bits", SW, scale_bits);
      if (metadata_count != G)
        return $sformatf("G = %0d, but a row of A has %0d elements of metadata", G, metadata_count);
      return "";
    endfunction

    // Lanes with an X or Z in an operand; the model cannot predict their results. Call this before tile,
    // dot_add or compare, whose 2-state arguments turn X and Z into 0.
    function void unknown_operands(input logic [M-1:0][K-1:0][AW-1:0] a,
                                   input logic [N-1:0][KB-1:0][BW-1:0] b,
                                   input logic [M-1:0][N-1:0][CW-1:0] c,
                                       input logic [M-1:0][SE-1:0][SW-1:0] scale_a,
                                   input logic [N-1:0][SE-1:0][SW-1:0] scale_b, output lanes_t lanes,
                                   input logic [M-1:0][GE-1:0][3:0] metadata = '0);
      for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++)
          lanes[i][j] = $isunknown(a[i]) || $isunknown(b[j]) || $isunknown(c[i][j]) ||
                        (S != 0 && ($isunknown(scale_a[i]) || $isunknown(scale_b[j]))) ||
                        (G != 0 && $isunknown(metadata[i]));
    endfunction

    // The golden result for 4-state operands. The lanes marked in `unknown` are X.
    function karat_status_e tile_4state(input logic [M-1:0][K-1:0][AW-1:0] a,
                                        input logic [N-1:0][KB-1:0][BW-1:0] b,
                                        input logic [M-1:0][N-1:0][CW-1:0] c,
                                            input logic [M-1:0][SE-1:0][SW-1:0] scale_a,
                                        input logic [N-1:0][SE-1:0][SW-1:0] scale_b, output answer_t d,
                                            output lanes_t unknown,
                                        input logic [M-1:0][GE-1:0][3:0] metadata = '0);
      d_t known;
      metadata_t allowed;
      karat_status_e status;
      unknown_operands(a, b, c, scale_a, scale_b, unknown, metadata);
      // 4 is allowed by every kind of metadata; the lanes of such a row become X
      for (int i = 0; i < M; i++) allowed[i] = $isunknown(metadata[i]) ? {GE{4'h4}} : metadata[i];
      status = tile(a, b, c, scale_a, scale_b, known, allowed);
      d = known;
      for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++) if (unknown[i][j]) d[i][j] = 'x;
      return status;
    endfunction

    // Lanes of a result with an X or Z.
    function void unknown_lanes(input answer_t d, output lanes_t lanes);
      for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++) lanes[i][j] = $isunknown(d[i][j]);
    endfunction

    // One dot-add.
    function karat_status_e dot_add(input bit [K-1:0][AW-1:0] a, input bit [KB-1:0][BW-1:0] b,
                                    input bit [SE-1:0][SW-1:0] scale_a,
                                    input bit [SE-1:0][SW-1:0] scale_b, input bit [CW-1:0] c,
                                        output bit [DW-1:0] d,
                                    input bit [GE-1:0][3:0] metadata = '0);
      /* verilator lint_off UNUSEDSIGNAL */  // wide enough for the widest format
      bit [63:0] result;
      /* verilator lint_on UNUSEDSIGNAL */
      karat_status_e status;
      spread(a, b, scale_a, scale_b, metadata);
      status = karat_status_e'(karat_dpi_dot_add_sparse_64(handle, a_elements, b_elements, scale_a_elements,
                                                           scale_b_elements, metadata_elements, 64'(c),
                                                           result));
      d = DW'(result);
      return status;
    endfunction

    // Every intermediate of one dot-add, as JSON.
    function karat_status_e trace(input bit [K-1:0][AW-1:0] a, input bit [KB-1:0][BW-1:0] b,
                                  input bit [SE-1:0][SW-1:0] scale_a,
                                  input bit [SE-1:0][SW-1:0] scale_b, input bit [CW-1:0] c,
                                      output string json,
                                  input bit [GE-1:0][3:0] metadata = '0);
      spread(a, b, scale_a, scale_b, metadata);
      return karat_status_e'(karat_dpi_trace_sparse(handle, a_elements, b_elements, scale_a_elements,
                                                    scale_b_elements, metadata_elements, 64'(c), json));
    endfunction

    // The golden result.
    /* verilator lint_off UNDRIVEN */  // as above
    function karat_status_e tile(input a_t a, input b_t b, input c_t c, input scale_a_t scale_a,
                                 input scale_b_t scale_b, output d_t d, input metadata_t metadata = '0);
    /* verilator lint_on UNDRIVEN */
      karat_status_e status;
      load(a, b, c, scale_a, scale_b, metadata);
      status = karat_status_e'(karat_dpi_tile_sparse(handle, M, N, a_words, b_words, c_words, scale_a_words,
                                                     scale_b_words, metadata_words, d_words));
      karat_words#(M*N*DW)::get(d_words, d);
      return status;
    endfunction

    // Compares the result of the design with the golden result, lane by lane. X and Z are mismatches.
    // `number` is the tile number in the report.
    function karat_status_e compare(input longint number, input a_t a, input b_t b, input c_t c,
                                    input scale_a_t scale_a,
                                    input scale_b_t scale_b, input answer_t got, output int mismatches,
                                        output string report,
                                    input metadata_t metadata = '0);
      bit [M*N*DW-1:0] flat;
      load(a, b, c, scale_a, scale_b, metadata);
      karat_words#(M*N*DW)::set((M*N*DW)'(got), d_words);  // X and Z become 0
      flat = '0;
      if ($isunknown(got)) begin
        for (int i = 0; i < M * N * DW; i++) flat[i] = $isunknown(got[i/(N*DW)][(i/DW)%N][i%DW]);
      end
      karat_words#(M*N*DW)::set(flat, unknown_words);
      return karat_status_e'(karat_dpi_compare_sparse(handle, number, M, N, a_words, b_words, c_words,
                                                      scale_a_words, scale_b_words, metadata_words, d_words,
                                                      unknown_words, mismatches, report));
    endfunction

    task coverage_start(output karat_status_e status);
      int code;
      karat_dpi_coverage_start(handle, M, N, code);
      status = karat_status_e'(code);
    endtask

    task coverage_sample(input a_t a, input b_t b, input c_t c, input scale_a_t scale_a,
                         input scale_b_t scale_b,
                         output karat_status_e status, input metadata_t metadata = '0);
      int code;
      load(a, b, c, scale_a, scale_b, metadata);
      karat_dpi_coverage_sample_sparse(handle, M, N, a_words, b_words, c_words, scale_a_words,
                                       scale_b_words, metadata_words, code);
      status = karat_status_e'(code);
    endtask

    local function void spread(bit [K-1:0][AW-1:0] a, bit [KB-1:0][BW-1:0] b, bit [SE-1:0][SW-1:0] scale_a,
                               bit [SE-1:0][SW-1:0] scale_b, bit [GE-1:0][3:0] metadata);
      for (int i = 0; i < K; i++) a_elements[i] = 64'(a[i]);
      for (int i = 0; i < KB; i++) b_elements[i] = 64'(b[i]);
      for (int i = 0; i < SE; i++) scale_a_elements[i] = 8'(scale_a[i]);
      for (int i = 0; i < SE; i++) scale_b_elements[i] = 8'(scale_b[i]);
      for (int i = 0; i < GE; i++) metadata_elements[i] = metadata[i];
    endfunction

    local function void load(a_t a, b_t b, c_t c, scale_a_t scale_a, scale_b_t scale_b,
                             metadata_t metadata);
      karat_words#(M*K*AW)::set(a, a_words);
      karat_words#(N*KB*BW)::set(b, b_words);
      karat_words#(M*N*CW)::set(c, c_words);
      karat_words#(M*SE*SW)::set(scale_a, scale_a_words);
      karat_words#(N*SE*SW)::set(scale_b, scale_b_words);
      karat_words#(M*GE*4)::set(metadata, metadata_words);
    endfunction
  endclass
  /* verilator lint_on DECLFILENAME */

endpackage
