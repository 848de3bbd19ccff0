// SPDX-License-Identifier: Apache-2.0
//
// Elaboration-time check of a lane's parameters: no ports, no hardware. Each refusal
// names the parameter, its value and what is allowed.
module karat_fda_check #(
    parameter int unsigned K = 16,
    parameter int unsigned F = 25,
    parameter int unsigned A_FMT = karat_rtl_pkg::FP16,
    parameter int unsigned B_FMT = karat_rtl_pkg::FP16,
    parameter int unsigned C_FMT = karat_rtl_pkg::FP32,
    parameter int unsigned D_FMT = karat_rtl_pkg::FP32,
    parameter int unsigned ALIGN_ROUNDING = karat_rtl_pkg::RZ,
    parameter int unsigned OUTPUT_ROUNDING = karat_rtl_pkg::RZ,
    parameter int unsigned OUTPUT_FRACTION = 23,
    parameter int FLOOR = -133
) ();
  if (K < 1 || K > karat_rtl_pkg::MAX_K)
    $fatal(1, "K = %0d: allowed are 1..%0d", K, karat_rtl_pkg::MAX_K);
  if (F < 1 || F > karat_rtl_pkg::MAX_F)
    $fatal(1, "F = %0d: allowed are 1..%0d", F, karat_rtl_pkg::MAX_F);
  if (!karat_rtl_pkg::is_operand_format(A_FMT))
    $fatal(1, "A_FMT = %0d: allowed are FP16=0 BF16=1 TF32=2 E4M3=3 E5M2=4", A_FMT);
  if (!karat_rtl_pkg::is_operand_format(B_FMT))
    $fatal(1, "B_FMT = %0d: allowed are FP16=0 BF16=1 TF32=2 E4M3=3 E5M2=4", B_FMT);
  if (!karat_rtl_pkg::is_accum_format(C_FMT))
    $fatal(1, "C_FMT = %0d: allowed are FP16=0 FP32=5", C_FMT);
  if (!karat_rtl_pkg::is_accum_format(D_FMT))
    $fatal(1, "D_FMT = %0d: allowed are FP16=0 FP32=5", D_FMT);
  if (!karat_rtl_pkg::is_directed(ALIGN_ROUNDING) && !karat_rtl_pkg::is_nearest(ALIGN_ROUNDING))
    $fatal(1, "ALIGN_ROUNDING = %0d: allowed are 0..9 (RZ RD RU RA RNE RNU RND RNZ RNA RNO)",
           ALIGN_ROUNDING);
  if (!karat_rtl_pkg::is_directed(OUTPUT_ROUNDING) && !karat_rtl_pkg::is_nearest(OUTPUT_ROUNDING))
    $fatal(1, "OUTPUT_ROUNDING = %0d: allowed are 0..9 (RZ RD RU RA RNE RNU RND RNZ RNA RNO)",
           OUTPUT_ROUNDING);
  if (OUTPUT_FRACTION < 1 || OUTPUT_FRACTION > karat_rtl_pkg::frac_bits(D_FMT))
    $fatal(1, "OUTPUT_FRACTION = %0d: allowed are 1..%0d, the fraction bits of D_FMT",
           OUTPUT_FRACTION, karat_rtl_pkg::frac_bits(D_FMT));
  if (FLOOR < -karat_rtl_pkg::MAX_FLOOR || FLOOR > karat_rtl_pkg::MAX_FLOOR)
    $fatal(1, "FLOOR = %0d: allowed are -%0d..%0d", FLOOR, karat_rtl_pkg::MAX_FLOOR,
           karat_rtl_pkg::MAX_FLOOR);
endmodule
