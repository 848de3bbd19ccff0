// SPDX-License-Identifier: Apache-2.0
// AMD's matrix instructions and the compiler builtins that emit them.
//
// CAPTURE_HIP(X): X(id, name, older spelling, wave, m, blocks, stored k, metadata, types of A, B, C,
//                   formats of a, b, c and d, architectures, builtin)
#pragma once

enum CaptureArch { kCdna1 = 1, kCdna2 = 2, kCdna3 = 4, kRdna3 = 8, kRdna4 = 16, kMfma = 7, kRdna = 24 };

#define CAPTURE_MFMA(f) __builtin_amdgcn_mfma_##f(a, b, c, 0, 0, 0)
#define CAPTURE_SMFMAC(f) __builtin_amdgcn_smfmac_##f(a, b, c, index, 0, 0)

#define CAPTURE_HIP_FLOAT(X)                                                                                 \
    X(f64_16, "v_mfma_f64_16x16x4_f64", "v_mfma_f64_16x16x4f64", cdna, 16, 1, 4, "", double, double, d4,     \
      "fp64", "fp64", "fp64", kCdna2 | kCdna3, CAPTURE_MFMA(f64_16x16x4f64))                                 \
    X(f64_4, "v_mfma_f64_4x4x4_4b_f64", "v_mfma_f64_4x4x4f64", cdna, 4, 4, 4, "", double, double, double,    \
      "fp64", "fp64", "fp64", kCdna2 | kCdna3, CAPTURE_MFMA(f64_4x4x4f64))                                   \
    X(f32_32x1, "v_mfma_f32_32x32x1_2b_f32", "v_mfma_f32_32x32x1f32", cdna, 32, 2, 1, "", float, float, f32, \
      "fp32", "fp32", "fp32", kMfma, CAPTURE_MFMA(f32_32x32x1f32))                                           \
    X(f32_16x1, "v_mfma_f32_16x16x1_4b_f32", "v_mfma_f32_16x16x1f32", cdna, 16, 4, 1, "", float, float, f16, \
      "fp32", "fp32", "fp32", kMfma, CAPTURE_MFMA(f32_16x16x1f32))                                           \
    X(f32_4x1, "v_mfma_f32_4x4x1_16b_f32", "v_mfma_f32_4x4x1f32", cdna, 4, 16, 1, "", float, float, f4,      \
      "fp32", "fp32", "fp32", kMfma, CAPTURE_MFMA(f32_4x4x1f32))                                             \
    X(f32_32x2, "v_mfma_f32_32x32x2_f32", "v_mfma_f32_32x32x2f32", cdna, 32, 1, 2, "", float, float, f16,    \
      "fp32", "fp32", "fp32", kMfma, CAPTURE_MFMA(f32_32x32x2f32))                                           \
    X(f32_16x4, "v_mfma_f32_16x16x4_f32", "v_mfma_f32_16x16x4f32", cdna, 16, 1, 4, "", float, float, f4,     \
      "fp32", "fp32", "fp32", kMfma, CAPTURE_MFMA(f32_16x16x4f32))                                           \
    X(xf32_16, "v_mfma_f32_16x16x8_xf32", "v_mfma_f32_16x16x8xf32", cdna, 16, 1, 8, "", f2, f2, f4, "tf32",  \
      "tf32", "fp32", kCdna3, CAPTURE_MFMA(f32_16x16x8_xf32))                                                \
    X(xf32_32, "v_mfma_f32_32x32x4_xf32", "v_mfma_f32_32x32x4xf32", cdna, 32, 1, 4, "", f2, f2, f16, "tf32", \
      "tf32", "fp32", kCdna3, CAPTURE_MFMA(f32_32x32x4_xf32))

#define CAPTURE_HIP_HALF_ROW(X, id, now, old, m, blocks, k, T, C, f, archs, call)                     \
    X(id, "v_mfma_f32_" now, "v_mfma_f32_" old, cdna, m, blocks, k, "", T, T, C, f, f, "fp32", archs, \
      CAPTURE_MFMA(call))
#define CAPTURE_HIP_HALF(X)                                                                                  \
    CAPTURE_HIP_HALF_ROW(X, h32x4, "32x32x4_2b_f16", "32x32x4f16", 32, 2, 4, h4, f32, "fp16", kMfma,         \
                         f32_32x32x4f16)                                                                     \
    CAPTURE_HIP_HALF_ROW(X, h16x4, "16x16x4_4b_f16", "16x16x4f16", 16, 4, 4, h4, f16, "fp16", kMfma,         \
                         f32_16x16x4f16)                                                                     \
    CAPTURE_HIP_HALF_ROW(X, h4x4, "4x4x4_16b_f16", "4x4x4f16", 4, 16, 4, h4, f4, "fp16", kMfma,              \
                         f32_4x4x4f16)                                                                       \
    CAPTURE_HIP_HALF_ROW(X, h32x8, "32x32x8_f16", "32x32x8f16", 32, 1, 8, h4, f16, "fp16", kMfma,            \
                         f32_32x32x8f16)                                                                     \
    CAPTURE_HIP_HALF_ROW(X, h16x16, "16x16x16_f16", "16x16x16f16", 16, 1, 16, h4, f4, "fp16", kMfma,         \
                         f32_16x16x16f16)                                                                    \
    CAPTURE_HIP_HALF_ROW(X, b32x2, "32x32x2_2b_bf16", "32x32x2bf16", 32, 2, 2, s2, f32, "bf16",              \
                         kCdna1 | kCdna2, f32_32x32x2bf16)                                                   \
    CAPTURE_HIP_HALF_ROW(X, b16x2, "16x16x2_4b_bf16", "16x16x2bf16", 16, 4, 2, s2, f16, "bf16",              \
                         kCdna1 | kCdna2, f32_16x16x2bf16)                                                   \
    CAPTURE_HIP_HALF_ROW(X, b4x2, "4x4x2_16b_bf16", "4x4x2bf16", 4, 16, 2, s2, f4, "bf16", kCdna1 | kCdna2,  \
                         f32_4x4x2bf16)                                                                      \
    CAPTURE_HIP_HALF_ROW(X, b32x4, "32x32x4_bf16", "32x32x4bf16", 32, 1, 4, s2, f16, "bf16",                 \
                         kCdna1 | kCdna2, f32_32x32x4bf16)                                                   \
    CAPTURE_HIP_HALF_ROW(X, b16x8, "16x16x8_bf16", "16x16x8bf16", 16, 1, 8, s2, f4, "bf16", kCdna1 | kCdna2, \
                         f32_16x16x8bf16)                                                                    \
    CAPTURE_HIP_HALF_ROW(X, k32x4, "32x32x4_2b_bf16", "32x32x4bf16_1k", 32, 2, 4, s4, f32, "bf16",           \
                         kCdna2 | kCdna3, f32_32x32x4bf16_1k)                                                \
    CAPTURE_HIP_HALF_ROW(X, k16x4, "16x16x4_4b_bf16", "16x16x4bf16_1k", 16, 4, 4, s4, f16, "bf16",           \
                         kCdna2 | kCdna3, f32_16x16x4bf16_1k)                                                \
    CAPTURE_HIP_HALF_ROW(X, k4x4, "4x4x4_16b_bf16", "4x4x4bf16_1k", 4, 16, 4, s4, f4, "bf16",                \
                         kCdna2 | kCdna3, f32_4x4x4bf16_1k)                                                  \
    CAPTURE_HIP_HALF_ROW(X, k32x8, "32x32x8_bf16", "32x32x8bf16_1k", 32, 1, 8, s4, f16, "bf16",              \
                         kCdna2 | kCdna3, f32_32x32x8bf16_1k)                                                \
    CAPTURE_HIP_HALF_ROW(X, k16x16, "16x16x16_bf16", "16x16x16bf16_1k", 16, 1, 16, s4, f4, "bf16",           \
                         kCdna2 | kCdna3, f32_16x16x16bf16_1k)

#define CAPTURE_HIP_FP8_PAIR(X, ta, tb, fa, fb)                                                             \
    X(f32_##ta##tb, "v_mfma_f32_32x32x16_" #ta "_" #tb, "v_mfma_f32_32x32x16" #ta "_" #tb, cdna, 32, 1, 16, \
      "", i64, i64, f16, fa, fb, "fp32", kCdna3, CAPTURE_MFMA(f32_32x32x16_##ta##_##tb))                    \
    X(f16_##ta##tb, "v_mfma_f32_16x16x32_" #ta "_" #tb, "v_mfma_f32_16x16x32" #ta "_" #tb, cdna, 16, 1, 32, \
      "", i64, i64, f4, fa, fb, "fp32", kCdna3, CAPTURE_MFMA(f32_16x16x32_##ta##_##tb))                     \
    X(s16_##ta##tb, "v_smfmac_f32_16x16x64_" #ta "_" #tb, "", cdna, 16, 1, 32, "2:4", i2, i4, f4, fa, fb,   \
      "fp32", kCdna3, CAPTURE_SMFMAC(f32_16x16x64_##ta##_##tb))                                             \
    X(s32_##ta##tb, "v_smfmac_f32_32x32x32_" #ta "_" #tb, "", cdna, 32, 1, 16, "2:4", i2, i4, f16, fa, fb,  \
      "fp32", kCdna3, CAPTURE_SMFMAC(f32_32x32x32_##ta##_##tb))
#define CAPTURE_HIP_FP8(X)                                    \
    CAPTURE_HIP_FP8_PAIR(X, fp8, fp8, "e4m3fnuz", "e4m3fnuz") \
    CAPTURE_HIP_FP8_PAIR(X, fp8, bf8, "e4m3fnuz", "e5m2fnuz") \
    CAPTURE_HIP_FP8_PAIR(X, bf8, fp8, "e5m2fnuz", "e4m3fnuz") \
    CAPTURE_HIP_FP8_PAIR(X, bf8, bf8, "e5m2fnuz", "e5m2fnuz")

#define CAPTURE_HIP_SPARSE(X)                                                                             \
    X(sh16, "v_smfmac_f32_16x16x32_f16", "", cdna, 16, 1, 16, "2:4", h4, h8, f4, "fp16", "fp16", "fp32",  \
      kCdna3, CAPTURE_SMFMAC(f32_16x16x32_f16))                                                           \
    X(sh32, "v_smfmac_f32_32x32x16_f16", "", cdna, 32, 1, 8, "2:4", h4, h8, f16, "fp16", "fp16", "fp32",  \
      kCdna3, CAPTURE_SMFMAC(f32_32x32x16_f16))                                                           \
    X(sb16, "v_smfmac_f32_16x16x32_bf16", "", cdna, 16, 1, 16, "2:4", s4, s8, f4, "bf16", "bf16", "fp32", \
      kCdna3, CAPTURE_SMFMAC(f32_16x16x32_bf16))                                                          \
    X(sb32, "v_smfmac_f32_32x32x16_bf16", "", cdna, 32, 1, 8, "2:4", s4, s8, f16, "bf16", "bf16", "fp32", \
      kCdna3, CAPTURE_SMFMAC(f32_32x32x16_bf16))                                                          \
    X(si16, "v_smfmac_i32_16x16x64_i8", "", cdna, 16, 1, 32, "2:4", i2, i4, i4, "int8", "int8", "int32",  \
      kCdna3, CAPTURE_SMFMAC(i32_16x16x64_i8))                                                            \
    X(si32, "v_smfmac_i32_32x32x32_i8", "", cdna, 32, 1, 16, "2:4", i2, i4, i16, "int8", "int8", "int32", \
      kCdna3, CAPTURE_SMFMAC(i32_32x32x32_i8))

#define CAPTURE_HIP_INT8_ROW(X, id, now, old, m, blocks, k, T, C, archs, call)                            \
    X(id, "v_mfma_i32_" now, "v_mfma_i32_" old, cdna, m, blocks, k, "", T, T, C, "int8", "int8", "int32", \
      archs, CAPTURE_MFMA(call))
#define CAPTURE_HIP_INT8(X)                                                                                \
    CAPTURE_HIP_INT8_ROW(X, i32x4, "32x32x4_2b_i8", "32x32x4i8", 32, 2, 4, int, i32, kMfma, i32_32x32x4i8) \
    CAPTURE_HIP_INT8_ROW(X, i16x4, "16x16x4_4b_i8", "16x16x4i8", 16, 4, 4, int, i16, kMfma, i32_16x16x4i8) \
    CAPTURE_HIP_INT8_ROW(X, i4x4, "4x4x4_16b_i8", "4x4x4i8", 4, 16, 4, int, i4, kMfma, i32_4x4x4i8)        \
    CAPTURE_HIP_INT8_ROW(X, i32x8, "32x32x8_i8", "32x32x8i8", 32, 1, 8, int, i16, kCdna1 | kCdna2,         \
                         i32_32x32x8i8)                                                                    \
    CAPTURE_HIP_INT8_ROW(X, i16x16, "16x16x16_i8", "16x16x16i8", 16, 1, 16, int, i4, kCdna1 | kCdna2,      \
                         i32_16x16x16i8)                                                                   \
    CAPTURE_HIP_INT8_ROW(X, i32x16, "32x32x16_i8", "32x32x16i8", 32, 1, 16, i64, i16, kCdna3,              \
                         i32_32x32x16_i8)                                                                  \
    CAPTURE_HIP_INT8_ROW(X, i16x32, "16x16x32_i8", "16x16x32i8", 16, 1, 32, i64, i4, kCdna3, i32_16x16x32_i8)

#define CAPTURE_HIP_CDNA(X) \
    CAPTURE_HIP_FLOAT(X) CAPTURE_HIP_HALF(X) CAPTURE_HIP_FP8(X) CAPTURE_HIP_SPARSE(X) CAPTURE_HIP_INT8(X)
