// SPDX-License-Identifier: Apache-2.0
//
// The one parameter that says what a tile computes: every knob of a dot-add that the
// RTL has, by the names of docs/knobs.md. `karat rtl` writes it for an instruction.
// A packed structure of 32-bit members, so that it passes through yosys 0.23; a signed
// member is read through a `localparam int` or a function's argument.
package karat_spec_pkg;

  // Sizes refused above: far beyond any known unit, and what has been tried.
  localparam int unsigned MAX_MN = 64;
  localparam int unsigned MAX_K = 128;
  localparam int unsigned MAX_CUTOFF = 1025;
  localparam int MAX_FLOOR = 1000;  // largest |floor|
  localparam int NO_FLOOR = -4096;  // below every exponent there is

  // algorithm
  localparam int unsigned FDA = 0;    // fused dot-add
  localparam int unsigned SDA = 1;    // separated dot-add
  localparam int unsigned GFDA = 2;   // grouped fused dot-add (GDFS)
  localparam int unsigned FDRDA = 3;  // CDNA3; with more than one group GFDRDA
  localparam int unsigned GPS = 4;    // groups by a tree of rounded additions; MULADD where group = 1
  localparam int unsigned FMA = 5;    // fused multiply-adds in sequence (SFMA)

  // chain_pattern, group_pattern: how parts share out what they are parts of
  localparam int unsigned CONTIGUOUS = 0;
  localparam int unsigned INTERLEAVED = 1;
  localparam int unsigned PAIRS = 2;

  // zero_product, zero_c: the exponent of a zero
  localparam int unsigned IGNORED = 0;
  localparam int unsigned MINUS126 = 1;
  localparam int unsigned FORMAT_MIN = 2;

  // group_exponent
  localparam int unsigned GROUP_MAX = 0;
  localparam int unsigned GROUP_SCALE = 1;

  // zero_group
  localparam int unsigned COUNTED = 1;
  localparam int unsigned TERMS = 2;

  // overflow
  localparam int unsigned OVERFLOW_INF = 0;
  localparam int unsigned OVERFLOW_SATURATE = 1;
  localparam int unsigned OVERFLOW_IEEE = 2;

  // gps: c_place
  localparam int unsigned C_SEQUENCE = 0;  // added after the tree
  localparam int unsigned C_LEAF_FIRST = 1;
  localparam int unsigned C_LEAF_LAST = 2;

  // gps: pairing
  localparam int unsigned ADJACENT = 0;
  localparam int unsigned HALF = 1;

  typedef struct packed {
    int unsigned algorithm;
    int unsigned k;
    int unsigned terms;          // products of one operation
    int unsigned chain_pattern;
    int unsigned a_fmt;          // as stored
    int unsigned b_fmt;
    int unsigned c_fmt;
    int unsigned d_fmt;
    int unsigned convert_fmt;    // NO_FMT: multiplied as stored
    int unsigned scale_fmt;      // NO_FMT: none
    int unsigned scale_block;
    int unsigned flush_a;        // 1: subnormals count as +0
    int unsigned flush_b;
    int unsigned flush_c;
    int unsigned link_fmt;       // results inside a chain
    int unsigned link_fraction;
    int unsigned link_rounding;
    int unsigned late_c;         // 1: the chain starts from +0, c is added at the end
    int unsigned f;              // alignment of products (gfda: of group sums)
    int unsigned align_rounding;
    int unsigned f_c;
    int unsigned c_rounding;
    int unsigned f_sum;          // fdrda: the sum of products where it meets c
    int unsigned sum_rounding;
    int unsigned f_group;        // fdrda: group sums where they meet
    int unsigned group_rounding;
    int unsigned f_inner;        // gfda: products inside their group
    int unsigned inner_rounding;
    int unsigned c_cutoff;       // fdrda: 0 none, else c counts as 0 from this distance below e_max on
    int unsigned sticky;         // 1: ored
    int          floor;          // least e_max, or NO_FLOOR
    int unsigned zero_product;
    int unsigned zero_c;
    int unsigned group;          // products of a group
    int unsigned group_pattern;
    int unsigned group_exponent;
    int unsigned zero_group;     // 1: counted; 2: with a nonzero product and nonzero scales
    int unsigned product_overflow;  // 1: products of 2**128 and more are infinite
    int unsigned flush_products;
    int unsigned product_fmt;    // gps
    int unsigned product_rounding;
    int unsigned positive_zero_product;
    int unsigned pairing;
    int unsigned c_place;
    int unsigned dot_fmt;        // sda
    int unsigned dot_rounding;
    int unsigned output_rounding;
    int unsigned output_fraction;
    int unsigned overflow;
    int unsigned riscv_nan;      // 0: all ones below the sign; 1: only the quiet bit
    int unsigned flush_output;
    int unsigned ieee_zero_sum;
    int unsigned positive_underflow;
  } spec_t;

  // Hopper HMMA.16816.F32.
  localparam spec_t DEFAULT = {
    32'd0,     // algorithm
    32'd16,    // k
    32'd16,    // terms
    32'd0,     // chain_pattern
    32'd0,     // a_fmt
    32'd0,     // b_fmt
    32'd5,     // c_fmt
    32'd5,     // d_fmt
    32'd15,    // convert_fmt
    32'd15,    // scale_fmt
    32'd16,    // scale_block
    32'd0,     // flush_a
    32'd0,     // flush_b
    32'd0,     // flush_c
    32'd5,     // link_fmt
    32'd23,    // link_fraction
    32'd0,     // link_rounding
    32'd0,     // late_c
    32'd25,    // f
    32'd0,     // align_rounding
    32'd25,    // f_c
    32'd0,     // c_rounding
    32'd31,    // f_sum
    32'd1,     // sum_rounding
    32'd24,    // f_group
    32'd1,     // group_rounding
    32'd24,    // f_inner
    32'd0,     // inner_rounding
    32'd0,     // c_cutoff
    32'd0,     // sticky
    -32'sd133, // floor
    32'd0,     // zero_product
    32'd0,     // zero_c
    32'd16,    // group
    32'd0,     // group_pattern
    32'd0,     // group_exponent
    32'd0,     // zero_group
    32'd0,     // product_overflow
    32'd0,     // flush_products
    32'd5,     // product_fmt
    32'd4,     // product_rounding
    32'd0,     // positive_zero_product
    32'd0,     // pairing
    32'd0,     // c_place
    32'd5,     // dot_fmt
    32'd0,     // dot_rounding
    32'd0,     // output_rounding
    32'd23,    // output_fraction
    32'd0,     // overflow
    32'd0,     // riscv_nan
    32'd0,     // flush_output
    32'd0,     // ieee_zero_sum
    32'd0      // positive_underflow
  };

  // ---- What the multiplier sees: the stored format, or the one it is converted to; times a scale factor ----
  function automatic int unsigned multiplied(input int unsigned fmt, input int unsigned convert_fmt);
    multiplied = (convert_fmt == karat_rtl_pkg::NO_FMT) ? fmt : convert_fmt;
  endfunction

  // gfda multiplies group sums by the scales, not operands.
  function automatic int unsigned operand_scale(input int unsigned algorithm, input int unsigned scale_fmt);
    operand_scale = (algorithm == GFDA) ? karat_rtl_pkg::NO_FMT : scale_fmt;
  endfunction

  function automatic int operand_bias(input int unsigned fmt, input int unsigned scale);
    operand_bias = karat_rtl_pkg::bias(fmt) +
                   ((scale == karat_rtl_pkg::NO_FMT) ? 0 : karat_rtl_pkg::bias(scale));
  endfunction

  function automatic int operand_emin(input int unsigned fmt, input int unsigned scale);
    operand_emin = karat_rtl_pkg::emin(fmt) +
                   ((scale == karat_rtl_pkg::NO_FMT) ? 0 : karat_rtl_pkg::emin(scale));
  endfunction

  function automatic int operand_emax(input int unsigned fmt, input int unsigned scale);
    operand_emax = karat_rtl_pkg::emax(fmt) +
                   ((scale == karat_rtl_pkg::NO_FMT) ? 0 : karat_rtl_pkg::emax(scale));
  endfunction

  // Bits of the biased exponent.
  function automatic int unsigned operand_exp_bits(input int unsigned fmt, input int unsigned scale);
    operand_exp_bits = (scale == karat_rtl_pkg::NO_FMT) ? karat_rtl_pkg::exp_bits(fmt) :
        $clog2(operand_emax(fmt, scale) + operand_bias(fmt, scale) + 1);
  endfunction

  // A ue8m0 scale has the significand 1; two significands below 2 give one below 4.
  function automatic int unsigned operand_int_bits(input int unsigned scale);
    operand_int_bits = (scale == karat_rtl_pkg::UE4M3) ? 2 : 1;
  endfunction

  function automatic int unsigned operand_frac_bits(input int unsigned fmt, input int unsigned scale);
    operand_frac_bits = karat_rtl_pkg::frac_bits(fmt) +
                        ((scale == karat_rtl_pkg::NO_FMT) ? 0 : karat_rtl_pkg::frac_bits(scale));
  endfunction

  function automatic int unsigned operand_sig_bits(input int unsigned fmt, input int unsigned scale);
    operand_sig_bits = operand_int_bits(scale) + operand_frac_bits(fmt, scale);
  endfunction

  // An operand on its way to the multipliers: {nan, inf, zero, sign, exponent, significand}.
  function automatic int unsigned operand_bits(input int unsigned fmt, input int unsigned convert_fmt,
                                               input int unsigned scale);
    operand_bits = 4 + operand_exp_bits(multiplied(fmt, convert_fmt), scale) +
                   operand_sig_bits(multiplied(fmt, convert_fmt), scale);
  endfunction

  // ---- Exponents of products and of c ----
  // What an operand contributes at the least: rule MINUS126 may be below its format's.
  function automatic int contribution_emin(input int unsigned fmt, input int unsigned scale,
                                           input int unsigned zero_rule);
    contribution_emin = (zero_rule == MINUS126) ?
        karat_rtl_pkg::smaller(operand_emin(fmt, scale), -126) : operand_emin(fmt, scale);
  endfunction

  function automatic int product_emin(input int unsigned a_fmt, input int unsigned b_fmt,
                                      input int unsigned convert_fmt, input int unsigned scale,
                                      input int unsigned zero_rule);
    product_emin = contribution_emin(multiplied(a_fmt, convert_fmt), scale, zero_rule) +
                   contribution_emin(multiplied(b_fmt, convert_fmt), scale, zero_rule);
  endfunction

  function automatic int product_emax(input int unsigned a_fmt, input int unsigned b_fmt,
                                      input int unsigned convert_fmt, input int unsigned scale);
    product_emax = operand_emax(multiplied(a_fmt, convert_fmt), scale) +
                   operand_emax(multiplied(b_fmt, convert_fmt), scale);
  endfunction

  // Integer and fraction bits of a product's significand.
  function automatic int unsigned product_int_bits(input int unsigned scale);
    product_int_bits = 2 * operand_int_bits(scale);
  endfunction

  function automatic int unsigned product_frac_bits(input int unsigned a_fmt, input int unsigned b_fmt,
                                                    input int unsigned convert_fmt,
                                                    input int unsigned scale);
    product_frac_bits = operand_frac_bits(multiplied(a_fmt, convert_fmt), scale) +
                        operand_frac_bits(multiplied(b_fmt, convert_fmt), scale);
  endfunction

  // Fraction bits with which unscaled products lose nothing when aligned to the largest
  // exponent that a product can have.
  function automatic int unsigned lossless_f(input int unsigned a_fmt, input int unsigned b_fmt,
                                             input int unsigned convert_fmt);
    lossless_f = product_emax(a_fmt, b_fmt, convert_fmt, karat_rtl_pkg::NO_FMT) -
                 product_emin(a_fmt, b_fmt, convert_fmt, karat_rtl_pkg::NO_FMT, IGNORED) +
                 product_frac_bits(a_fmt, b_fmt, convert_fmt, karat_rtl_pkg::NO_FMT);
  endfunction

  // Index of element j of part i, of `parts` parts with `size` elements each.
  function automatic int unsigned pattern_index(input int unsigned pattern, input int unsigned i,
                                                input int unsigned j, input int unsigned parts,
                                                input int unsigned size);
    case (pattern)
      INTERLEAVED: pattern_index = j * parts + i;
      PAIRS:       pattern_index = (parts == 1) ? j : (j / 2) * 2 * parts + 2 * i + j % 2;
      default:     pattern_index = i * size + j;
    endcase
  endfunction

endpackage
