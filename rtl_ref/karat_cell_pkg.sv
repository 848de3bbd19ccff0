// SPDX-License-Identifier: Apache-2.0
//
// Codes of the cells that formats reach by their layout.
package karat_cell_pkg;

  // How a format spends its top encodings.
  localparam int unsigned SPECIALS_IEEE = 0;  // all-ones exponent: infinity and NaNs
  localparam int unsigned SPECIALS_FN   = 1;  // no infinity; NaN is all ones below the sign
  localparam int unsigned SPECIALS_FNUZ = 2;  // no infinity, no -0: its encoding is the NaN
  localparam int unsigned SPECIALS_NONE = 3;  // finite values only

endpackage
