// SPDX-License-Identifier: Apache-2.0
// The sparse mma.sync instructions: CAPTURE_SPARSE(X) with the columns
// X(id, SASS name, "" or "::ordered_metadata", shape, rest of the PTX name, registers of A, B, C,
//   formats a, b, c, stored k, metadata, metadata layout, least compute capability)
// A is stored with half its k; B has all of it.
#pragma once

#define CAPTURE_SP_BOTH(X, id, sass, shape, rest, na, nb, nc, fa, fb, fc, k, layout, lo)                  \
    X(id, sass, "", shape, rest, na, nb, nc, fa, fb, fc, k, "2:4", layout, lo)                            \
    X(id##_ordered, sass ".ORDERED", "::ordered_metadata", shape, rest, na, nb, nc, fa, fb, fc, k, "2:4", \
      layout, lo)

#define CAPTURE_SP_16BIT(X)                                                                           \
    CAPTURE_SP_BOTH(X, hsp16f32, "HMMA.SP.16816.F32", "m16n8k16", "f32.f16.f16.f32", 2, 2, 4, "fp16", \
                    "fp16", "fp32", 8, one_lane, 80)                                                  \
    CAPTURE_SP_BOTH(X, hsp32f32, "HMMA.SP.16832.F32", "m16n8k32", "f32.f16.f16.f32", 4, 4, 4, "fp16", \
                    "fp16", "fp32", 16, lane_pair, 80)                                                \
    CAPTURE_SP_BOTH(X, hsp16f16, "HMMA.SP.16816.F16", "m16n8k16", "f16.f16.f16.f16", 2, 2, 2, "fp16", \
                    "fp16", "fp16", 8, one_lane, 80)                                                  \
    CAPTURE_SP_BOTH(X, hsp32f16, "HMMA.SP.16832.F16", "m16n8k32", "f16.f16.f16.f16", 4, 4, 2, "fp16", \
                    "fp16", "fp16", 16, lane_pair, 80)                                                \
    CAPTURE_SP_BOTH(X, hsp16bf16, "HMMA.SP.16816.F32.BF16", "m16n8k16", "f32.bf16.bf16.f32", 2, 2, 4, \
                    "bf16", "bf16", "fp32", 8, one_lane, 80)                                          \
    CAPTURE_SP_BOTH(X, hsp32bf16, "HMMA.SP.16832.F32.BF16", "m16n8k32", "f32.bf16.bf16.f32", 4, 4, 4, \
                    "bf16", "bf16", "fp32", 16, lane_pair, 80)

// 1:2 has only ascending metadata, so one spelling does.
#define CAPTURE_SP_TF32(X)                                                                                 \
    X(hsp8tf32, "HMMA.SP.1688.F32.TF32", "::ordered_metadata", "m16n8k8", "f32.tf32.tf32.f32", 2, 2, 4,    \
      "tf32", "tf32", "fp32", 4, "1:2", one_lane, 80)                                                      \
    X(hsp16tf32, "HMMA.SP.16816.F32.TF32", "::ordered_metadata", "m16n8k16", "f32.tf32.tf32.f32", 4, 4, 4, \
      "tf32", "tf32", "fp32", 8, "1:2", lane_pair, 80)

#define CAPTURE_SP_INT8(X, ta, tb, ua, ub, fa, fb)                                                          \
    CAPTURE_SP_BOTH(X, isp32_##ta##tb, "IMMA.SP.16832." #ua "." #ub, "m16n8k32", "s32." #ta "." #tb ".s32", \
                    2, 2, 4, fa, fb, "int32", 16, row_pair, 80)                                             \
    CAPTURE_SP_BOTH(X, isp32s_##ta##tb, "IMMA.SP.16832." #ua "." #ub ".SAT", "m16n8k32",                    \
                    "satfinite.s32." #ta "." #tb ".s32", 2, 2, 4, fa, fb, "int32", 16, row_pair, 80)        \
    CAPTURE_SP_BOTH(X, isp64_##ta##tb, "IMMA.SP.16864." #ua "." #ub, "m16n8k64", "s32." #ta "." #tb ".s32", \
                    4, 4, 4, fa, fb, "int32", 32, all_lanes, 80)                                            \
    CAPTURE_SP_BOTH(X, isp64s_##ta##tb, "IMMA.SP.16864." #ua "." #ub ".SAT", "m16n8k64",                    \
                    "satfinite.s32." #ta "." #tb ".s32", 4, 4, 4, fa, fb, "int32", 32, all_lanes, 80)

#define CAPTURE_SP_FP8(X, ta, tb, ua, ub)                                            \
    CAPTURE_SP_BOTH(X, qsp64_##ta##tb, "QMMA.SP.16864.F32." #ua "." #ub, "m16n8k64", \
                    "f32." #ta "." #tb ".f32", 4, 4, 4, #ta, #tb, "fp32", 32, all_lanes, 89)

#define CAPTURE_SPARSE(X)                                \
    CAPTURE_SP_16BIT(X)                                  \
    CAPTURE_SP_TF32(X)                                   \
    CAPTURE_SP_INT8(X, s8, s8, S8, S8, "int8", "int8")   \
    CAPTURE_SP_INT8(X, s8, u8, S8, U8, "int8", "uint8")  \
    CAPTURE_SP_INT8(X, u8, s8, U8, S8, "uint8", "int8")  \
    CAPTURE_SP_INT8(X, u8, u8, U8, U8, "uint8", "uint8") \
    CAPTURE_SP_FP8(X, e4m3, e4m3, E4M3, E4M3)            \
    CAPTURE_SP_FP8(X, e4m3, e5m2, E4M3, E5M2)            \
    CAPTURE_SP_FP8(X, e5m2, e4m3, E5M2, E4M3)            \
    CAPTURE_SP_FP8(X, e5m2, e5m2, E5M2, E5M2)
