// SPDX-License-Identifier: Apache-2.0
//
// Codes shared by the cells. Everything here is a constant or a constant function, evaluated at elaboration.
// Functions assign to their own name instead of using `return`, because yosys 0.23 reads only that form.
package karat_rtl_pkg;

  // No design uses every code.
  // verilator lint_off UNUSEDPARAM

  // Rounding modes. The last letter of the RN* codes names the tie rule.
  localparam int unsigned RZ  = 0;  // toward zero
  localparam int unsigned RD  = 1;  // toward -infinity
  localparam int unsigned RU  = 2;  // toward +infinity
  localparam int unsigned RA  = 3;  // away from zero
  localparam int unsigned RNE = 4;  // nearest, ties to even
  localparam int unsigned RNU = 5;  // nearest, ties toward +infinity
  localparam int unsigned RND = 6;  // nearest, ties toward -infinity
  localparam int unsigned RNZ = 7;  // nearest, ties toward zero
  localparam int unsigned RNA = 8;  // nearest, ties away from zero
  localparam int unsigned RNO = 9;  // nearest, ties to odd
  localparam int unsigned RO  = 10; // to odd: truncate and OR the lost bits into the last bit

  // verilator lint_on UNUSEDPARAM

  function automatic bit is_nearest(input int unsigned mode);
    is_nearest = (mode == RNE) || (mode == RNU) || (mode == RND) || (mode == RNZ) ||
                 (mode == RNA) || (mode == RNO);
  endfunction

  // verilator lint_off UNUSEDPARAM

  // Special values of a format.
  localparam int unsigned SPECIALS_IEEE = 0;  // all-ones exponent: infinity and NaNs
  localparam int unsigned SPECIALS_FN   = 1;  // no infinity; NaN is all ones below the sign
  localparam int unsigned SPECIALS_FNUZ = 2;  // no infinity and no -0: the encoding of -0 is the NaN
  localparam int unsigned SPECIALS_NONE = 3;  // finite values only
  localparam int unsigned SPECIALS_INTEGER = 4;  // an integer, in two's complement if it is signed

  // verilator lint_on UNUSEDPARAM

  function automatic int larger(input int x, input int y);
    larger = (x > y) ? x : y;
  endfunction

endpackage
