// SPDX-License-Identifier: Apache-2.0
// --- status flags ------------------------------------------------------------------------------------------

// The bits of a set of status flags, as at flags_o. docs/reference/flags.md says what raises each.
typedef enum bit [3:0] {
  KARAT_INEXACT   = 4'd1,
  KARAT_UNDERFLOW = 4'd2,
  KARAT_OVERFLOW  = 4'd4,
  KARAT_INVALID   = 4'd8
} karat_flag_e;

// Which result is judged for underflow. KARAT_TINY_DEFAULT: as the specification flushes its results;
// unbounded, if it does not.
typedef enum bit [1:0] {
  KARAT_TINY_DEFAULT, KARAT_TINY_BEFORE, KARAT_TINY_UNBOUNDED, KARAT_TINY_ENCODED
} karat_tiny_e;

// The flags of a unit, as in a contract.
typedef struct packed {
  bit [3:0]    bits;       // those that the unit has: KARAT_INVALID | KARAT_OVERFLOW; at least one
  bit          per_tile;   // one set for the tile, raised if any lane raises them; else one for each lane
  bit          sticky;     // those of all answers since the reset
  karat_tiny_e tiny;
  bit          roundings;  // only roundings raise inexact; else alignments too
} karat_flag_port_t;

// The value of `tiny` in a contract: "before", "unbounded", "encoded", or "" for the default. Returns whether
// there is such a value.
function automatic bit karat_tiny_named(input string name, output karat_tiny_e tiny);
  tiny = KARAT_TINY_DEFAULT;
  case (name)
    "": return 1'b1;
    "before": tiny = KARAT_TINY_BEFORE;
    "unbounded": tiny = KARAT_TINY_UNBOUNDED;
    "encoded": tiny = KARAT_TINY_ENCODED;
    default: return 1'b0;
  endcase
  return 1'b1;
endfunction

// The bit of "invalid", "overflow", "underflow" or "inexact"; 0 for any other name.
function automatic bit [3:0] karat_flag_named(string name);
  case (name)
    "invalid": return KARAT_INVALID;
    "overflow": return KARAT_OVERFLOW;
    "underflow": return KARAT_UNDERFLOW;
    "inexact": return KARAT_INEXACT;
    default: return 4'd0;
  endcase
endfunction

// "overflow, inexact" for these two bits; "none".
function automatic string karat_flag_names(bit [3:0] flags);
  string names = "";
  if ((flags & KARAT_INVALID) != 0) names = {names, ", invalid"};
  if ((flags & KARAT_OVERFLOW) != 0) names = {names, ", overflow"};
  if ((flags & KARAT_UNDERFLOW) != 0) names = {names, ", underflow"};
  if ((flags & KARAT_INEXACT) != 0) names = {names, ", inexact"};
  return names == "" ? "none" : names.substr(2, names.len() - 1);
endfunction

// The flags that the model raises for a tile, as the words of the packed flags_o: [M-1:0][N-1:0][3:0], or
// [3:0] with per_tile. The arguments from `bits` on are the members of karat_flag_port_t. The operands are
// laid out as for karat_dpi_tile_sparse.
import "DPI-C" function int karat_dpi_tile_flags(
    input chandle model, input int m, input int n, input bit [31:0] a[], input bit [31:0] b[],
    input bit [31:0] c[], input bit [31:0] scale_a[], input bit [31:0] scale_b[], input bit [31:0] metadata[],
    input int bits, input int per_tile, input int sticky, input int tiny, input int roundings,
    output bit [31:0] flags[]);
// Compares the flags of a design. `unknown` marks the bits of `got` that are X or Z. `since_reset` is for
// sticky flags: the caller keeps it and clears it at a reset. `wrong` is set to the bits that differ,
// `mismatches` to the number of sets of flags that do. KARAT_MISMATCH: `report` describes the first.
import "DPI-C" function int karat_dpi_compare_flags(
    input chandle model, input longint tile, input int m, input int n, input bit [31:0] a[],
    input bit [31:0] b[], input bit [31:0] c[], input bit [31:0] scale_a[], input bit [31:0] scale_b[],
    input bit [31:0] metadata[], input int bits, input int per_tile, input int sticky, input int tiny,
    input int roundings, input bit [31:0] got[], input bit [31:0] unknown[], inout bit [31:0] since_reset[],
    output bit [31:0] wrong[], output int mismatches, output string report);
