// SPDX-License-Identifier: Apache-2.0
// The products of an operation: largest exponents, aligned sums. Compiled once for every instruction set.
#if defined(KARAT_ENGINE_PRODUCTS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef KARAT_ENGINE_PRODUCTS_INL
#undef KARAT_ENGINE_PRODUCTS_INL
#else
#define KARAT_ENGINE_PRODUCTS_INL
#endif

#include "karat/engine/finish-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace karat::engine::HWY_NAMESPACE {

/// One vector for each of the kernel's rows.
template <class V>
struct Rows {
    V r0, r1, r2, r3;
};

HWY_INLINE VF row_value(const float* values, int row) { return hn::Set(f32, values[row]); }
HWY_INLINE VI16 row_exponent(const std::int32_t* exponents, int row) { return hn::BitCast(i16, hn::Set(i32, exponents[row])); }

/// Largest exponent of the products of each lane.
HWY_INLINE Rows<VI16> largest_exponents(const std::int32_t* rows, const std::int16_t* lanes, int terms) {
    const VI16 least = hn::Set(i16, std::int16_t{-32768});
    Rows<VI16> e{least, least, least, least};
    for (int k = 0; k < terms; ++k, rows += kRows, lanes += kLanes) {
        const VI16 lane = hn::LoadU(i16, lanes);
        e.r0 = hn::Max(e.r0, hn::SaturatedAdd(lane, row_exponent(rows, 0)));
        e.r1 = hn::Max(e.r1, hn::SaturatedAdd(lane, row_exponent(rows, 1)));
        e.r2 = hn::Max(e.r2, hn::SaturatedAdd(lane, row_exponent(rows, 2)));
        e.r3 = hn::Max(e.r3, hn::SaturatedAdd(lane, row_exponent(rows, 3)));
    }
    return e;
}

/// Sum of aligned products, in units of 2^(e_max - F); `scale` = 2^(F - e_max).
template <Rounding kMode>
HWY_INLINE Rows<VI> aligned_sum(const float* rows, const float* lanes, int count, const Rows<VF>& scale) {
    const VI zero = hn::Zero(i32);
    Rows<VI> sum{zero, zero, zero, zero};
    for (int k = 0; k < count; ++k, rows += kRows, lanes += kLanes) {
        const VF lane = hn::LoadU(f32, lanes);
        sum.r0 = hn::Add(sum.r0, to_integer<kMode>(hn::Mul(hn::Mul(row_value(rows, 0), lane), scale.r0)));
        sum.r1 = hn::Add(sum.r1, to_integer<kMode>(hn::Mul(hn::Mul(row_value(rows, 1), lane), scale.r1)));
        sum.r2 = hn::Add(sum.r2, to_integer<kMode>(hn::Mul(hn::Mul(row_value(rows, 2), lane), scale.r2)));
        sum.r3 = hn::Add(sum.r3, to_integer<kMode>(hn::Mul(hn::Mul(row_value(rows, 3), lane), scale.r3)));
    }
    return sum;
}

HWY_INLINE Rows<VI> aligned_sum(Rounding mode, const float* rows, const float* lanes, int count, const Rows<VF>& scale) {
    switch (mode) {
        case Rounding::RD:
            return aligned_sum<Rounding::RD>(rows, lanes, count, scale);
        case Rounding::RU:
            return aligned_sum<Rounding::RU>(rows, lanes, count, scale);
        case Rounding::RNE:
            return aligned_sum<Rounding::RNE>(rows, lanes, count, scale);
        default:
            return aligned_sum<Rounding::RZ>(rows, lanes, count, scale);
    }
}

/// What an operation works on: one vector of every row.
struct Work {
    const FdaPlan& plan;
    const AddendRule& c_rule;
    const FinishRule& finish_rule;
    const float* rows;
    const float* lanes;
    const float* c;
    float* d;
    std::int32_t* bad;
    bool first;  ///< the operation is a chain's first: bad[...] is not yet written
};

/// Sums of all the products of an operation, exactly, in as many chunks as it takes.
HWY_INLINE std::array<Sum, kRows> all_products(const Work& work, const Rows<VF>& scale) {
    const FdaPlan& plan = work.plan;
    std::array<Sum, kRows> sum;
    for (int first = 0; first < plan.terms; first += plan.chunk) {
        const int count = HWY_MIN(plan.chunk, plan.terms - first);
        const Rows<VI> part = aligned_sum(plan.align_rounding, work.rows + first * kRows, work.lanes + first * kLanes, count, scale);
        const std::array<VI, kRows> parts{part.r0, part.r1, part.r2, part.r3};
        for (std::size_t r = 0; r < kRows; ++r) sum[r] = first == 0 ? Sum(parts[r]) : sum[r] + Sum(parts[r]);
    }
    return sum;
}

/// Writes a row's results, and which of them are none.
HWY_INLINE void store(const Work& work, int row, VI is_bad, VF result) {
    hn::Store(result, f32, work.d + row * kLanes);
    std::int32_t* const bad = work.bad + row * kLanes;
    hn::Store(work.first ? is_bad : hn::Or(hn::Load(i32, bad), is_bad), i32, bad);
}

}  // namespace karat::engine::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
