// SPDX-License-Identifier: Apache-2.0
//
// Codes shared by the cells. Everything here is a constant or a constant function: it is
// evaluated at elaboration and becomes no hardware. Functions assign to their own name (no
// `return`) because yosys 0.23 reads only that form.
package karat_rtl_pkg;

  // Rounding modes; the tie rule is named by the last letter of the RN* codes.
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
  localparam int unsigned RO  = 10; // to odd: truncate, OR what was lost into the last bit

  function automatic bit is_nearest(input int unsigned mode);
    is_nearest = (mode == RNE) || (mode == RNU) || (mode == RND) || (mode == RNZ) ||
                 (mode == RNA) || (mode == RNO);
  endfunction

  // How a format spends its top encodings.
  localparam int unsigned SPECIALS_IEEE = 0;  // all-ones exponent: infinity and NaNs
  localparam int unsigned SPECIALS_FN   = 1;  // no infinity; NaN is all ones below the sign
  localparam int unsigned SPECIALS_FNUZ = 2;  // no infinity, no -0: its encoding is the NaN
  localparam int unsigned SPECIALS_NONE = 3;  // finite values only

  function automatic int larger(input int x, input int y);
    larger = (x > y) ? x : y;
  endfunction

endpackage
