// SPDX-License-Identifier: Apache-2.0
// --- whole operands as packed vectors ----------------------------------------------------------------------

// Converts a packed vector to and from the 32-bit words that the imports take. Unused bits of the last word
// are 0.
class karat_words #(int W = 32);
  localparam int COUNT = (W + 31) / 32;

  static function void set(input bit [W-1:0] value, output bit [31:0] words[COUNT]);
    bit [32*COUNT-1:0] flat;
    flat = (32*COUNT)'(value);
    for (int i = 0; i < COUNT; i++) words[i] = flat[32*i+:32];
  endfunction

  static function void get(input bit [31:0] words[COUNT], output bit [W-1:0] value);
    /* verilator lint_off UNUSEDSIGNAL */  // the last word's upper bits
    bit [32*COUNT-1:0] flat;
    /* verilator lint_on UNUSEDSIGNAL */
    for (int i = 0; i < COUNT; i++) flat[32*i+:32] = words[i];
    value = flat[W-1:0];
  endfunction
endclass
