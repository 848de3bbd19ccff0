// SPDX-License-Identifier: Apache-2.0
// The imports and classes of the packages: results computed by hand (small integers are exact in every
// format) and errors.
//
// A variable driven only by an output argument of a method or an import counts as undriven for Verilator.
/* verilator lint_off UNDRIVEN */
module karat_pkg_test;
  import karat_pkg::*;
  import karat_stimulus_pkg::*;
  import karat_bins_pkg::*;

  int checks = 0;
  int failures = 0;

  function automatic void check(string what, bit good);
    checks++;
    if (good) return;
    failures++;
    $display("FAIL %s; last error: %s", what, karat_dpi_last_error());
  endfunction

  function automatic bit has(string text, string part);
    for (int i = 0; i + part.len() <= text.len(); i++)
      if (text.substr(i, i + part.len() - 1) == part) return 1'b1;
    return 1'b0;
  endfunction

  // The indices begin at 1: the order of the elements counts, not the index.
  bit [15:0] a16[1:16];
  bit [15:0] b16[1:16];
  bit [15:0] b16_short[15];
  bit [15:0] b16_down[15:0];
  bit [31:0] a32[8];
  bit [31:0] b32[8];
  bit [63:0] a64[4];
  bit [63:0] b64[4];
  bit [7:0] a8[32];
  bit [7:0] a8_16[16];
  bit [7:0] b8[32];
  bit [5:0] a6[32];
  bit [5:0] b6[32];
  bit [3:0] a4[64];
  bit [3:0] b4[64];
  bit [7:0] no_scales[1];
  bit [7:0] one_scale[1];
  bit [7:0] four_scales[4];
  bit [63:0] d;
  string text;

  task automatic open(output chandle model, input string arch, input string name);
    int status;
    karat_dpi_open_instruction(arch, name, model, status);
    check({"open ", name}, status == 0);
  endtask

  task automatic shut(input chandle model);
    int status;
    karat_dpi_close(model, status);
    check("close", status == 0);
  endtask

  // The function for each element width: 1*2 + 1*1 + c and similar sums. Bits above the format are ignored.
  task automatic widths();
    chandle model;
    for (int i = 1; i <= 16; i++) a16[i] = i <= 2 ? 16'h3c00 : 16'h0;   // 1, 1, 0 ...
    for (int i = 1; i <= 16; i++) b16[i] = i == 1 ? 16'h4000 : 16'h3c00;  // 2, 1, 1 ...
    open(model, "Hopper", "HMMA.16816.F32");
    check("16", karat_dpi_dot_add_16(model, a16, b16, no_scales, no_scales, 64'h3f800000, d) == 0 &&
          d == 64'h40800000);
    check("c's upper bits", karat_dpi_dot_add_16(model, a16, b16, no_scales, no_scales,
                                                 64'hffff_ffff_3f80_0000, d) == 0 && d == 64'h40800000);
    for (int i = 0; i < 16; i++) b16_down[i] = b16[i+1];
    check("a descending range", karat_dpi_dot_add_16(model, a16, b16_down, no_scales, no_scales,
                                                     64'h3f800000, d) == 0 && d == 64'h40800000);
    check("15 elements", karat_dpi_dot_add_16(model, a16, b16_short, no_scales, no_scales, 64'h0,
                                              d) == int'(KARAT_BAD_OPERAND));
    check("its error", karat_dpi_last_error() == "b: 15 elements; the specification needs 16");
    check("elements too narrow", karat_dpi_dot_add_8(model, a8_16, a8_16, no_scales, no_scales, 64'h0,
                                                     d) == int'(KARAT_BAD_OPERAND));
    check("its error",
          karat_dpi_last_error()
              == "a: elements of 8 bits cannot hold fp16; use the call for 16 bits or more");
    shut(model);
    check("a closed handle", karat_dpi_dot_add_16(model, a16, b16, no_scales, no_scales, 64'h0,
                                                  d) == int'(KARAT_BAD_HANDLE));
    check("null", karat_dpi_dot_add_16(null, a16, b16, no_scales, no_scales, 64'h0,
                                       d) == int'(KARAT_BAD_HANDLE));

    open(model, "Ampere", "HMMA.1688.F32.TF32");
    for (int i = 0; i < 8; i++) a32[i] = i == 3 ? 32'h40400000 : 0;  // 3
    for (int i = 0; i < 8; i++) b32[i] = 32'h40a00000;               // 5
    check("32", karat_dpi_dot_add_32(model, a32, b32, no_scales, no_scales, 64'h0, d) == 0 &&
          d == 64'h41700000);
    shut(model);

    open(model, "Ampere", "DMMA.884");
    for (int i = 0; i < 4; i++) a64[i] = 64'h3ff0_0000_0000_0000;
    for (int i = 0; i < 4; i++) b64[i] = 64'h4000_0000_0000_0000;
    check("64", karat_dpi_dot_add_64(model, a64, b64, no_scales, no_scales, 64'h3ff0_0000_0000_0000,
                                     d) == 0 && d == 64'h4022_0000_0000_0000);
    shut(model);

    open(model, "Hopper", "QGMMA.64x8x32.F32.E4M3.E5M2");
    for (int i = 0; i < 32; i++) a8[i] = i == 31 ? 8'h38 : 8'h00;  // 1
    for (int i = 0; i < 32; i++) b8[i] = 8'h40;                    // 2
    check("8", karat_dpi_dot_add_8(model, a8, b8, no_scales, no_scales, 64'h0, d) == 0 && d == 64'h40000000);
    shut(model);

    open(model, "Blackwell", "UTCQMMA.SF.128x64x32.F32.E3M2.E2M3.E8");
    for (int i = 0; i < 32; i++) a6[i] = i == 0 ? 6'b0_011_00 : 6'b0;  // 1
    for (int i = 0; i < 32; i++) b6[i] = 6'b0_01_000;                  // 1
    one_scale[0] = 8'd129;                                             // 4
    check("6, scaled", karat_dpi_dot_add_6(model, a6, b6, one_scale, one_scale, 64'h0, d) == 0 &&
          d == 64'h41800000);
    for (int i = 0; i < 32; i++) a8[i] = {2'b11, a6[i]};
    for (int i = 0; i < 32; i++) b8[i] = {2'b11, b6[i]};
    check("elements' upper bits", karat_dpi_dot_add_8(model, a8, b8, one_scale, one_scale, 64'h0, d) == 0 &&
          d == 64'h41800000);
    check("scales missing", karat_dpi_dot_add_6(model, a6, b6, four_scales, one_scale, 64'h0,
                                                d) == int'(KARAT_BAD_OPERAND));
    shut(model);

    open(model, "RTXBlackwell", "OMMA.SF.16864.F32.E2M1.E2M1.UE4M3.4X");
    for (int i = 0; i < 64; i++) a4[i] = i == 17 ? 4'h2 : 4'h0;  // 1, in the second block
    for (int i = 0; i < 64; i++) b4[i] = 4'h4;                   // 2
    for (int i = 0; i < 4; i++) four_scales[i] = i == 1 ? 8'h40 : 8'h38;  // 2, else 1
    check("4, scaled", karat_dpi_dot_add_4(model, a4, b4, four_scales, four_scales, 64'h3f800000, d) == 0 &&
          d == 64'h41100000);
    for (int i = 0; i < 4; i++) a64[i] = 64'(a16[i+1]);
    shut(model);
  endtask

  // Opening by name and by specification, knobs, and text.
  task automatic handles();
    karat_model model;
    karat_status_e status;
    int code;
    string json;
    model = new;
    model.open_instruction("Hopper", "HMMA.16816.F3", status);
    check("a wrong name", status == KARAT_BAD_NAME && model.last_error().len() > 10 && model.handle == null);
    model.open_instruction("Hoper", "HMMA.16816.F32", status);
    check("a wrong architecture: its value and what is allowed", status == KARAT_BAD_NAME &&
          has(model.last_error(), "\"Hoper\"") && has(model.last_error(), "Hopper"));
    check("no shape after a failed open", model.m == 0 && model.k == 0 && model.d_bits == 0 &&
          model.k_of_b == 0);
    model.open_spec("{\"karat_spec\": 1, \"algorithm\": \"fda\", \"F\": \"many\"}", status);
    check("a wrong knob", status == KARAT_BAD_SPEC);
    model.open_instruction("Hopper", "HMMA.16816.F32", status);
    check("open", status == KARAT_OK && model.m == 16 && model.n == 8 && model.k == 16 &&
          model.blocks == 1 && model.scales == 0);
    model.open_instruction("Hopper", "HMMA.16816.F32", status);  // closes the first one
    check("open an open model", status == KARAT_OK);
    check("widths", model.a_bits == 16 && model.b_bits == 16 && model.c_bits == 32 && model.d_bits == 32 &&
          model.scale_bits == 0);
    check("knob", model.get_knob("F", text) == KARAT_OK && text == "25");
    model.set_knob("F", "13", status);
    check("set", status == KARAT_OK && model.get_knob("F", text) == KARAT_OK && text == "13");
    model.set_rounding("output_rounding", KARAT_RNE, status);
    check("set a rounding", status == KARAT_OK && model.get_knob("output_rounding", text) == KARAT_OK &&
          text == "RNE");
    model.set_knob("F", "-3", status);
    check("refused", status == KARAT_BAD_SPEC && model.get_knob("F", text) == KARAT_OK && text == "13");
    check("specification", model.get_spec(json) == KARAT_OK);
    model.close(status);
    check("close", status == KARAT_OK);
    model.close(status);
    check("close twice", status == KARAT_BAD_HANDLE);
    model.open_spec(json, status);
    check("open again", status == KARAT_OK && model.m == 1 && model.n == 1 && model.get_knob("F",
        text) == KARAT_OK && text == "13");
    check("two NaNs", !model.is_match(64'h7fffffff, 64'h7fc00000));
    model.set_knob("nan", "any", status);
    check("any NaN", status == KARAT_OK && model.is_match(64'h7fffffff, 64'h7fc00000) &&
          !model.is_match(64'h7fffffff, 64'h0));
    for (int i = 0; i < 4; i++) a64[i] = 64'h3c00;
    code = karat_dpi_trace(model.handle, a64, a64, no_scales, no_scales, 64'h0, text);
    check("4 of 16 elements", code == int'(KARAT_BAD_OPERAND) && text == "");
    model.set_knob("k", "4", status);
    check("k", status == KARAT_OK && model.k == 4);
    check("trace", karat_dpi_trace(model.handle, a64, a64, no_scales, no_scales, 64'h0, text) == 0 &&
          text.substr(0, 0) == "{");
    model.close(status);
    check("version", karat_dpi_version() != "" && karat_dpi_status_name(6) == "KARAT_BAD_SPEC" &&
          karat_rounding_name(KARAT_RNO) == "RNO");
  endtask

  // Complete operands of an instruction with scale factors and odd widths: 3 lanes of 6-bit elements do not
  // fill whole words.
  typedef karat_tile_model#(.M(3), .N(1), .K(32), .AW(6), .BW(4), .CW(32), .DW(32), .S(1), .SW(8)) mx_t;
  task automatic tiles();
    mx_t model;
    karat_status_e status;
    bit [2:0][31:0][5:0] a;
    bit [0:0][31:0][3:0] b;
    bit [2:0][0:0][31:0] c;
    bit [2:0][0:0][31:0] golden;
    bit [2:0][0:0][7:0] scale_a;
    bit [0:0][0:0][7:0] scale_b;
    bit [31:0] one;
    bit [2:0][0:0] lanes;
    logic [2:0][0:0][31:0] answer;
    int wrong, reachable, holes;
    longint sampled;
    real percent;
    model = new;
    model.open_instruction("Blackwell", "UTCQMMA.SF.128x64x32.F32.E3M2.E2M1.E8", status);
    check("open", status == KARAT_OK);
    check(model.check_ports(), model.check_ports() == "");
    for (int i = 0; i < 3; i++)
      for (int k = 0; k < 32; k++) a[i][k] = k <= i ? 6'b0_011_00 : 6'b0;  // i + 1 ones
    b[0] = {32{4'h2}};                                                     // ones
    for (int i = 0; i < 3; i++) scale_a[i] = 8'(127 + i);                  // 1, 2, 4
    scale_b[0] = 8'd128;                                                   // 2
    for (int i = 0; i < 3; i++) c[i][0] = 32'h3f800000;                    // 1
    status = model.tile(a, b, c, scale_a, scale_b, golden);
    // (i+1) * 2^i * 2 + 1: 3, 9, 25
    check("tile", status == KARAT_OK && golden[0][0] == 32'h40400000 && golden[1][0] == 32'h41100000 &&
          golden[2][0] == 32'h41c80000);
    status = model.dot_add(a[2], b[0], scale_a[2], scale_b[0], c[2][0], one);
    check("dot-add", status == KARAT_OK && one == 32'h41c80000);
    check("trace", model.trace(a[2], b[0], scale_a[2], scale_b[0], c[2][0], text) == KARAT_OK &&
          text.substr(0, 0) == "{");
    status = model.tile_4state(a, b, c, scale_a, scale_b, answer, lanes);
    check("tile of known operands", status == KARAT_OK && answer == golden && lanes == 3'b000);
    check("compare", model.compare(0, a, b, c, scale_a, scale_b, golden, wrong, text) == KARAT_OK &&
          wrong == 0 && text == "");
    golden[1][0][0] = 1'b1;
    golden[2][0][7] = 1'b1;
    check("mismatch", model.compare(5, a, b, c, scale_a, scale_b, golden, wrong, text) == KARAT_MISMATCH &&
          wrong == 2);
    check("report", text.len() > 200 && text.substr(0, 29) == "mismatch: tile 5, lane (1,0)\n ");
    model.unknown_lanes(golden, lanes);
    check("unknown lanes", lanes == 3'b000);
    model.coverage_sample(a, b, c, scale_a, scale_b, status);
    check("not started", status == KARAT_BAD_STATE);
    model.coverage_start(status);
    check("start", status == KARAT_OK);
    model.coverage_sample(a, b, c, scale_a, scale_b, status);
    check("sample", status == KARAT_OK);
    check("figures", model.coverage_get(sampled, reachable, holes, percent) == KARAT_OK && sampled == 1 &&
          holes > 0 &&
                     holes < reachable && percent < 100.0);
    model.set_knob("F", "20", status);
    check("set a knob during coverage", status == KARAT_BAD_STATE);
    check("report of coverage", model.coverage_report(5, text) == KARAT_OK && text.len() > 100);
    check("no folder", model.coverage_save("/no/such/folder/coverage.json") == KARAT_BAD_ARGUMENT);
    model.coverage_stop(status);
    check("stop", status == KARAT_OK && model.coverage_report(5, text) == KARAT_BAD_STATE);
    model.close(status);
    model.open_instruction("Hopper", "HMMA.16816.F32", status);
    check("other ports", model.check_ports() == "K = 32, but the model has k = 16");
    model.close(status);
  endtask

  // The stimulus of the same instruction. Its tiles hit the bins that the coverage counts.
  typedef karat_stimulus#(.M(3), .N(1), .K(32), .AW(6), .BW(4), .CW(32), .S(1), .SW(8)) mx_stimulus_t;
  typedef karat_bins#(.M(3), .N(1), .K(32), .AW(6), .BW(4), .CW(32), .S(1), .SW(8)) mx_bins_t;
  task automatic stimulus_and_bins();
    mx_t model;
    mx_bins_t tile_bins;
    mx_stimulus_t stimulus, twin;
    karat_status_e status;
    bit [2:0][31:0][5:0] a, a2;
    bit [0:0][31:0][3:0] b, b2;
    bit [2:0][0:0][31:0] c, c2;
    bit [2:0][0:0][7:0] scale_a, scale_a2;
    bit [0:0][0:0][7:0] scale_b, scale_b2;
    int kinds, hit, reachable, holes;
    int unsigned hits[];
    longint sampled;
    real percent;
    bit has_class;
    string name;
    model = new;
    tile_bins = new;
    stimulus = new;
    twin = new;
    check("a stimulus without a model", karat_dpi_stimulus_kind_count(null,
        kinds) == int'(KARAT_BAD_HANDLE) && kinds == 0);
    stimulus.next(a, b, c, scale_a, scale_b, status);
    check("a stimulus that is not open", status == KARAT_BAD_HANDLE);
    model.open_instruction("Blackwell", "UTCQMMA.SF.128x64x32.F32.E3M2.E2M1.E8", status);
    check("kinds", karat_dpi_stimulus_kind_count(model.handle, kinds) == 0 && kinds > 20);
    has_class = 1'b0;
    for (int i = 0; i < kinds; i++)
      has_class |= karat_dpi_stimulus_kind(model.handle, i, name) == 0 && name == "scale_extremes";
    check("a class among the kinds", has_class);
    check("no such kind", karat_dpi_stimulus_kind(model.handle, kinds, name) == int'(KARAT_BAD_ARGUMENT) &&
          name == "");
    stimulus.open(model.handle, "near_two", 1, status);
    check("a wrong kind", status == KARAT_BAD_NAME && stimulus.handle == null);
    stimulus.open(model.handle, "steered", 1, status);
    check("steered without coverage", status == KARAT_BAD_STATE);
    model.coverage_start(status);
    stimulus.open(model.handle, "mixed", 7, status);
    twin.open(model.handle, "mixed", 7, status);
    tile_bins.read(model.handle, status);
    check("bins", status == KARAT_OK && tile_bins.count > 100 && tile_bins.name_of(0, name) == KARAT_OK &&
                  name == "operand/a0/zero");
    for (int tile = 0; tile < 50; tile++) begin
      stimulus.next(a, b, c, scale_a, scale_b, status);
      twin.next(a2, b2, c2, scale_a2, scale_b2, status);
      check("the same seed", status == KARAT_OK && a == a2 && b == b2 && c == c2 && scale_a == scale_a2 &&
            scale_b == scale_b2 &&
                             stimulus.operand_class == twin.operand_class && twin.operand_class != "");
      model.coverage_sample(a, b, c, scale_a, scale_b, status);
    end
    model.coverage_stop(status);
    model.coverage_start(status);
    model.coverage_sample(a, b, c, scale_a, scale_b, status);
    check("figures", model.coverage_get(sampled, reachable, holes, percent) == KARAT_OK);
    check("the bins of a tile", tile_bins.of_tile(a, b, c, scale_a, scale_b, hits) == KARAT_OK &&
          hits.size() == tile_bins.count);
    hit = 0;
    for (int i = 0; i < tile_bins.count; i++) hit += 32'(hits[i] == 3);
    check("the bins of a tile are those in the coverage", hit == reachable - holes && hit > 30);
    check("a bin that does not exist", tile_bins.reason_of(tile_bins.count, name) == KARAT_BAD_ARGUMENT &&
          name == "");
    stimulus.open(model.handle, "steered", 1, status);
    stimulus.next(a, b, c, scale_a, scale_b, status);
    check("steered", status == KARAT_OK && stimulus.operand_class == "steered");
    model.close(status);
    stimulus.next(a2, b2, c2, scale_a2, scale_b2, status);
    check("steered without its model", status == KARAT_BAD_STATE);
    twin.next(a, b, c, scale_a, scale_b, status);
    check("a stimulus without its model", status == KARAT_OK);
    stimulus.close(status);
    check("close", status == KARAT_OK);
    twin.close(status);
    twin.close(status);
    check("close twice", status == KARAT_BAD_HANDLE);
  endtask

  initial begin
    widths();
    handles();
    tiles();
    stimulus_and_bins();
    karat_sparse_checks::dot_adds(checks, failures);
    karat_sparse_checks::tiles(checks, failures);
    karat_sparse_checks::words(checks, failures);
    karat_flags_checks::flags(checks, failures);
    karat_flags_checks::modes(checks, failures);
    $display("karat_pkg_test: %0d checks, %0d failures", checks, failures);
    if (failures != 0) $fatal(1, "karat_pkg_test failed");
    $finish;
  end
endmodule
