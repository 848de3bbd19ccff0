// SPDX-License-Identifier: Apache-2.0
// Exact sums of integer products, vectorised across lanes. This file is compiled once per instruction set
// (Highway's foreach_target).
#include "karat/simd/integer/integer_kernel.hpp"

#include <limits>

#include "karat/simd/highway.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "karat/simd/integer/integer_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "karat/simd/dispatch-inl.hpp"
#include "karat/simd/fused/fused_kernel.hpp"

HWY_BEFORE_NAMESPACE();
namespace karat::simd::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

constexpr hn::ScalableTag<std::int32_t> i32;
constexpr hn::Repartition<std::int16_t, decltype(i32)> i16;
using V = hn::Vec<decltype(i32)>;
using Pairs = hn::Vec<decltype(i16)>;
constexpr std::size_t n = hn::MaxLanes(i32);
constexpr std::size_t kLanes = 2 * n;  // with kRows rows, enough sums to hide an operation's latency
constexpr std::int32_t kMost = std::numeric_limits<std::int32_t>::max();

HWY_INLINE Pairs row_pair(const std::int32_t* word) { return hn::BitCast(i16, hn::Set(i32, *word)); }
HWY_INLINE Pairs lane_pairs(const std::int32_t* words) { return hn::BitCast(i16, hn::LoadU(i32, words)); }

/// A sum modulo 2^32 of products in pairs. Some instruction sets keep it in two parts.
struct PairSum {
    V part;
    V rest;
    HWY_INLINE PairSum() : part(hn::Zero(i32)), rest(hn::Zero(i32)) {}
    HWY_INLINE void add(Pairs x, Pairs y) { part = hn::ReorderWidenMulAccumulate(i32, x, y, part, rest); }
    [[nodiscard]] HWY_INLINE V total() const { return hn::RearrangeToOddPlusEven(part, rest); }
};

/// Sums `words` words of products modulo 2^32, and calls `finish(values, sum)` for each vector of lanes.
template <class Finish>
HWY_INLINE void sum_words(std::size_t words, const std::int32_t* rows, const std::int32_t* lanes,
                          std::int32_t* values, Finish finish) {
    PairSum l0;
    PairSum h0;
    PairSum l1;
    PairSum h1;
    PairSum l2;
    PairSum h2;
    PairSum l3;
    PairSum h3;
    for (std::size_t p = 0; p < words; ++p, rows += kRows, lanes += kLanes) {
        const Pairs low = lane_pairs(lanes);
        const Pairs high = lane_pairs(lanes + n);
        const Pairs r0 = row_pair(rows);
        l0.add(r0, low), h0.add(r0, high);
        const Pairs r1 = row_pair(rows + 1);
        l1.add(r1, low), h1.add(r1, high);
        const Pairs r2 = row_pair(rows + 2);
        l2.add(r2, low), h2.add(r2, high);
        const Pairs r3 = row_pair(rows + 3);
        l3.add(r3, low), h3.add(r3, high);
    }
    finish(values, l0.total()), finish(values + n, h0.total());
    finish(values + 2 * n, l1.total()), finish(values + 3 * n, h1.total());
    finish(values + 4 * n, l2.total()), finish(values + 5 * n, h2.total());
    finish(values + 6 * n, l3.total()), finish(values + 7 * n, h3.total());
}

HWY_INLINE V saturated_sum(V x, V y) {
    const V sum = hn::Add(x, y);
    // It has left the range if its sign differs from that of both addends.
    const auto beyond = hn::Lt(hn::And(hn::Xor(x, sum), hn::Xor(y, sum)), hn::Zero(i32));
    const V limit = hn::Xor(hn::ShiftRight<31>(x), hn::Set(i32, kMost));
    return hn::IfThenElse(beyond, limit, sum);
}

/// Modulo 2^32 it does not matter where a dot-add ends.
void run_wrapping(std::size_t words, const std::int32_t* rows, const std::int32_t* lanes,
                  std::int32_t* values) {
    sum_words(words, rows, lanes, values,
              [](std::int32_t* acc, V sum) { hn::Store(hn::Add(hn::Load(i32, acc), sum), i32, acc); });
}

void run_saturating(std::size_t count, std::size_t words, const std::int32_t* rows, const std::int32_t* lanes,
                    std::int32_t* values) {
    for (std::size_t i = 0; i < count; ++i, rows += words * kRows, lanes += words * kLanes) {
        sum_words(words, rows, lanes, values, [](std::int32_t* acc, V sum) {
            hn::Store(saturated_sum(hn::Load(i32, acc), sum), i32, acc);
        });
    }
}

/// The exact sum of `words` words of products of one row, in halves of 16 bits: high * 2^16 + low.
struct Halves {
    V high;
    V low;
    HWY_INLINE Halves() : high(hn::Zero(i32)), low(hn::Zero(i32)) {}
    HWY_INLINE void add(Pairs x, Pairs y) {
        PairSum pair;
        pair.add(x, y);
        // The only pair that leaves the range, four times -2^15, gives 2^31. Less 1, every pair fits.
        const V less = hn::Sub(pair.total(), hn::Set(i32, 1));
        high = hn::Add(high, hn::ShiftRight<16>(less));
        low = hn::Add(low, hn::And(less, hn::Set(i32, 0xffff)));
    }
    /// Adds c, and the 1 that each of `words` pairs lacks.
    [[nodiscard]] HWY_INLINE V saturated(V c, std::size_t words) const {
        const V ones = hn::Set(i32, static_cast<std::int32_t>(words));
        const V sum = hn::Add(hn::Add(low, ones), hn::And(c, hn::Set(i32, 0xffff)));
        const V top = hn::Add(hn::Add(high, hn::ShiftRight<16>(c)), hn::ShiftRight<16>(sum));
        const V d = hn::Or(hn::ShiftLeft<16>(top), hn::And(sum, hn::Set(i32, 0xffff)));
        const V limit = hn::Xor(hn::ShiftRight<31>(top), hn::Set(i32, kMost));
        const V fits = hn::ShiftRight<16>(hn::ShiftLeft<16>(top));
        return hn::IfThenElse(hn::Eq(fits, top), d, limit);
    }
};

void run_wide(std::size_t count, std::size_t words, const std::int32_t* rows, const std::int32_t* lanes,
              std::int32_t* values) {
    for (std::size_t i = 0; i < count; ++i, rows += words * kRows, lanes += words * kLanes) {
        for (std::size_t r = 0; r < kRows; ++r) {
            Halves low;
            Halves high;
            for (std::size_t p = 0; p < words; ++p) {
                const Pairs row = row_pair(rows + p * kRows + r);
                low.add(row, lane_pairs(lanes + p * kLanes));
                high.add(row, lane_pairs(lanes + p * kLanes + n));
            }
            std::int32_t* const acc = values + r * kLanes;
            hn::Store(low.saturated(hn::Load(i32, acc), words), i32, acc);
            hn::Store(high.saturated(hn::Load(i32, acc + n), words), i32, acc + n);
        }
    }
}

void run(const IntegerPlan& plan, std::size_t count, const std::int32_t* rows, const std::int32_t* lanes,
         std::int32_t* values) {
    const std::size_t words = words_of(plan);
    if (plan.wide) return run_wide(count, words, rows, lanes, values);
    if (plan.saturate) return run_saturating(count, words, rows, lanes, values);
    run_wrapping(count * words, rows, lanes, values);
}

}  // namespace

IntegerKernel integer_kernel() { return {&run, static_cast<int>(kLanes)}; }

}  // namespace karat::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace karat::simd {
IntegerKernel integer_kernel(Simd simd) { KARAT_DISPATCH(simd, integer_kernel); }
}  // namespace karat::simd
#endif
