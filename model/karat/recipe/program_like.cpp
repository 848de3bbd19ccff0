// SPDX-License-Identifier: Apache-2.0
// A program made from that of a recipe with the same tree. A search evaluates thousands of recipes that
// differ in one attribute; unrolling each of them would take more time than their dot-adds.
#include <algorithm>
#include <optional>
#include <utility>

#include "karat/recipe/check.hpp"
#include "karat/recipe/program.hpp"

namespace karat {

/// Walks two trees side by side and notes which node of the new one takes the place of which.
class Retarget {
   public:
    /// Nothing if the trees differ, or if an attribute differs that the unrolled lists depend on.
    static std::optional<Program> made(const Program& other, const Recipe& recipe) {
        Program out;
        out.recipe_ = std::make_shared<const Recipe>(recipe);
        check(*out.recipe_);
        Retarget nodes(out.recipe_->operands);
        if (!nodes.same_lists(other.operands()) ||
            !nodes.expression(other.recipe().result, out.recipe_->result))
            return std::nullopt;
        nodes.fill(out, other);
        const OutputRule* last = out.operations_.back().round;
        if (last == nullptr || last->format != recipe.operands.d) return std::nullopt;
        return out;
    }

   private:
    template <class Node>
    using Pairs = std::vector<std::pair<const Node*, const Node*>>;

    explicit Retarget(const OperandRules& operands) : operands_(operands) {}

    [[nodiscard]] bool same_lists(const OperandRules& other) const {
        return operands_.k == other.k && operands_.scale == other.scale &&
               operands_.scale_block == other.scale_block;
    }
    bool expression(const Expression& from, const Expression& to) {
        if (from.kind != to.kind) return false;
        if (from.kind == ExpressionKind::sum) return sum(*from.sum, *to.sum);
        if (from.kind == ExpressionKind::chain) return chain(*from.chain, *to.chain);
        return true;
    }
    bool chain(const Chain& from, const Chain& to) {
        if (!(from.slices == to.slices) || !(from.start_select == to.start_select) ||
            from.last.has_value() != to.last.has_value() || !expression(from.start, to.start))
            return false;
        // the +0 has the format of the steps
        const bool zero = from.start.kind == ExpressionKind::zero;
        if (zero && format_of(*from.step) != format_of(*to.step)) return false;
        if (from.last && !note(rounds_, *from.last, *to.last)) return false;
        return sum(*from.step, *to.step);
    }
    [[nodiscard]] static std::optional<Format> format_of(const Sum& sum) {
        return sum.round ? std::optional(sum.round->format) : std::nullopt;
    }
    bool sum(const Sum& from, const Sum& to) {
        if (from.terms.size() != to.terms.size() || from.round.has_value() != to.round.has_value() ||
            from.specials != to.specials || !note(sums_, from, to))
            return false;
        if (from.round && !note(rounds_, *from.round, *to.round)) return false;
        for (std::size_t i = 0; i < from.terms.size(); ++i) {
            if (!term(from.terms[i], to.terms[i])) return false;
        }
        return true;
    }
    bool term(const Term& from, const Term& to) {
        // what is allowed where acc is a fixed-point sum is checked when a recipe is unrolled
        const bool acc = from.of.kind == ExpressionKind::acc;
        if (!(from.select == to.select) || from.scaled != to.scaled ||
            (acc && (from.flush != to.flush || from.zero != to.zero)) || !note(terms_, from, to))
            return false;
        if (to.of.kind == ExpressionKind::product) {
            if (zero_product_ && *zero_product_ != to.zero) return false;  // it must be the same for all
            zero_product_ = to.zero;
        }
        return expression(from.of, to.of);
    }

    void fill(Program& out, const Program& other) const {
        out.operations_.reserve(other.operations_.size());
        for (const Operation& op : other.operations_) {
            Operation made;
            made.sum = other_of(sums_, op.sum);
            made.round = op.round == nullptr ? nullptr : other_of(rounds_, op.round);
            made.first_group = op.first_group;
            made.groups = op.groups;
            made.first_operand = op.first_operand;
            made.operands = op.operands;
            made.result = op.result;
            out.operations_.push_back(std::move(made));
        }
        out.groups_ = other.groups_;
        for (AddendGroup& group : out.groups_) {
            group.term = other_of(terms_, group.term);
            group.plain = group.consecutive && group.term->compared_by == ComparedBy::held;
        }
        out.addends_ = other.addends_;
        out.blocks_ = other.blocks_;
        out.operand_slots_ = other.operand_slots_;
        out.users_ = other.users_;
        out.zero_product_ = zero_product_.value_or(other.zero_product_);
        out.scales_products_ = other.scales_products_;
        out.zero_format_ = other.zero_format_;
    }
    /// False if the node stands twice in its tree, and two different ones take its places.
    template <class Node>
    [[nodiscard]] static bool note(Pairs<Node>& pairs, const Node& from, const Node& to) {
        const auto at = find(pairs, &from);
        if (at != pairs.end()) return at->second == &to;
        pairs.emplace_back(&from, &to);
        return true;
    }
    template <class Node>
    [[nodiscard]] static auto find(const Pairs<Node>& pairs, const Node* node) {
        return std::find_if(pairs.begin(), pairs.end(), [&](const auto& pair) { return pair.first == node; });
    }
    template <class Node>
    [[nodiscard]] static const Node* other_of(const Pairs<Node>& pairs, const Node* node) {
        return find(pairs, node)->second;
    }

    const OperandRules& operands_;
    Pairs<Sum> sums_;
    Pairs<Term> terms_;
    Pairs<OutputRule> rounds_;
    std::optional<ZeroPart> zero_product_;
};

Program Program::like(const Program& other, const Recipe& recipe) {
    if (auto made = Retarget::made(other, recipe)) return std::move(*made);
    return Program(recipe);
}

namespace {

/// Whether two addends are treated alike until they are aligned, whatever they are.
bool same_before_alignment(const Term& x, const Term& y) {
    return x.of.kind == y.of.kind && x.scaled == y.scaled && x.flush == y.flush &&
           x.compared_by == y.compared_by && x.least_exponent == y.least_exponent && x.zero == y.zero;
}
bool same_alignment(const Term& x, const Term& y) {
    return x.F == y.F && x.rounding == y.rounding && x.cutoff == y.cutoff &&
           x.drop_tiny_negative == y.drop_tiny_negative;
}

/// The same of two sums; their addends are compared one by one. What is left of a sum is the sign of a zero.
bool same_before_alignment(const Sum& x, const Sum& y) {
    return x.frame == y.frame && x.specials == y.specials;
}
bool same_alignment(const Sum& x, const Sum& y) {
    return x.grid == y.grid && x.floor == y.floor && x.sticky == y.sticky;
}

bool same_rules(const OutputRule* x, const OutputRule* y) {
    return x == nullptr || y == nullptr ? x == y : *x == *y;
}

}  // namespace

bool Program::same_products(const Program& other) const {
    return operands() == other.operands() && zero_product_ == other.zero_product_;
}

/// Whether a flush inside the tree does the same to the same number.
bool Program::same_flushes(const Program& other) const {
    const OperandRules& x = operands();
    const OperandRules& y = other.operands();
    return x.flush_below == y.flush_below && x.flush_sign == y.flush_sign && x.convert_c == y.convert_c;
}

/// Whether the operation adds the same slots in the same groups.
bool Program::same_addends(const Program& other, std::size_t n) const {
    const Operation& x = operations_[n];
    const Operation& y = other.operations_[n];
    if (x.groups != y.groups || (x.round == nullptr) != (y.round == nullptr) ||
        !std::ranges::equal(operand_slots(x), other.operand_slots(y)))
        return false;
    for (std::size_t g = 0; g < x.groups; ++g) {
        const AddendGroup& of_x = groups(x)[g];
        const AddendGroup& of_y = other.groups(y)[g];
        if (of_x.term->of.kind != of_y.term->of.kind || of_x.scaled_sum != of_y.scaled_sum ||
            !std::ranges::equal(addends(of_x), other.addends(of_y)) ||
            !std::ranges::equal(blocks(of_x), other.blocks(of_y)))
            return false;
    }
    return true;
}

/// Precondition: both add the same slots.
OperationChange Program::change_of(const Program& other, std::size_t n) const {
    const Operation& x = operations_[n];
    const Operation& y = other.operations_[n];
    const bool flushes = same_flushes(other);
    bool same_start = same_before_alignment(*x.sum, *y.sum);
    bool same_end = same_alignment(*x.sum, *y.sum);
    bool same_zeros = x.sum->zero_sum == y.sum->zero_sum;
    OperationChange out{SumChange::none, !same_rules(x.round, y.round) || !same_zeros, false};
    for (std::size_t g = 0; g < x.groups; ++g) {
        const Term& of_x = *groups(x)[g].term;
        const Term& of_y = *other.groups(y)[g].term;
        const bool same_flush = of_x.flush == of_y.flush && (flushes || !of_x.flush);
        same_start = same_start && same_flush && same_before_alignment(of_x, of_y);
        same_end = same_end && same_alignment(of_x, of_y);
        same_zeros = same_zeros && same_flush;
    }
    if (!same_start)
        out.sum = SumChange::other;
    else if (!same_end)
        out.sum = SumChange::alignment;
    out.meaning = x.round == nullptr && !same_zeros;
    return out;
}

std::optional<ProgramDifference> Program::difference_from(const Program& other) const {
    const OperandRules& x = operands();
    const OperandRules& y = other.operands();
    const bool same_formats = x.a == y.a && x.b == y.b && x.c == y.c && x.k == y.k && x.scale == y.scale &&
                              x.scale_block == y.scale_block && x.metadata == y.metadata;
    if (!same_formats || scales_products_ != other.scales_products_ || zero_format_ != other.zero_format_)
        return std::nullopt;
    ProgramDifference out{!same_products(other), 0, {}};
    const std::size_t most = std::min(operations_.size(), other.operations_.size());
    std::size_t same_lists = 0;
    while (same_lists < most && same_addends(other, same_lists)) ++same_lists;
    while (out.shared < same_lists && !change_of(other, out.shared).any()) ++out.shared;
    if (same_lists < std::max(operations_.size(), other.operations_.size())) return out;
    out.changes.resize(same_lists);
    for (std::size_t n = out.shared; n < same_lists; ++n) out.changes[n] = change_of(other, n);
    return out;
}

}  // namespace karat
