// SPDX-License-Identifier: Apache-2.0
// GFDA(F, G): grouped fused dot-add (TensorGauge). With group_exponent = scale, zero_group = counted, zero_c = minus126, G = 16 and
// F = 35 it is GDFS, the FP4 unit of NVIDIA Blackwell (MMA-Sim section IV).
#include "karat/algorithm/algorithms.hpp"
#include "karat/algorithm/groups.hpp"
#include "karat/trace/trace.hpp"

namespace karat {
namespace {

constexpr Unpacked kUnitScale{1, 0, NumberClass::finite, false};

/// The group sum times both of its block's scales, with the exponent it is aligned by.
template <class Num>
Addend<typename Num::Significand> scaled(const Plan& plan, const GroupSum<Num>& sum, const Unpacked& scale_a, const Unpacked& scale_b) {
    const Spec& spec = plan.spec;
    const int fraction = plan.scale != nullptr ? 2 * plan.scale->fraction_bits : 0;
    // a zero scale counts with exponent -126 (ARITHMETIC of GDFS, step 4)
    const int scales = zero_exponent(scale_a, ZeroExponent::minus126) + zero_exponent(scale_b, ZeroExponent::minus126);
    auto out = sum_addend<Num>(sum.value, 0, sum.lsb);
    out.significand *= static_cast<typename Num::Significand>(scale_a.significand * scale_b.significand);
    const int lsb = sum.lsb + scale_a.exponent + scale_b.exponent - fraction;
    const bool zero = out.significand == 0;
    if (zero) out.number_class = NumberClass::zero;
    switch (spec.group_exponent) {
        case GroupExponent::max:
            out.exponent = sum.e_max == kNoExponent ? kNoExponent : sum.e_max + scales;
            break;
        case GroupExponent::scale:
            out.exponent = scales;
            break;
        case GroupExponent::normalised:
            out.exponent = lsb + bit_length(out.significand) - 1;
            break;
    }
    if (zero && (spec.zero_group == ZeroGroup::ignored || spec.group_exponent == GroupExponent::normalised)) {
        out.exponent = kNoExponent;
    }
    out.fraction = out.exponent - lsb;
    return out;
}

}  // namespace

template <class Num, class Sink>
std::uint64_t gfda(const Plan& plan, const Terms<Num>& in, Sink& sink) {
    const Spec& spec = plan.spec;
    // 1. specials
    if (in.specials.any()) {
        sink.step("grouped fused dot-add", plan.operations == 1 ? -1 : in.operation);
        return special_result(in, sink);
    }
    // 2. exact products (terms.hpp); 3. sums of the groups; 4. times their scales
    Scratch<Addend<typename Num::Significand>> storage(plan.groups);
    for (int g = 0; g < plan.groups; ++g) {
        const auto i = static_cast<std::size_t>(g);
        const GroupSum<Num> sum = sum_group(plan, in, g, spec.F_inner, spec.inner_rounding, sink);
        const bool has_scale = plan.scale != nullptr;
        storage[i] = scaled<Num>(plan, sum, has_scale ? in.scale_a[i] : kUnitScale, has_scale ? in.scale_b[i] : kUnitScale);
    }
    const std::span<const Addend<typename Num::Significand>> groups(storage);

    // 5. align the group sums and c to the largest exponent; truncate to F fraction bits
    sink.step("grouped fused dot-add", plan.operations == 1 ? -1 : in.operation);
    const int e_max = std::max({max_exponent(groups), in.c.exponent, plan.floor});
    const int group_lsb = kept_lsb(spec.F, e_max, groups);
    const int c_lsb = kept_lsb(plan.F_c, e_max, in.c);
    const int grid = std::min(group_lsb, c_lsb);
    sink.grid(e_max, grid);

    // 6. exact sum
    AlignedSum<Num> sum;
    for (int g = 0; g < plan.groups; ++g) {
        sum.add(Role::group_sum, g, groups[static_cast<std::size_t>(g)], group_lsb, grid, spec.align_rounding, sink);
    }
    sum.add(Role::c, 0, in.c, c_lsb, grid, plan.c_rounding, sink);

    // 7. normalise and round
    return round_sum(plan, in, sum.value, grid, spec.sticky == Sticky::ored && sum.lost, sink);
}

KARAT_INSTANTIATE(gfda);

}  // namespace karat
