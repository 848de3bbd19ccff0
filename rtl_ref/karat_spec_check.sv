// SPDX-License-Identifier: Apache-2.0
//
// Elaboration-time check of a tile's parameters: no ports, no hardware. Each refusal
// names the parameter, its value and what is allowed. Every member of SPEC is here. A
// width that the algorithm does not look at may be anything; a knob that it has not
// (docs/knobs.md) must be off, lest someone take it for built.
// $error, not $fatal: of a $fatal yosys 0.23 prints no text, of this the name.
module karat_spec_check #(
    parameter karat_spec_pkg::spec_t SPEC = karat_spec_pkg::DEFAULT,
    parameter int unsigned M = 1,
    parameter int unsigned N = 1,
    parameter int unsigned STAGES = 0
) ();
  localparam int FLOOR = SPEC.floor;
  localparam bit SDA = SPEC.algorithm == karat_spec_pkg::SDA;
  localparam bit GFDA = SPEC.algorithm == karat_spec_pkg::GFDA;
  localparam bit FDRDA = SPEC.algorithm == karat_spec_pkg::FDRDA;
  localparam bit GPS = SPEC.algorithm == karat_spec_pkg::GPS;
  localparam bit FUSED = SPEC.algorithm <= karat_spec_pkg::FDRDA;
  localparam bit STEPWISE = SPEC.algorithm >= karat_spec_pkg::GPS;
  localparam bit SCALED = SPEC.scale_fmt != karat_rtl_pkg::NO_FMT;
  localparam bit CONVERTS = SPEC.convert_fmt != karat_rtl_pkg::NO_FMT;

  // ---- Sizes ----
  if (M < 1 || M > karat_spec_pkg::MAX_MN)
    $error("M = %0d: allowed are 1..%0d", M, karat_spec_pkg::MAX_MN);
  if (N < 1 || N > karat_spec_pkg::MAX_MN)
    $error("N = %0d: allowed are 1..%0d", N, karat_spec_pkg::MAX_MN);
  if (STAGES > 4) $error("STAGES = %0d: allowed are 0..4", STAGES);
  if (SPEC.algorithm > karat_spec_pkg::FMA)
    $error("algorithm = %0d: allowed are 0..5 (FDA SDA GFDA FDRDA GPS FMA)", SPEC.algorithm);
  if (SPEC.k < 1 || SPEC.k > karat_spec_pkg::MAX_K)
    $error("K = %0d: allowed are 1..%0d", SPEC.k, karat_spec_pkg::MAX_K);
  if (!karat_rtl_pkg::divides(SPEC.terms, SPEC.k))
    $error("terms = %0d: it must divide K = %0d", SPEC.terms, SPEC.k);
  if (SPEC.algorithm == karat_spec_pkg::FMA && SPEC.terms != 1)
    $error("terms = %0d: an FMA has 1", SPEC.terms);
  if (!karat_rtl_pkg::divides(SPEC.group, SPEC.terms))
    $error("group = %0d: it must divide terms = %0d", SPEC.group, SPEC.terms);
  if (GPS && SPEC.group != SPEC.terms)
    $error("group = %0d: in GPS an operation is a group, terms = %0d", SPEC.group, SPEC.terms);
  if (!karat_rtl_pkg::divides(SPEC.scale_block, SPEC.k))
    $error("scale_block = %0d: it must divide K = %0d", SPEC.scale_block, SPEC.k);
  if (SCALED && GFDA && !karat_rtl_pkg::divides(SPEC.group, SPEC.scale_block))
    $error("scale_block = %0d: a group shares one scale, it must be a multiple of group = %0d", SPEC.scale_block, SPEC.group);
  if (SPEC.chain_pattern > karat_spec_pkg::PAIRS)
    $error("chain_pattern = %0d: allowed are CONTIGUOUS=0 INTERLEAVED=1 PAIRS=2", SPEC.chain_pattern);
  if (SPEC.chain_pattern == karat_spec_pkg::PAIRS && SPEC.terms != SPEC.k && SPEC.terms % 2 != 0)
    $error("chain_pattern = %0d: pairs need an even number of products in an operation, terms = %0d", SPEC.chain_pattern, SPEC.terms);
  if (SPEC.group_pattern > ((GFDA || FDRDA) ? karat_spec_pkg::PAIRS : karat_spec_pkg::CONTIGUOUS))
    $error("group_pattern = %0d: allowed are CONTIGUOUS=0 and, in GFDA and FDRDA, INTERLEAVED=1 PAIRS=2", SPEC.group_pattern);
  if (SPEC.group_pattern == karat_spec_pkg::PAIRS && SPEC.group != SPEC.terms && SPEC.group % 2 != 0)
    $error("group_pattern = %0d: pairs need an even number of products in a group, group = %0d", SPEC.group_pattern, SPEC.group);
  if (SCALED && GFDA && SPEC.group_pattern != karat_spec_pkg::CONTIGUOUS)
    $error("group_pattern = %0d: products that share a scale are CONTIGUOUS=0", SPEC.group_pattern);
  if (SCALED && GFDA && SPEC.chain_pattern != karat_spec_pkg::CONTIGUOUS)
    $error("chain_pattern = %0d: products that share a scale are CONTIGUOUS=0", SPEC.chain_pattern);

  // ---- Formats ----
  if (!karat_rtl_pkg::is_operand_format(SPEC.a_fmt))
    $error("A_FMT = %0d: allowed are 0..12, the operand formats of karat_rtl_pkg", SPEC.a_fmt);
  if (!karat_rtl_pkg::is_operand_format(SPEC.b_fmt))
    $error("B_FMT = %0d: allowed are 0..12, the operand formats of karat_rtl_pkg", SPEC.b_fmt);
  if (!karat_rtl_pkg::is_result_format(SPEC.c_fmt))
    $error("C_FMT = %0d: allowed are FP16=0 BF16=1 FP32=5 FP64=6", SPEC.c_fmt);
  if (!karat_rtl_pkg::is_result_format(SPEC.d_fmt))
    $error("D_FMT = %0d: allowed are FP16=0 BF16=1 FP32=5 FP64=6", SPEC.d_fmt);
  if (!karat_rtl_pkg::is_result_format(SPEC.link_fmt))
    $error("link_fmt = %0d: allowed are FP16=0 BF16=1 FP32=5 FP64=6", SPEC.link_fmt);
  if (!karat_rtl_pkg::is_result_format(SPEC.product_fmt))
    $error("product_fmt = %0d: allowed are FP16=0 BF16=1 FP32=5 FP64=6", SPEC.product_fmt);
  if (!karat_rtl_pkg::is_result_format(SPEC.dot_fmt))
    $error("dot_fmt = %0d: allowed are FP16=0 BF16=1 FP32=5 FP64=6", SPEC.dot_fmt);
  if (CONVERTS && !karat_rtl_pkg::is_result_format(SPEC.convert_fmt))
    $error("convert_fmt = %0d: allowed are FP16=0 BF16=1 FP32=5 FP64=6 none=15", SPEC.convert_fmt);
  if (CONVERTS && !(karat_rtl_pkg::holds(SPEC.convert_fmt, SPEC.a_fmt) && karat_rtl_pkg::holds(SPEC.convert_fmt, SPEC.b_fmt)))
    $error("convert_fmt = %0d: it must hold every value of A_FMT = %0d and B_FMT = %0d", SPEC.convert_fmt, SPEC.a_fmt, SPEC.b_fmt);
  if (SCALED && !karat_rtl_pkg::is_scale_format(SPEC.scale_fmt))
    $error("scale_fmt = %0d: allowed are UE8M0=13 UE4M3=14 none=15", SPEC.scale_fmt);
  if (SCALED && SPEC.algorithm > karat_spec_pkg::GFDA)
    $error("scale_fmt = %0d: only FDA, SDA and GFDA have scales", SPEC.scale_fmt);
  if (SPEC.flush_a > 1) $error("flush_a = %0d: allowed are 0 and 1", SPEC.flush_a);
  if (SPEC.flush_b > 1) $error("flush_b = %0d: allowed are 0 and 1", SPEC.flush_b);
  if (SPEC.flush_c > 1) $error("flush_c = %0d: allowed are 0 and 1", SPEC.flush_c);

  // ---- Widths ----
  if (FUSED && !karat_rtl_pkg::is_width(SPEC.f))
    $error("F = %0d: allowed are 1..%0d", SPEC.f, karat_rtl_pkg::MAX_F);
  if (FUSED && !karat_rtl_pkg::is_width(SPEC.f_c))
    $error("F_c = %0d: allowed are 1..%0d", SPEC.f_c, karat_rtl_pkg::MAX_F);
  if (FDRDA && !karat_rtl_pkg::is_width(SPEC.f_sum))
    $error("F_sum = %0d: allowed are 1..%0d", SPEC.f_sum, karat_rtl_pkg::MAX_F);
  if (FDRDA && !karat_rtl_pkg::is_width(SPEC.f_group))
    $error("F_group = %0d: allowed are 1..%0d", SPEC.f_group, karat_rtl_pkg::MAX_F);
  if (GFDA && !karat_rtl_pkg::is_width(SPEC.f_inner))
    $error("F_inner = %0d: allowed are 1..%0d", SPEC.f_inner, karat_rtl_pkg::MAX_F);
  // A group whose exponent is its scales' alone is added on one fixed grid, without loss.
  if (GFDA && SPEC.group_exponent == karat_spec_pkg::GROUP_SCALE &&
      SPEC.f_inner != karat_spec_pkg::lossless_f(SPEC.a_fmt, SPEC.b_fmt, SPEC.convert_fmt))
    $error("F_inner = %0d: with group_exponent scale only %0d, which loses nothing", SPEC.f_inner,
           karat_spec_pkg::lossless_f(SPEC.a_fmt, SPEC.b_fmt, SPEC.convert_fmt));
  // The codes are those of `karat rtl`: the knob and one, so that 0 is none.
  if (SPEC.c_cutoff > (FDRDA ? karat_spec_pkg::MAX_CUTOFF : 0))
    $error("c_cutoff = %0d: allowed are none=0 and, in FDRDA, 1..%0d", SPEC.c_cutoff, karat_spec_pkg::MAX_CUTOFF);
  if (SPEC.output_fraction < 1 || SPEC.output_fraction > karat_rtl_pkg::frac_bits(SPEC.d_fmt))
    $error("OUTPUT_FRACTION = %0d: allowed are 1..%0d, the fraction bits of D_FMT",
           SPEC.output_fraction, karat_rtl_pkg::frac_bits(SPEC.d_fmt));
  if (SPEC.link_fraction < 1 || SPEC.link_fraction > karat_rtl_pkg::frac_bits(SPEC.link_fmt))
    $error("link_fraction = %0d: allowed are 1..%0d, the fraction bits of link_fmt",
           SPEC.link_fraction, karat_rtl_pkg::frac_bits(SPEC.link_fmt));
  if (FLOOR != karat_spec_pkg::NO_FLOOR && (FLOOR < -karat_spec_pkg::MAX_FLOOR || FLOOR > karat_spec_pkg::MAX_FLOOR))
    $error("FLOOR = %0d: allowed are -%0d..%0d and none = %0d", FLOOR, karat_spec_pkg::MAX_FLOOR,
           karat_spec_pkg::MAX_FLOOR, karat_spec_pkg::NO_FLOOR);

  // ---- Roundings ----
  if (!karat_rtl_pkg::is_rounding(SPEC.align_rounding))
    $error("ALIGN_ROUNDING = %0d: allowed are 0..9 (RZ RD RU RA RNE RNU RND RNZ RNA RNO)", SPEC.align_rounding);
  if (!karat_rtl_pkg::is_rounding(SPEC.c_rounding))
    $error("c_rounding = %0d: allowed are 0..9 (RZ RD RU RA RNE RNU RND RNZ RNA RNO)", SPEC.c_rounding);
  if (!karat_rtl_pkg::is_rounding(SPEC.sum_rounding))
    $error("sum_rounding = %0d: allowed are 0..9 (RZ RD RU RA RNE RNU RND RNZ RNA RNO)", SPEC.sum_rounding);
  if (!karat_rtl_pkg::is_rounding(SPEC.group_rounding))
    $error("group_rounding = %0d: allowed are 0..9 (RZ RD RU RA RNE RNU RND RNZ RNA RNO)", SPEC.group_rounding);
  if (!karat_rtl_pkg::is_rounding(SPEC.inner_rounding))
    $error("inner_rounding = %0d: allowed are 0..9 (RZ RD RU RA RNE RNU RND RNZ RNA RNO)", SPEC.inner_rounding);
  if (!karat_rtl_pkg::is_rounding(SPEC.product_rounding))
    $error("product_rounding = %0d: allowed are 0..9 (RZ RD RU RA RNE RNU RND RNZ RNA RNO)", SPEC.product_rounding);
  if (!karat_rtl_pkg::is_rounding(SPEC.dot_rounding))
    $error("dot_rounding = %0d: allowed are 0..9 (RZ RD RU RA RNE RNU RND RNZ RNA RNO)", SPEC.dot_rounding);
  if (!karat_rtl_pkg::is_rounding(SPEC.link_rounding))
    $error("link_rounding = %0d: allowed are 0..9 (RZ RD RU RA RNE RNU RND RNZ RNA RNO)", SPEC.link_rounding);
  if (!karat_rtl_pkg::is_rounding(SPEC.output_rounding))
    $error("OUTPUT_ROUNDING = %0d: allowed are 0..9 (RZ RD RU RA RNE RNU RND RNZ RNA RNO)", SPEC.output_rounding);

  // ---- Alignment ----
  if (SPEC.sticky > ((SPEC.algorithm <= karat_spec_pkg::GFDA) ? 1 : 0))
    $error("sticky = %0d: allowed are none=0 and, in FDA, SDA and GFDA, ored=1", SPEC.sticky);
  // What is left in the alignment is below the sum only where alignment truncates.
  if (SPEC.sticky == 1 && SPEC.align_rounding > karat_rtl_pkg::RD)
    $error("ALIGN_ROUNDING = %0d: with sticky allowed are RZ=0 RD=1", SPEC.align_rounding);
  if (SPEC.sticky == 1 && SPEC.c_rounding > karat_rtl_pkg::RD)
    $error("c_rounding = %0d: with sticky allowed are RZ=0 RD=1", SPEC.c_rounding);
  if (SPEC.zero_product > ((FUSED && !SCALED) ? karat_spec_pkg::FORMAT_MIN : karat_spec_pkg::IGNORED))
    $error("zero_product = %0d: allowed are IGNORED=0 and, but for GPS, FMA and scales, MINUS126=1 FORMAT_MIN=2", SPEC.zero_product);
  if (SPEC.zero_c > ((FUSED && !SDA) ? karat_spec_pkg::FORMAT_MIN : karat_spec_pkg::IGNORED))
    $error("zero_c = %0d: allowed are IGNORED=0 and, in FDA, GFDA and FDRDA, MINUS126=1 FORMAT_MIN=2", SPEC.zero_c);
  if (SPEC.group_exponent > (GFDA ? karat_spec_pkg::GROUP_SCALE : karat_spec_pkg::GROUP_MAX))
    $error("group_exponent = %0d: allowed are max=0 and, in GFDA, scale=1", SPEC.group_exponent);
  if (SPEC.zero_group > (GFDA ? 2 : 0))
    $error("zero_group = %0d: allowed are ignored=0 and, in GFDA, counted=1 terms=2", SPEC.zero_group);
  if (SPEC.product_overflow > ((FUSED && !SCALED) ? 1 : 0))
    $error("product_overflow = %0d: allowed are none=0 and, but for GPS, FMA and scales, inf=1", SPEC.product_overflow);

  // ---- Results ----
  if (SPEC.late_c > (FUSED ? 1 : 0))
    $error("late_c = %0d: allowed are 0 and, but for GPS and FMA, 1", SPEC.late_c);
  if (SPEC.overflow > karat_spec_pkg::OVERFLOW_IEEE)
    $error("overflow = %0d: allowed are OVERFLOW_INF=0 OVERFLOW_SATURATE=1 OVERFLOW_IEEE=2", SPEC.overflow);
  if (SPEC.riscv_nan > 1) $error("riscv_nan = %0d: allowed are 0 and 1", SPEC.riscv_nan);
  if (SPEC.flush_output > 1) $error("flush_output = %0d: allowed are 0 and 1", SPEC.flush_output);
  if (SPEC.ieee_zero_sum > ((FUSED && !SDA) ? 1 : 0))
    $error("ieee_zero_sum = %0d: allowed are 0 and, in FDA, GFDA and FDRDA, 1", SPEC.ieee_zero_sum);
  if (SPEC.positive_underflow > (FUSED ? 1 : 0))
    $error("positive_underflow = %0d: allowed are 0 and, but for GPS and FMA, 1", SPEC.positive_underflow);

  // ---- Rounded operations in sequence ----
  if (STEPWISE && SPEC.link_fmt != SPEC.d_fmt)
    $error("link_fmt = %0d: GPS and FMA accumulate in D_FMT = %0d", SPEC.link_fmt, SPEC.d_fmt);
  if (SPEC.flush_products > (GPS ? 1 : 0))
    $error("flush_products = %0d: allowed are 0 and, in GPS, 1", SPEC.flush_products);
  if (SPEC.positive_zero_product > (GPS ? 1 : 0))
    $error("positive_zero_product = %0d: allowed are 0 and, in GPS, 1", SPEC.positive_zero_product);
  if (SPEC.pairing > (GPS ? karat_spec_pkg::HALF : karat_spec_pkg::ADJACENT))
    $error("pairing = %0d: allowed are ADJACENT=0 and, in GPS, HALF=1", SPEC.pairing);
  if (SPEC.c_place > (GPS ? karat_spec_pkg::C_LEAF_LAST : karat_spec_pkg::C_SEQUENCE))
    $error("c_place = %0d: allowed are C_SEQUENCE=0 and, in GPS, C_LEAF_FIRST=1 C_LEAF_LAST=2", SPEC.c_place);
  if (SPEC.c_place == karat_spec_pkg::C_LEAF_LAST && SPEC.terms != SPEC.k)
    $error("c_place = %0d: with more than one group allowed are C_SEQUENCE=0 C_LEAF_FIRST=1", SPEC.c_place);
  if (GPS && (SPEC.terms > 1 || SPEC.c_place != karat_spec_pkg::C_SEQUENCE) && SPEC.product_fmt != SPEC.d_fmt)
    $error("product_fmt = %0d: a tree adds in D_FMT = %0d", SPEC.product_fmt, SPEC.d_fmt);
  if (GPS && SPEC.c_place != karat_spec_pkg::C_SEQUENCE && SPEC.c_fmt != SPEC.d_fmt)
    $error("C_FMT = %0d: as a leaf of the tree c is of D_FMT = %0d", SPEC.c_fmt, SPEC.d_fmt);
endmodule
