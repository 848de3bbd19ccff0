// SPDX-License-Identifier: Apache-2.0
// fda and fdrda, vectorised across lanes. This file is compiled once for every instruction set (Highway's foreach_target).
#include "karat/engine/fda_kernel.hpp"

#include <algorithm>

#include "karat/engine/highway.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "karat/engine/fda_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "karat/engine/dispatch-inl.hpp"
#include "karat/engine/finish-inl.hpp"
#include "karat/engine/late_c-inl.hpp"
#include "karat/engine/products-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace karat::engine::HWY_NAMESPACE {
namespace {

/// The lanes of one vector of one row during one operation. `kPlain`: see FdaPlan::plain.
template <bool kPlain>
struct Lane {
    VF c;
    VI e_max;  // within the guard, whatever the lane needs
    VI bad;    // all ones: the guard does not hold

    HWY_INLINE Lane(const FdaPlan& plan, const AddendRule& rule, VI e_products, VF start) {
        c = kPlain ? start : flush_small(start, rule.flush_below);
        const VI magnitude = hn::And(hn::BitCast(i32, c), hn::Set(i32, 0x7fffffff));
        const auto zero = hn::Eq(magnitude, hn::Zero(i32));
        const VI e_c = hn::Max(hn::Sub(hn::ShiftRight<23>(magnitude), hn::Set(i32, 127)), hn::Set(i32, rule.min_exponent));
        const VI e = hn::Max(hn::Max(e_products, hn::Set(i32, plan.floor)), hn::IfThenElse(zero, hn::Set(i32, rule.zero_exponent), e_c));
        const VI low = hn::Set(i32, plan.e_low);
        // a lane of zeros is done right whatever its exponent
        const auto nothing = hn::And(zero, hn::Lt(e_products, hn::Set(i32, kNoProduct)));
        const auto too_low = hn::AndNot(nothing, hn::Lt(e, low));
        bad = hn::VecFromMask(i32, hn::Or(too_low, hn::Gt(e, hn::Set(i32, plan.e_high))));
        e_max = hn::Max(e, low);
    }
};

/// The result of a lane from its sum of aligned products, in int32 or in fp64.
HWY_INLINE VF finish_plain(const FdaPlan& plan, const FinishRule& rule, const Lane<true>& lane, VI sum) {
    const VI c = truncated(hn::Mul(lane.c, power_of_two(plan.F, lane.e_max)));
    const VI lsb = hn::Sub(lane.e_max, hn::Set(i32, plan.grid));
    return plan.c_in_chunk ? finish(rule, hn::Add(sum, c), lsb) : finish(rule, Sum(sum) + Sum(c), lsb);
}
HWY_INLINE VF finish_any(const FdaPlan& plan, const FinishRule& rule, const Lane<false>& lane, Sum sum) {
    const VI c = align_addend(lane.c, power_of_two(plan.F_c, lane.e_max), plan.c_rounding);
    if (plan.F != plan.grid) sum = sum * plan.sum_factor;
    sum = sum + (plan.F_c != plan.grid ? Sum(c) * plan.c_factor : Sum(c));
    return finish(rule, sum, hn::Sub(lane.e_max, hn::Set(i32, plan.grid)));
}

/// One operation where FdaPlan::plain holds. Returns the lanes that are bad in any row.
VI operate_plain(const Work& work, const Rows<VI>& e) {
    const FdaPlan& plan = work.plan;
    const Lane<true> l0(plan, work.c_rule, e.r0, hn::Load(f32, work.c));
    const Lane<true> l1(plan, work.c_rule, e.r1, hn::Load(f32, work.c + kLanes));
    const Lane<true> l2(plan, work.c_rule, e.r2, hn::Load(f32, work.c + 2 * kLanes));
    const Lane<true> l3(plan, work.c_rule, e.r3, hn::Load(f32, work.c + 3 * kLanes));
    const Rows<VF> scale{power_of_two(plan.F, l0.e_max), power_of_two(plan.F, l1.e_max), power_of_two(plan.F, l2.e_max),
                         power_of_two(plan.F, l3.e_max)};
    const Rows<VI> sum = aligned_sum<Rounding::RZ>(work.rows, work.lanes, plan.terms, scale);
    store(work, 0, l0.bad, finish_plain(plan, work.finish_rule, l0, sum.r0));
    store(work, 1, l1.bad, finish_plain(plan, work.finish_rule, l1, sum.r1));
    store(work, 2, l2.bad, finish_plain(plan, work.finish_rule, l2, sum.r2));
    store(work, 3, l3.bad, finish_plain(plan, work.finish_rule, l3, sum.r3));
    return hn::Or(hn::Or(l0.bad, l1.bad), hn::Or(l2.bad, l3.bad));
}

/// The same for every plan.
VI operate_any(const Work& work, const Rows<VI>& e) {
    const FdaPlan& plan = work.plan;
    const std::array<Lane<false>, kRows> row{Lane<false>(plan, work.c_rule, e.r0, hn::Load(f32, work.c)),
                                             Lane<false>(plan, work.c_rule, e.r1, hn::Load(f32, work.c + kLanes)),
                                             Lane<false>(plan, work.c_rule, e.r2, hn::Load(f32, work.c + 2 * kLanes)),
                                             Lane<false>(plan, work.c_rule, e.r3, hn::Load(f32, work.c + 3 * kLanes))};
    const Rows<VF> scale{power_of_two(plan.F, row[0].e_max), power_of_two(plan.F, row[1].e_max), power_of_two(plan.F, row[2].e_max),
                         power_of_two(plan.F, row[3].e_max)};
    const std::array<Sum, kRows> sum = all_products(work, scale);
    VI bad = hn::Zero(i32);
    for (int r = 0; r < kRows; ++r) {
        const Lane<false>& lane = row[static_cast<std::size_t>(r)];
        store(work, r, lane.bad, finish_any(plan, work.finish_rule, lane, sum[static_cast<std::size_t>(r)]));
        bad = hn::Or(bad, lane.bad);
    }
    return bad;
}

/// The late addition of c, in place; a c that is no number makes its lane bad.
VI add_late_c(const FdaPlan& plan, const float* before, float* after, std::int32_t* bad) {
    VI any = hn::Zero(i32);
    for (int i = 0; i < kRows * kLanes; i += kHalf) {
        const VF c = flush_small(hn::Load(f32, before + i), plan.first_c.flush_below);
        hn::Store(add_late(plan.out, hn::Load(f32, after + i), c), f32, after + i);
        const VI magnitude = hn::And(hn::BitCast(i32, c), hn::Set(i32, 0x7fffffff));
        const VI special = hn::VecFromMask(i32, hn::Gt(magnitude, hn::Set(i32, 0x7f7fffff)));
        hn::Store(hn::Or(hn::Load(i32, bad + i), special), i32, bad + i);
        any = hn::Or(any, special);
    }
    return any;
}

/// One dot-add; bad[...] becomes nonzero where after[...] is not it. Returns whether any is.
bool dot_add(const FdaPlan& plan, const FdaOperands& in, const float* before, float* after, std::int32_t* bad) {
    HWY_ALIGN static constexpr std::array<float, kRows * kLanes> kZeros{};
    const auto low = [](VI16 v) { return hn::PromoteTo(i32, hn::LowerHalf(v)); };
    const auto high = [](VI16 v) { return hn::PromoteTo(i32, hn::UpperHalf(half16, v)); };
    const auto operate = plan.c_after ? &operate_late : plan.plain ? &operate_plain : &operate_any;
    VI any = hn::Zero(i32);
    for (int i = 0; i < plan.operations; ++i) {
        const bool last = i + 1 == plan.operations;
        const std::ptrdiff_t first = std::ptrdiff_t{i} * plan.terms;
        const Rows<VI16> e = largest_exponents(in.row_exponents + first * kRows, in.lane_exponents + first * kLanes, plan.terms);
        const float* const start = plan.late ? kZeros.data() : before;
        const float* const c = i == 0 ? start : after;
        Work work{plan,
                  i == 0 ? plan.first_c : plan.linked_c,
                  last && !plan.late ? plan.out : plan.link,
                  in.row_values + first * kRows,
                  in.lane_values + first * kLanes,
                  c,
                  after,
                  bad,
                  i == 0};
        any = hn::Or(any, operate(work, {low(e.r0), low(e.r1), low(e.r2), low(e.r3)}));
        work.lanes += kHalf;
        work.c += kHalf;
        work.d += kHalf;
        work.bad += kHalf;
        any = hn::Or(any, operate(work, {high(e.r0), high(e.r1), high(e.r2), high(e.r3)}));
    }
    if (plan.late) any = hn::Or(any, add_late_c(plan, before, after, bad));
    return !hn::AllTrue(i32, hn::Eq(any, hn::Zero(i32)));
}

void run(const FdaPlan& plan, std::size_t count, const FdaOperands& in, Repair& repair, float* values) {
    HWY_ALIGN std::array<float, kRows * kLanes> even;
    HWY_ALIGN std::array<float, kRows * kLanes> odd;
    HWY_ALIGN std::array<std::int32_t, kRows * kLanes> bad;
    std::copy_n(values, even.size(), even.begin());
    FdaOperands at = in;
    const std::ptrdiff_t k = std::ptrdiff_t{plan.terms} * plan.operations;
    for (std::size_t i = 0; i < count; ++i) {
        float* const before = i % 2 == 0 ? even.data() : odd.data();
        float* const after = i % 2 == 0 ? odd.data() : even.data();
        if (dot_add(plan, at, before, after, bad.data())) repair.repair(i, bad.data(), before, after);
        at.row_values += k * kRows;
        at.row_exponents += k * kRows;
        at.lane_values += k * kLanes;
        at.lane_exponents += k * kLanes;
    }
    std::copy_n(count % 2 == 0 ? even.begin() : odd.begin(), even.size(), values);
}

}  // namespace

FdaKernel fda_kernel() { return {&run, kLanes}; }

}  // namespace karat::engine::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace karat::engine {
FdaKernel fda_kernel(Simd simd) { KARAT_DISPATCH(simd, fda_kernel); }
}  // namespace karat::engine
#endif
