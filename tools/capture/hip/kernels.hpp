// SPDX-License-Identifier: Apache-2.0
// The kernel of AMD's matrix instructions. A block is one wave and computes one tile; request i of a block's
// diagonal is row i of A, column i of B and element (i, i) of C. What lies beside the diagonal is zero.
#pragma once
#include "../request.hpp"
#include "fragments.hpp"
#include "list.hpp"
#include "list_rdna.hpp"

namespace capture {

#if defined(__gfx908__)
constexpr int kCompiledFor = kCdna1;
#elif defined(__gfx90a__)
constexpr int kCompiledFor = kCdna2;
#elif defined(__gfx940__) || defined(__gfx941__) || defined(__gfx942__)
constexpr int kCompiledFor = kCdna3;
#elif defined(__GFX11__)
constexpr int kCompiledFor = kRdna3;
#elif defined(__GFX12__)
constexpr int kCompiledFor = kRdna4;
#else
constexpr int kCompiledFor = 0;  // the host, or a GPU without these instructions
#endif

namespace hip {

template <class T, int N>
using Vector = T __attribute__((ext_vector_type(N)));
using half = _Float16;
using h2 = Vector<half, 2>;
using h4 = Vector<half, 4>;
using h8 = Vector<half, 8>;
using h16 = Vector<half, 16>;
using bf1 = __bf16;
using bf2 = Vector<bf1, 2>;
using s2 = Vector<short, 2>;
using s4 = Vector<short, 4>;
using s8 = Vector<short, 8>;
using s16 = Vector<short, 16>;
using f2 = Vector<float, 2>;
using f4 = Vector<float, 4>;
using f8 = Vector<float, 8>;
using f16 = Vector<float, 16>;
using f32 = Vector<float, 32>;
using d4 = Vector<double, 4>;
using i2 = Vector<int, 2>;
using i4 = Vector<int, 4>;
using i8 = Vector<int, 8>;
using i16 = Vector<int, 16>;
using i32 = Vector<int, 32>;
using i64 = long;

constexpr unsigned bits_of(const char* format) {
    return format[2] == '6' ? 64 : format[0] == 'b' || format[2] == '1' ? 16 : 32;
}

#define CAPTURE_HIP_OP(id, name, old, kind, m, blocks, k, metadata, A, B, C, fa, fb, fc, archs, call) \
    struct op_##id {                                                                                  \
        using a_type = A;                                                                             \
        using b_type = B;                                                                             \
        using c_type = C;                                                                             \
        static constexpr bool compiled = ((archs)&kCompiledFor) != 0;                                 \
        static constexpr WaveShape shape{Wave::kind, m, blocks, bits_of(fc)};                         \
        static constexpr unsigned stored_k = k;                                                       \
        static constexpr bool sparse = metadata[0] != 0;                                              \
        template <class = void>                                                                       \
        static __device__ C mma(A a, B b, C c, [[maybe_unused]] int index) {                          \
            if constexpr (compiled)                                                                   \
                return call;                                                                          \
            else                                                                                      \
                return c;                                                                             \
        }                                                                                             \
    };
CAPTURE_HIP_CDNA(CAPTURE_HIP_OP)
CAPTURE_HIP_ALL_RDNA(CAPTURE_HIP_OP)

}  // namespace hip

template <class Op>
__global__ void hip_kernel(Request* requests) {
    constexpr WaveShape shape = Op::shape;
    const unsigned lane = threadIdx.x;
    Request* const tile = requests + shape.requests() * blockIdx.x;
    const WavePlace at = place_of_operand(shape, lane);
    const Request& own = tile[at.block * shape.m + at.line];
    typename Op::a_type a;
    typename Op::b_type b;
    typename Op::c_type c{};
    __builtin_memcpy(&a, own.a + at.group * (sizeof a / 4), sizeof a);
    __builtin_memcpy(&b, own.b + at.group * (sizeof b / 4), sizeof b);
    constexpr unsigned bytes = shape.element_bits / 8;
    for (unsigned item = 0; item < results_of_lane(shape); ++item) {
        const ResultPlace place = place_of_result(shape, lane, item);
        if (place.row != place.column) continue;
        __builtin_memcpy(reinterpret_cast<char*>(&c) + bytes * place.element,
                         tile[place.block * shape.m + place.row].c, bytes);
    }
    // Two index bits for each stored element; the lane that holds the elements holds their bits.
    const std::uint64_t metadata = own.metadata[0] | std::uint64_t{own.metadata[1]} << 32;
    const unsigned shift = Op::sparse ? 2 * at.group * (Op::stored_k / shape.groups()) : 0;
    const auto d = Op::template mma<>(a, b, c, static_cast<int>(metadata >> shift));
    for (unsigned item = 0; item < results_of_lane(shape); ++item) {
        const ResultPlace place = place_of_result(shape, lane, item);
        if (place.row != place.column) continue;
        Request& out = tile[place.block * shape.m + place.row];
        __builtin_memcpy(out.d, reinterpret_cast<const char*>(&d) + bytes * place.element, bytes);
        out.executed = Op::compiled ? 1 : 0;
    }
}

}  // namespace capture
