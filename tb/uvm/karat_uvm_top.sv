// SPDX-License-Identifier: Apache-2.0
// The reference RTL in the UVM environment. Its parameters are the macros of karat_uvm_defines.svh. +karat_waves=FILE: waves;
// +karat_reset_at=CYCLE: a reset in the middle.
`include "uvm_macros.svh"
`include "karat_uvm_defines.svh"

module karat_uvm_top;
  timeunit 1ns; timeprecision 1ps;
  import uvm_pkg::*;
  import karat_uvm_shape_pkg::*;
  import karat_uvm_pkg::*;

  logic clk = 1'b0;
  logic [2:0] reset_cycles = 3'd0;
  int unsigned cycle = 0;
  int unsigned reset_at = 0;
  logic rst_n;

  always #5 clk = ~clk;
  always_ff @(posedge clk) begin
    cycle <= cycle + 1;
    if (!rst_n) reset_cycles <= reset_cycles + 3'd1;
    else if (reset_at != 0 && cycle == reset_at) reset_cycles <= 3'd0;
  end
  assign rst_n = reset_cycles[2];

  karat_tile_if vif (.clk_i(clk), .rst_ni(rst_n));

  karat_fda_tile #(
      .M(M), .N(N), .K(K), .F(`KARAT_RTL_F), .A_FMT(A_FMT), .B_FMT(B_FMT), .C_FMT(C_FMT), .D_FMT(D_FMT),
      .ALIGN_ROUNDING(`KARAT_RTL_ALIGN_ROUNDING), .OUTPUT_ROUNDING(`KARAT_RTL_OUTPUT_ROUNDING), .FLOOR(`KARAT_RTL_FLOOR),
      .STAGES(`KARAT_RTL_STAGES)
  ) dut (
      .clk_i(clk),
      .rst_ni(rst_n),
      .valid_i(vif.valid_i),
      .ready_o(vif.ready_o),
      .a_i(vif.a_i),
      .b_i(vif.b_i),
      .c_i(vif.c_i),
      .valid_o(vif.valid_o),
      .ready_i(vif.ready_i),
      .d_o(vif.d_o)
  );

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
