// SPDX-License-Identifier: Apache-2.0
// wgmma.mma_async of sm_90a, with N = 8. A block is one warpgroup and computes eight requests: row i of A,
// column i of B, element (i, i) of D. The first warp holds rows 0 to 15 of D, laid out as those of m16n8.
#pragma once
#include "../request.hpp"
#include "fragments.hpp"
#include "mma_kernels.cuh"

#ifdef __CUDA_ARCH_FEAT_SM90_ALL
#define CAPTURE_SM90A true
#else
#define CAPTURE_SM90A false
#endif

// X(id, SASS name, PTX name, types, scale and transposition operands, registers of D, formats, k)
#define CAPTURE_WGMMA_FP8(X, ta, tb, ua, ub)                                             \
    X(q32_##ta##tb, "QGMMA.64xNx32.F32." #ua "." #ub, "wgmma.m64nNk32.f32." #ta "." #tb, \
      "m64n8k32.f32." #ta "." #tb, "p, 1, 1", 4, #ta, #tb, "fp32", 32)                   \
    X(q16_##ta##tb, "QGMMA.64xNx32.F16." #ua "." #ub, "wgmma.m64nNk32.f16." #ta "." #tb, \
      "m64n8k32.f16." #ta "." #tb, "p, 1, 1", 2, #ta, #tb, "fp16", 32)
#define CAPTURE_WGMMA_INT8(X, ta, tb, ua, ub, fa, fb)                                                     \
    X(i_##ta##tb, "IGMMA.64xNx32." #ua "." #ub, "wgmma.m64nNk32.s32." #ta "." #tb,                        \
      "m64n8k32.s32." #ta "." #tb, "p", 4, fa, fb, "int32", 32)                                           \
    X(i_##ta##tb##_sat, "IGMMA.64xNx32." #ua "." #ub ".SAT", "wgmma.m64nNk32.satfinite.s32." #ta "." #tb, \
      "m64n8k32.satfinite.s32." #ta "." #tb, "p", 4, fa, fb, "int32", 32)
#define CAPTURE_WGMMA(X)                                                                                     \
    X(tf32, "HGMMA.64xNx8.F32.TF32", "wgmma.m64nNk8.f32.tf32.tf32", "m64n8k8.f32.tf32.tf32", "p, 1, 1", 4,   \
      "tf32", "tf32", "fp32", 8)                                                                             \
    X(f16f32, "HGMMA.64xNx16.F32", "wgmma.m64nNk16.f32.f16.f16", "m64n8k16.f32.f16.f16", "p, 1, 1, 0, 0", 4, \
      "fp16", "fp16", "fp32", 16)                                                                            \
    X(f16f16, "HGMMA.64xNx16.F16", "wgmma.m64nNk16.f16.f16.f16", "m64n8k16.f16.f16.f16", "p, 1, 1, 0, 0", 2, \
      "fp16", "fp16", "fp16", 16)                                                                            \
    X(bf16, "HGMMA.64xNx16.F32.BF16", "wgmma.m64nNk16.f32.bf16.bf16", "m64n8k16.f32.bf16.bf16",              \
      "p, 1, 1, 0, 0", 4, "bf16", "bf16", "fp32", 16)                                                        \
    CAPTURE_WGMMA_FP8(X, e4m3, e4m3, E4M3, E4M3)                                                             \
    CAPTURE_WGMMA_FP8(X, e4m3, e5m2, E4M3, E5M2)                                                             \
    CAPTURE_WGMMA_FP8(X, e5m2, e4m3, E5M2, E4M3)                                                             \
    CAPTURE_WGMMA_FP8(X, e5m2, e5m2, E5M2, E5M2)                                                             \
    CAPTURE_WGMMA_INT8(X, s8, s8, S8, S8, "int8", "int8")                                                    \
    CAPTURE_WGMMA_INT8(X, s8, u8, S8, U8, "int8", "uint8")                                                   \
    CAPTURE_WGMMA_INT8(X, u8, s8, U8, S8, "uint8", "int8")                                                   \
    CAPTURE_WGMMA_INT8(X, u8, u8, U8, U8, "uint8", "uint8")

namespace capture {

#define CAPTURE_WGMMA_ASM_4(types, tail)                                                    \
    asm volatile("{.reg .pred p; setp.ne.b32 p, %6, 0; wgmma.mma_async.sync.aligned." types \
                 " {%0,%1,%2,%3}, %4, %5, " tail ";}"                                       \
                 : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])                           \
                 : "l"(a), "l"(b), "r"(1))
#define CAPTURE_WGMMA_ASM_2(types, tail)                                                    \
    asm volatile("{.reg .pred p; setp.ne.b32 p, %4, 0; wgmma.mma_async.sync.aligned." types \
                 " {%0,%1}, %2, %3, " tail ";}"                                             \
                 : "+r"(d[0]), "+r"(d[1])                                                   \
                 : "l"(a), "l"(b), "r"(1))
#define CAPTURE_WGMMA_OP(id, sass, alias, types, tail, nd, fa, fb, fc, k)                \
    struct id {                                                                          \
        static constexpr int c = nd;                                                     \
        static constexpr bool compiled = CAPTURE_SM90A;                                  \
        template <class = void>                                                          \
        static __device__ void mma(std::uint32_t* d, std::uint64_t a, std::uint64_t b) { \
            if constexpr (compiled) {                                                    \
                asm volatile("wgmma.fence.sync.aligned;" ::: "memory");                  \
                CAPTURE_WGMMA_ASM_##nd(types, tail);                                     \
                asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");           \
                asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");           \
            }                                                                            \
        }                                                                                \
    };
namespace wgmma {
CAPTURE_WGMMA(CAPTURE_WGMMA_OP)
}  // namespace wgmma

/// Copies `count` lines of eight words into shared memory, all others zero.
__device__ inline void fill_shared(std::uint32_t* shared, unsigned lines, unsigned count, const Request* tile,
                                   const std::uint32_t (Request::*words)[32]) {
    for (unsigned i = threadIdx.x; i < 8 * lines; i += blockDim.x) {
        const unsigned line = i / 8, word = i % 8;
        shared[shared_offset(line, 4 * word) / 4] = line < count ? (tile[line].*words)[word] : 0;
    }
}

template <class Op>
__global__ void wgmma_kernel(Request* requests, std::uint32_t halves) {
    __shared__ alignas(128) std::uint32_t a[64 * 8];
    __shared__ alignas(128) std::uint32_t b[8 * 8];
    Request* const tile = requests + 8 * blockIdx.x;
    fill_shared(a, 64, 8, tile, &Request::a);
    fill_shared(b, 8, 8, tile, &Request::b);
    if constexpr (Op::compiled) asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    std::uint32_t d[Op::c] = {};
    if (threadIdx.x < 32) load_c<Op>(tile, threadIdx.x, halves != 0, d);
    Op::template mma<>(d, shared_descriptor(static_cast<std::uint32_t>(__cvta_generic_to_shared(a))),
                       shared_descriptor(static_cast<std::uint32_t>(__cvta_generic_to_shared(b))));
    if (threadIdx.x < 32) store_d<Op>(tile, threadIdx.x, halves != 0, d);
}

}  // namespace capture
