// SPDX-License-Identifier: Apache-2.0
// A chip with one module in two instances, one of them wrong, a unit with modes and status flags, and the
// four units of watch_units; all are watched. +twice publishes an interface for a path that has one, +rebind
// for an instance that has a watch, +modeless one of a unit with modes of which nothing is known, and +plain
// the ports of such a unit without a word about modes.
`include "uvm_macros.svh"

module watch_top;
  timeunit 1ns; timeprecision 1ps;
  import uvm_pkg::*;
  import karat_uvm_pkg::*;
  import watch_pkg::*;

  logic clk = 1'b0;
  logic rst_n = 1'b0;
  always #5 clk = ~clk;
  initial #23 rst_n = 1'b1;

  core good (.clk, .rst_n, .done(), .d());
  core #(.WRONG(1'b1)) bad (.clk, .rst_n, .done(), .d());
  status_core status (.clk, .rst_n);
  watch_units more (.clk, .rst_n);

  karat_tile_if spare (.clk_i(clk), .rst_ni(rst_n));
  karat_tile_if #(.M(1), .N(2), .K(4), .AW(8), .BW(8), .CW(16), .DW(16)) plain (.clk_i(clk), .rst_ni(rst_n));
  assign {plain.ready_o, plain.ready_i} = '1;
  assign plain.valid_i = status.valid;
  assign plain.valid_o = status.done;
  assign plain.mode_i = 32'(status.rm);
  assign plain.a_i = status.a;
  assign plain.b_i = status.b;
  assign plain.c_i = status.c;
  assign plain.d_o = status.d;
  initial begin
    if ($test$plusargs("plain"))
      karat_tile_port#(.M(1), .N(2), .K(4), .AW(8), .BW(8), .CW(16), .DW(16))::publish(plain,
                                                                                    "uvm_test_top.none*");
    if ($test$plusargs("twice")) repeat (2) karat_tile_port#()::publish(spare, "uvm_test_top.spare*");
    if ($test$plusargs("rebind"))
      repeat (2) karat_tile_port#()::publish_watch(spare, "watch_top.spare.karat_watch_i.body");
    if ($test$plusargs("modeless"))
      karat_tile_port#()::publish(spare, "uvm_test_top.none*", karat_unit::make("", "", "", 1'b1));
    run_test("watch_test");
  end
endmodule
