// SPDX-License-Identifier: Apache-2.0
// The products of an operation: largest exponents and exact sums. Compiled once per instruction set.
#if defined(KARAT_SIMD_PRODUCTS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef KARAT_SIMD_PRODUCTS_INL
#undef KARAT_SIMD_PRODUCTS_INL
#else
#define KARAT_SIMD_PRODUCTS_INL
#endif

#include "karat/simd/fused/vectors-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace karat::simd::HWY_NAMESPACE {

/// One vector for each of the kernel's rows.
template <class V>
struct Rows {
    V r0, r1, r2, r3;
};

HWY_INLINE VF row_value(const float* values, int row) { return hn::Set(f32, values[row]); }
HWY_INLINE VI16 row_exponent(const std::int32_t* exponents, int row) {
    return hn::BitCast(i16, hn::Set(i32, exponents[row]));
}

/// Largest exponent of the products of each lane.
HWY_INLINE Rows<VI16> largest_exponents(const std::int32_t* rows, const std::int16_t* lanes, int terms) {
    const VI16 least = hn::Set(i16, std::int16_t{-32768});
    Rows<VI16> e{least, least, least, least};
    KARAT_UNROLL
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
    KARAT_UNROLL
    for (int k = 0; k < count; ++k, rows += kRows, lanes += kLanes) {
        const VF lane = hn::LoadU(f32, lanes);
        sum.r0 = hn::Add(sum.r0, to_integer<kMode>(hn::Mul(hn::Mul(row_value(rows, 0), lane), scale.r0)));
        sum.r1 = hn::Add(sum.r1, to_integer<kMode>(hn::Mul(hn::Mul(row_value(rows, 1), lane), scale.r1)));
        sum.r2 = hn::Add(sum.r2, to_integer<kMode>(hn::Mul(hn::Mul(row_value(rows, 2), lane), scale.r2)));
        sum.r3 = hn::Add(sum.r3, to_integer<kMode>(hn::Mul(hn::Mul(row_value(rows, 3), lane), scale.r3)));
    }
    return sum;
}

HWY_INLINE Rows<VI> aligned_sum(Rounding mode, const float* rows, const float* lanes, int count,
                                const Rows<VF>& scale) {
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

/// The same in fp64: for sums of up to 53 bits.
template <Rounding kMode>
HWY_INLINE Sum add_wide(const Sum& sum, const float* row, const Sum& lane, const Sum& scale) {
    const VD value = hn::Set(f64, static_cast<double>(*row));
    return {hn::Add(sum.low, to_integral<kMode>(hn::Mul(hn::Mul(value, lane.low), scale.low))),
            hn::Add(sum.high, to_integral<kMode>(hn::Mul(hn::Mul(value, lane.high), scale.high)))};
}
template <Rounding kMode>
HWY_INLINE Rows<Sum> wide_sum(const float* rows, const float* lanes, int count, const Rows<Sum>& scale) {
    Rows<Sum> sum{zero_sum(), zero_sum(), zero_sum(), zero_sum()};
    KARAT_UNROLL
    for (int k = 0; k < count; ++k, rows += kRows, lanes += kLanes) {
        const Sum lane(hn::LoadU(f32, lanes));
        sum.r0 = add_wide<kMode>(sum.r0, rows, lane, scale.r0);
        sum.r1 = add_wide<kMode>(sum.r1, rows + 1, lane, scale.r1);
        sum.r2 = add_wide<kMode>(sum.r2, rows + 2, lane, scale.r2);
        sum.r3 = add_wide<kMode>(sum.r3, rows + 3, lane, scale.r3);
    }
    return sum;
}

HWY_INLINE Rows<Sum> wide_sum(Rounding mode, const float* rows, const float* lanes, int count,
                              const Rows<Sum>& scale) {
    switch (mode) {
        case Rounding::RD:
            return wide_sum<Rounding::RD>(rows, lanes, count, scale);
        case Rounding::RU:
            return wide_sum<Rounding::RU>(rows, lanes, count, scale);
        case Rounding::RNE:
            return wide_sum<Rounding::RNE>(rows, lanes, count, scale);
        default:
            return wide_sum<Rounding::RZ>(rows, lanes, count, scale);
    }
}

/// Sum of products in fp32, in which every addition is exact.
HWY_INLINE Rows<VF> exact_sum(const float* rows, const float* lanes, int count) {
    const VF zero = hn::Zero(f32);
    Rows<VF> sum{zero, zero, zero, zero};
    KARAT_UNROLL
    for (int k = 0; k < count; ++k, rows += kRows, lanes += kLanes) {
        const VF lane = hn::LoadU(f32, lanes);
        sum.r0 = hn::MulAdd(row_value(rows, 0), lane, sum.r0);
        sum.r1 = hn::MulAdd(row_value(rows, 1), lane, sum.r1);
        sum.r2 = hn::MulAdd(row_value(rows, 2), lane, sum.r2);
        sum.r3 = hn::MulAdd(row_value(rows, 3), lane, sum.r3);
    }
    return sum;
}

/// The same for fp64.
HWY_INLINE Sum add_exact(const Sum& sum, const float* row, const Sum& lane) {
    const VD value = hn::Set(f64, static_cast<double>(*row));
    return {hn::MulAdd(value, lane.low, sum.low), hn::MulAdd(value, lane.high, sum.high)};
}
HWY_INLINE Rows<Sum> exact_wide_sum(const float* rows, const float* lanes, int count) {
    Rows<Sum> sum{zero_sum(), zero_sum(), zero_sum(), zero_sum()};
    KARAT_UNROLL
    for (int k = 0; k < count; ++k, rows += kRows, lanes += kLanes) {
        const Sum lane(hn::LoadU(f32, lanes));
        sum.r0 = add_exact(sum.r0, rows, lane);
        sum.r1 = add_exact(sum.r1, rows + 1, lane);
        sum.r2 = add_exact(sum.r2, rows + 2, lane);
        sum.r3 = add_exact(sum.r3, rows + 3, lane);
    }
    return sum;
}

struct Group;

/// The data of an operation: one vector of every row.
struct Work {
    const FusedPlan& plan;
    const AddendRule& c_rule;
    const FinishRule& finish_rule;
    const float* rows;
    const float* lanes;
    std::int16_t* exponents;  ///< of row r in group g: [(g * kRows + r) * kLanes]
    Group* groups;            ///< storage for the sums of every group
    const float* c;
    float* d;
    std::int32_t* bad;  ///< holds the bad lanes of earlier operations of the dot-add
};

/// Moves on to the upper half of the lanes. Modifies `work` in place, because copying what was just written
/// would stall on those stores.
HWY_INLINE void to_upper_half(Work& work) {
    work.lanes += kHalf;
    work.exponents += kHalf;
    work.c += kHalf;
    work.d += kHalf;
    work.bad += kHalf;
}

HWY_INLINE void put(const Rows<Sum>& from, std::array<Sum, kRows>& to) {
    to[0] = from.r0;
    to[1] = from.r1;
    to[2] = from.r2;
    to[3] = from.r3;
}
HWY_INLINE Rows<Sum> in_fp64(const Rows<VI>& x) { return {Sum(x.r0), Sum(x.r1), Sum(x.r2), Sum(x.r3)}; }
HWY_INLINE Rows<Sum> in_fp64(const Rows<VF>& x) { return {Sum(x.r0), Sum(x.r1), Sum(x.r2), Sum(x.r3)}; }

/// Exact sums of the products of group `g`, in units of 2^(e - F), where `e` holds the alignment exponents of
/// the rows; in units of 1 if the plan does not align products. The result is written directly to its
/// destination, because g++ copies arrays in half vectors, and loads of whole vectors after that stall.
HWY_INLINE void sum_products(const Work& work, int g, const std::array<VI, kRows>& e,
                             std::array<Sum, kRows>& sum) {
    const FusedPlan& plan = work.plan;
    const float* const rows = work.rows + std::ptrdiff_t{g} * plan.group * kRows;
    const float* const lanes = work.lanes + std::ptrdiff_t{g} * plan.group * kLanes;
    if (plan.products == Products::exact) return put(in_fp64(exact_sum(rows, lanes, plan.group)), sum);
    if (plan.products == Products::exact_wide) return put(exact_wide_sum(rows, lanes, plan.group), sum);
    if (plan.products == Products::wide) {
        const auto scale = [&](std::size_t r) {
            return power_of_two_wide(hn::Sub(hn::Set(i32, plan.F_products), e[r]));
        };
        return put(wide_sum(plan.product_rounding, rows, lanes, plan.group,
                            {scale(0), scale(1), scale(2), scale(3)}),
                   sum);
    }
    const Rows<VF> scale{power_of_two(plan.F_products, e[0]), power_of_two(plan.F_products, e[1]),
                         power_of_two(plan.F_products, e[2]), power_of_two(plan.F_products, e[3])};
    const int first_count = HWY_MIN(plan.chunk, plan.group);
    put(in_fp64(aligned_sum(plan.product_rounding, rows, lanes, first_count, scale)), sum);
    for (int first = first_count; first < plan.group; first += plan.chunk) {
        const int count = HWY_MIN(plan.chunk, plan.group - first);
        const Rows<Sum> part = in_fp64(
            aligned_sum(plan.product_rounding, rows + first * kRows, lanes + first * kLanes, count, scale));
        put({sum[0] + part.r0, sum[1] + part.r1, sum[2] + part.r2, sum[3] + part.r3}, sum);
    }
}

/// Stores the results of a row, and which of them are bad.
HWY_INLINE void store(const Work& work, int row, VI is_bad, VF result) {
    hn::Store(result, f32, work.d + row * kLanes);
    std::int32_t* const bad = work.bad + row * kLanes;
    hn::Store(hn::Or(hn::Load(i32, bad), is_bad), i32, bad);
}

}  // namespace karat::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
