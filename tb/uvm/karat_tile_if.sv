// SPDX-License-Identifier: Apache-2.0
// karat's ports as an interface. All signals are driven by nonblocking assignments at the rising edge and
// sampled at the same edge before these take effect. So no clocking block is needed, and the simulator's
// order of events does not matter. If KARAT_S is 0, the unit has no scale ports, and scale_a_i and scale_b_i
// stay 0; if KARAT_G is 0, the same holds for metadata_i.
interface karat_tile_if (
    input logic clk_i,
    input logic rst_ni
);
  import karat_uvm_shape_pkg::*;

  logic                           valid_i = 1'b0;
  logic                           ready_o;
  logic [M-1:0][K-1:0][AW-1:0]    a_i = '0;
  logic [N-1:0][KB-1:0][BW-1:0]   b_i = '0;
  logic [M-1:0][N-1:0][CW-1:0]    c_i = '0;
  logic [M-1:0][SE-1:0][SW-1:0]   scale_a_i = '0;
  logic [N-1:0][SE-1:0][SW-1:0]   scale_b_i = '0;
  logic [M-1:0][GE-1:0][3:0]      metadata_i = '0;
  logic                           valid_o;
  logic                           ready_i = 1'b0;
  logic [M-1:0][N-1:0][DW-1:0]    d_o;
endinterface
