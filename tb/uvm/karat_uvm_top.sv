// SPDX-License-Identifier: Apache-2.0
// The unit karat_top in the UVM environment. karat_top is RTL written by `karat rtl`, or a wrapper of that
// name around your own unit. +karat_waves=FILE dumps waves; +karat_reset_at=CYCLE resets the unit in that
// cycle.
`include "uvm_macros.svh"

module karat_uvm_top;
  timeunit 1ns; timeprecision 1ps;
  import uvm_pkg::*;
  import karat_uvm_shape_pkg::*;
  import karat_uvm_pkg::*;

  logic clk_i = 1'b0;
  logic [2:0] reset_cycles = 3'd0;
  int unsigned cycle = 0;
  int unsigned reset_at = 0;
  logic rst_ni;

  always #5 clk_i = ~clk_i;
  always_ff @(posedge clk_i) begin
    cycle <= cycle + 1;
    if (!rst_ni) reset_cycles <= reset_cycles + 3'd1;
    else if (reset_at != 0 && cycle == reset_at) reset_cycles <= 3'd0;
  end
  assign rst_ni = reset_cycles[2];

  karat_tile_if vif (.clk_i, .rst_ni);

  // Wires named like the unit's ports, for .*, which leaves out ports that the unit does not have.
  wire valid_i = vif.valid_i;
  wire ready_i = vif.ready_i;
  wire ready_o, valid_o;
  wire [M-1:0][K-1:0][AW-1:0] a_i = vif.a_i;
  wire [N-1:0][KB-1:0][BW-1:0] b_i = vif.b_i;
  wire [M-1:0][N-1:0][CW-1:0] c_i = vif.c_i;
  wire [M-1:0][SE-1:0][SW-1:0] scale_a_i = vif.scale_a_i;
  wire [N-1:0][SE-1:0][SW-1:0] scale_b_i = vif.scale_b_i;
  wire [M-1:0][GE-1:0][3:0] metadata_i = vif.metadata_i;
  wire [M-1:0][N-1:0][DW-1:0] d_o;
  assign vif.ready_o = ready_o;
  assign vif.valid_o = valid_o;
  assign vif.d_o = d_o;

  karat_top dut (.*);

  initial begin
    string waves;
    if (!$value$plusargs("karat_reset_at=%d", reset_at)) reset_at = 0;
    if ($value$plusargs("karat_waves=%s", waves)) begin
      $dumpfile(waves);
      $dumpvars(0, karat_uvm_top);
    end
  end

  initial begin
    uvm_config_db#(virtual karat_tile_if)::set(null, "uvm_test_top*", "vif", vif);
    run_test("karat_mixed_test");
  end
endmodule
