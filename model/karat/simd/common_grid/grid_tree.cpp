// SPDX-License-Identifier: Apache-2.0
#include "karat/simd/common_grid/grid_tree.hpp"

#include <algorithm>

#include "karat/simd/supported_attributes.hpp"
#include "karat/simd/tree_parts.hpp"

namespace karat::simd {
namespace {

/// Reads the width of an addend that is rounded down. On a common grid it is always a number of bits.
void read_width(const Term& term, int& F, Term& known) {
    known.F = term.F;
    known.rounding = Rounding::RD;
    F = term.F.bits;
}

bool read_products(const Term& term, GridTree& out) {
    if (term.of.kind != ExpressionKind::product || term.F.is_exact()) return false;
    Term known = bare(term);
    read_width(term, out.F_products, known);
    return known == term;
}

/// A group takes part if it has a nonzero product, even if its sum is zero. With products that do not count
/// if they are zero, `terms` and `counted` are the same.
bool read_groups(const Term& term, GridTree& out) {
    Term known = bare(term);
    read_width(term, out.F_groups, known);
    known.zero = term.zero;
    const bool counts = term.zero == ZeroPart::terms || term.zero == ZeroPart::counted;
    const Term* const products = only_term(term);
    return known == term && counts && products != nullptr && read_products(*products, out);
}

bool read_c(const Term& term, GridTree& out) {
    if (!term.least_exponent) return false;
    Term known = bare(term);
    read_width(term, out.F_c, known);
    known.compared_by = ComparedBy::leading;
    known.least_exponent = out.least_exponent = *term.least_exponent;
    known.drop_tiny_negative = out.drops_tiny_negative = term.drop_tiny_negative;
    return known == term;
}

bool read_grid(const Sum& sum, GridTree& out) {
    Sum known = bare(sum);
    known.grid = GridRule::common;
    known.specials = sum.specials;
    known.round = sum.round;
    const WithC all(sum);
    return known == sum && is_supported(sum.specials) && sum.round && all.c != nullptr &&
           read_c(*all.c, out) && read_groups(*all.rest, out);
}

/// Reads a step: the sum on the grid, or a second rounding of it. `last`: the rounding of the last step.
bool read_step(const Sum& sum, const std::optional<OutputRule>& last, GridTree& out) {
    if (read_grid(sum, out)) {
        out.round = *sum.round;
        out.last = last.value_or(out.round);
        return true;
    }
    Sum known = bare(sum);
    known.specials = sum.specials;
    known.round = sum.round;
    if (known != sum || !is_supported(sum.specials) || !sum.round || sum.terms.size() != 1) return false;
    const Term& only = sum.terms[0];
    if (only.of.kind != ExpressionKind::sum || !is_exact_addend(only) || !read_grid(*only.of.sum, out))
        return false;
    out.round = out.last = *only.of.sum->round;
    out.again = sum.round;
    out.again_last = last.value_or(*sum.round);
    return true;
}

bool read_result(const Expression& result, GridTree& out) {
    if (result.kind == ExpressionKind::sum) return read_step(*result.sum, std::nullopt, out);
    const Sum* const step = step_of_chain(result, ExpressionKind::c);
    return step != nullptr && read_step(*step, result.chain->last, out);
}

/// Walks through the operations of the unrolled recipe, from the last step to c, to find the k of each group.
class Walk {
   public:
    explicit Walk(const Program& program) : program_(program) {}

    bool operator()(GridTree& tree) {
        std::vector<const Operation*> steps;
        for (Slot at = program_.operations().back().result; at != program_.c_slot();) {
            if (at < program_.first_result()) return false;
            const Operation* op = &program_.operation_of(at);
            if (tree.again) op = &program_.operation_of(program_.addends(program_.groups(*op)[0])[0]);
            steps.push_back(op);
            at = start_of(*op);
        }
        std::reverse(steps.begin(), steps.end());
        for (const Operation* op : steps) add_groups(*op);
        const std::size_t size = sizes_[0];
        const bool even = std::all_of(sizes_.begin(), sizes_.end(), [&](std::size_t s) { return s == size; });
        if (!even || sizes_.size() % steps.size() != 0 || order_.size() != program_.c_slot()) return false;
        tree.operations = static_cast<int>(steps.size());
        tree.groups = static_cast<int>(sizes_.size() / steps.size());
        tree.group_size = static_cast<int>(size);
        tree.order = order_;
        return true;
    }

   private:
    /// The slot that is added as c. Returns 0, the slot of a product, if there is no single one.
    [[nodiscard]] Slot start_of(const Operation& op) const {
        for (const AddendGroup& group : program_.groups(op)) {
            if (is_start(*group.term) && group.count == 1) return program_.addends(group)[0];
        }
        return 0;
    }
    void add_groups(const Operation& op) {
        for (const AddendGroup& group : program_.groups(op)) {
            if (is_start(*group.term)) continue;
            for (const Slot slot : program_.addends(group)) {
                const AddendGroup& products = program_.groups(program_.operation_of(slot))[0];
                const std::span<const Slot> slots = program_.addends(products);
                sizes_.push_back(slots.size());
                order_.insert(order_.end(), slots.begin(), slots.end());
            }
        }
    }

    const Program& program_;
    std::vector<std::size_t> sizes_;
    std::vector<std::uint32_t> order_;
};

}  // namespace

std::optional<GridTree> grid_tree(const Program& program) {
    GridTree out;
    if (!is_bare(program.recipe().result) || !is_supported(program.operands()) ||
        !read_result(program.recipe().result, out) || !Walk(program)(out))
        return std::nullopt;
    for (const OutputRule& rule :
         {out.round, out.last, out.again.value_or(out.round), out.again_last.value_or(out.last)}) {
        if (!is_supported(rule)) return std::nullopt;
    }
    return out;
}

}  // namespace karat::simd
