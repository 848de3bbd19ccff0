// SPDX-License-Identifier: Apache-2.0
// Kernels of the warp-level instructions. A block is one warp and computes one tile; request i of the tile is
// row i of A, column i of B and element (i, i) of C. What lies beside the diagonal is zero.
#pragma once
#include "../request.hpp"
#include "asm_operands.hpp"
#include "fragments.hpp"
#include "mma_list.hpp"
#include "sparse_list.hpp"

#ifdef __CUDA_ARCH__
#define CAPTURE_ARCH (__CUDA_ARCH__ / 10)
#else
#define CAPTURE_ARCH 0
#endif
#if defined(__CUDA_ARCH_FEAT_SM120_ALL) || defined(__CUDA_ARCH_FEAT_SM121_ALL) || \
    (defined(__CUDA_ARCH_FAMILY_SPECIFIC__) && __CUDA_ARCH_FAMILY_SPECIFIC__ >= 1200)
#define CAPTURE_SM120A true
#else
#define CAPTURE_SM120A false
#endif

namespace capture {

template <int A, int B, int C>
struct Registers {
    static constexpr int a = A, b = B, c = C;
};

// One type for each instruction: the numbers of its registers, and the instruction.
#define CAPTURE_DENSE_OP(id, sass, shape, rest, na, nb, nc, fa, fb, fc, k, lo, hi)                        \
    struct id : Registers<na, nb, nc> {                                                                   \
        static constexpr bool m16 = shape[1] == '1', compiled = CAPTURE_ARCH >= lo;                       \
        template <class = void>                                                                           \
        static __device__ void mma(std::uint32_t* d, const std::uint32_t* a, const std::uint32_t* b,      \
                                   const std::uint32_t* c) {                                              \
            if constexpr (compiled) CAPTURE_ASM_##na##nb##nc("mma.sync.aligned." shape ".row.col." rest); \
        }                                                                                                 \
    };
namespace dense {
CAPTURE_DENSE(CAPTURE_DENSE_OP)
}  // namespace dense

#define CAPTURE_SM120_OP(id, sass, shape, rest, na, nb, nc, fa, fb, fc, k, lo, hi)                        \
    struct id : Registers<na, nb, nc> {                                                                   \
        static constexpr bool m16 = true, compiled = CAPTURE_SM120A;                                      \
        template <class = void>                                                                           \
        static __device__ void mma(std::uint32_t* d, const std::uint32_t* a, const std::uint32_t* b,      \
                                   const std::uint32_t* c) {                                              \
            if constexpr (compiled) CAPTURE_ASM_##na##nb##nc("mma.sync.aligned." shape ".row.col." rest); \
        }                                                                                                 \
    };
namespace sm120 {
CAPTURE_SM120(CAPTURE_SM120_OP)
}  // namespace sm120

#define CAPTURE_SCALED_OP(id, sass, alias, ptx, fa, fb, scale, block, k)                                   \
    struct id : Registers<4, 2, 4> {                                                                       \
        static constexpr bool compiled = CAPTURE_SM120A;                                                   \
        template <class = void>                                                                            \
        static __device__ void mma(std::uint32_t* d, const std::uint32_t* a, const std::uint32_t* b,       \
                                   const std::uint32_t* c, std::uint32_t scale_a, std::uint32_t scale_b) { \
            if constexpr (compiled) CAPTURE_ASM_424_SF("mma.sync.aligned." ptx);                           \
        }                                                                                                  \
    };
namespace scaled {
CAPTURE_SCALED(CAPTURE_SCALED_OP)
}  // namespace scaled

#define CAPTURE_SPARSE_OP(id, sass, order, shape, rest, na, nb, nc, fa, fb, fc, k, kind, place, lo)    \
    struct id : Registers<na, nb, nc> {                                                                \
        static constexpr bool compiled = CAPTURE_ARCH >= lo;                                           \
        static constexpr MetadataLayout layout = MetadataLayout::place;                                \
        template <int Selector>                                                                        \
        static __device__ void mma(std::uint32_t* d, const std::uint32_t* a, const std::uint32_t* b,   \
                                   const std::uint32_t* c, std::uint32_t metadata) {                   \
            if constexpr (compiled)                                                                    \
                CAPTURE_ASM_##na##nb##nc##_SP("mma.sp" order ".sync.aligned." shape ".row.col." rest); \
        }                                                                                              \
    };
namespace sparse {
CAPTURE_SPARSE(CAPTURE_SPARSE_OP)
}  // namespace sparse

#define CAPTURE_F64_OP(id, sass, shape, na, nb, nc, k, lo, hi)                                      \
    struct id : Registers<na, nb, nc> {                                                             \
        static constexpr bool m16 = shape[1] == '1', compiled = CAPTURE_ARCH >= lo;                 \
        template <class = void>                                                                     \
        static __device__ void mma(double* d, const double* a, const double* b, const double* c) {  \
            if constexpr (compiled)                                                                 \
                CAPTURE_ASM_F64_##na##nb##nc("mma.sync.aligned." shape ".row.col.f64.f64.f64.f64"); \
        }                                                                                           \
    };
namespace f64 {
CAPTURE_F64(CAPTURE_F64_OP)
}  // namespace f64

#define CAPTURE_QUAD_OP(id, sass, types, nd, nc, fc, fd)                                                 \
    struct id {                                                                                          \
        static constexpr int c_registers = nc, d_registers = nd;                                         \
        static constexpr bool compiled = CAPTURE_ARCH >= 70 && CAPTURE_ARCH < 80;                        \
        template <class = void>                                                                          \
        static __device__ void mma(std::uint32_t* d, const std::uint32_t* a, const std::uint32_t* b,     \
                                   const std::uint32_t* c) {                                             \
            if constexpr (compiled) CAPTURE_ASM_QUAD_##nd##nc("mma.sync.aligned.m8n8k4.row.col." types); \
        }                                                                                                \
    };
namespace quad {
CAPTURE_QUAD(CAPTURE_QUAD_OP)
}  // namespace quad

/// Word of A or B; zero beside the eight requests.
__device__ inline std::uint32_t word_of(const Request* tile, const std::uint32_t (Request::*words)[32],
                                        Place place) {
    return place.line < 8 ? (tile[place.line].*words)[place.word] : 0;
}

template <class Op>
__device__ void load_ab(const Request* tile, unsigned lane, bool m16, std::uint32_t* a, std::uint32_t* b) {
    for (unsigned r = 0; r < Op::a; ++r) a[r] = word_of(tile, &Request::a, place_of_a(lane, r, m16));
    for (unsigned r = 0; r < Op::b; ++r) b[r] = word_of(tile, &Request::b, place_of_b(lane, r));
}

/// C has two registers of fp16 pairs, or a register for each element.
template <class Op>
__device__ void load_c(const Request* tile, unsigned lane, bool halves, std::uint32_t* c) {
    for (unsigned r = 0; r < Op::c; ++r) {
        c[r] = 0;
        for (unsigned h = 0; h < (halves ? 2u : 1u); ++h) {
            const Place at = place_of_c(lane, halves ? 2 * r + h : r);
            if (at.line == at.word) c[r] |= tile[at.line].c[0] << 16 * h;
        }
    }
}

template <class Op>
__device__ void store_d(Request* tile, unsigned lane, bool halves, const std::uint32_t* d) {
    for (unsigned r = 0; r < Op::c; ++r) {
        for (unsigned h = 0; h < (halves ? 2u : 1u); ++h) {
            const Place at = place_of_c(lane, halves ? 2 * r + h : r);
            if (at.line != at.word) continue;
            tile[at.line].d[0] = halves ? d[r] >> 16 * h & 0xffff : d[r];
            tile[at.line].executed = Op::compiled;
        }
    }
}

/// The second argument is 1 if C and D are fp16.
template <class Op>
__global__ void mma_kernel(Request* requests, std::uint32_t halves) {
    Request* const tile = requests + 8 * blockIdx.x;
    const unsigned lane = threadIdx.x;
    std::uint32_t a[Op::a], b[Op::b], c[Op::c], d[Op::c] = {};
    load_ab<Op>(tile, lane, Op::m16, a, b);
    load_c<Op>(tile, lane, halves != 0, c);
    Op::template mma<>(d, a, b, c);
    store_d<Op>(tile, lane, halves != 0, d);
}

/// Scale factors of A: lanes 0 and 1 of a group of four hold those of rows g and g + 8, lane 0 those of
/// column g (PTX ISA 9.2, 9.7.14.3). Rows without a request get factors of 1.
template <class Op>
__global__ void scaled_kernel(Request* requests, std::uint32_t one) {
    Request* const tile = requests + 8 * blockIdx.x;
    const unsigned lane = threadIdx.x;
    std::uint32_t a[4], b[2], c[4], d[4] = {};
    load_ab<Op>(tile, lane, true, a, b);
    load_c<Op>(tile, lane, false, c);
    const std::uint32_t scale_a = lane % 4 == 0 ? tile[lane / 4].scale_a : one;
    const std::uint32_t scale_b = lane % 4 == 0 ? tile[lane / 4].scale_b : one;
    Op::template mma<>(d, a, b, c, scale_a, scale_b);
    store_d<Op>(tile, lane, false, d);
}

template <class Op, int Selector>
__global__ void sparse_kernel(Request* requests, std::uint32_t halves) {
    Request* const tile = requests + 8 * blockIdx.x;
    const unsigned lane = threadIdx.x;
    std::uint32_t a[Op::a], b[Op::b], c[Op::c], d[Op::c] = {};
    load_ab<Op>(tile, lane, true, a, b);
    load_c<Op>(tile, lane, halves != 0, c);
    const std::uint32_t* words = tile[lane / 4].metadata;
    const std::uint64_t row = words[0] | std::uint64_t{words[1]} << 32;
    // Rows 8 to 15 and the lanes that are not selected get valid metadata, unlike each other.
    const std::uint32_t metadata =
        metadata_register(Op::layout, lane, Selector, row, 0x4444444444444444u, 0xeeeeeeeeu);
    Op::template mma<Selector>(d, a, b, c, metadata);
    store_d<Op>(tile, lane, halves != 0, d);
}

template <class Op>
__global__ void f64_kernel(Request* requests, std::uint32_t) {
    Request* const tile = requests + 8 * blockIdx.x;
    const unsigned lane = threadIdx.x;
    const auto value = [](const std::uint32_t* words) {
        return __hiloint2double(static_cast<int>(words[1]), static_cast<int>(words[0]));
    };
    double a[Op::a], b[Op::b], c[Op::c], d[Op::c] = {};
    for (unsigned r = 0; r < Op::a; ++r) {
        const Place at = place_of_a(lane, r, Op::m16);
        a[r] = at.line < 8 ? value(tile[at.line].a + 2 * at.word) : 0.0;
    }
    for (unsigned r = 0; r < Op::b; ++r) b[r] = value(tile[lane / 4].b + 2 * place_of_b(lane, r).word);
    for (unsigned i = 0; i < Op::c; ++i) {
        const Place at = place_of_c(lane, i);
        c[i] = at.line == at.word ? value(tile[at.line].c) : 0.0;
    }
    Op::template mma<>(d, a, b, c);
    for (unsigned i = 0; i < Op::c; ++i) {
        const Place at = place_of_c(lane, i);
        if (at.line != at.word) continue;
        tile[at.line].d[0] = static_cast<std::uint32_t>(__double2loint(d[i]));
        tile[at.line].d[1] = static_cast<std::uint32_t>(__double2hiint(d[i]));
        tile[at.line].executed = Op::compiled;
    }
}

/// m8n8k4.f16: 32 requests, eight for each quarter of the warp.
template <class Op>
__global__ void quad_kernel(Request* requests, std::uint32_t) {
    const unsigned lane = threadIdx.x;
    Request* const tile = requests + 32 * blockIdx.x + 8 * quad_of(lane);
    const Request& own = tile[quad_line(lane)];
    const std::uint32_t a[2] = {own.a[0], own.a[1]}, b[2] = {own.b[0], own.b[1]};
    std::uint32_t c[Op::c_registers] = {}, d[Op::d_registers] = {};
    for (unsigned i = 0; i < 8; ++i) {
        const Place at = Op::c_registers == 8 ? quad_place_of_c32(lane, i) : quad_place_of_c16(lane, i);
        if (at.line != at.word) continue;
        if (Op::c_registers == 8)
            c[i] = tile[at.line].c[0];
        else
            c[i / 2] |= tile[at.line].c[0] << 16 * (i % 2);
    }
    Op::template mma<>(d, a, b, c);
    for (unsigned i = 0; i < 8; ++i) {
        const Place at = Op::d_registers == 8 ? quad_place_of_c32(lane, i) : quad_place_of_c16(lane, i);
        if (at.line != at.word) continue;
        tile[at.line].d[0] = Op::d_registers == 8 ? d[i] : d[i / 2] >> 16 * (i % 2) & 0xffff;
        tile[at.line].executed = Op::compiled;
    }
}

}  // namespace capture
