// SPDX-License-Identifier: Apache-2.0
// Status flags and lists of modes through the packages, by hand.
//
// A variable driven only by an output argument of a method or an import counts as undriven for Verilator.
/* verilator lint_off UNDRIVEN */
package karat_flags_checks;
  import karat_pkg::*;

  localparam string EXACT = {"{\"karat_spec\": 1, \"algorithm\": \"exact\", \"a\": \"fp16\", ",
                             "\"b\": \"fp16\", \"c\": \"fp16\", \"d\": \"fp16\", \"k\": 2}"};
  localparam bit [3:0] ALL = KARAT_INVALID | KARAT_OVERFLOW | KARAT_UNDERFLOW | KARAT_INEXACT;

  function automatic bit has(string text, string part);
    for (int i = 0; i + part.len() <= text.len(); i++)
      if (text.substr(i, i + part.len() - 1) == part) return 1'b1;
    return 1'b0;
  endfunction

  function automatic void check(string what, bit good, inout int checks, inout int failures);
    checks++;
    if (good) return;
    failures++;
    $display("FAIL flags: %s; last error: %s", what, karat_dpi_last_error());
  endfunction

  // A tile of 1 x 2 lanes: lane 0 overflows, lane 1 is 2^-14 - 2^-27, which rounds to the least normal
  // number.
  task automatic flags(inout int checks, inout int failures);
    karat_tile_model #(.M(1), .N(2), .K(2), .CW(16), .DW(16)) model = new;
    karat_flag_port_t port = '{bits: ALL, per_tile: 1'b0, sticky: 1'b0, tiny: KARAT_TINY_DEFAULT,
                               roundings: 1'b0};
    karat_status_e status;
    bit [0:0][1:0][15:0] a;
    bit [1:0][1:0][15:0] b;
    bit [0:0][1:0][3:0] raised, since_reset, wrong;
    int mismatches;
    string report;
    a[0] = {16'h8c00, 16'h7bff};  // -2^-12 and the largest number
    b[0] = {16'h0000, 16'h4000};  // 0, 2
    b[1] = {16'h0200, 16'h0000};
    model.open_spec(EXACT, status);
    check("open", status == KARAT_OK && model.check_ports() == "", checks, failures);
    status = model.tile_flags(a, b, {16'h0400, 16'h0000}, '0, '0, port, raised);
    check("flags", status == KARAT_OK && raised[0][0] == (KARAT_OVERFLOW | KARAT_INEXACT) &&
                   raised[0][1] == KARAT_INEXACT, checks, failures);
    check("the values of tiny", karat_tiny_named("before", port.tiny) && port.tiny == KARAT_TINY_BEFORE,
          checks, failures);
    status = model.tile_flags(a, b, {16'h0400, 16'h0000}, '0, '0, port, raised);
    check("tiny before the rounding", status == KARAT_OK &&
          raised[0][1] == (KARAT_UNDERFLOW | KARAT_INEXACT), checks, failures);
    since_reset = '0;
    status = model.compare_flags(7, a, b, {16'h0400, 16'h0000}, '0, '0, port, raised, since_reset, wrong,
                                 mismatches, report);
    check("right flags", status == KARAT_OK && mismatches == 0 && report == "" && wrong == '0, checks,
          failures);
    status = model.compare_flags(7, a, b, {16'h0400, 16'h0000}, '0, '0, port,
                                 raised ^ {KARAT_UNDERFLOW, 4'h0}, since_reset, wrong, mismatches, report);
    check("a wrong flag", status == KARAT_MISMATCH && mismatches == 1 &&
          wrong == {KARAT_UNDERFLOW, 4'h0} &&
          has(report, "wrong flags: tile 7, lane (0,1): expected underflow, inexact; got inexact\n"), checks,
          failures);
    port.sticky = 1'b1;
    port.per_tile = 1'b1;
    status = model.compare_flags(8, a, b, {16'h0400, 16'h0000}, '0, '0, port, 8'h7, since_reset, wrong,
                                 mismatches, report);
    check("flags of the tile", status == KARAT_OK && since_reset == 8'h7, checks, failures);
    status = model.compare_flags(9, '0, '0, '0, '0, '0, port, 8'h0, since_reset, wrong, mismatches, report);
    check("sticky flags", status == KARAT_MISMATCH && wrong == 8'h7 && since_reset == 8'h7 &&
          has(report, "wrong flags: tile 9: expected overflow, underflow, inexact; got none"), checks,
          failures);
    port.bits = '0;
    status = model.tile_flags(a, b, '0, '0, '0, port, raised);
    check("no flag", status == KARAT_BAD_ARGUMENT && model.last_error() == "port.bits = 0: must be 1 to 15",
          checks, failures);
    check("names", karat_flag_named("invalid") == KARAT_INVALID && karat_flag_named("nan") == 4'd0 &&
          karat_flag_named("inexact") == KARAT_INEXACT && !karat_tiny_named("after", port.tiny), checks,
          failures);
    model.close(status);
  endtask

  task automatic modes(inout int checks, inout int failures);
    karat_mode_list list = new;
    karat_tile_model #(.M(1), .N(1), .K(2), .CW(16), .DW(16)) model = new;
    karat_status_e status;
    string text, sentence;
    string own = "{\"karat_spec\": 1, \"algorithm\": \"exact\", \"a\": \"e4m3\", \"b\": \"e4m3\", ";
    own = {own, "\"c\": \"fp16\", \"d\": \"fp16\", \"k\": 4, \"overflow\": \"ieee\"}"};
    check("a list", list.read({"0:output_rounding=RU;5:", own, "; 7"}, 3) == "" && list.values.size() == 3 &&
          list.values[1] == 5 && list.settings[1] == own && list.values[2] == 7 && list.settings[2] == "",
          checks, failures);
    check("a value that is too wide", list.read("8:", 3) ==
          "modes: 8 does not fit mode_i, which has 3 bits", checks, failures);
    check("twice", list.read("1:;1:") == "modes: mode 1 is given twice", checks, failures);
    check("no value", has(list.read("RU"), "modes: \"RU\" is not allowed"), checks, failures);
    sentence = model.open_mode("", "", EXACT, "output_rounding=RU");
    status = model.get_knob("output_rounding", text);
    check("a mode", sentence == "" && status == KARAT_OK && text == "RU" && model.check_rows() == "", checks,
          failures);
    sentence = model.open_mode("", "", EXACT, own);
    check("a specification of its own", sentence == "" && model.k == 4 && model.check_rows() == "" &&
          model.check_ports() != "", checks, failures);
    sentence = model.open_mode("", "", EXACT, "k=4");
    check("one that does not fit", sentence == "" &&
          model.check_rows() == "a row of a has 2 elements of 16 bits, but the model has 4 of 16", checks,
          failures);
    check("a bad knob", has(model.open_mode("", "", EXACT, "F"), "write KNOB=VALUE"), checks, failures);
    model.close(status);
  endtask
endpackage
