// SPDX-License-Identifier: Apache-2.0
// One step of the kernel of sums on a common grid, on one vector of one row. Compiled once per instruction
// set.
#if defined(KARAT_SIMD_GRID_STEP_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef KARAT_SIMD_GRID_STEP_INL
#undef KARAT_SIMD_GRID_STEP_INL
#else
#define KARAT_SIMD_GRID_STEP_INL
#endif

#include "karat/simd/common_grid/grid_kernel.hpp"
#include "karat/simd/fused/finish-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace karat::simd::HWY_NAMESPACE {

HWY_INLINE VI constant(int x) { return hn::Set(i32, x); }

/// x * 2^-n, rounded down. Precondition: n >= 0.
HWY_INLINE VI shifted_down(VI x, VI n) {
    // On x86, a shift by more than 31 is one by 31.
#if HWY_TARGET == HWY_AVX3
    // The unmasked intrinsic makes GCC 12 warn about its own header (bug 105593).
    return VI{_mm512_maskz_srav_epi32(__mmask16{0xffff}, x.raw, n.raw)};
#elif HWY_TARGET == HWY_AVX2
    return VI{_mm256_srav_epi32(x.raw, n.raw)};
#else
    return hn::Shr(x, hn::Min(n, constant(31)));
#endif
}

/// The magnitude of a float's encoding, split: its value is significand * 2^(exponent - 23).
struct Split {
    VI magnitude, significand, exponent;

    HWY_INLINE explicit Split(VI bits) {
        magnitude = hn::And(bits, constant(0x7fffffff));
        const VI field = hn::Max(hn::ShiftRight<23>(magnitude), constant(1));  // a subnormal has that of 1
        significand = hn::Sub(magnitude, hn::ShiftLeft<23>(hn::Sub(field, constant(1))));
        exponent = hn::Sub(field, constant(127));
    }
};

/// x with the sign of `bits`. Precondition: x >= 0.
HWY_INLINE VI with_sign_of(VI x, VI bits) {
    const VI negative = hn::ShiftRight<31>(bits);
    return hn::Sub(hn::Xor(x, negative), negative);
}

/// The lanes that have seen a special value: those of the operands, as exponents, and those of c.
struct SpecialLanes {
    VI exponent, magnitude;

    [[nodiscard]] HWY_INLINE VI any() const {
        const auto of_c = hn::Gt(magnitude, constant(0x7f7fffff));
        return hn::VecFromMask(i32, hn::Or(of_c, hn::Gt(exponent, constant(-kNoProduct))));
    }
};

/// The rounding of sums that the fast way in rounded_total() does not handle.
static HWY_NOINLINE VF rounded_with_care(const GridRound& rule, VI total, VI lsb, bool in_range) {
    if (in_range && rule.finish.finish == Finish::narrow) return finish(rule.finish, Sum(total), lsb);
    return finish_each(rule.finish, Sum(total), lsb);
}

/// total * 2^lsb, rounded.
HWY_INLINE VF rounded_total(const GridRound& rule, VI total, VI lsb) {
    const VI unit = hn::IfThenZeroElse(hn::Eq(total, hn::Zero(i32)), lsb);
    const auto outside = hn::Or(hn::Lt(unit, constant(kGridLow)), hn::Gt(unit, constant(rule.high)));
    const bool in_range = hn::AllFalse(i32, outside);
    VF out;
    if (in_range && rule.finish.finish == Finish::nearest) {
        out = hn::Mul(hn::ConvertTo(f32, total), power_of_two(0, hn::Neg(unit)));
    } else {
        out = rounded_with_care(rule, total, unit, in_range);
    }
    out = hn::And(out, hn::BitCast(f32, hn::Set(i32, static_cast<std::int32_t>(rule.kept))));
    return rule.positive_zero ? hn::Add(out, hn::Zero(f32)) : out;
}

/// A group sum in units of 2^(exponent - F_products).
struct GroupSum {
    VI sum, exponent;
};

/// Sizes of a plan. A template argument that is not 0 fixes one of them at compile time.
template <int kGroups, int kSize>
struct GridSizes {
    int groups, size;
    HWY_INLINE explicit GridSizes(const GridPlan& plan)
        : groups(kGroups != 0 ? kGroups : plan.groups), size(kSize != 0 ? kSize : plan.group) {}
};

HWY_INLINE VI lane_exponent(VI word) { return hn::ShiftRight<16>(word); }
HWY_INLINE VI lane_significand(VI word) { return hn::ShiftRight<16>(hn::ShiftLeft<16>(word)); }

/// The products of a group, each rounded down at 2^(exponent - F_products), and their sum.
HWY_INLINE GroupSum group_sum(const GridPlan& plan, int size, const GridOperands& at) {
    const auto word = [&](int i) { return hn::LoadU(i32, at.lane_words + i * kLanes); };
    const auto exponent = [&](int i) {
        return hn::Add(constant(at.row_exponents[i * kRows]), lane_exponent(word(i)));
    };
    VI largest = exponent(0);
    for (int i = 1; i < size; ++i) largest = hn::Max(largest, exponent(i));
    VI sum = hn::Zero(i32);
    const VI depth = hn::Add(largest, constant(plan.product_shift));
    for (int i = 0; i < size; ++i) {
        const VI product = hn::Mul(constant(at.row_significands[i * kRows]), lane_significand(word(i)));
        sum = hn::Add(sum, shifted_down(product, hn::Sub(depth, exponent(i))));
    }
    return {sum, largest};
}

/// c, rounded down at 2^lsb. `compared`: the exponent by which it is compared.
HWY_INLINE VI aligned_c(const GridPlan& plan, VI bits, const Split& c, VI compared, VI lsb) {
    const int F = HWY_MAX(plan.F_c, 23);
    const VI value = with_sign_of(hn::ShiftLeftSame(c.significand, F - 23), bits);
    const VI aligned = shifted_down(value, hn::Add(hn::Sub(lsb, c.exponent), constant(F)));
    // If the unit exceeds the exponent, it exceeds c, and the least exponent too. A positive c is 0 anyway.
    return plan.drops_tiny ? hn::IfThenZeroElse(hn::Lt(compared, lsb), aligned) : aligned;
}

/// One step, from c to the rounded sum. `at` is at the step's first product and the row.
template <int kGroups, int kSize>
HWY_INLINE VF grid_step(const GridPlan& plan, const GridRound& round, const GridOperands& at, VF c,
                        SpecialLanes& special) {
    const GridSizes<kGroups, kSize> sizes(plan);
    std::array<GroupSum, kMaxGroups> groups;
    VI largest = constant(2 * kZeroExponent);
    for (int g = 0; g < sizes.groups; ++g) {
        const int first = g * sizes.size;
        groups[static_cast<std::size_t>(g)] =
            group_sum(plan, sizes.size,
                      {at.row_significands + first * kRows, at.row_exponents + first * kRows,
                       at.lane_words + first * kLanes});
        largest = hn::Max(largest, groups[static_cast<std::size_t>(g)].exponent);
    }
    const VI bits = hn::BitCast(i32, c);
    const Split split(bits);
    const VI compared = hn::Max(split.exponent, constant(plan.least_exponent));
    const VI lsb = hn::Max(hn::Sub(largest, constant(plan.F_groups)), hn::Sub(compared, constant(plan.F_c)));
    VI total = aligned_c(plan, bits, split, compared, lsb);
    const VI depth = hn::Add(lsb, constant(plan.F_products));
    for (int g = 0; g < sizes.groups; ++g) {
        const GroupSum& group = groups[static_cast<std::size_t>(g)];
        total = hn::Add(total, shifted_down(group.sum, hn::Sub(depth, group.exponent)));
    }
    special.exponent = hn::Max(special.exponent, largest);
    special.magnitude = hn::Max(special.magnitude, split.magnitude);
    return rounded_total(round, total, lsb);
}

}  // namespace karat::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
