// SPDX-License-Identifier: Apache-2.0
// GFDRDA: FDRDA with the products in groups, even and odd k apart, as AMD CDNA3 does FP8 (MMA-Sim section IV).
#include "karat/algorithm/algorithms.hpp"
#include "karat/algorithm/groups.hpp"
#include "karat/algorithm/late_c.hpp"
#include "karat/trace/trace.hpp"

namespace karat {

template <class Num, class Sink>
std::uint64_t gfdrda(const Plan& plan, const Terms<Num>& in, Sink& sink) {
    using Significand = typename Num::Significand;
    const Spec& spec = plan.spec;

    // 1. to 3. as FDRDA
    if (in.specials.any()) {
        sink.step("sum of groups", plan.operations == 1 ? -1 : in.operation);
        return special_result(in, sink);
    }

    // 4. align each group to its own exponent; 5. sum each
    Scratch<Addend<Significand>> storage(plan.groups);
    for (int g = 0; g < plan.groups; ++g) {
        const GroupSum<Num> sum = sum_group(plan, in, g, spec.F, spec.align_rounding, sink);
        storage[static_cast<std::size_t>(g)] = sum_addend<Num>(sum.value, sum.e_max, sum.lsb);
    }
    const std::span<const Addend<Significand>> groups(storage);

    // 6. align the group sums to the largest of their exponents; 7. add them
    sink.step("sum of groups", plan.operations == 1 ? -1 : in.operation);
    const int e_dot = max_exponent(groups);
    const int lsb = kept_lsb(spec.F_group, e_dot, groups);
    sink.grid(e_dot, lsb);
    AlignedSum<Num> dot;
    for (int g = 0; g < plan.groups; ++g) {
        dot.add(Role::group_sum, g, groups[static_cast<std::size_t>(g)], lsb, lsb, spec.group_rounding, sink);
    }
    sink.sum(dot.value, false);

    // 8. to 10. as FDRDA steps 6 to 8
    return meet_c(plan, in, sum_addend<Num>(dot.value, e_dot, lsb), sink);
}

KARAT_INSTANTIATE(gfdrda);

}  // namespace karat
