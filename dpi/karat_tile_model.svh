// SPDX-License-Identifier: Apache-2.0
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
  typedef bit [M-1:0][N-1:0][3:0] flags_t;  // with per_tile only element [0][0]

  /* verilator lint_off UNDRIVEN */  // reported by Verilator 5.006 although a method's output drives it
  local bit [31:0] a_words[(M * K * AW + 31) / 32];
  local bit [31:0] b_words[(N * KB * BW + 31) / 32];
  local bit [31:0] c_words[(M * N * CW + 31) / 32];
  local bit [31:0] d_words[(M * N * DW + 31) / 32];
  local bit [31:0] unknown_words[(M * N * DW + 31) / 32];
  local bit [31:0] scale_a_words[(M * SE * SW + 31) / 32];
  local bit [31:0] scale_b_words[(N * SE * SW + 31) / 32];
  local bit [31:0] metadata_words[(M * GE * 4 + 31) / 32];
  local bit [31:0] flags_words[(M * N * 4 + 31) / 32];
  local bit [31:0] unknown_flags_words[(M * N * 4 + 31) / 32];
  local bit [31:0] since_reset_words[(M * N * 4 + 31) / 32];
  local bit [31:0] wrong_words[(M * N * 4 + 31) / 32];
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

  // The same for a mode of a unit: formats and K may be others, if each row of an operand keeps its size.
  function string check_rows();
    if (metadata_count != G)
      return $sformatf("G = %0d, but a row of A has %0d elements of metadata", G, metadata_count);
    if (k * a_bits != K * AW)
      return $sformatf("a row of a has %0d elements of %0d bits, but the model has %0d of %0d", K, AW, k,
                       a_bits);
    if (k_of_b * b_bits != KB * BW)
      return $sformatf("a column of b has %0d elements of %0d bits, but the model has %0d of %0d", KB, BW,
                       k_of_b, b_bits);
    if (c_bits != CW) return $sformatf("CW = %0d, but c has %0d bits", CW, c_bits);
    if (d_bits != DW) return $sformatf("DW = %0d, but d has %0d bits", DW, d_bits);
    if (S * SW != scales * scale_bits && (S != 0 || scales != 0))
      return $sformatf("a row has %0d scale factors of %0d bits, but the model has %0d of %0d", S, SW, scales,
                       scale_bits);
    return "";
  endfunction

  // Lanes with an X or Z in an operand; the model cannot predict their results. Call this before tile,
  // dot_add or compare, whose 2-state arguments turn X and Z into 0.
  function void unknown_operands(
      input logic [M-1:0][K-1:0][AW-1:0] a, input logic [N-1:0][KB-1:0][BW-1:0] b,
      input logic [M-1:0][N-1:0][CW-1:0] c, input logic [M-1:0][SE-1:0][SW-1:0] scale_a,
      input logic [N-1:0][SE-1:0][SW-1:0] scale_b, output lanes_t lanes,
      input logic [M-1:0][GE-1:0][3:0] metadata = '0);
    for (int i = 0; i < M; i++)
      for (int j = 0; j < N; j++)
        lanes[i][j] = $isunknown(a[i]) || $isunknown(b[j]) || $isunknown(c[i][j]) ||
                      (S != 0 && ($isunknown(scale_a[i]) || $isunknown(scale_b[j]))) ||
                      (G != 0 && $isunknown(metadata[i]));
  endfunction

  // The golden result for 4-state operands. The lanes marked in `unknown` are X.
  function karat_status_e tile_4state(
      input logic [M-1:0][K-1:0][AW-1:0] a, input logic [N-1:0][KB-1:0][BW-1:0] b,
      input logic [M-1:0][N-1:0][CW-1:0] c, input logic [M-1:0][SE-1:0][SW-1:0] scale_a,
      input logic [N-1:0][SE-1:0][SW-1:0] scale_b, output answer_t d, output lanes_t unknown,
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
  function karat_status_e dot_add(
      input bit [K-1:0][AW-1:0] a, input bit [KB-1:0][BW-1:0] b, input bit [SE-1:0][SW-1:0] scale_a,
      input bit [SE-1:0][SW-1:0] scale_b, input bit [CW-1:0] c, output bit [DW-1:0] d,
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
  function karat_status_e trace(
      input bit [K-1:0][AW-1:0] a, input bit [KB-1:0][BW-1:0] b, input bit [SE-1:0][SW-1:0] scale_a,
      input bit [SE-1:0][SW-1:0] scale_b, input bit [CW-1:0] c, output string json,
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
  function karat_status_e compare(
      input longint number, input a_t a, input b_t b, input c_t c, input scale_a_t scale_a,
      input scale_b_t scale_b, input answer_t got, output int mismatches, output string report,
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

  // The status flags that the model raises for this tile, and for no other one.
  /* verilator lint_off UNDRIVEN */  // as above
  function karat_status_e tile_flags(input a_t a, input b_t b, input c_t c, input scale_a_t scale_a,
                                     input scale_b_t scale_b, input karat_flag_port_t port,
                                     output flags_t flags, input metadata_t metadata = '0);
  /* verilator lint_on UNDRIVEN */
    karat_status_e status;
    load(a, b, c, scale_a, scale_b, metadata);
    foreach (flags_words[i]) flags_words[i] = '0;
    status = karat_status_e'(karat_dpi_tile_flags(handle, M, N, a_words, b_words, c_words, scale_a_words,
                                                  scale_b_words, metadata_words, int'(port.bits),
                                                  int'(port.per_tile), int'(port.sticky), int'(port.tiny),
                                                  int'(port.roundings), flags_words));
    karat_words#(M*N*4)::get(flags_words, flags);
    return status;
  endfunction

  // Compares the status flags of the design. An X or Z in a flag that the unit has is a mismatch.
  // `since_reset` is for sticky flags: keep it, and set it to 0 at a reset. `wrong` has the bits that differ,
  // `mismatches` is the number of sets of flags that do.
  /* verilator lint_off UNDRIVEN */  // as above
  function karat_status_e compare_flags(
      input longint number, input a_t a, input b_t b, input c_t c, input scale_a_t scale_a,
      input scale_b_t scale_b, input karat_flag_port_t port, input logic [M-1:0][N-1:0][3:0] got,
      inout flags_t since_reset, output flags_t wrong, output int mismatches, output string report,
      input metadata_t metadata = '0);
  /* verilator lint_on UNDRIVEN */
    bit [M*N*4-1:0] flat;
    karat_status_e status;
    load(a, b, c, scale_a, scale_b, metadata);
    karat_words#(M*N*4)::set((M*N*4)'(got), flags_words);  // X and Z become 0
    flat = '0;
    if ($isunknown(got)) begin
      for (int i = 0; i < M * N * 4; i++) flat[i] = $isunknown(got[i/(N*4)][(i/4)%N][i%4]);
    end
    karat_words#(M*N*4)::set(flat, unknown_flags_words);
    karat_words#(M*N*4)::set(since_reset, since_reset_words);
    foreach (wrong_words[i]) wrong_words[i] = '0;
    status = karat_status_e'(karat_dpi_compare_flags(
        handle, number, M, N, a_words, b_words, c_words, scale_a_words, scale_b_words, metadata_words,
        int'(port.bits), int'(port.per_tile), int'(port.sticky), int'(port.tiny), int'(port.roundings),
        flags_words, unknown_flags_words, since_reset_words, wrong_words, mismatches, report));
    karat_words#(M*N*4)::get(since_reset_words, since_reset);
    karat_words#(M*N*4)::get(wrong_words, wrong);
    return status;
  endfunction

  function void coverage_start(output karat_status_e status);
    int code;
    karat_dpi_coverage_start(handle, M, N, code);
    status = karat_status_e'(code);
  endfunction

  function void coverage_sample(input a_t a, input b_t b, input c_t c, input scale_a_t scale_a,
                                input scale_b_t scale_b, output karat_status_e status,
                                input metadata_t metadata = '0);
    int code;
    load(a, b, c, scale_a, scale_b, metadata);
    karat_dpi_coverage_sample_sparse(handle, M, N, a_words, b_words, c_words, scale_a_words,
                                     scale_b_words, metadata_words, code);
    status = karat_status_e'(code);
  endfunction

  local function void spread(bit [K-1:0][AW-1:0] a, bit [KB-1:0][BW-1:0] b, bit [SE-1:0][SW-1:0] scale_a,
                             bit [SE-1:0][SW-1:0] scale_b, bit [GE-1:0][3:0] metadata);
    for (int i = 0; i < K; i++) a_elements[i] = 64'(a[i]);
    for (int i = 0; i < KB; i++) b_elements[i] = 64'(b[i]);
    for (int i = 0; i < SE; i++) scale_a_elements[i] = 8'(scale_a[i]);
    for (int i = 0; i < SE; i++) scale_b_elements[i] = 8'(scale_b[i]);
    for (int i = 0; i < GE; i++) metadata_elements[i] = metadata[i];
  endfunction

  local function void load(a_t a, b_t b, c_t c, scale_a_t scale_a, scale_b_t scale_b, metadata_t metadata);
    karat_words#(M*K*AW)::set(a, a_words);
    karat_words#(N*KB*BW)::set(b, b_words);
    karat_words#(M*N*CW)::set(c, c_words);
    karat_words#(M*SE*SW)::set(scale_a, scale_a_words);
    karat_words#(N*SE*SW)::set(scale_b, scale_b_words);
    karat_words#(M*GE*4)::set(metadata, metadata_words);
  endfunction
endclass
