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

/// The second rounding.
HWY_INLINE VF rounded_again(const GridRound& rule, VF x) {
    if (rule.kept == ~std::uint32_t{0}) return x;
    const VF out = hn::And(x, hn::BitCast(f32, constant(static_cast<std::int32_t>(rule.kept))));
    return rule.positive_zero ? hn::Add(out, hn::Zero(f32)) : out;
}

/// total * 2^lsb, rounded as the readable model rounds.
static HWY_NOINLINE VF rounded_with_care(const GridRound& rule, VI total, VI lsb) {
    return rounded_again(rule, finish_each(rule.finish, Sum(total), lsb));
}

/// A total that fp32 represents exactly, and that is rounded to nearest as the original is, to at most 15
/// fraction bits. If the total has more than 24 bits, the last 6 are cleared, and the one above is set if any
/// was set.
HWY_INLINE VI jammed_total(VI total) {
    const VI low = hn::And(total, constant(63));
    const VI sticky = hn::And(hn::Add(low, constant(63)), constant(64));
    const VI jammed = hn::Or(hn::AndNot(constant(63), total), sticky);
    return hn::IfThenElse(hn::Gt(hn::Abs(total), constant(1 << 24)), jammed, total);
}

/// The same in fp32; `unit` = 2^lsb. Precondition: lsb is within the limits of the plan.
HWY_INLINE VF rounded_fast(const GridRound& rule, VI total, VF unit) {
    if (rule.finish.finish == Finish::nearest)
        return rounded_again(rule, hn::Mul(hn::ConvertTo(f32, total), unit));
    return rounded_again(rule,
                         round_narrow(rule.finish, hn::Mul(hn::ConvertTo(f32, jammed_total(total)), unit)));
}

/// A group sum in units of 2^(exponent - F_products).
struct GroupSum {
    VI sum, exponent;
};

/// Exponent and significand of product number `i`.
HWY_INLINE VI product_exponent(const GridOperands& at, int i) {
    return hn::Add(constant(at.row_exponents[i * kRows]), hn::LoadU(i32, at.lane_exponents + i * kLanes));
}
HWY_INLINE VI product_significand(const GridOperands& at, int i) {
    return hn::Mul(constant(at.row_significands[i * kRows]),
                   hn::LoadU(i32, at.lane_significands + i * kLanes));
}

/// The products of a group, each rounded down at 2^(exponent - F_products), and their sum.
HWY_INLINE GroupSum group_sum(int size, const GridOperands& at) {
    VI largest = product_exponent(at, 0);
    for (int i = 1; i < size; ++i) largest = hn::Max(largest, product_exponent(at, i));
    VI sum = hn::Zero(i32);
    for (int i = 0; i < size; ++i) {
        const VI down = hn::Sub(largest, product_exponent(at, i));
        sum = hn::Add(sum, shifted_down(product_significand(at, i), down));
    }
    return {sum, largest};
}

/// Moves on by `products` elements.
HWY_INLINE void advance(GridOperands& at, std::ptrdiff_t products) {
    at.row_significands += products * kRows;
    at.row_exponents += products * kRows;
    at.lane_significands += products * kLanes;
    at.lane_exponents += products * kLanes;
}

/// The exponent of the grid. `compared`: the exponent by which c is compared.
HWY_INLINE VI grid_exponent(const GridPlan& plan, VI largest, VI compared) {
    return hn::Max(hn::Sub(largest, constant(plan.F_groups)), hn::Sub(compared, constant(plan.F_c)));
}

/// c, rounded down at 2^lsb.
HWY_INLINE VI aligned_c(const GridPlan& plan, VI bits, const Split& c, VI compared, VI lsb) {
    const int F = HWY_MAX(plan.F_c, 23);
    const VI value = with_sign_of(hn::ShiftLeftSame(c.significand, F - 23), bits);
    const VI aligned = shifted_down(value, hn::Add(hn::Sub(lsb, c.exponent), constant(F)));
    // If the unit exceeds `compared`, it exceeds c, and the least exponent too. A positive c is 0 anyway.
    return plan.drops_tiny ? hn::IfThenZeroElse(hn::Lt(compared, lsb), aligned) : aligned;
}

/// A group sum, rounded down at 2^lsb. `depth` = lsb + F_products.
HWY_INLINE VI aligned_sum(const GroupSum& group, VI depth) {
    return shifted_down(group.sum, hn::Sub(depth, group.exponent));
}

/// One step, from c to the rounded sum, for any exponents. `at` is at the step's first product and the row.
static HWY_NOINLINE VF careful_step(const GridPlan& plan, const GridRound& round, GridOperands at, VF c,
                                    SpecialLanes& special) {
    std::array<GroupSum, kMaxGroups> groups;
    VI largest = constant(2 * kZeroExponent);
    for (std::size_t g = 0; g < static_cast<std::size_t>(plan.groups); ++g, advance(at, plan.group)) {
        groups[g] = group_sum(plan.group, at);
        largest = hn::Max(largest, groups[g].exponent);
    }
    const VI bits = hn::BitCast(i32, c);
    const Split split(bits);
    const VI compared = hn::Max(split.exponent, constant(plan.least_exponent));
    const VI lsb = grid_exponent(plan, largest, compared);
    const VI depth = hn::Add(lsb, constant(plan.F_products));
    VI total = aligned_c(plan, bits, split, compared, lsb);
    for (std::size_t g = 0; g < static_cast<std::size_t>(plan.groups); ++g)
        total = hn::Add(total, aligned_sum(groups[g], depth));
    special.exponent = hn::Max(special.exponent, largest);
    special.magnitude = hn::Max(special.magnitude, split.magnitude);
    return rounded_with_care(round, total, lsb);
}

/// The exponents of the grids of all steps and rows.
struct GridRange {
    VI least, most;

    [[nodiscard]] HWY_INLINE bool within(const GridPlan& plan) const {
        return hn::AllFalse(i32,
                            hn::Or(hn::Lt(least, constant(plan.low)), hn::Gt(most, constant(plan.high))));
    }
};

/// group_sum() of two products.
HWY_INLINE GroupSum pair_sum(const GridOperands& at, int first) {
    const VI e0 = product_exponent(at, first);
    const VI e1 = product_exponent(at, first + 1);
    const VI largest = hn::Max(e0, e1);
    return {hn::Add(shifted_down(product_significand(at, first), hn::Sub(largest, e0)),
                    shifted_down(product_significand(at, first + 1), hn::Sub(largest, e1))),
            largest};
}

/// careful_step() for kPairs groups of two. Wrong if the exponent of the grid is not within the limits of the
/// plan, which `seen` shows.
template <int kPairs>
HWY_INLINE VF fast_step(const GridPlan& plan, const GridRound& round, const GridOperands& at, VF c,
                        GridRange& seen) {
    const GroupSum first = pair_sum(at, 0);
    const GroupSum second = pair_sum(at, 2 * kPairs - 2);  // of a single pair: the first again
    const VI field = hn::ShiftRight<23>(hn::And(hn::BitCast(i32, c), constant(0x7fffffff)));
    const VI compared = hn::Max(hn::Sub(field, constant(127)), constant(plan.least_exponent));
    const VI lsb = grid_exponent(plan, hn::Max(first.exponent, second.exponent), compared);
    const VI unit = hn::ShiftLeft<23>(hn::Add(lsb, constant(127)));
    const VI inverse = hn::Sub(constant(254 << 23), unit);
    const VI floor = to_integer<Rounding::RD>(hn::Mul(c, hn::BitCast(f32, inverse)));
    const VI depth = hn::Add(lsb, constant(plan.F_products));
    VI total = hn::Add(hn::IfThenZeroElse(hn::Lt(compared, lsb), floor), aligned_sum(first, depth));
    if (kPairs > 1) total = hn::Add(total, aligned_sum(second, depth));
    seen.least = hn::Min(seen.least, lsb);
    seen.most = hn::Max(seen.most, lsb);
    return rounded_fast(round, total, hn::BitCast(f32, unit));
}

}  // namespace karat::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
