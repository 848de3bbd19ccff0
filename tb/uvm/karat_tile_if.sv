// SPDX-License-Identifier: Apache-2.0
// karat's ports as an interface. All signals are driven by nonblocking assignments at the rising edge and
// sampled at the same edge before these take effect. So no clocking block is needed, and the simulator's
// order of events does not matter. If S is 0, the unit has no scale ports, and scale_a_i and scale_b_i are
// unused; if G is 0, the same holds for metadata_i. mode_i is for units with modes, flags_o for units with
// status flags: invalid, overflow, underflow, inexact of each lane, from bit 3 to bit 0. A unit with one set
// of flags for the tile has them in flags_o[0][0].
//
// flush_i is for a watch: at a clock edge at which it is 1 the unit drops its requests, as in a reset, and no
// handshake counts. Without a watch nothing drives it.
//
// No signal has an initial value: an active agent drives valid_i, the operands and ready_i from time 0, and
// for a passive agent continuous assignments connect them, which an initial value would forbid.
//
// The environment has no parameters. It sees the interface through a karat_tile_port of the same shape.
interface karat_tile_if #(
    parameter int M = 2,    // rows
    parameter int N = 2,    // columns
    parameter int K = 16,   // products of a dot-add
    parameter int AW = 16,  // bits of an element
    parameter int BW = 16,
    parameter int CW = 32,
    parameter int DW = 32,
    parameter int S = 0,    // scale factors of a row of A or a column of B; 0: none
    parameter int SW = 8,   // bits of a scale factor
    parameter int G = 0,    // elements of metadata of a row of A; 0: none
    localparam int SE = S == 0 ? 1 : S,
    localparam int GE = G == 0 ? 1 : G,
    localparam int KB = G == 0 ? K : 2 * K
) (
    input logic clk_i,
    input logic rst_ni
);
  logic                           flush_i;
  logic                           valid_i;
  logic                           ready_o;
  logic [31:0]                    mode_i;
  logic [M-1:0][K-1:0][AW-1:0]    a_i;
  logic [N-1:0][KB-1:0][BW-1:0]   b_i;
  logic [M-1:0][N-1:0][CW-1:0]    c_i;
  logic [M-1:0][SE-1:0][SW-1:0]   scale_a_i;
  logic [N-1:0][SE-1:0][SW-1:0]   scale_b_i;
  logic [M-1:0][GE-1:0][3:0]      metadata_i;
  logic                           valid_o;
  logic                           ready_i;
  logic [M-1:0][N-1:0][DW-1:0]    d_o;
  logic [M-1:0][N-1:0][3:0]       flags_o;
endinterface
