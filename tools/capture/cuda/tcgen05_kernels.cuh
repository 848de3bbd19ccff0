// SPDX-License-Identifier: Apache-2.0
// tcgen05.mma of sm_100a and sm_103a, cta_group::1, M = 128, N = 16, dense. A block of four warps computes 16
// requests: row i of A, column i of B, element (i, i) of D.
//
// A and B lie in shared memory (fragments.hpp), 32 bytes of k a line. In tensor memory, lane i is row i of D;
// column n holds column n of D, one element in each 32-bit cell, fp16 in the low half. Columns 16 to 19 hold
// the scale factors of A, 20 to 23 those of B: lane i of column j has up to four factors of line 32 * j + i,
// lowest k in the lowest byte, and each group of 32 lanes has a copy. The layouts are those of PTX ISA 9.2,
// 9.7.16.10. This file has been compiled but not yet run; the self-check decides whether it is right.
#pragma once
#include "../request.hpp"
#include "fragments.hpp"
#include "wgmma_kernels.cuh"

#if defined(__CUDA_ARCH_FEAT_SM100_ALL) || defined(__CUDA_ARCH_FEAT_SM103_ALL)
#define CAPTURE_SM100A true
#else
#define CAPTURE_SM100A false
#endif

namespace capture {

enum class Tcgen05 { f16, tf32, f8f6f4, mxf8f6f4, mxf4, mxf4nvf4 };

template <Tcgen05 Kind>
constexpr bool kHasScales = Kind >= Tcgen05::mxf8f6f4;

#define CAPTURE_TCGEN05_DENSE(kind)                                                          \
    asm volatile("{.reg .pred p; setp.ne.b32 p, %4, 0; tcgen05.mma.cta_group::1.kind::" kind \
                 " [%0], %1, %2, %3, p;}" ::"r"(d),                                          \
                 "l"(a), "l"(b), "r"(descriptor), "r"(1))
#define CAPTURE_TCGEN05_SCALED(kind)                                                         \
    asm volatile("{.reg .pred p; setp.ne.b32 p, %6, 0; tcgen05.mma.cta_group::1.kind::" kind \
                 " [%0], %1, %2, %3, [%4], [%5], p;}" ::"r"(d),                              \
                 "l"(a), "l"(b), "r"(descriptor), "r"(d + 16), "r"(d + 20), "r"(1))

template <Tcgen05 Kind>
__device__ void tcgen05_mma(std::uint32_t d, std::uint64_t a, std::uint64_t b, std::uint32_t descriptor) {
    if constexpr (CAPTURE_SM100A) {
        if constexpr (Kind == Tcgen05::f16) CAPTURE_TCGEN05_DENSE("f16");
        if constexpr (Kind == Tcgen05::tf32) CAPTURE_TCGEN05_DENSE("tf32");
        if constexpr (Kind == Tcgen05::f8f6f4) CAPTURE_TCGEN05_DENSE("f8f6f4");
        if constexpr (Kind == Tcgen05::mxf8f6f4) CAPTURE_TCGEN05_SCALED("mxf8f6f4.block_scale.scale_vec::1X");
        if constexpr (Kind == Tcgen05::mxf4) CAPTURE_TCGEN05_SCALED("mxf4.block_scale.scale_vec::2X");
        if constexpr (Kind == Tcgen05::mxf4nvf4) CAPTURE_TCGEN05_SCALED("mxf4nvf4.block_scale.scale_vec::4X");
    }
}

/// Stores the row of D that lane threadIdx.x holds, and scale factors if there are any.
template <Tcgen05 Kind>
__device__ void tcgen05_fill(std::uint32_t address, const Request* tile) {
    if constexpr (CAPTURE_SM100A) {
        const unsigned row = threadIdx.x;
        const std::uint32_t at = address + (threadIdx.x / 32 * 32 << 16);
        for (unsigned n = 0; n < 16; ++n) {
            const std::uint32_t c = row == n ? tile[n].c[0] : 0;
            asm volatile("tcgen05.st.sync.aligned.32x32b.x1.b32 [%0], {%1};" ::"r"(at + n), "r"(c));
        }
        if constexpr (kHasScales<Kind>) {
            const unsigned line = threadIdx.x % 32;
            // Beside the requests A and B are zero; the factor is 1 in ue4m3 and 2^-71 in ue8m0.
            const std::uint32_t other = 0x38383838;
            for (unsigned j = 0; j < 8; ++j) {
                const bool real = j % 4 == 0 && line < 16;
                const std::uint32_t scale = !real ? other : j == 0 ? tile[line].scale_a : tile[line].scale_b;
                asm volatile("tcgen05.st.sync.aligned.32x32b.x1.b32 [%0], {%1};" ::"r"(at + 16 + j),
                             "r"(scale));
            }
        }
        asm volatile("tcgen05.wait::st.sync.aligned;" ::: "memory");
        asm volatile("tcgen05.fence::before_thread_sync;" ::: "memory");
    }
}

/// Reads element (row, row) of D.
__device__ inline std::uint32_t tcgen05_read(std::uint32_t address) {
    std::uint32_t d = 0;
    if constexpr (CAPTURE_SM100A) {
        asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
        for (unsigned n = 0; n < 16; ++n) {
            std::uint32_t value = 0;
            asm volatile("tcgen05.ld.sync.aligned.32x32b.x1.b32 {%0}, [%1];"
                         : "=r"(value)
                         : "r"(address + (threadIdx.x / 32 * 32 << 16) + n));
            asm volatile("tcgen05.wait::ld.sync.aligned;" ::: "memory");
            if (n == threadIdx.x) d = value;
        }
        asm volatile("tcgen05.fence::before_thread_sync;" ::: "memory");
    }
    return d;
}

/// The second argument is the instruction descriptor.
template <Tcgen05 Kind>
__global__ void tcgen05_kernel(Request* requests, std::uint32_t descriptor) {
    __shared__ alignas(128) std::uint32_t a[128 * 8];
    __shared__ alignas(128) std::uint32_t b[16 * 8];
    __shared__ alignas(8) std::uint64_t barrier;
    __shared__ std::uint32_t address;
    Request* const tile = requests + 16 * blockIdx.x;
    if constexpr (CAPTURE_SM100A) {
        const auto shared = [](const void* p) {
            return static_cast<std::uint32_t>(__cvta_generic_to_shared(p));
        };
        fill_shared(a, 128, 16, tile, &Request::a);
        fill_shared(b, 16, 16, tile, &Request::b);
        if (threadIdx.x < 32) {
            asm volatile(
                "tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], 32;" ::"r"(shared(&address))
                : "memory");
            asm volatile("tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;");
        }
        if (threadIdx.x == 0)
            asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared(&barrier)) : "memory");
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
        asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
        __syncthreads();
        const std::uint32_t tensor = address;
        tcgen05_fill<Kind>(tensor, tile);
        __syncthreads();
        if (threadIdx.x == 0) {
            asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
            tcgen05_mma<Kind>(tensor, tcgen05_descriptor(shared(a)), tcgen05_descriptor(shared(b)),
                              descriptor);
            asm volatile("tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%0];" ::"r"(
                             shared(&barrier))
                         : "memory");
        }
        asm volatile(
            "{.reg .pred p;\nagain: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0;\n@!p bra again;}" ::
                "r"(shared(&barrier))
            : "memory");
        const std::uint32_t d = tcgen05_read(tensor);
        __syncthreads();
        if (threadIdx.x < 32)
            asm volatile("tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, 32;" ::"r"(tensor));
        if (threadIdx.x < 16) {
            tile[threadIdx.x].d[0] = d;
            tile[threadIdx.x].executed = 1;
        }
    }
}

}  // namespace capture
