// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/stimulus/directed/stimulus_facts.hpp"

#include <algorithm>
#include <numeric>

namespace karat::tb {
namespace {

/// Whether a step contains a sum that is more than an exact addition of two numbers.
bool is_fused(const Sum& sum, const std::vector<int>& slice) {
    std::size_t addends = 0;
    for (const Term& term : sum.terms) {
        if (!term.F.is_exact()) return true;
        const auto parts = select_parts(term.select, slice);
        addends += term.of.kind == ExpressionKind::product ? parts[0].size() : parts.size();
        if (term.of.kind == ExpressionKind::sum && is_fused(*term.of.sum, parts[0])) return true;
    }
    return addends > 2;
}

/// The parts of k in the outermost chain of fused steps. Empty if there is no such chain.
std::vector<std::vector<int>> chain_parts(const Expression& e, const std::vector<int>& slice) {
    if (e.kind == ExpressionKind::chain) {
        auto parts = select_parts(e.chain->slices, slice);
        if (parts.size() > 1 && is_fused(*e.chain->step, parts[0])) return parts;
    }
    if (e.kind != ExpressionKind::sum) return {};
    for (const Term& term : e.sum->terms) {
        auto parts = chain_parts(term.of, select_parts(term.select, slice)[0]);
        if (!parts.empty()) return parts;
    }
    return {};
}

}  // namespace

StimulusFacts::StimulusFacts(const Program& program)
    : output_fraction(program.operations().back().round->fraction), product(program.operands().d) {
    flush_a = program.operands().flush_a;
    flush_b = program.operands().flush_b;
    flushes_result = program.operations().back().round->flush;
    std::vector<int> widths;
    bool rounds_products = false;
    for (const Operation& op : program.operations()) {
        const std::span<const AddendGroup> groups = program.groups(op);
        int widest_here = 0;
        for (const AddendGroup& group : groups) {
            if (group.term->F.is_exact()) continue;
            widest_here = std::max(widest_here, group.term->F.bits);
            const ExpressionKind kind = group.term->of.kind;
            if (kind != ExpressionKind::c && kind != ExpressionKind::acc)
                widths.push_back(group.term->F.bits);
        }
        if (!floored && op.sum->floor && widest_here > 0) floored = Floored{*op.sum->floor, widest_here};
        const bool one_product = groups.size() == 1 && groups[0].count == 1 && groups[0].are_products;
        if (one_product && op.round != nullptr && !rounds_products) product = op.round->format;
        rounds_products |= one_product && op.round != nullptr;
    }
    if (!widths.empty()) {
        width = widths.front();
        widest = *std::max_element(widths.begin(), widths.end());
    }
    std::vector<int> all(static_cast<std::size_t>(program.operands().k));
    std::iota(all.begin(), all.end(), 0);
    steps = chain_parts(program.recipe().result, all);
}

}  // namespace karat::tb
