// SPDX-License-Identifier: Apache-2.0
// The testbench of the chip. An interface drives the vector core; another watches the matrix core, connected
// to the chip's signals by continuous assignments.
//   +reset_at=TIME   a reset of 2 ns from this time in ns, between two edges of the clock
//   +stop_at=TIME    the clock stops at this time in ns
`include "uvm_macros.svh"

module chip_top;
  timeunit 1ns; timeprecision 1ps;
  import uvm_pkg::*;
  import karat_uvm_pkg::*;
  import chip_pkg::*;

  logic clk = 1'b0;
  logic rst_n = 1'b0;
  int unsigned reset_at = 0;
  int unsigned stop_at = 0;

  initial begin
    void'($value$plusargs("reset_at=%d", reset_at));
    void'($value$plusargs("stop_at=%d", stop_at));
    #23 rst_n = 1'b1;
    if (reset_at > 23) begin
      #(reset_at - 23) rst_n = 1'b0;
      #2 rst_n = 1'b1;
    end
  end
  always #5 if (stop_at == 0 || $time < 64'(stop_at)) clk = ~clk;

  karat_tile_if #(.M(1), .N(1), .K(4), .AW(8), .BW(8), .CW(16), .DW(16)) vector_vif (
      .clk_i(clk), .rst_ni(rst_n));
  karat_tile_if #(.M(2), .N(2), .K(16), .AW(16), .BW(16), .CW(32), .DW(32)) matrix_vif (
      .clk_i(clk), .rst_ni(rst_n));

  chip dut (
      .clk_i(clk),
      .rst_ni(rst_n),
      .valid_i(vector_vif.valid_i),
      .ready_o(vector_vif.ready_o),
      .mode_i(vector_vif.mode_i[3:0]),
      .a_i(vector_vif.a_i),
      .b_i(vector_vif.b_i),
      .c_i(vector_vif.c_i),
      .valid_o(vector_vif.valid_o),
      .ready_i(vector_vif.ready_i),
      .d_o(vector_vif.d_o)
  );

  assign matrix_vif.valid_i = dut.tile_valid;
  assign matrix_vif.ready_o = dut.tile_ready;
  assign matrix_vif.a_i = dut.tile_a;
  assign matrix_vif.b_i = dut.tile_b;
  assign matrix_vif.c_i = dut.tile_c;
  assign matrix_vif.valid_o = dut.result_valid;
  assign matrix_vif.ready_i = dut.result_ready;
  assign matrix_vif.d_o = dut.result;
  assign matrix_vif.mode_i = '0;  // ports that the unit lacks
  assign matrix_vif.scale_a_i = '0;
  assign matrix_vif.scale_b_i = '0;
  assign matrix_vif.metadata_i = '0;
  assign matrix_vif.flags_o = '0;

  initial begin
    karat_tile_port#(.M(1), .N(1), .K(4), .AW(8), .BW(8), .CW(16), .DW(16))::publish(
        vector_vif, "uvm_test_top.env.vector_core*");
    karat_tile_port#(.M(2), .N(2), .K(16), .AW(16), .BW(16), .CW(32), .DW(32))::publish(
        matrix_vif, "uvm_test_top.env.matrix_core*");
    run_test("chip_test");
  end
endmodule
