// SPDX-License-Identifier: Apache-2.0
// The products of one group, summed on the group's own grid (gfda, gfdrda).
#pragma once
#include "karat/algorithm/fused.hpp"

namespace karat {

template <class Num>
struct GroupSum {
    typename Num::Accumulator value{};
    int e_max = kNoExponent;  ///< largest exponent of the group's products
    int lsb = 0;              ///< weight of the sum's unit
};

/// Aligns the products of group `g` to their largest exponent with `width` bits and sums them exactly.
template <class Num, class Sink>
[[nodiscard]] GroupSum<Num> sum_group(const Plan& plan, const Terms<Num>& in, int g, Width width, Rounding rounding, Sink& sink) {
    using Significand = typename Num::Significand;
    Scratch<Addend<Significand>> members(plan.group);
    const auto index = [&](int j) { return pattern_index(plan.spec.group_pattern, g, j, plan.groups, plan.group); };
    for (int j = 0; j < plan.group; ++j) {
        members[static_cast<std::size_t>(j)] = in.products[static_cast<std::size_t>(index(j))];
    }
    const std::span<const Addend<Significand>> group(members);
    GroupSum<Num> out;
    out.e_max = max_exponent(group);
    out.lsb = kept_lsb(width, out.e_max, group);
    sink.step("group", g);
    sink.grid(out.e_max, out.lsb);
    AlignedSum<Num> sum;
    for (int j = 0; j < plan.group; ++j) {
        sum.add(Role::product, k_of(plan, in.operation, index(j)), group[static_cast<std::size_t>(j)], out.lsb, out.lsb, rounding, sink);
    }
    sink.sum(sum.value, false);
    out.value = sum.value;
    return out;
}

}  // namespace karat
