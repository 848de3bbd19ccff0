// SPDX-License-Identifier: Apache-2.0
// Structured sparsity through the packages. The expected results are computed by hand: small integers are
// exact in every format.
//
// A variable driven only by an output argument of a method or an import counts as undriven for Verilator.
/* verilator lint_off UNDRIVEN */
package karat_sparse_checks;
  import karat_pkg::*;
  import karat_stimulus_pkg::*;
  import karat_bins_pkg::*;

  localparam string SPARSE = "{\"karat_spec\": 1, \"algorithm\": \"fda\", \"k\": 4, \"metadata\": \"2:4\"}";

  // The message of the last call, which must be evaluated after it.
  function automatic void check_error(string sentence, inout int checks, inout int failures);
    check({"message: ", sentence}, karat_dpi_last_error() == sentence, checks, failures);
  endfunction

  function automatic void check(string what, bit good, inout int checks, inout int failures);
    checks++;
    if (good) return;
    failures++;
    $display("FAIL sparse: %s; last error: %s", what, karat_dpi_last_error());
  endfunction

  // The imports for one dot-add: 1, 2, 3, 4 times the selected of 10, 20, 30, 40 and of 1, 2, 4, 8.
  task automatic dot_adds(inout int checks, inout int failures);
    chandle model;
    int status, k_of_b, count, bits;
    bit [15:0] a[4];
    bit [15:0] b[8];
    bit [63:0] a64[4];
    bit [63:0] b64[8];
    bit [7:0] none[1];
    bit [3:0] metadata[2];
    bit [3:0] short_metadata[1];
    bit [63:0] d;
    string text;
    a = '{16'h3c00, 16'h4000, 16'h4200, 16'h4400};
    b = '{16'h4900, 16'h4d00, 16'h4f80, 16'h5100, 16'h3c00, 16'h4000, 16'h4400, 16'h4800};
    for (int i = 0; i < 4; i++) a64[i] = 64'(a[i]);
    for (int i = 0; i < 8; i++) b64[i] = 64'(b[i]);
    karat_dpi_open_spec(SPARSE, model, status);
    check("open", status == 0, checks, failures);
    check("shape", karat_dpi_get_sparsity(model, k_of_b, count, bits) == 0 && k_of_b == 8 && count == 2 &&
          bits == 4, checks, failures);
    metadata = '{4'b1101, 4'b0010};  // 1 and 3, 2 and 0: 20 + 80 + 12 + 4
    check("dot-add", karat_dpi_dot_add_sparse_16(model, a, b, none, none, metadata, 64'h3f00_0000, d) == 0 &&
          d == 64'h42e9_0000, checks, failures);
    check("trace", karat_dpi_trace_sparse(model, a64, b64, none, none, metadata, 64'h3f00_0000,
                                          text) == 0 && text.substr(0, 0) == "{", checks, failures);
    check("trace without metadata", karat_dpi_trace(model, a64, b64, none, none, 64'h0,
                                                    text) == int'(KARAT_BAD_OPERAND) && text == "",
          checks, failures);
    check("without metadata", karat_dpi_dot_add_16(model, a, b, none, none, 64'h0,
                                                   d) == int'(KARAT_BAD_OPERAND), checks, failures);
    check_error("metadata: 0 elements; the specification needs 2", checks, failures);
    check("too few", karat_dpi_dot_add_sparse_16(model, a, b, none, none, short_metadata, 64'h0,
                                                 d) == int'(KARAT_BAD_OPERAND), checks, failures);
    check_error("metadata: 1 elements; the specification needs 2", checks, failures);
    metadata[1] = 4'b1010;
    check("an index twice", karat_dpi_dot_add_sparse_16(model, a, b, none, none, metadata, 64'h0,
                                                        d) == int'(KARAT_BAD_OPERAND), checks, failures);
    check_error("metadata[1]: 0xa is not allowed; it selects element 2 twice", checks, failures);
    karat_dpi_set_knob(model, "metadata", "2:4_ordered", status);
    metadata[1] = 4'b0010;
    check("descending", status == 0 &&
          karat_dpi_dot_add_sparse_16(model, a, b, none, none, metadata, 64'h0,
                                      d) == int'(KARAT_BAD_OPERAND), checks, failures);
    check_error("metadata[1]: 0x2 is not allowed; its indices 2 and 0 must ascend", checks, failures);
    karat_dpi_close(model, status);
  endtask

  // A tile of three rows with the same A and other metadata. Its 24 bits do not fill a word.
  typedef karat_tile_model#(.M(3), .N(1), .K(4), .G(2)) model_t;
  typedef karat_stimulus#(.M(3), .N(1), .K(4), .G(2)) stimulus_t;
  typedef karat_bins#(.M(3), .N(1), .K(4), .G(2)) bins_t;
  task automatic tiles(inout int checks, inout int failures);
    model_t model;
    karat_tile_model#(.M(3), .N(1), .K(4)) dense;
    stimulus_t stimulus;
    bins_t tile_bins;
    karat_status_e status;
    bit [2:0][3:0][15:0] a;
    bit [0:0][7:0][15:0] b;
    bit [2:0][0:0][31:0] c, golden;
    bit [2:0][0:0][7:0] scale_a;
    bit [0:0][0:0][7:0] scale_b;
    bit [2:0][1:0][3:0] metadata;
    bit [31:0] one;
    bit [2:0][0:0] lanes;
    logic [2:0][0:0][31:0] answer;
    int wrong, reachable, holes, hit;
    int unsigned hits[];
    longint sampled;
    real percent;
    string text;
    model = new;
    dense = new;
    stimulus = new;
    tile_bins = new;
    model.open_spec(SPARSE, status);
    check("open", status == KARAT_OK && model.k == 4 && model.k_of_b == 8 && model.metadata_count == 2 &&
          model.metadata_bits == 4, checks, failures);
    check("ports", model.check_ports() == "", checks, failures);
    dense.open_spec(SPARSE, status);
    check("ports without metadata", dense.check_ports()
          == "G = 0, but a row of A has 2 elements of metadata", checks, failures);
    dense.close(status);
    for (int i = 0; i < 3; i++) a[i] = {16'h4400, 16'h4200, 16'h4000, 16'h3c00};  // 4, 3, 2, 1
    b[0] = {16'h4800, 16'h4400, 16'h4000, 16'h3c00, 16'h5100, 16'h4f80, 16'h4d00, 16'h4900};
    for (int i = 0; i < 3; i++) c[i][0] = 32'h3f00_0000;  // 0.5
    metadata[0] = 8'h2d;  // 1 and 3, 2 and 0: 20 + 80 + 12 + 4 + 0.5 = 116.5
    metadata[1] = 8'hb4;  // 0 and 1, 3 and 2: 10 + 40 + 24 + 16 + 0.5 = 90.5
    metadata[2] = 8'h48;  // 0 and 2, 0 and 1: 10 + 60 + 3 + 8 + 0.5 = 81.5
    status = model.tile(a, b, c, '0, '0, golden, metadata);
    check("tile", status == KARAT_OK && golden == {32'h42a3_0000, 32'h42b5_0000, 32'h42e9_0000}, checks,
          failures);
    status = model.dot_add(a[1], b[0], '0, '0, c[1][0], one, metadata[1]);
    check("dot-add", status == KARAT_OK && one == 32'h42b5_0000, checks, failures);
    check("trace", model.trace(a[1], b[0], '0, '0, c[1][0], text, metadata[1]) == KARAT_OK &&
          text.substr(0, 0) == "{", checks, failures);
    status = model.tile_4state(a, b, c, '0, '0, answer, lanes, metadata);
    check("tile of known operands", status == KARAT_OK && answer == golden && lanes == 3'b000, checks,
          failures);
    check("compare", model.compare(0, a, b, c, '0, '0, golden, wrong, text, metadata) == KARAT_OK &&
          wrong == 0, checks, failures);
    golden[2][0][0] = 1'b1;
    check("mismatch", model.compare(5, a, b, c, '0, '0, golden, wrong, text, metadata) == KARAT_MISMATCH &&
          wrong == 1 && text.substr(0, 28) == "mismatch: tile 5, lane (2,0)\n", checks, failures);
    model.coverage_start(status);
    model.coverage_sample(a, b, c, '0, '0, status, metadata);
    check("sample", status == KARAT_OK, checks, failures);
    check("figures", model.coverage_get(sampled, reachable, holes, percent) == KARAT_OK && sampled == 1,
          checks, failures);
    tile_bins.read(model.handle, status);
    check("bins", tile_bins.of_tile(a, b, c, '0, '0, hits, metadata) == KARAT_OK, checks, failures);
    hit = 0;
    for (int i = 0; i < tile_bins.count; i++) hit += 32'(hits[i] == 3);
    check("the bins of a tile are those in the coverage", hit == reachable - holes && hit > 10, checks,
          failures);

    // Metadata that was forgotten is never taken for zeros.
    check("left out", model.tile(a, b, c, '0, '0, golden) == KARAT_BAD_OPERAND, checks, failures);
    check_error("metadata: row 0, element 0: 0x0 is not allowed; it selects element 0 twice", checks,
                failures);
    check("left out", model.dot_add(a[0], b[0], '0, '0, c[0][0], one) == KARAT_BAD_OPERAND, checks, failures);
    check("left out", model.compare(0, a, b, c, '0, '0, golden, wrong, text) == KARAT_BAD_OPERAND, checks,
          failures);
    check("left out", tile_bins.of_tile(a, b, c, '0, '0, hits) == KARAT_BAD_OPERAND, checks, failures);
    model.coverage_sample(a, b, c, '0, '0, status);
    check("left out", status == KARAT_BAD_OPERAND, checks, failures);
    metadata[2] = 8'h47;
    model.coverage_stop(status);
    model.set_knob("metadata", "2:4_ordered", status);
    metadata[1] = 8'h44;
    metadata[0] = 8'h44;
    check("descending", model.tile(a, b, c, '0, '0, golden, metadata) == KARAT_BAD_OPERAND, checks, failures);
    check_error("metadata: row 2, element 0: 0x7 is not allowed; its indices 3 and 1 must ascend", checks,
                failures);
    stimulus.open(model.handle, "directed", 1, status);
    check("open a stimulus", status == KARAT_OK, checks, failures);
    stimulus.next(a, b, c, scale_a, scale_b, status);
    check("next without metadata", status == KARAT_BAD_OPERAND, checks, failures);
    check_error("metadata: missing; this model needs 2 elements for each row of A", checks, failures);
    stimulus.next_sparse(a, b, c, scale_a, scale_b, metadata, status);
    check("next with metadata", status == KARAT_OK && stimulus.operand_class != "", checks, failures);
    check("its tile", model.tile(a, b, c, '0, '0, golden, metadata) == KARAT_OK, checks, failures);
    stimulus.close(status);
    model.set_knob("metadata", "1:2", status);
    check("1:2", status == KARAT_OK && model.metadata_count == 4 &&
          model.check_ports() == "G = 2, but a row of A has 4 elements of metadata", checks, failures);
    model.close(status);
  endtask

  // The raw imports with words, and a dense model, which takes the calls with metadata too.
  task automatic words(inout int checks, inout int failures);
    chandle model;
    int status, wrong;
    bit [31:0] a[2];
    bit [31:0] b[4];
    bit [31:0] c[1];
    bit [31:0] d[1];
    bit [31:0] none[1];
    bit [31:0] metadata[1];
    bit [31:0] hits[4];
    string text;
    a = '{32'h4000_3c00, 32'h4400_4200};
    b = '{32'h4d00_4900, 32'h5100_4f80, 32'h4000_3c00, 32'h4800_4400};
    c[0] = 32'h3f00_0000;
    karat_dpi_open_spec(SPARSE, model, status);
    karat_dpi_set_knob(model, "metadata", "1:2", status);
    metadata[0] = 32'he44e;  // second, first, first, second: 20 + 60 + 3 + 32 + 0.5
    check("1:2", karat_dpi_tile_sparse(model, 1, 1, a, b, c, none, none, metadata, d) == 0 &&
          d[0] == 32'h42e7_0000, checks, failures);
    check("1:2, compare", karat_dpi_compare_sparse(model, 3, 1, 1, a, b, c, none, none, metadata, d, none,
                                                   wrong, text) == 0 && wrong == 0 && text == "", checks,
          failures);
    metadata[0] = 32'h144e;
    check("1:2, another value", karat_dpi_tile_sparse(model, 1, 1, a, b, c, none, none, metadata,
                                                      d) == int'(KARAT_BAD_OPERAND), checks, failures);
    check_error({"metadata: row 0, element 3: 0x1 is not allowed; ",
                 "use 0x4 (the first of two) or 0xe (the second)"}, checks, failures);
    check("a call without metadata", karat_dpi_tile(model, 1, 1, a, b, c, none, none,
                                                    d) == int'(KARAT_BAD_OPERAND), checks, failures);
    check_error("metadata: missing; this model needs 4 elements for each row of A", checks, failures);
    check("compare without metadata", karat_dpi_compare(model, 3, 1, 1, a, b, c, none, none, d, none, wrong,
                                                        text) == int'(KARAT_BAD_OPERAND), checks, failures);
    check("bins without metadata", karat_dpi_tile_bins(model, 1, 1, a, b, c, none, none, 0,
                                                       hits) == int'(KARAT_BAD_OPERAND) && hits[0] == 0,
          checks, failures);
    karat_dpi_coverage_start(model, 1, 1, status);
    karat_dpi_coverage_sample(model, 1, 1, a, b, c, none, none, status);
    check("sample without metadata", status == int'(KARAT_BAD_OPERAND), checks, failures);
    karat_dpi_close(model, status);
    karat_dpi_open_spec(SPARSE, model, status);
    karat_dpi_set_knob(model, "metadata", "none", status);
    check("a dense model", karat_dpi_tile_sparse(model, 1, 1, a, b, c, none, none, metadata, d) == 0 &&
          d[0] == 32'h4396_4000, checks, failures);  // 10 + 40 + 90 + 160 + 0.5
    karat_dpi_close(model, status);
  endtask
endpackage
