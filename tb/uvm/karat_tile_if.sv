// SPDX-License-Identifier: Apache-2.0
// karat's ports as an interface. All signals are driven by nonblocking assignments at the rising edge and
// sampled at the same edge before these take effect. So no clocking block is needed, and the simulator's
// order of events does not matter. If KARAT_S is 0, the unit has no scale ports, and scale_a_i and scale_b_i
// are unused; if KARAT_G is 0, the same holds for metadata_i.
//
// No signal has an initial value: an active agent drives valid_i, the operands and ready_i from time 0, and
// for a passive agent continuous assignments connect them, which an initial value would forbid.
interface karat_tile_if (
    input logic clk_i,
    input logic rst_ni
);
  import karat_uvm_shape_pkg::*;

  logic                           valid_i;
  logic                           ready_o;
  logic [M-1:0][K-1:0][AW-1:0]    a_i;
  logic [N-1:0][KB-1:0][BW-1:0]   b_i;
  logic [M-1:0][N-1:0][CW-1:0]    c_i;
  logic [M-1:0][SE-1:0][SW-1:0]   scale_a_i;
  logic [N-1:0][SE-1:0][SW-1:0]   scale_b_i;
  logic [M-1:0][GE-1:0][3:0]      metadata_i;
  logic                           valid_o;
  logic                           ready_i;
  logic [M-1:0][N-1:0][DW-1:0]    d_o;
endinterface
