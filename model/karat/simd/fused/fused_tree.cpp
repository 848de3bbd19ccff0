// SPDX-License-Identifier: Apache-2.0
#include "karat/simd/fused/fused_tree.hpp"

#include <algorithm>

#include "karat/simd/supported_attributes.hpp"
#include "karat/simd/tree_parts.hpp"

namespace karat::simd {
namespace {

bool read_products(const Term& term, FusedTree& out) {
    if (term.of.kind != ExpressionKind::product) return false;
    Term known = bare(term);
    known.F = out.product_F = term.F;
    known.rounding = out.product_rounding = term.rounding;
    known.zero = out.zero_product = term.zero;
    known.scaled = out.scales_products = term.scaled;
    return known == term && is_supported_alignment(term.rounding) && is_supported_operand(term.zero);
}

bool read_alignment(const Term& term, Alignment& out, Term& known) {
    known.F = term.F;
    known.rounding = term.rounding;
    out = {term.F.bits, term.rounding};
    return !term.F.is_exact() && is_supported_alignment(term.rounding);
}

bool read_c(const Term& term, FusedTree& out) {
    Term known = bare(term);
    if (!read_alignment(term, out.c, known)) return false;
    known.zero = out.zero_c = term.zero;
    known.flush = out.flush_acc = term.flush;
    known.cutoff = out.c_cutoff = term.cutoff;
    return known == term && is_supported_operand(term.zero);
}

/// Reads a sum of sums that takes part even if it is zero.
bool read_counted(const Term& term, Alignment& out) {
    Term known = bare(term);
    known.zero = ZeroPart::counted;
    return read_alignment(term, out, known) && known == term;
}

/// Reads the attributes of a sum in which c is aligned.
bool read_meeting(const Sum& sum, FusedTree& out) {
    Sum known = bare(sum);
    known.floor = out.floor = sum.floor;
    known.specials = sum.specials;
    known.round = sum.round;
    return known == sum && is_supported(sum.specials) && sum.round.has_value();
}

bool read_together(const Sum& sum, FusedTree& out) {
    out.shape = FusedShape::together;
    const WithC all(sum);
    return all.c != nullptr && read_meeting(sum, out) && read_c(*all.c, out) &&
           read_products(*all.rest, out) && !out.product_F.is_exact();
}

bool read_late(const Sum& sum, FusedTree& out) {
    out.shape = FusedShape::late;
    const WithC all(sum);
    if (all.c == nullptr || !read_meeting(sum, out) || !read_c(*all.c, out) ||
        !read_counted(*all.rest, out.dot))
        return false;
    const Term* const products = only_term(*all.rest);
    return products != nullptr && read_products(*products, out) && !out.product_F.is_exact() &&
           !out.scales_products;
}

bool read_late_groups(const Sum& sum, FusedTree& out) {
    out.shape = FusedShape::late_groups;
    const WithC all(sum);
    if (all.c == nullptr || !read_meeting(sum, out) || !read_c(*all.c, out) ||
        !read_counted(*all.rest, out.dot))
        return false;
    const Term* const groups = only_term(*all.rest);
    if (groups == nullptr || !read_counted(*groups, out.group)) return false;
    const Term* const products = only_term(*groups);
    return products != nullptr && read_products(*products, out) && !out.product_F.is_exact() &&
           !out.scales_products;
}

/// Whether the kernel supports the exponent by which a group's sum is compared, and the rule for a zero one.
bool is_supported_group(const FusedTree& tree) {
    const bool by_exponent =
        tree.group_compared_by == ComparedBy::held || tree.group_compared_by == ComparedBy::scale;
    switch (tree.zero_group) {
        case ZeroPart::ignored:
            return by_exponent || tree.group_compared_by == ComparedBy::leading;
        case ZeroPart::counted:
            return by_exponent;
        case ZeroPart::terms:  // exponents show whether some product counts
            return tree.group_compared_by == ComparedBy::scale ||
                   (tree.group_compared_by == ComparedBy::held && tree.zero_product == ZeroPart::ignored);
        default:
            return false;
    }
}

bool read_groups(const Sum& sum, FusedTree& out) {
    out.shape = FusedShape::groups;
    const WithC all(sum);
    if (all.c == nullptr || !read_meeting(sum, out) || !read_c(*all.c, out)) return false;
    const Term& groups = *all.rest;
    Term known = bare(groups);
    if (!read_alignment(groups, out.dot, known)) return false;
    known.scaled = out.scales_sums = groups.scaled;
    known.compared_by = out.group_compared_by = groups.compared_by;
    known.zero = out.zero_group = groups.zero;
    const Term* const products = only_term(groups);
    if (known != groups || products == nullptr || !read_products(*products, out) || out.scales_products)
        return false;
    return is_supported_group(out);
}

/// Whether a sum is an ordinary addition of two terms. Does not check the terms.
bool is_addition(const Sum& sum) {
    Sum known = bare(sum);
    known.zero_sum = ZeroSum::ieee;
    known.specials = sum.specials;
    known.round = sum.round;
    return known == sum && sum.terms.size() == 2 && is_supported(sum.specials) && sum.round.has_value();
}

bool read_separate(const Sum& sum, FusedTree& out) {
    out.shape = FusedShape::separate;
    const WithC all(sum);
    if (all.c == nullptr || !is_addition(sum) || !is_exact_addend(*all.rest) ||
        all.rest->of.kind != ExpressionKind::sum)
        return false;
    Term c = bare(*all.c);
    c.F = Width::exact();
    c.flush = out.flush_acc = all.c->flush;
    const Sum& dot = *all.rest->of.sum;
    Sum known = bare(dot);
    known.floor = out.floor = dot.floor;
    known.specials = dot.specials;
    known.round = out.dot_round = dot.round;
    if (c != *all.c || known != dot || !is_supported(dot.specials) || dot.terms.size() != 1) return false;
    return read_products(dot.terms[0], out) && !out.product_F.is_exact();
}

bool read_step(const Sum& sum, FusedTree& out) {
    for (const auto read : {read_together, read_late, read_late_groups, read_separate, read_groups}) {
        FusedTree tree;
        tree.late_c = out.late_c;
        if (!read(sum, tree)) continue;
        tree.link = tree.out = *sum.round;
        out = tree;
        return true;
    }
    return false;
}

bool read_chain(const Expression& expression, ExpressionKind start, FusedTree& out) {
    const Sum* const step = step_of_chain(expression, start);
    if (step == nullptr || !read_step(*step, out)) return false;
    out.out = expression.chain->last.value_or(out.link);
    return true;
}

/// Reads a chain from +0 to which c is added at the end.
bool read_late_c(const Sum& sum, FusedTree& out) {
    if (!is_addition(sum)) return false;
    const WithC all(sum);
    if (all.c == nullptr || !is_exact_addend(*all.c) || !is_exact_addend(*all.rest)) return false;
    out.late_c = true;
    if (!read_chain(all.rest->of, ExpressionKind::zero, out) || all.rest->of.chain->last) return false;
    out.out = *sum.round;
    return true;
}

bool read_result(const Expression& result, FusedTree& out) {
    if (result.kind == ExpressionKind::chain) return read_chain(result, ExpressionKind::c, out);
    if (result.kind != ExpressionKind::sum) return false;
    if (read_late_c(*result.sum, out)) return true;
    out.late_c = false;
    return read_step(*result.sum, out);
}

/// Walks through the operations of the unrolled recipe, to find the k of each group and the slot of c.
class FindSlots {
   public:
    explicit FindSlots(const Program& program) : program_(program) {}

    bool operator()(FusedTree& tree) {
        const Operation* step = &program_.operations().back();
        Slot start = program_.c_slot();
        if (tree.late_c) {
            if (start_of(*step) != start || count_of_rest(*step) != 1) return false;
            step = &program_.operation_of(first_of_rest(*step));
            start = program_.zero_slot();
        }
        std::vector<const Operation*> steps{step};
        for (Slot at = start_of(*step); at != start; at = start_of(*steps.back())) {
            if (at < program_.first_result()) return false;
            steps.push_back(&program_.operation_of(at));
        }
        std::reverse(steps.begin(), steps.end());
        for (const Operation* one : steps) {
            if (tree.shape != FusedShape::together && tree.shape != FusedShape::groups &&
                count_of_rest(*one) != 1)
                return false;
            add_groups(*one);
        }
        tree.operations = static_cast<int>(steps.size());
        return give(tree);
    }

   private:
    /// The slot added as c: the operand c or the result of the previous operation. Returns 0, a product's
    /// slot, unless exactly one such addend exists.
    [[nodiscard]] Slot start_of(const Operation& op) const {
        for (const AddendGroup& group : program_.groups(op)) {
            if (is_start(*group.term) && group.count == 1) return program_.addends(group)[0];
        }
        return 0;
    }
    [[nodiscard]] const AddendGroup& rest_of(const Operation& op) const {
        const auto groups = program_.groups(op);
        return is_start(*groups[0].term) ? groups[1] : groups[0];
    }
    [[nodiscard]] std::size_t count_of_rest(const Operation& op) const { return rest_of(op).count; }
    [[nodiscard]] Slot first_of_rest(const Operation& op) const { return program_.addends(rest_of(op))[0]; }

    void add_groups(const Operation& op) {
        for (const AddendGroup& group : program_.groups(op)) {
            if (is_start(*group.term)) continue;
            const std::span<const Slot> slots = program_.addends(group);
            if (group.are_products) {
                sizes_.push_back(slots.size());
                order_.insert(order_.end(), slots.begin(), slots.end());
            } else {
                for (const Slot slot : slots) add_groups(program_.operation_of(slot));
            }
        }
    }

    bool give(FusedTree& tree) {
        const auto operations = static_cast<std::size_t>(tree.operations);
        const bool even =
            std::all_of(sizes_.begin(), sizes_.end(), [&](std::size_t size) { return size == sizes_[0]; });
        if (!even || sizes_.size() % operations != 0 || order_.size() != program_.c_slot()) return false;
        tree.groups = static_cast<int>(sizes_.size() / operations);
        tree.group_size = static_cast<int>(sizes_[0]);
        tree.order = order_;
        return true;
    }

    const Program& program_;
    std::vector<std::size_t> sizes_;
    std::vector<std::uint32_t> order_;
};

}  // namespace

std::optional<FusedTree> fused_tree(const Program& program) {
    FusedTree out;
    const Expression& result = program.recipe().result;
    if (!is_bare(result) || !is_supported(program.operands()) || !read_result(result, out) ||
        !FindSlots(program)(out))
        return std::nullopt;
    for (const OutputRule& rule : {out.link, out.out, out.dot_round.value_or(out.out)}) {
        if (!is_supported(rule)) return std::nullopt;
    }
    return out;
}

}  // namespace karat::simd
