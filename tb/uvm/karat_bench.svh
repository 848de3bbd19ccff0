// SPDX-License-Identifier: Apache-2.0
// The module KARAT_BENCH: the unit KARAT_UNIT in the UVM environment. Define both, include the shape of the
// unit's ports (NAME_shape.svh, which `karat rtl` and `karat adapter` write), then this file, which undefines
// all of them, so that the next unit may follow. karat_uvm_top.sv has one unit; `run.sh --unit` compiles
// several. With UNIT the bench is idle unless +karat_unit=UNIT.
//
// KARAT_MODE_BITS is the width of mode_i, for a unit that has it. A unit with status flags has a port
// flags_o, with KARAT_FLAGS_PER_TILE [0:0][0:0][3:0]. KARAT_SYNC_RESET: the reset is synchronous, as in every
// adapter of a contract. KARAT_NO_C: the unit has no c. KARAT_SPEC, KARAT_MODES and KARAT_FLAGS are strings:
// what the unit computes, unless the configuration says so (karat_unit); `karat adapter` writes them.
// +karat_waves=FILE dumps waves.
`ifndef KARAT_S
  `define KARAT_S 0
`endif
`ifndef KARAT_SW
  `define KARAT_SW 8
`endif
`ifndef KARAT_G
  `define KARAT_G 0
`endif
`ifdef KARAT_MODE_BITS
  `define KARAT_HAS_MODE 1'b1
`else
  `define KARAT_HAS_MODE 1'b0
  `define KARAT_MODE_BITS 32
`endif
`ifdef KARAT_NO_C
  `define KARAT_HAS_C 1'b0
`else
  `define KARAT_HAS_C 1'b1
`endif
`ifndef KARAT_SPEC
  `define KARAT_SPEC ""
`endif
`ifndef KARAT_MODES
  `define KARAT_MODES ""
`endif
`ifndef KARAT_FLAGS
  `define KARAT_FLAGS ""
`endif

module `KARAT_BENCH #(parameter string UNIT = "");
  timeunit 1ns; timeprecision 1ps;
  import uvm_pkg::*;
  import karat_uvm_pkg::*;

  logic clk_i = 1'b0;
  always #5 clk_i = ~clk_i;

  localparam int M = `KARAT_M, N = `KARAT_N, K = `KARAT_K;
  localparam int AW = `KARAT_AW, BW = `KARAT_BW, CW = `KARAT_CW, DW = `KARAT_DW;
  localparam int S = `KARAT_S, SW = `KARAT_SW, G = `KARAT_G;
  localparam int SE = S == 0 ? 1 : S;
  localparam int GE = G == 0 ? 1 : G;
  localparam int KB = G == 0 ? K : 2 * K;

  karat_reset_if reset_vif (.clk_i);
  wire rst_ni = reset_vif.rst_no;
  karat_tile_if #(
      .M(M), .N(N), .K(K), .AW(AW), .BW(BW), .CW(CW), .DW(DW), .S(S), .SW(SW), .G(G)
  ) vif (.clk_i, .rst_ni);

  // Wires named like the unit's ports, for .*, which leaves out ports that the unit does not have.
  wire valid_i = vif.valid_i;
  wire ready_i = vif.ready_i;
  wire ready_o, valid_o;
  wire [`KARAT_MODE_BITS-1:0] mode_i = vif.mode_i[`KARAT_MODE_BITS-1:0];
  wire [M-1:0][K-1:0][AW-1:0] a_i = vif.a_i;
  wire [N-1:0][KB-1:0][BW-1:0] b_i = vif.b_i;
  wire [M-1:0][N-1:0][CW-1:0] c_i = vif.c_i;
  wire [M-1:0][SE-1:0][SW-1:0] scale_a_i = vif.scale_a_i;
  wire [N-1:0][SE-1:0][SW-1:0] scale_b_i = vif.scale_b_i;
  wire [M-1:0][GE-1:0][3:0] metadata_i = vif.metadata_i;
  wire [M-1:0][N-1:0][DW-1:0] d_o;
`ifdef KARAT_FLAGS_PER_TILE
  wire [0:0][0:0][3:0] flags_o;
`else
  wire [M-1:0][N-1:0][3:0] flags_o;
`endif
  assign vif.ready_o = ready_o;
  assign vif.valid_o = valid_o;
  assign vif.d_o = d_o;
  assign vif.flags_o = (M*N*4)'(flags_o);

  `KARAT_UNIT dut (.*);

  initial begin
    string chosen, waves;
    if (UNIT == "" || ($value$plusargs("karat_unit=%s", chosen) && chosen == UNIT)) begin
      if ($value$plusargs("karat_waves=%s", waves)) begin
        $dumpfile(waves);
        $dumpvars;
      end
      uvm_config_db#(virtual karat_reset_if)::set(null, "uvm_test_top*", "reset_vif", reset_vif);
`ifdef KARAT_SYNC_RESET
      uvm_config_db#(bit)::set(null, "uvm_test_top", "sync_reset", 1'b1);
`endif
      karat_tile_port#(M, N, K, AW, BW, CW, DW, S, SW, G)::publish(
          vif, "uvm_test_top*",
          karat_unit::make(`KARAT_SPEC, `KARAT_MODES, `KARAT_FLAGS, `KARAT_HAS_MODE, `KARAT_HAS_C));
      run_test("karat_mixed_test");
    end
  end
endmodule

`undef KARAT_UNIT
`undef KARAT_BENCH
`undef KARAT_M
`undef KARAT_N
`undef KARAT_K
`undef KARAT_AW
`undef KARAT_BW
`undef KARAT_CW
`undef KARAT_DW
`undef KARAT_S
`undef KARAT_SW
`undef KARAT_G
`undef KARAT_SYNC_RESET
`undef KARAT_SPEC
`undef KARAT_HAS_MODE
`undef KARAT_NO_C
`undef KARAT_HAS_C
`undef KARAT_MODE_BITS
`undef KARAT_MODES
`undef KARAT_FLAGS_PER_TILE
`undef KARAT_FLAGS
