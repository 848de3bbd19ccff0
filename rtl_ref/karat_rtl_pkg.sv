// SPDX-License-Identifier: Apache-2.0
//
// Codes and format facts shared by the reference RTL. Everything here is a
// constant or a constant function: it is evaluated at elaboration and becomes no
// hardware. Functions assign to their own name (no `return`) because yosys 0.23
// reads only that form.
package karat_rtl_pkg;

  // Number formats: storage, exponent and fraction bits as in docs/knobs.md.
  localparam int unsigned FP16 = 0;      // E5M10
  localparam int unsigned BF16 = 1;      // E8M7
  localparam int unsigned TF32 = 2;      // E8M10, held in 32 bits: the 13 low bits are ignored
  localparam int unsigned E4M3 = 3;      // no infinity; the only NaN is S.1111.111
  localparam int unsigned E5M2 = 4;      // IEEE-like specials
  localparam int unsigned FP32 = 5;      // E8M23
  localparam int unsigned FP64 = 6;      // E11M52
  localparam int unsigned E4M3IEEE = 7;  // E4M3 with IEEE-like specials
  localparam int unsigned E5M2FNUZ = 8;  // bias 16; no infinity, no -0: its encoding is the NaN
  localparam int unsigned E4M3FNUZ = 9;  // bias 8; likewise
  localparam int unsigned E3M2 = 10;     // finite values only, as the next two
  localparam int unsigned E2M3 = 11;
  localparam int unsigned E2M1 = 12;
  localparam int unsigned UE8M0 = 13;  // scale factor: no sign, no zero; 0xFF is NaN
  localparam int unsigned UE4M3 = 14;  // scale factor: the top bit is ignored; 0x7F is NaN
  localparam int unsigned NO_FMT = 15;

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

  // Widths refused above. F = 520 aligns every BF16 product and FP32 addend exactly.
  localparam int unsigned MAX_F = 600;

  function automatic bit is_scale_format(input int unsigned fmt);
    is_scale_format = (fmt == UE8M0) || (fmt == UE4M3);
  endfunction

  function automatic bit is_operand_format(input int unsigned fmt);
    is_operand_format = (fmt < NO_FMT) && !is_scale_format(fmt);
  endfunction

  // What c and results are written in.
  function automatic bit is_result_format(input int unsigned fmt);
    is_result_format = (fmt == FP16) || (fmt == BF16) || (fmt == FP32) || (fmt == FP64);
  endfunction

  // What is elaborated in place of a format that is refused.
  function automatic int unsigned operand_format(input int unsigned fmt);
    operand_format = is_operand_format(fmt) ? fmt : FP16;
  endfunction

  function automatic int unsigned result_format(input int unsigned fmt);
    result_format = is_result_format(fmt) ? fmt : FP32;
  endfunction

  // Fraction bits to which an alignment can cut.
  function automatic bit is_width(input int unsigned bits);
    is_width = (bits >= 1) && (bits <= MAX_F);
  endfunction

  // Parts of whole: a part of 0 divides nothing, and is not divided by.
  function automatic bit divides(input int unsigned part, input int unsigned whole);
    divides = (part != 0) && (whole % ((part != 0) ? part : 1) == 0);
  endfunction

  // Directed modes and nearest modes partition the codes; anything else is no mode.
  function automatic bit is_directed(input int unsigned mode);
    is_directed = (mode == RZ) || (mode == RD) || (mode == RU) || (mode == RA);
  endfunction

  function automatic bit is_nearest(input int unsigned mode);
    is_nearest = (mode == RNE) || (mode == RNU) || (mode == RND) || (mode == RNZ) ||
                 (mode == RNA) || (mode == RNO);
  endfunction

  function automatic bit is_rounding(input int unsigned mode);
    is_rounding = is_directed(mode) || is_nearest(mode);
  endfunction

  // ---- How a format spends its top encodings ----
  function automatic bit is_fnuz(input int unsigned fmt);
    is_fnuz = (fmt == E5M2FNUZ) || (fmt == E4M3FNUZ);
  endfunction

  // All ones below the sign is the one NaN.
  function automatic bit is_fn(input int unsigned fmt);
    is_fn = (fmt == E4M3) || is_scale_format(fmt);
  endfunction

  function automatic bit is_finite_only(input int unsigned fmt);
    is_finite_only = (fmt == E3M2) || (fmt == E2M3) || (fmt == E2M1);
  endfunction

  function automatic bit is_ieee(input int unsigned fmt);
    is_ieee = !is_fnuz(fmt) && !is_fn(fmt) && !is_finite_only(fmt);
  endfunction

  // ---- Fields ----
  // Bits of the exponent field. An unknown code counts as FP32 so that widths stay
  // positive until the parameter check has had its say.
  function automatic int unsigned exp_bits(input int unsigned fmt);
    case (fmt)
      FP64:                            exp_bits = 11;
      FP16, E5M2, E5M2FNUZ:            exp_bits = 5;
      E4M3, E4M3IEEE, E4M3FNUZ, UE4M3: exp_bits = 4;
      E3M2:                            exp_bits = 3;
      E2M3, E2M1:                      exp_bits = 2;
      default:                         exp_bits = 8;
    endcase
  endfunction

  // Bits of the stored fraction.
  function automatic int unsigned frac_bits(input int unsigned fmt);
    case (fmt)
      FP64:                                  frac_bits = 52;
      FP16, TF32:                            frac_bits = 10;
      BF16:                                  frac_bits = 7;
      E4M3, E4M3IEEE, E4M3FNUZ, E2M3, UE4M3: frac_bits = 3;
      E5M2, E5M2FNUZ, E3M2:                  frac_bits = 2;
      E2M1:                                  frac_bits = 1;
      UE8M0:                                 frac_bits = 0;
      default:                               frac_bits = 23;
    endcase
  endfunction

  // Width of the encoding on a port. UE4M3 keeps the place of the sign.
  function automatic int unsigned fmt_width(input int unsigned fmt);
    case (fmt)
      TF32:    fmt_width = 32;
      UE8M0:   fmt_width = 8;
      NO_FMT:  fmt_width = 1;  // a port that nobody looks at
      default: fmt_width = 1 + exp_bits(fmt) + frac_bits(fmt);
    endcase
  endfunction

  function automatic int bias(input int unsigned fmt);
    bias = (1 << (exp_bits(fmt) - 1)) - (is_fnuz(fmt) ? 0 : 1);
  endfunction

  // Exponent of the least normal number, which subnormals share. UE8M0 has neither.
  function automatic int emin(input int unsigned fmt);
    emin = ((fmt == UE8M0) ? 0 : 1) - bias(fmt);
  endfunction

  // Exponent of the greatest finite number: without an infinity the all-ones exponent
  // field holds finite numbers too (but UE8M0's is its NaN).
  function automatic int emax(input int unsigned fmt);
    emax = (1 << exp_bits(fmt)) - ((is_ieee(fmt) || fmt == UE8M0) ? 2 : 1) - bias(fmt);
  endfunction

  function automatic int smaller(input int x, input int y);
    smaller = (x < y) ? x : y;
  endfunction

  function automatic int larger(input int x, input int y);
    larger = (x > y) ? x : y;
  endfunction

  // The value of a size for which hardware is elaborated: itself where it is possible. One
  // that is not would stop elaboration before it comes to the message that refuses it.
  function automatic int unsigned clamp(input int unsigned value, input int unsigned least, input int unsigned most);
    clamp = (value < least) ? least : (value > most) ? most : value;
  endfunction

  // Exponent of a format's least number.
  function automatic int least_place(input int unsigned fmt);
    least_place = emin(fmt) - frac_bits(fmt);
  endfunction

  // Every value of `fmt`, one of the operand formats, is one of `wide`, one of the result formats.
  function automatic bit holds(input int unsigned wide, input int unsigned fmt);
    holds = (frac_bits(wide) >= frac_bits(fmt)) && (emax(wide) >= emax(fmt)) &&
            (least_place(wide) <= least_place(fmt));
  endfunction

  // Which of the four places for a pipeline register are used at a given depth:
  // bit 0 after the multipliers, 3 at the output, 1 and 2 between. The output register
  // comes first, then the cuts that split the remaining path best.
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
