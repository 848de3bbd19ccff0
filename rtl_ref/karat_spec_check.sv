// SPDX-License-Identifier: Apache-2.0
//
// Elaboration-time check of a tile's parameters: no ports, no hardware. Each refusal
// names the parameter, its value and what is allowed.
module karat_spec_check #(
    parameter karat_spec_pkg::spec_t SPEC = karat_spec_pkg::DEFAULT,
    parameter int unsigned M = 1,
    parameter int unsigned N = 1,
    parameter int unsigned STAGES = 0
) ();
  localparam int FLOOR = SPEC.floor;
  localparam bit FUSED = SPEC.algorithm <= karat_spec_pkg::FDRDA;
  localparam bit STEPWISE = SPEC.algorithm >= karat_spec_pkg::GPS;

  // ---- Sizes ----
  if (M < 1 || M > karat_rtl_pkg::MAX_MN)
    $fatal(1, "M = %0d: allowed are 1..%0d", M, karat_rtl_pkg::MAX_MN);
  if (N < 1 || N > karat_rtl_pkg::MAX_MN)
    $fatal(1, "N = %0d: allowed are 1..%0d", N, karat_rtl_pkg::MAX_MN);
  if (STAGES > 4) $fatal(1, "STAGES = %0d: allowed are 0..4", STAGES);
  if (SPEC.algorithm > karat_spec_pkg::FMA)
    $fatal(1, "algorithm = %0d: allowed are 0..5 (FDA SDA GFDA FDRDA GPS FMA)", SPEC.algorithm);
  if (SPEC.k < 1 || SPEC.k > karat_rtl_pkg::MAX_K)
    $fatal(1, "K = %0d: allowed are 1..%0d", SPEC.k, karat_rtl_pkg::MAX_K);
  if (SPEC.terms < 1 || SPEC.k % SPEC.terms != 0)
    $fatal(1, "terms = %0d: it must divide K = %0d", SPEC.terms, SPEC.k);
  if (SPEC.algorithm == karat_spec_pkg::FMA && SPEC.terms != 1)
    $fatal(1, "terms = %0d: an FMA has 1", SPEC.terms);
  if (SPEC.group < 1 || SPEC.terms % SPEC.group != 0)
    $fatal(1, "group = %0d: it must divide terms = %0d", SPEC.group, SPEC.terms);
  if (SPEC.algorithm == karat_spec_pkg::GPS && SPEC.group != SPEC.terms)
    $fatal(1, "group = %0d: in GPS an operation is a group, terms = %0d", SPEC.group, SPEC.terms);
  if (SPEC.scale_block < 1 || SPEC.k % SPEC.scale_block != 0)
    $fatal(1, "scale_block = %0d: it must divide K = %0d", SPEC.scale_block, SPEC.k);
  if (SPEC.chain_pattern > karat_spec_pkg::PAIRS) $fatal(1, "chain_pattern = %0d: allowed are 0..2", SPEC.chain_pattern);
  if (SPEC.group_pattern > karat_spec_pkg::PAIRS) $fatal(1, "group_pattern = %0d: allowed are 0..2", SPEC.group_pattern);

  // ---- Formats ----
  if (!karat_rtl_pkg::is_operand_format(SPEC.a_fmt))
    $fatal(1, "A_FMT = %0d: allowed are 0..12, the operand formats of karat_rtl_pkg", SPEC.a_fmt);
  if (!karat_rtl_pkg::is_operand_format(SPEC.b_fmt))
    $fatal(1, "B_FMT = %0d: allowed are 0..12, the operand formats of karat_rtl_pkg", SPEC.b_fmt);
  if (!karat_rtl_pkg::is_result_format(SPEC.c_fmt))
    $fatal(1, "C_FMT = %0d: allowed are FP16=0 BF16=1 FP32=5 FP64=6", SPEC.c_fmt);
  if (!karat_rtl_pkg::is_result_format(SPEC.d_fmt))
    $fatal(1, "D_FMT = %0d: allowed are FP16=0 BF16=1 FP32=5 FP64=6", SPEC.d_fmt);
  if (!karat_rtl_pkg::is_result_format(SPEC.link_fmt))
    $fatal(1, "link_fmt = %0d: allowed are FP16=0 BF16=1 FP32=5 FP64=6", SPEC.link_fmt);
  if (SPEC.convert_fmt != karat_rtl_pkg::NO_FMT && !karat_rtl_pkg::is_result_format(SPEC.convert_fmt))
    $fatal(1, "convert_fmt = %0d: allowed are FP16=0 BF16=1 FP32=5 FP64=6 none=15", SPEC.convert_fmt);
  if (SPEC.scale_fmt != karat_rtl_pkg::NO_FMT && !karat_rtl_pkg::is_scale_format(SPEC.scale_fmt))
    $fatal(1, "scale_fmt = %0d: allowed are UE8M0=13 UE4M3=14 none=15", SPEC.scale_fmt);
  if (SPEC.scale_fmt != karat_rtl_pkg::NO_FMT && (SPEC.zero_product != karat_spec_pkg::IGNORED ||
      SPEC.algorithm > karat_spec_pkg::GFDA))
    $fatal(1, "scale_fmt = %0d: only FDA, SDA and GFDA have scales, with zero products ignored", SPEC.scale_fmt);

  if (SPEC.scale_fmt != karat_rtl_pkg::NO_FMT && SPEC.algorithm == karat_spec_pkg::GFDA &&
      SPEC.group_pattern != karat_spec_pkg::CONTIGUOUS)
    $fatal(1, "group_pattern = %0d: products that share a scale are CONTIGUOUS=0", SPEC.group_pattern);
  if (SPEC.group_exponent != karat_spec_pkg::GROUP_MAX && SPEC.group_exponent != karat_spec_pkg::GROUP_SCALE)
    $fatal(1, "group_exponent = %0d: allowed are max=0 scale=1", SPEC.group_exponent);

  // ---- Widths and roundings ----
  if (FUSED && (SPEC.f < 1 || SPEC.f > karat_rtl_pkg::MAX_F))
    $fatal(1, "F = %0d: allowed are 1..%0d", SPEC.f, karat_rtl_pkg::MAX_F);
  if (FUSED && (SPEC.f_c < 1 || SPEC.f_c > karat_rtl_pkg::MAX_F))
    $fatal(1, "F_c = %0d: allowed are 1..%0d", SPEC.f_c, karat_rtl_pkg::MAX_F);
  if (SPEC.algorithm == karat_spec_pkg::FDRDA &&
      (SPEC.f_sum < 1 || SPEC.f_sum > karat_rtl_pkg::MAX_F || SPEC.f_group < 1 || SPEC.f_group > karat_rtl_pkg::MAX_F))
    $fatal(1, "F_sum, F_group = %0d, %0d: allowed are 1..%0d", SPEC.f_sum, SPEC.f_group, karat_rtl_pkg::MAX_F);
  if (SPEC.algorithm == karat_spec_pkg::GFDA && (SPEC.f_inner < 1 || SPEC.f_inner > karat_rtl_pkg::MAX_F))
    $fatal(1, "F_inner = %0d: allowed are 1..%0d", SPEC.f_inner, karat_rtl_pkg::MAX_F);
  // A group whose exponent is its scales' alone is added on one fixed grid, without loss.
  if (SPEC.algorithm == karat_spec_pkg::GFDA && SPEC.group_exponent == karat_spec_pkg::GROUP_SCALE &&
      SPEC.f_inner != karat_spec_pkg::lossless_f(SPEC.a_fmt, SPEC.b_fmt, SPEC.convert_fmt))
    $fatal(1, "F_inner = %0d: with group_exponent scale only %0d, which loses nothing", SPEC.f_inner,
           karat_spec_pkg::lossless_f(SPEC.a_fmt, SPEC.b_fmt, SPEC.convert_fmt));
  if (!karat_rtl_pkg::is_rounding(SPEC.align_rounding) || !karat_rtl_pkg::is_rounding(SPEC.c_rounding))
    $fatal(1, "ALIGN_ROUNDING, c_rounding = %0d, %0d: allowed are 0..9 (RZ RD RU RA RNE RNU RND RNZ RNA RNO)",
           SPEC.align_rounding, SPEC.c_rounding);
  if (!karat_rtl_pkg::is_rounding(SPEC.sum_rounding) || !karat_rtl_pkg::is_rounding(SPEC.group_rounding) ||
      !karat_rtl_pkg::is_rounding(SPEC.inner_rounding) || !karat_rtl_pkg::is_rounding(SPEC.product_rounding) ||
      !karat_rtl_pkg::is_rounding(SPEC.dot_rounding) || !karat_rtl_pkg::is_rounding(SPEC.link_rounding))
    $fatal(1, "sum_, group_, inner_, product_, dot_ or link_rounding: allowed are 0..9");
  if (!karat_rtl_pkg::is_rounding(SPEC.output_rounding))
    $fatal(1, "OUTPUT_ROUNDING = %0d: allowed are 0..9 (RZ RD RU RA RNE RNU RND RNZ RNA RNO)",
           SPEC.output_rounding);
  if (SPEC.output_fraction < 1 || SPEC.output_fraction > karat_rtl_pkg::frac_bits(SPEC.d_fmt))
    $fatal(1, "OUTPUT_FRACTION = %0d: allowed are 1..%0d, the fraction bits of D_FMT",
           SPEC.output_fraction, karat_rtl_pkg::frac_bits(SPEC.d_fmt));
  if (SPEC.link_fraction < 1 || SPEC.link_fraction > karat_rtl_pkg::frac_bits(SPEC.link_fmt))
    $fatal(1, "link_fraction = %0d: allowed are 1..%0d, the fraction bits of link_fmt",
           SPEC.link_fraction, karat_rtl_pkg::frac_bits(SPEC.link_fmt));
  if (FLOOR != karat_rtl_pkg::NO_FLOOR && (FLOOR < -karat_rtl_pkg::MAX_FLOOR || FLOOR > karat_rtl_pkg::MAX_FLOOR))
    $fatal(1, "FLOOR = %0d: allowed are -%0d..%0d", FLOOR, karat_rtl_pkg::MAX_FLOOR,
           karat_rtl_pkg::MAX_FLOOR);

  // ---- Rounded operations in sequence ----
  if (SPEC.c_place > karat_spec_pkg::C_LEAF_LAST)
    $fatal(1, "c_place = %0d: allowed are 0..2 (sequence, first leaf, last leaf)", SPEC.c_place);
  if (SPEC.pairing > karat_spec_pkg::HALF)
    $fatal(1, "pairing = %0d: allowed are ADJACENT=0 HALF=1", SPEC.pairing);
  if (STEPWISE && SPEC.link_fmt != SPEC.d_fmt)
    $fatal(1, "link_fmt = %0d: GPS and FMA accumulate in D_FMT = %0d", SPEC.link_fmt, SPEC.d_fmt);
  if (SPEC.algorithm == karat_spec_pkg::GPS && SPEC.terms > 1 && SPEC.product_fmt != SPEC.d_fmt)
    $fatal(1, "product_fmt = %0d: a tree adds in D_FMT = %0d", SPEC.product_fmt, SPEC.d_fmt);
  if (SPEC.algorithm == karat_spec_pkg::GPS && SPEC.c_place != karat_spec_pkg::C_SEQUENCE && SPEC.c_fmt != SPEC.d_fmt)
    $fatal(1, "C_FMT = %0d: as a leaf of the tree c is of D_FMT = %0d", SPEC.c_fmt, SPEC.d_fmt);
endmodule
