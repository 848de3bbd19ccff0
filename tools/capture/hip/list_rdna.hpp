// SPDX-License-Identifier: Apache-2.0
// RDNA3's and RDNA4's WMMA, SWMMAC and V_DOT2, with the columns of list.hpp. Wave32 only.
#pragma once
#include "list.hpp"

// The builtin of v_dot2_f32_f16 becomes V_DOT2ACC on RDNA3, so this one is written in assembly.
#define CAPTURE_DOT2_F32_F16                                                                  \
    ({                                                                                        \
        float d;                                                                              \
        __asm__ volatile("v_dot2_f32_f16 %0, %1, %2, %3" : "=v"(d) : "v"(a), "v"(b), "v"(c)); \
        d;                                                                                    \
    })

#define CAPTURE_HIP_DOT(X)                                                                                  \
    X(dot_f32f16, "v_dot2_f32_f16", "", dot, 1, 1, 2, "", h2, h2, float, "fp16", "fp16", "fp32", kRdna,     \
      CAPTURE_DOT2_F32_F16)                                                                                 \
    X(dot_f16f16, "v_dot2_f16_f16", "", dot, 1, 1, 2, "", h2, h2, half, "fp16", "fp16", "fp16", kRdna,      \
      __builtin_amdgcn_fdot2_f16_f16(a, b, c))                                                              \
    X(dot_f32bf16, "v_dot2_f32_bf16", "", dot, 1, 1, 2, "", bf2, bf2, float, "bf16", "bf16", "fp32", kRdna, \
      __builtin_amdgcn_fdot2_f32_bf16(a, b, c, false))                                                      \
    X(dot_bf16bf16, "v_dot2_bf16_bf16", "", dot, 1, 1, 2, "", bf2, bf2, bf1, "bf16", "bf16", "bf16", kRdna, \
      __builtin_amdgcn_fdot2_bf16_bf16(a, b, c))

#define CAPTURE_HIP_RDNA3(X)                                                                                 \
    X(w3_f32f16, "v_wmma_f32_16x16x16_f16", "", rdna3, 16, 1, 16, "", h16, h16, f8, "fp16", "fp16", "fp32",  \
      kRdna3, __builtin_amdgcn_wmma_f32_16x16x16_f16_w32(a, b, c))                                           \
    X(w3_f16f16, "v_wmma_f16_16x16x16_f16", "", rdna3, 16, 1, 16, "", h16, h16, h16, "fp16", "fp16", "fp16", \
      kRdna3, __builtin_amdgcn_wmma_f16_16x16x16_f16_w32(a, b, c, false))                                    \
    X(w3_f32bf16, "v_wmma_f32_16x16x16_bf16", "", rdna3, 16, 1, 16, "", s16, s16, f8, "bf16", "bf16",        \
      "fp32", kRdna3, __builtin_amdgcn_wmma_f32_16x16x16_bf16_w32(a, b, c))                                  \
    X(w3_bf16bf16, "v_wmma_bf16_16x16x16_bf16", "", rdna3, 16, 1, 16, "", s16, s16, s16, "bf16", "bf16",     \
      "bf16", kRdna3, __builtin_amdgcn_wmma_bf16_16x16x16_bf16_w32(a, b, c, false))

#define CAPTURE_HIP_RDNA4(X)                                                                                \
    X(w4_f32f16, "v_wmma_f32_16x16x16_f16_w32", "", rdna4, 16, 1, 16, "", h8, h8, f8, "fp16", "fp16",       \
      "fp32", kRdna4, __builtin_amdgcn_wmma_f32_16x16x16_f16_w32_gfx12(a, b, c))                            \
    X(w4_f16f16, "v_wmma_f16_16x16x16_f16_w32", "", rdna4, 16, 1, 16, "", h8, h8, h8, "fp16", "fp16",       \
      "fp16", kRdna4, __builtin_amdgcn_wmma_f16_16x16x16_f16_w32_gfx12(a, b, c))                            \
    X(w4_f32bf16, "v_wmma_f32_16x16x16_bf16_w32", "", rdna4, 16, 1, 16, "", s8, s8, f8, "bf16", "bf16",     \
      "fp32", kRdna4, __builtin_amdgcn_wmma_f32_16x16x16_bf16_w32_gfx12(a, b, c))                           \
    X(w4_bf16bf16, "v_wmma_bf16_16x16x16_bf16_w32", "", rdna4, 16, 1, 16, "", s8, s8, s8, "bf16", "bf16",   \
      "bf16", kRdna4, __builtin_amdgcn_wmma_bf16_16x16x16_bf16_w32_gfx12(a, b, c))                          \
    X(sw_f32f16, "v_swmmac_f32_16x16x32_f16_w32", "", rdna4, 16, 1, 16, "2:4", h8, h16, f8, "fp16", "fp16", \
      "fp32", kRdna4, __builtin_amdgcn_swmmac_f32_16x16x32_f16_w32(a, b, c, index))                         \
    X(sw_f16f16, "v_swmmac_f16_16x16x32_f16_w32", "", rdna4, 16, 1, 16, "2:4", h8, h16, h8, "fp16", "fp16", \
      "fp16", kRdna4, __builtin_amdgcn_swmmac_f16_16x16x32_f16_w32(a, b, c, index))                         \
    X(sw_f32bf16, "v_swmmac_f32_16x16x32_bf16_w32", "", rdna4, 16, 1, 16, "2:4", s8, s16, f8, "bf16",       \
      "bf16", "fp32", kRdna4, __builtin_amdgcn_swmmac_f32_16x16x32_bf16_w32(a, b, c, index))                \
    X(sw_bf16bf16, "v_swmmac_bf16_16x16x32_bf16_w32", "", rdna4, 16, 1, 16, "2:4", s8, s16, s8, "bf16",     \
      "bf16", "bf16", kRdna4, __builtin_amdgcn_swmmac_bf16_16x16x32_bf16_w32(a, b, c, index))

// neg_lo:[a,b,0] makes A and B signed. The name has the three digits unless all are 0.
#define CAPTURE_HIP_IU(X, id, name, wave, k, A, B, bits, archs, f)                                         \
    CAPTURE_HIP_IU_SIGNS(X, id##_w, name, wave, k, "", A, B, bits, archs, CAPTURE_WMMA_CALL, f, false, "") \
    CAPTURE_HIP_IU_SIGNS(X, id##_c, name, wave, k, "", A, B, bits, archs, CAPTURE_WMMA_CALL, f, true,      \
                         "_clamp")
#define CAPTURE_HIP_IU_SPARSE(X, id, name, k, A, B, bits, f)                                                 \
    CAPTURE_HIP_IU_SIGNS(X, id##_w, name, rdna4, k, "2:4", A, B, bits, kRdna4, CAPTURE_SWMMAC_CALL, f,       \
                         false, "")                                                                          \
    CAPTURE_HIP_IU_SIGNS(X, id##_c, name, rdna4, k, "2:4", A, B, bits, kRdna4, CAPTURE_SWMMAC_CALL, f, true, \
                         "_clamp")
#define CAPTURE_WMMA_CALL(f, sa, sb, clamp) __builtin_amdgcn_wmma_i32_##f(sa, a, sb, b, c, clamp)
#define CAPTURE_SWMMAC_CALL(f, sa, sb, clamp) __builtin_amdgcn_swmmac_i32_##f(sa, a, sb, b, c, index, clamp)
#define CAPTURE_HIP_IU_SIGNS(X, id, name, wave, k, metadata, A, B, bits, archs, CALL, f, clamp, suffix)      \
    X(id##uu, name suffix, "", wave, 16, 1, k, metadata, A, B, i8, "uint" bits, "uint" bits, "int32", archs, \
      CALL(f, false, false, clamp))                                                                          \
    X(id##us, name "_neg_lo_010" suffix, "", wave, 16, 1, k, metadata, A, B, i8, "uint" bits, "int" bits,    \
      "int32", archs, CALL(f, false, true, clamp))                                                           \
    X(id##su, name "_neg_lo_100" suffix, "", wave, 16, 1, k, metadata, A, B, i8, "int" bits, "uint" bits,    \
      "int32", archs, CALL(f, true, false, clamp))                                                           \
    X(id##ss, name "_neg_lo_110" suffix, "", wave, 16, 1, k, metadata, A, B, i8, "int" bits, "int" bits,     \
      "int32", archs, CALL(f, true, true, clamp))
#define CAPTURE_HIP_INTEGERS(X)                                                                            \
    CAPTURE_HIP_IU(X, w3_iu8, "v_wmma_i32_16x16x16_iu8", rdna3, 16, i4, i4, "8", kRdna3, 16x16x16_iu8_w32) \
    CAPTURE_HIP_IU(X, w3_iu4, "v_wmma_i32_16x16x16_iu4", rdna3, 16, i2, i2, "4", kRdna3, 16x16x16_iu4_w32) \
    CAPTURE_HIP_IU(X, w4_iu8, "v_wmma_i32_16x16x16_iu8", rdna4, 16, i2, i2, "8", kRdna4,                   \
                   16x16x16_iu8_w32_gfx12)                                                                 \
    CAPTURE_HIP_IU(X, w4_iu4, "v_wmma_i32_16x16x16_iu4", rdna4, 16, int, int, "4", kRdna4,                 \
                   16x16x16_iu4_w32_gfx12)                                                                 \
    CAPTURE_HIP_IU(X, w4_iu4k32, "v_wmma_i32_16x16x32_iu4", rdna4, 32, i2, i2, "4", kRdna4,                \
                   16x16x32_iu4_w32_gfx12)                                                                 \
    CAPTURE_HIP_IU_SPARSE(X, sw_iu8, "v_swmmac_i32_16x16x32_iu8", 16, i2, i4, "8", 16x16x32_iu8_w32)       \
    CAPTURE_HIP_IU_SPARSE(X, sw_iu4, "v_swmmac_i32_16x16x32_iu4", 16, int, i2, "4", 16x16x32_iu4_w32)      \
    CAPTURE_HIP_IU_SPARSE(X, sw_iu4k64, "v_swmmac_i32_16x16x64_iu4", 32, i2, i4, "4", 16x16x64_iu4_w32)

#define CAPTURE_HIP_ALL_RDNA(X) \
    CAPTURE_HIP_DOT(X) CAPTURE_HIP_RDNA3(X) CAPTURE_HIP_RDNA4(X) CAPTURE_HIP_INTEGERS(X)
