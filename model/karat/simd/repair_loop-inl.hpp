// SPDX-License-Identifier: Apache-2.0
// Consecutive dot-adds of a kernel that leaves lanes to the readable model. Compiled once per instruction
// set.
#if defined(KARAT_SIMD_REPAIR_LOOP_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef KARAT_SIMD_REPAIR_LOOP_INL
#undef KARAT_SIMD_REPAIR_LOOP_INL
#else
#define KARAT_SIMD_REPAIR_LOOP_INL
#endif

#include <algorithm>

#include "karat/simd/fused/vectors-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace karat::simd::HWY_NAMESPACE {

/// Runs `count` dot-adds on `values` [kRows * kLanes]. dot_add(i, before, after, bad) computes number i: bad
/// is 0 on entry and becomes nonzero where after[...] is not the result. It returns whether any lane is bad.
template <class DotAdd>
HWY_INLINE void run_dot_adds(std::size_t count, float* values, Repair& repair, DotAdd dot_add) {
    HWY_ALIGN std::array<float, kRows * kLanes> even;
    HWY_ALIGN std::array<float, kRows * kLanes> odd;
    HWY_ALIGN std::array<std::int32_t, kRows * kLanes> bad{};
    std::copy_n(values, even.size(), even.begin());
    for (std::size_t i = 0; i < count; ++i) {
        float* const before = i % 2 == 0 ? even.data() : odd.data();
        float* const after = i % 2 == 0 ? odd.data() : even.data();
        if (!dot_add(i, before, after, bad.data())) continue;
        repair.repair(i, bad.data(), before, after);
        bad.fill(0);
    }
    std::copy_n(count % 2 == 0 ? even.begin() : odd.begin(), even.size(), values);
}

}  // namespace karat::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
