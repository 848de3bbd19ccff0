// SPDX-License-Identifier: Apache-2.0
//
// Codes and format facts shared by the reference RTL. Everything here is a
// constant or a constant function: it is evaluated at elaboration and becomes no
// hardware. Functions assign to their own name (no `return`) because yosys 0.23
// reads only that form.
package karat_rtl_pkg;

  // Number formats. FP16..E5M2 may be operands a and b; FP16 and FP32 may be c, d.
  localparam int unsigned FP16 = 0;  // E5M10
  localparam int unsigned BF16 = 1;  // E8M7
  localparam int unsigned TF32 = 2;  // E8M10, held in 32 bits: the 13 low bits are ignored
  localparam int unsigned E4M3 = 3;  // no infinity; the only NaN is S.1111.111
  localparam int unsigned E5M2 = 4;  // IEEE-like specials
  localparam int unsigned FP32 = 5;  // E8M23

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

  // Sizes refused above: far beyond any known unit, and what has been tried. F = 520 aligns
  // every BF16 product and FP32 addend exactly.
  localparam int unsigned MAX_MN = 64;
  localparam int unsigned MAX_K = 128;
  localparam int unsigned MAX_F = 600;
  localparam int MAX_FLOOR = 1000;  // largest |FLOOR|

  function automatic bit is_operand_format(input int unsigned fmt);
    is_operand_format = (fmt == FP16) || (fmt == BF16) || (fmt == TF32) ||
                        (fmt == E4M3) || (fmt == E5M2);
  endfunction

  function automatic bit is_accum_format(input int unsigned fmt);
    is_accum_format = (fmt == FP16) || (fmt == FP32);
  endfunction

  // Directed modes and nearest modes partition the codes; anything else is no mode.
  function automatic bit is_directed(input int unsigned mode);
    is_directed = (mode == RZ) || (mode == RD) || (mode == RU) || (mode == RA);
  endfunction

  function automatic bit is_nearest(input int unsigned mode);
    is_nearest = (mode == RNE) || (mode == RNU) || (mode == RND) || (mode == RNZ) ||
                 (mode == RNA) || (mode == RNO);
  endfunction

  // Bits of the exponent field. An unknown code counts as FP32 so that widths stay
  // positive until the parameter check has had its say.
  function automatic int unsigned exp_bits(input int unsigned fmt);
    case (fmt)
      FP16, E5M2: exp_bits = 5;
      E4M3:       exp_bits = 4;
      default:    exp_bits = 8;
    endcase
  endfunction

  // Bits of the stored fraction.
  function automatic int unsigned frac_bits(input int unsigned fmt);
    case (fmt)
      FP16, TF32: frac_bits = 10;
      BF16:       frac_bits = 7;
      E4M3:       frac_bits = 3;
      E5M2:       frac_bits = 2;
      default:    frac_bits = 23;
    endcase
  endfunction

  // Width of the encoding on a port.
  function automatic int unsigned fmt_width(input int unsigned fmt);
    fmt_width = (fmt == TF32) ? 32 : 1 + exp_bits(fmt) + frac_bits(fmt);
  endfunction

  function automatic int bias(input int unsigned fmt);
    bias = (1 << (exp_bits(fmt) - 1)) - 1;
  endfunction

  // Exponent of the least normal number, which subnormals share.
  function automatic int emin(input int unsigned fmt);
    emin = 1 - bias(fmt);
  endfunction

  // Exponent of the greatest finite number: e4m3 has no infinity, so its all-ones
  // exponent field holds finite numbers too.
  function automatic int emax(input int unsigned fmt);
    emax = bias(fmt) + ((fmt == E4M3) ? 1 : 0);
  endfunction

  function automatic int smaller(input int x, input int y);
    smaller = (x < y) ? x : y;
  endfunction

  function automatic int larger(input int x, input int y);
    larger = (x > y) ? x : y;
  endfunction

  // Which of the four places for a pipeline register are used at a given depth:
  // bit 0 after the multipliers, 1 after alignment, 2 after the adder tree, 3 at the
  // output. The output register comes first, then the cuts that split the remaining
  // path best.
  function automatic logic [3:0] cut_mask(input int unsigned stages);
    case (stages)
      0:       cut_mask = 4'b0000;
      1:       cut_mask = 4'b1000;
      2:       cut_mask = 4'b1010;
      3:       cut_mask = 4'b1110;
      default: cut_mask = 4'b1111;
    endcase
  endfunction

endpackage
