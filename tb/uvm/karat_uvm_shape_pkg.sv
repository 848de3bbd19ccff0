// SPDX-License-Identifier: Apache-2.0
// The tile's shape and types. This is all that the environment depends on; only the model interprets the
// bits.
`include "karat_uvm_defines.svh"

package karat_uvm_shape_pkg;

  localparam int M = `KARAT_M;    // rows
  localparam int N = `KARAT_N;    // columns
  localparam int K = `KARAT_K;    // products of a dot-add
  localparam int AW = `KARAT_AW;  // bits of an element
  localparam int BW = `KARAT_BW;
  localparam int CW = `KARAT_CW;
  localparam int DW = `KARAT_DW;
  localparam int S = `KARAT_S;    // scale factors of a row of A or a column of B; 0: none
  localparam int SW = `KARAT_SW;  // bits of a scale factor
  localparam int G = `KARAT_G;    // elements of metadata of a row of A; 0: none
  // without scale factors or metadata, their ports and arguments have one unused element
  localparam int SE = S == 0 ? 1 : S;
  localparam int GE = G == 0 ? 1 : G;
  localparam int KB = G == 0 ? K : 2 * K;  // elements of a column of B

  // Operands are 2-state; the design's answers are 4-state.
  typedef bit [M-1:0][K-1:0][AW-1:0] a_t;
  typedef bit [N-1:0][KB-1:0][BW-1:0] b_t;
  typedef bit [M-1:0][N-1:0][CW-1:0] c_t;
  typedef bit [M-1:0][SE-1:0][SW-1:0] scale_a_t;
  typedef bit [N-1:0][SE-1:0][SW-1:0] scale_b_t;
  typedef bit [M-1:0][GE-1:0][3:0] metadata_t;
  typedef logic [M-1:0][N-1:0][DW-1:0] answer_t;

endpackage
