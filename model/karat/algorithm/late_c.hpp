// SPDX-License-Identifier: Apache-2.0
// The end that FDRDA and GFDRDA share: the sum of products, already rounded once, meets c (CDNA3).
#pragma once
#include "karat/algorithm/fused.hpp"

namespace karat {

/// FDRDA steps 6 to 8. `dot` carries e_dot as its exponent (kNoExponent if no product had one).
template <class Num, class Sink>
[[nodiscard]] std::uint64_t meet_c(const Plan& plan, const Terms<Num>& in, const Addend<typename Num::Significand>& dot, Sink& sink) {
    const Spec& spec = plan.spec;
    sink.step("sum of products meets c", plan.operations == 1 ? -1 : in.operation);

    // 6. align both to the larger exponent, each with its own width and rounding
    const int e_max = std::max({dot.exponent, in.c.exponent, plan.floor});
    const int dot_lsb = kept_lsb(spec.F_sum, e_max, dot);
    const int c_lsb = kept_lsb(plan.F_c, e_max, in.c);
    const int grid = std::min(dot_lsb, c_lsb);
    sink.grid(e_max, grid);

    // 7. exact sum; a c too far below counts as 0 (GFDRDA step 8)
    AlignedSum<Num> sum;
    sum.add(Role::dot_sum, 0, dot, dot_lsb, grid, spec.sum_rounding, sink);
    auto c = in.c;
    if (spec.c_cutoff && c.exponent < e_max - *spec.c_cutoff) c.significand = {};
    sum.add(Role::c, 0, c, c_lsb, grid, plan.c_rounding, sink);

    // 8. normalise and round
    return round_sum(plan, in, sum.value, grid, false, sink);
}

}  // namespace karat
