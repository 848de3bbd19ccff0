// SPDX-License-Identifier: Apache-2.0
// GPS(G): groups of products summed pairwise, group sums in sequence (AMD CDNA1, CDNA2; MMA-Sim section IV). With one group it is
// the adder tree of rounded operations that open GPU designs build.
#include "karat/algorithm/algorithms.hpp"
#include "karat/algorithm/stepwise.hpp"
#include "karat/trace/trace.hpp"

namespace karat {
namespace {

/// Sums `leaves` in place by a binary tree of rounded additions; the sum ends in front.
template <class Sink>
Running tree_sum(std::span<Running> leaves, Pairing pairing, const OutputRule& rule, Sink& sink) {
    std::size_t count = leaves.size();
    for (int level = 0; count > 1; ++level) {
        const std::size_t half = (count + 1) / 2;
        for (std::size_t i = 0; i < half; ++i) {
            const std::size_t left = pairing == Pairing::adjacent ? 2 * i : i;
            const std::size_t right = pairing == Pairing::adjacent ? 2 * i + 1 : i + half;
            // an unpaired leaf moves up at its place
            leaves[i] = right < count ? add(leaves[left], leaves[right], rule, "tree level", level, sink) : leaves[left];
            if (right < count) leaves[i].index = static_cast<int>(i);
        }
        count = half;
    }
    return leaves[0];
}

}  // namespace

template <class Sink>
std::uint64_t gps(const Plan& plan, const Operands& in, Sink& sink) {
    const Spec& spec = plan.spec;
    const OutputRule rule = accumulator_rule(plan);
    const CPlace place = spec.c_place_or_default();

    // 1. subnormal inputs to +0 (flush knobs, in load)
    const Running c = start_at_c(plan, in);
    Running acc = c;
    Scratch<Running> leaves(plan.group + 1);
    for (int g = 0; g < plan.groups; ++g) {
        std::size_t count = 0;
        const bool c_leads = place == CPlace::leaf_first && g == 0;
        const bool c_ends = place == CPlace::leaf_last && g + 1 == plan.groups;
        if (c_leads) leaves[count++] = c;
        // 2. products, rounded
        for (int j = 0; j < plan.group; ++j) {
            leaves[count++] = rounded_product(plan, in, pattern_index(spec.group_pattern, g, j, plan.groups, plan.group), sink);
        }
        if (c_ends) leaves[count++] = c;
        // 3. each group by a balanced tree
        const Running sum = tree_sum(std::span(leaves.data(), count), spec.pairing, rule, sink);
        // 4. the group sums in order, starting at c or at the first of them
        const bool starts = g == 0 && place != CPlace::first;
        acc = starts ? sum : add(acc, sum, rule, "group sum", g, sink);
    }
    if (place == CPlace::last) acc = add(acc, c, rule, "addition of c", -1, sink);
    return to_output(plan, acc, sink);
}

template std::uint64_t gps(const Plan&, const Operands&, NoSink&);
template std::uint64_t gps(const Plan&, const Operands&, TraceSink&);

}  // namespace karat
