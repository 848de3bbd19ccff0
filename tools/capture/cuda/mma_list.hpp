// SPDX-License-Identifier: Apache-2.0
// The dense mma.sync instructions. Kernels and the host's table are made from these lists.
//
// CAPTURE_DENSE(X):  X(id, SASS name, shape, rest of the PTX name, registers of A, B, C, formats a, b, c, k,
//                      least and largest compute capability)
// CAPTURE_SM120(X):  kind::f8f6f4, the same columns
// CAPTURE_SCALED(X): block-scaled; then SASS name, PTX alias, PTX name, formats a, b, scale, block, k
// CAPTURE_F64(X):    fp64; CAPTURE_QUAD(X): m8n8k4.f16
#pragma once

#define CAPTURE_FP16(X)                                                                                     \
    X(h1688f32, "HMMA.1688.F32", "m16n8k8", "f32.f16.f16.f32", 2, 1, 4, "fp16", "fp16", "fp32", 8, 75, 121) \
    X(h1688f16, "HMMA.1688.F16", "m16n8k8", "f16.f16.f16.f16", 2, 1, 2, "fp16", "fp16", "fp16", 8, 75, 121) \
    X(h16816f32, "HMMA.16816.F32", "m16n8k16", "f32.f16.f16.f32", 4, 2, 4, "fp16", "fp16", "fp32", 16, 80,  \
      121)                                                                                                  \
    X(h16816f16, "HMMA.16816.F16", "m16n8k16", "f16.f16.f16.f16", 4, 2, 2, "fp16", "fp16", "fp16", 16, 80,  \
      121)                                                                                                  \
    X(h1688bf16, "HMMA.1688.F32.BF16", "m16n8k8", "f32.bf16.bf16.f32", 2, 1, 4, "bf16", "bf16", "fp32", 8,  \
      80, 121)                                                                                              \
    X(h16816bf16, "HMMA.16816.F32.BF16", "m16n8k16", "f32.bf16.bf16.f32", 4, 2, 4, "bf16", "bf16", "fp32",  \
      16, 80, 121)                                                                                          \
    X(h1684tf32, "HMMA.1684.F32.TF32", "m16n8k4", "f32.tf32.tf32.f32", 2, 1, 4, "tf32", "tf32", "fp32", 4,  \
      80, 121)                                                                                              \
    X(h1688tf32, "HMMA.1688.F32.TF32", "m16n8k8", "f32.tf32.tf32.f32", 4, 2, 4, "tf32", "tf32", "fp32", 8,  \
      80, 121)

// Integers: T is a type in PTX, U in SASS, F the format. SAT and .satfinite come in pairs.
#define CAPTURE_INT_PAIR(X, id, sass, shape, types, utypes, na, nb, nc, fa, fb, k, lo)                    \
    X(id, sass utypes, shape, "s32." types ".s32", na, nb, nc, fa, fb, "int32", k, lo, 121)               \
    X(id##_sat, sass utypes ".SAT", shape, "satfinite.s32." types ".s32", na, nb, nc, fa, fb, "int32", k, \
      lo, 121)
#define CAPTURE_INT8(X, ta, tb, ua, ub, fa, fb)                                                             \
    CAPTURE_INT_PAIR(X, i8816_##ta##tb, "IMMA.8816.", "m8n8k16", #ta "." #tb, #ua "." #ub, 1, 1, 2, fa, fb, \
                     16, 75)                                                                                \
    CAPTURE_INT_PAIR(X, i16816_##ta##tb, "IMMA.16816.", "m16n8k16", #ta "." #tb, #ua "." #ub, 2, 1, 4, fa,  \
                     fb, 16, 80)                                                                            \
    CAPTURE_INT_PAIR(X, i16832_##ta##tb, "IMMA.16832.", "m16n8k32", #ta "." #tb, #ua "." #ub, 4, 2, 4, fa,  \
                     fb, 32, 80)
#define CAPTURE_INT4(X, ta, tb, ua, ub, fa, fb)                                                             \
    CAPTURE_INT_PAIR(X, i8832_##ta##tb, "IMMA.8832.", "m8n8k32", #ta "." #tb, #ua "." #ub, 1, 1, 2, fa, fb, \
                     32, 75)                                                                                \
    CAPTURE_INT_PAIR(X, i16832_##ta##tb, "IMMA.16832.", "m16n8k32", #ta "." #tb, #ua "." #ub, 2, 1, 4, fa,  \
                     fb, 32, 80)                                                                            \
    CAPTURE_INT_PAIR(X, i16864_##ta##tb, "IMMA.16864.", "m16n8k64", #ta "." #tb, #ua "." #ub, 4, 2, 4, fa,  \
                     fb, 64, 80)
#define CAPTURE_BIT(X, op, uop, lo)                                                                     \
    X(b88128_##op, "BMMA.88128." uop, "m8n8k128", "s32.b1.b1.s32." #op ".popc", 1, 1, 2, "b1", "b1",    \
      "int32", 128, lo, 121)                                                                            \
    X(b168128_##op, "BMMA.168128." uop, "m16n8k128", "s32.b1.b1.s32." #op ".popc", 2, 1, 4, "b1", "b1", \
      "int32", 128, 80, 121)                                                                            \
    X(b168256_##op, "BMMA.168256." uop, "m16n8k256", "s32.b1.b1.s32." #op ".popc", 4, 2, 4, "b1", "b1", \
      "int32", 256, 80, 121)
#define CAPTURE_INTEGERS(X)                           \
    CAPTURE_INT8(X, s8, s8, S8, S8, "int8", "int8")   \
    CAPTURE_INT8(X, s8, u8, S8, U8, "int8", "uint8")  \
    CAPTURE_INT8(X, u8, s8, U8, S8, "uint8", "int8")  \
    CAPTURE_INT8(X, u8, u8, U8, U8, "uint8", "uint8") \
    CAPTURE_INT4(X, s4, s4, S4, S4, "int4", "int4")   \
    CAPTURE_INT4(X, s4, u4, S4, U4, "int4", "uint4")  \
    CAPTURE_INT4(X, u4, s4, U4, S4, "uint4", "int4")  \
    CAPTURE_INT4(X, u4, u4, U4, U4, "uint4", "uint4") \
    CAPTURE_BIT(X, xor, "XOR.POPC", 75)               \
    CAPTURE_BIT(X, and, "AND.POPC", 80)

// FP8. On Hopper and Blackwell m16n8k32 is a sequence of fp16 instructions (ARITHMETIC of those rows).
#define CAPTURE_FP8_PAIR(X, ta, tb, ua, ub)                                                              \
    X(q16832f32_##ta##tb, "QMMA.16832.F32." #ua "." #ub, "m16n8k32", "f32." #ta "." #tb ".f32", 4, 2, 4, \
      #ta, #tb, "fp32", 32, 89, 121)                                                                     \
    X(q16832f16_##ta##tb, "QMMA.16832.F16." #ua "." #ub, "m16n8k32", "f16." #ta "." #tb ".f16", 4, 2, 2, \
      #ta, #tb, "fp16", 32, 89, 121)                                                                     \
    X(q16816f32_##ta##tb, "QMMA.16816.F32." #ua "." #ub, "m16n8k16", "f32." #ta "." #tb ".f32", 2, 1, 4, \
      #ta, #tb, "fp32", 16, 89, 121)                                                                     \
    X(q16816f16_##ta##tb, "QMMA.16816.F16." #ua "." #ub, "m16n8k16", "f16." #ta "." #tb ".f16", 2, 1, 2, \
      #ta, #tb, "fp16", 16, 89, 121)
#define CAPTURE_FP8(X)                          \
    CAPTURE_FP8_PAIR(X, e4m3, e4m3, E4M3, E4M3) \
    CAPTURE_FP8_PAIR(X, e4m3, e5m2, E4M3, E5M2) \
    CAPTURE_FP8_PAIR(X, e5m2, e4m3, E5M2, E4M3) \
    CAPTURE_FP8_PAIR(X, e5m2, e5m2, E5M2, E5M2)

#define CAPTURE_DENSE(X) CAPTURE_FP16(X) CAPTURE_INTEGERS(X) CAPTURE_FP8(X)

// Pairs with a 6-bit or 4-bit format. The kernels hold these in 8-bit containers.
#define CAPTURE_MIXED_PAIRS(P, X) \
    P(X, e4m3, e3m2, E4M3, E3M2)  \
    P(X, e4m3, e2m3, E4M3, E2M3)  \
    P(X, e4m3, e2m1, E4M3, E2M1)  \
    P(X, e5m2, e3m2, E5M2, E3M2)  \
    P(X, e5m2, e2m3, E5M2, E2M3)  \
    P(X, e5m2, e2m1, E5M2, E2M1)  \
    P(X, e3m2, e4m3, E3M2, E4M3)  \
    P(X, e3m2, e5m2, E3M2, E5M2)  \
    P(X, e3m2, e3m2, E3M2, E3M2)  \
    P(X, e3m2, e2m3, E3M2, E2M3)  \
    P(X, e3m2, e2m1, E3M2, E2M1)  \
    P(X, e2m3, e4m3, E2M3, E4M3)  \
    P(X, e2m3, e5m2, E2M3, E5M2)  \
    P(X, e2m3, e3m2, E2M3, E3M2)  \
    P(X, e2m3, e2m3, E2M3, E2M3)  \
    P(X, e2m3, e2m1, E2M3, E2M1)  \
    P(X, e2m1, e4m3, E2M1, E4M3)  \
    P(X, e2m1, e5m2, E2M1, E5M2)  \
    P(X, e2m1, e3m2, E2M1, E3M2)  \
    P(X, e2m1, e2m3, E2M1, E2M3)  \
    P(X, e2m1, e2m1, E2M1, E2M1)
#define CAPTURE_FP8_PAIRS(P, X)  \
    P(X, e4m3, e4m3, E4M3, E4M3) \
    P(X, e4m3, e5m2, E4M3, E5M2) \
    P(X, e5m2, e4m3, E5M2, E4M3) \
    P(X, e5m2, e5m2, E5M2, E5M2)

#define CAPTURE_F8F6F4_PAIR(X, ta, tb, ua, ub)                                                               \
    X(f32_##ta##tb, "QMMA.16832.F32." #ua "." #ub, "m16n8k32", "kind::f8f6f4.f32." #ta "." #tb ".f32", 4, 2, \
      4, #ta, #tb, "fp32", 32, 120, 121)                                                                     \
    X(f16_##ta##tb, "QMMA.16832.F16." #ua "." #ub, "m16n8k32", "kind::f8f6f4.f16." #ta "." #tb ".f16", 4, 2, \
      2, #ta, #tb, "fp16", 32, 120, 121)
#define CAPTURE_SM120(X) CAPTURE_MIXED_PAIRS(CAPTURE_F8F6F4_PAIR, X)

#define CAPTURE_MX_PAIR(X, ta, tb, ua, ub)                                                                 \
    X(sf_##ta##tb, "QMMA.SF.16832.F32." #ua "." #ub ".E8",                                                 \
      "mma.m16n8k32.kind::mxf8f6f4.f32." #ta "." #tb ".f32.ue8m0",                                         \
      "m16n8k32.row.col.kind::mxf8f6f4.block_scale.scale_vec::1X.f32." #ta "." #tb ".f32.ue8m0", #ta, #tb, \
      "ue8m0", 32, 32)
#define CAPTURE_SCALED(X)                                                                                  \
    CAPTURE_FP8_PAIRS(CAPTURE_MX_PAIR, X)                                                                  \
    CAPTURE_MIXED_PAIRS(CAPTURE_MX_PAIR, X)                                                                \
    X(mxf4, "OMMA.SF.16864.F32.E2M1.E2M1.E8", "mma.m16n8k64.kind::mxf4.f32.e2m1.e2m1.f32.ue8m0",           \
      "m16n8k64.row.col.kind::mxf4.block_scale.scale_vec::2X.f32.e2m1.e2m1.f32.ue8m0", "e2m1", "e2m1",     \
      "ue8m0", 32, 64)                                                                                     \
    X(nvf4, "OMMA.SF.16864.F32.E2M1.E2M1.UE4M3.4X",                                                        \
      "mma.m16n8k64.kind::mxf4nvf4.scale_vec::4X.f32.e2m1.e2m1.f32.ue4m3",                                 \
      "m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X.f32.e2m1.e2m1.f32.ue4m3", "e2m1", "e2m1", \
      "ue4m3", 16, 64)
// kind::mxf4nvf4 with scale_vec::4X and ue8m0 (OMMA.SF.16864.F32.E2M1.E2M1.E8.4X) is missing: ptxas 13.0
// rejects it for mma.sync.

// X(id, SASS name, shape, registers of A, B, C, k, least and largest compute capability)
#define CAPTURE_F64(X)                                       \
    X(d884, "DMMA.884", "m8n8k4", 1, 1, 2, 4, 80, 121)       \
    X(d16x8x4, "DMMA.16x8x4", "m16n8k4", 2, 1, 4, 4, 90, 90) \
    X(d16x8x8, "DMMA.16x8x8", "m16n8k8", 4, 2, 4, 8, 90, 90) \
    X(d16x8x16, "DMMA.16x8x16", "m16n8k16", 8, 4, 4, 16, 90, 90)

// X(id, SASS name, types, registers of d, registers of c, formats of c and d)
#define CAPTURE_QUAD(X)                                                        \
    X(h884f32f32, "HMMA.884.F32.F32", "f32.f16.f16.f32", 8, 8, "fp32", "fp32") \
    X(h884f32f16, "HMMA.884.F32.F16", "f32.f16.f16.f16", 8, 4, "fp16", "fp32") \
    X(h884f16f16, "HMMA.884.F16.F16", "f16.f16.f16.f16", 4, 4, "fp16", "fp16")
