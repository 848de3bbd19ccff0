// SPDX-License-Identifier: Apache-2.0
// The golden model in SystemVerilog: the DPI-C calls of libkarat_dpi and two classes that wrap a handle.
// karat_stimulus_pkg and karat_bins_pkg provide stimulus and coverage bins. See
// docs/reference/systemverilog.md.
//
// Every call is a function and takes no simulation time, so any process, function or phase may make it. All
// arguments are 2-state; karat_tile_model takes 4-state results and reports which lanes are unknown.
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

  // The value of a rounding knob: "RZ" for KARAT_RZ.
  /* verilator lint_off UNUSEDSIGNAL */  // an enum's upper bits
  function automatic string karat_rounding_name(karat_rounding_e rounding);
    /* verilator lint_on UNUSEDSIGNAL */
    string name = rounding.name();
    return name.substr(6, name.len() - 1);
  endfunction

  `include "karat_pkg_imports.svh"
  `include "karat_pkg_abi.svh"
  `include "karat_record.svh"
  `include "karat_flags.svh"
  `include "karat_mode_list.svh"
  `include "karat_model.svh"
  `include "karat_words.svh"
  `include "karat_tile_model.svh"

endpackage
