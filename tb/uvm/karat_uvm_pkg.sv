// SPDX-License-Identifier: Apache-2.0
// A UVM environment (IEEE 1800.2-2020) for units with karat's ports, of any shape, with the golden model in
// its scoreboard. See docs/how-to/run-uvm.md.
`include "uvm_macros.svh"
`include "karat_uvm_defines.svh"

package karat_uvm_pkg;
  timeunit 1ns; timeprecision 1ps;
  import uvm_pkg::*;
  import karat_pkg::*;
  import karat_stimulus_pkg::*;
  import karat_bins_pkg::*;

  typedef class karat_plusargs;

  `include "karat_matrix.svh"
  `include "karat_shape.svh"
  `include "karat_spec.svh"
  `include "karat_flags_config.svh"
  `include "karat_tile_item.svh"
  `include "karat_unit.svh"
  `include "karat_port.svh"
  `include "karat_ports.svh"
  `include "karat_tile_port.svh"
  `include "karat_frame.svh"
  `include "karat_uvm_model.svh"
  `include "karat_uvm_stimulus.svh"
  `include "karat_env_config.svh"
  `include "karat_plusargs.svh"
  `include "karat_lookup.svh"
  `include "karat_sequences.svh"
  `include "karat_patience.svh"
  `include "karat_driver.svh"
  `include "karat_ready.svh"
  `include "karat_reset.svh"
  `include "karat_episode.svh"
  `include "karat_monitor.svh"
  `include "karat_agent.svh"
  `include "karat_scoreboard.svh"
  `include "karat_covergroups.svh"
  `include "karat_coverage.svh"
  `include "karat_env.svh"
  `include "karat_tests.svh"
  `include "karat_classes.svh"
endpackage
