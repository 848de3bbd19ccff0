// SPDX-License-Identifier: Apache-2.0
// Sequences and trees of rounded operations, vectorised across lanes. This file is compiled once per
// instruction set (Highway's foreach_target), and multiplications and additions must not be contracted.
#include "karat/simd/steps/step_kernel.hpp"

#include <array>
#include <cmath>
#include <limits>

#include "karat/simd/highway.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "karat/simd/steps/step_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "karat/simd/dispatch-inl.hpp"
#include "karat/simd/fused/fused_kernel.hpp"

HWY_BEFORE_NAMESPACE();
namespace karat::simd::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

template <class T>
using Tag = hn::ScalableTag<T>;
template <class T>
using V = hn::Vec<Tag<T>>;
template <class T>
constexpr int kVector = static_cast<int>(hn::MaxLanes(Tag<T>()));
template <class T>
constexpr int kStepLanes = 2 * kVector<T>;  // with kRows rows, enough chains to hide an operation's latency

/// x * y + z, rounded once.
template <class T>
HWY_INLINE V<T> fused(V<T> x, V<T> y, V<T> z) {
#if HWY_NATIVE_FMA
    return hn::MulAdd(x, y, z);
#else
    constexpr Tag<T> tag;
    HWY_ALIGN std::array<T, kVector<T>> a, b, c;
    hn::Store(x, tag, a.data());
    hn::Store(y, tag, b.data());
    hn::Store(z, tag, c.data());
    for (std::size_t i = 0; i < a.size(); ++i) c[i] = std::fma(a[i], b[i], c[i]);
    return hn::Load(tag, c.data());
#endif
}

/// The flush of a result: see StepFlush.
template <class T>
HWY_INLINE V<T> flushed(StepFlush flush, V<T> x) {
    constexpr Tag<T> tag;
    if (flush == StepFlush::none) return x;
    const V<T> least = hn::Set(tag, std::numeric_limits<T>::min());
    const V<T> magnitude = hn::Abs(x);
    const V<T> out = hn::IfThenElse(hn::Lt(magnitude, least), hn::CopySign(hn::Zero(tag), x), x);
    if (flush == StepFlush::rounded) return out;
    return hn::IfThenElse(hn::Eq(magnitude, least), hn::NaN(tag), out);
}

/// c with magnitudes below a limit replaced by zeros. Zeros keep their sign.
template <class T>
HWY_INLINE V<T> flushed_c(const StepPlan& plan, V<T> c) {
    constexpr Tag<T> tag;
    if (!(plan.flush_c > 0)) return c;
    const auto magnitude = hn::Abs(c);
    const auto small = hn::And(hn::Lt(magnitude, hn::Set(tag, static_cast<T>(plan.flush_c))),
                               hn::Gt(magnitude, hn::Zero(tag)));
    const V<T> zero = hn::Zero(tag);
    return hn::IfThenElse(small, plan.flush_sign == FlushSign::keep ? hn::CopySign(zero, c) : zero, c);
}

template <class T>
HWY_INLINE V<T> add(const StepPlan& plan, V<T> x, V<T> y) {
    return flushed<T>(plan.flush_sums, hn::Add(x, y));
}

template <class T>
HWY_INLINE V<T> product(const StepPlan& plan, V<T> x, V<T> y) {
    V<T> out = hn::Mul(x, y);
    if (plan.positive_zero) out = hn::Add(out, hn::Zero(Tag<T>()));
    return flushed<T>(plan.flush_products, out);
}

/// Sequences of fused multiply-adds, interleaved for all rows and lanes.
template <class T, StepFlush kFlush>
void run_fma(const StepPlan& plan, std::size_t count, const T* rows, const T* lanes, T* values) {
    constexpr Tag<T> tag;
    constexpr int n = kVector<T>;
    const auto step = [&](const T* row, V<T> lane, V<T> acc) {
        return flushed<T>(kFlush, fused<T>(hn::Set(tag, *row), lane, acc));
    };
    const auto start = [&](int i) { return hn::Load(tag, values + i * n); };
    const auto flush = [&](V<T> c) { return flushed_c<T>(plan, c); };
    V<T> l0 = start(0);
    V<T> h0 = start(1);
    V<T> l1 = start(2);
    V<T> h1 = start(3);
    V<T> l2 = start(4);
    V<T> h2 = start(5);
    V<T> l3 = start(6);
    V<T> h3 = start(7);
    // Without a flush of c, or if results are flushed anyway, consecutive dot-adds form one sequence.
    const bool again =
        plan.flush_c > (kFlush == StepFlush::none ? 0 : static_cast<double>(std::numeric_limits<T>::min()));
    const std::size_t steps = static_cast<std::size_t>(plan.groups) * (again ? 1 : count);
    for (std::size_t i = 0; i < (again ? count : 1); ++i) {
        l0 = flush(l0), h0 = flush(h0), l1 = flush(l1), h1 = flush(h1);
        l2 = flush(l2), h2 = flush(h2), l3 = flush(l3), h3 = flush(h3);
        for (std::size_t k = 0; k < steps; ++k, rows += kRows, lanes += 2 * n) {
            const V<T> low = hn::LoadU(tag, lanes);
            const V<T> high = hn::LoadU(tag, lanes + n);
            l0 = step(rows, low, l0);
            h0 = step(rows, high, h0);
            l1 = step(rows + 1, low, l1);
            h1 = step(rows + 1, high, h1);
            l2 = step(rows + 2, low, l2);
            h2 = step(rows + 2, high, h2);
            l3 = step(rows + 3, low, l3);
            h3 = step(rows + 3, high, h3);
        }
    }
    T* out = values;
    for (const V<T>& acc : {l0, h0, l1, h1, l2, h2, l3, h3}) {
        hn::Store(acc, tag, out);
        out += n;
    }
}

/// Sums leaves in place by a binary tree of rounded additions.
template <class T>
HWY_INLINE V<T> tree_sum(const StepPlan& plan, V<T>* leaves, int count) {
    while (count > 1) {
        const int half = (count + 1) / 2;
        for (int i = 0; i < half; ++i) {
            const int left = plan.pairing == Pairing::adjacent ? 2 * i : i;
            const int right = plan.pairing == Pairing::adjacent ? 2 * i + 1 : i + half;
            // an unpaired leaf moves up
            leaves[i] = right < count ? add<T>(plan, leaves[left], leaves[right]) : leaves[left];
        }
        count = half;
    }
    return leaves[0];
}

/// One dot-add for one vector of one row, computed with trees of rounded operations.
template <class T>
HWY_INLINE V<T> sum_groups(const StepPlan& plan, const T* row, const T* lanes, V<T> c) {
    constexpr Tag<T> tag;
    c = flushed_c<T>(plan, c);
    V<T> acc = c;
    std::array<V<T>, kMaxLeaves> leaves;
    for (int g = 0; g < plan.groups; ++g) {
        std::size_t count = 0;
        if (plan.c_place == CPlace::leaf_first && g == 0) leaves[count++] = c;
        for (int j = 0; j < plan.group; ++j, row += kRows, lanes += kStepLanes<T>) {
            leaves[count++] = product<T>(plan, hn::Set(tag, *row), hn::LoadU(tag, lanes));
        }
        if (plan.c_place == CPlace::leaf_last && g + 1 == plan.groups) leaves[count++] = c;
        const V<T> sum = tree_sum<T>(plan, leaves.data(), static_cast<int>(count));
        acc = g == 0 && plan.c_place != CPlace::first ? sum : add<T>(plan, acc, sum);
    }
    return plan.c_place == CPlace::last ? add<T>(plan, acc, c) : acc;
}

template <class T>
void run_groups(const StepPlan& plan, std::size_t count, const T* rows, const T* lanes, T* values) {
    constexpr Tag<T> tag;
    constexpr int n = kVector<T>;
    const std::ptrdiff_t k = std::ptrdiff_t{plan.groups} * plan.group;
    for (std::size_t i = 0; i < count; ++i, rows += k * kRows, lanes += k * 2 * n) {
        for (int r = 0; r < kRows; ++r) {
            for (int half = 0; half < 2; ++half) {
                T* const acc = values + (2 * r + half) * n;
                hn::Store(sum_groups<T>(plan, rows + r, lanes + half * n, hn::Load(tag, acc)), tag, acc);
            }
        }
    }
}

template <class T>
void run(const StepPlan& plan, std::size_t count, const T* rows, const T* lanes, T* values) {
    if (!plan.fused) return run_groups<T>(plan, count, rows, lanes, values);
    switch (plan.flush_sums) {
        case StepFlush::none:
            return run_fma<T, StepFlush::none>(plan, count, rows, lanes, values);
        case StepFlush::rounded:
            return run_fma<T, StepFlush::rounded>(plan, count, rows, lanes, values);
        case StepFlush::exact:
            return run_fma<T, StepFlush::exact>(plan, count, rows, lanes, values);
    }
}

}  // namespace

StepKernel<float> step_kernel_fp32() { return {&run<float>, kStepLanes<float>}; }
StepKernel<double> step_kernel_fp64() { return {&run<double>, kStepLanes<double>}; }

}  // namespace karat::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace karat::simd {
StepKernel<float> step_kernel_fp32(Simd simd) { KARAT_DISPATCH(simd, step_kernel_fp32); }
StepKernel<double> step_kernel_fp64(Simd simd) { KARAT_DISPATCH(simd, step_kernel_fp64); }
}  // namespace karat::simd
#endif
