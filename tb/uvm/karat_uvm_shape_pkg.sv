// SPDX-License-Identifier: Apache-2.0
// The tile's shape and types, and what the formats are made of. The environment knows no more of a design than this: it compiles without the
// reference RTL.
`include "karat_uvm_defines.svh"

package karat_uvm_shape_pkg;

  localparam int FP16 = 0;
  localparam int BF16 = 1;
  localparam int TF32 = 2;  // in 32 bits, the 13 low ones without meaning
  localparam int E4M3 = 3;  // no infinity, one NaN encoding
  localparam int E5M2 = 4;
  localparam int FP32 = 5;

  // --- formats --------------------------------------------------------------------------------------------------------------------------

  function automatic int exp_bits(int fmt);
    case (fmt)
      FP16, E5M2: return 5;
      E4M3: return 4;
      default: return 8;
    endcase
  endfunction

  function automatic int frac_bits(int fmt);
    case (fmt)
      FP16, TF32: return 10;
      BF16: return 7;
      E4M3: return 3;
      E5M2: return 2;
      default: return 23;
    endcase
  endfunction

  function automatic int ignored_bits(int fmt);
    return fmt == TF32 ? 13 : 0;
  endfunction

  function automatic int width(int fmt);
    return 1 + exp_bits(fmt) + frac_bits(fmt) + ignored_bits(fmt);
  endfunction

  function automatic int bias(int fmt);
    return (1 << (exp_bits(fmt) - 1)) - 1;
  endfunction

  function automatic int min_exponent(int fmt);
    return 1 - bias(fmt);
  endfunction

  function automatic int max_exponent(int fmt);
    return fmt == E4M3 ? bias(fmt) + 1 : bias(fmt);
  endfunction

  function automatic bit has_infinity(int fmt);
    return fmt != E4M3;
  endfunction

  // --- the tile -------------------------------------------------------------------------------------------------------------------------

  localparam int M = `KARAT_M;
  localparam int N = `KARAT_N;
  localparam int K = `KARAT_K;
  localparam int A_FMT = `KARAT_A_FMT;
  localparam int B_FMT = `KARAT_B_FMT;
  localparam int C_FMT = `KARAT_C_FMT;
  localparam int D_FMT = `KARAT_D_FMT;
  localparam int PLACE_BITS = $clog2(K + 1);  // of an addend's number: K is c
  localparam int AW = width(A_FMT);
  localparam int BW = width(B_FMT);
  localparam int CW = width(C_FMT);
  localparam int DW = width(D_FMT);

  // Operands are 2-state, what a design answers is 4-state.
  typedef bit [M-1:0][K-1:0][AW-1:0] a_t;
  typedef bit [N-1:0][K-1:0][BW-1:0] b_t;
  typedef bit [M-1:0][N-1:0][CW-1:0] c_t;
  typedef logic [M-1:0][N-1:0][DW-1:0] answer_t;

  // Exponents of products, and those that stimulus gives the largest addend.
  localparam int LOW_P = min_exponent(A_FMT) + min_exponent(B_FMT);
  localparam int HIGH_P = max_exponent(A_FMT) + max_exponent(B_FMT);
  localparam int TOP_LOW = HIGH_P - 2 < -20 ? (HIGH_P - 2 > LOW_P + 2 ? HIGH_P - 2 : LOW_P + 2) : (-20 > LOW_P + 2 ? -20 : LOW_P + 2);
  localparam int TOP_HIGH = HIGH_P - 1;

endpackage
