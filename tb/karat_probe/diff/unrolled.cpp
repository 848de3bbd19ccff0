// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/diff/unrolled.hpp"

#include <algorithm>

#include "karat/recipe/edits/sites.hpp"
#include "karat/recipe/program.hpp"

namespace karat::probe {
namespace {

constexpr int kUnset = -1'000'000;

void put(std::vector<int>& out, const std::optional<int>& value) { out.push_back(value.value_or(kUnset)); }
void put(std::vector<int>& out, const std::optional<Format>& format) {
    out.push_back(format ? static_cast<int>(*format) : kUnset);
}
template <class... Values>
void put_all(std::vector<int>& out, Values... values) {
    (out.push_back(static_cast<int>(values)), ...);
}

void put(std::vector<int>& out, const OperandRules& rules) {
    put_all(out, rules.a, rules.b, rules.c, rules.d, rules.k);
    put(out, rules.convert);
    put(out, rules.convert_c);
    put(out, rules.scale);
    put_all(out, rules.scale ? rules.scale_block : 1, rules.flush_a, rules.flush_b, rules.flush_c,
            rules.flush_below, rules.flush_sign, rules.metadata, rules.multiplier, rules.product_overflow,
            rules.flush_products, rules.zero_product_sign);
}

void put(std::vector<int>& out, const OutputRule* rule) {
    const OutputRule none{};
    const OutputRule& r = rule != nullptr ? *rule : none;
    put_all(out, rule != nullptr, r.format, r.rounding, r.fraction, r.overflow, r.nan, r.underflow_sign,
            r.flush, r.flush_when, r.flush_sign);
}

bool names_the_cause(const Program& program) {
    return std::any_of(program.operations().begin(), program.operations().end(), [](const Operation& op) {
        return op.round != nullptr && depends_on_cause(op.round->nan);
    });
}

bool takes_operands_first(const Program& program) {
    return std::any_of(program.operations().begin(), program.operations().end(),
                       [](const Operation& op) { return op.sum->specials == SpecialsOf::operands; });
}

class Unroller {
   public:
    explicit Unroller(const Program& program)
        : program_(program),
          in_order_(names_the_cause(program)),
          operands_first_(takes_operands_first(program)) {}

    [[nodiscard]] Unrolled run() const {
        Unrolled out = value(static_cast<Slot>(program_.slots() - 1));
        std::vector<int> all;
        put(all, program_.operands());
        all.insert(all.end(), out.attributes.begin(), out.attributes.end());
        out.attributes = std::move(all);
        return out;
    }

   private:
    [[nodiscard]] Unrolled value(Slot slot) const {
        if (program_.is_product(slot)) return {"p" + std::to_string(slot), {}};
        if (slot == program_.c_slot()) return {"c", {}};
        if (slot == program_.zero_slot()) return {"0", {static_cast<int>(program_.format_of(slot))}};
        return sum(program_.operation_of(slot));
    }
    [[nodiscard]] Unrolled sum(const Operation& op) const {
        std::vector<Unrolled> addends;
        collect(op, op.round != nullptr && adds_exactly(op), addends);
        put_in_order(op, addends);
        Unrolled out{"(", {}};
        put(out.attributes, op.round);
        const Sum& sum = *op.sum;
        put_all(out.attributes, sum.grid, sum.sticky, sum.frame, sum.zero_sum, sum.specials);
        put(out.attributes, sum.floor);
        for (Unrolled& x : addends) {
            out.tree += (out.tree.size() == 1 ? "" : ",") + x.tree;
            out.attributes.insert(out.attributes.end(), x.attributes.begin(), x.attributes.end());
        }
        out.tree += ")";
        return out;
    }
    /// Whether the value of a sum is that of its addends, and nothing depends on its e_max but what it hands
    /// on.
    [[nodiscard]] bool adds_exactly(const Operation& op) const {
        const Sum& sum = *op.sum;
        return sum.grid == GridRule::own && sum.frame == SignFrame::exact && sum.sticky == Sticky::none &&
               !sum.floor && std::ranges::all_of(sum.terms, [](const Term& term) {
                   return term.F.is_exact() && !term.cutoff && !term.drop_tiny_negative;
               });
    }
    /// Sums modulo the same 2^n: it is enough to take the remainder at the end.
    [[nodiscard]] static bool wrap_alike(const Operation& op, const Operation& below) {
        const auto wraps = [](const OutputRule* rule) {
            return rule != nullptr && info(rule->format).is_integer() && rule->overflow == Overflow::wrap;
        };
        return wraps(op.round) && wraps(below.round) && op.round->format == below.round->format;
    }
    /// The addends of a sum. Those of an exact fixed-point sum are addends of an exact sum that takes it, if
    /// `e_max_is_hidden`: if nothing looks at the e_max of either.
    void collect(const Operation& op, bool e_max_is_hidden, std::vector<Unrolled>& out) const {
        for (const AddendGroup& group : program_.groups(op)) {
            for (std::uint32_t i = 0; i < group.count; ++i) {
                const Slot slot = program_.addends(group)[i];
                const Operation* below =
                    slot >= program_.first_result() ? &program_.operation_of(slot) : nullptr;
                const bool joined =
                    e_max_is_hidden && below != nullptr && below->round == nullptr && adds_exactly(*below) &&
                    !group.scaled_sum && !group.term->scaled && below->sum->zero_sum == op.sum->zero_sum &&
                    below->sum->specials == op.sum->specials && group.term->of.kind == ExpressionKind::sum;
                if (joined || (below != nullptr && wrap_alike(op, *below))) {
                    collect(*below, e_max_is_hidden, out);
                } else {
                    out.push_back(addend(op, group, i));
                }
            }
        }
    }
    /// The sum is exact, so that the order of its addends decides nothing but, with some encodings, which NaN
    /// is handed on: the first of the products or, if none is a NaN, of the numbers.
    void put_in_order(const Operation& op, std::vector<Unrolled>& addends) const {
        if (!in_order_) {
            std::stable_sort(addends.begin(), addends.end(),
                             [](const Unrolled& x, const Unrolled& y) { return x.tree < y.tree; });
            return;
        }
        const auto leaf = [&](Slot slot) { return program_.is_product(slot) || program_.is_number(slot); };
        for (const AddendGroup& group : program_.groups(op)) {
            if (operands_first_ || !std::ranges::all_of(program_.addends(group), leaf)) return;
        }
        std::stable_partition(addends.begin(), addends.end(),
                              [](const Unrolled& x) { return x.tree.starts_with('p'); });
    }
    [[nodiscard]] Unrolled addend(const Operation& op, const AddendGroup& group, std::uint32_t i) const {
        const Term& term = *group.term;
        Unrolled out = value(program_.addends(group)[i]);
        std::vector<int>& to = out.attributes;
        put_all(to, term.scaled, term.flush, term.F.bits, term.rounding, term.compared_by, term.zero,
                term.drop_tiny_negative);
        put(to, term.cutoff);
        put(to, term.least_exponent);
        to.push_back(group.scaled_sum ? program_.blocks(group)[i] : kUnset);
        // a frame takes the sign of c or acc; specials of operands are looked for below a sum, not below acc
        const bool leads = op.sum->frame == SignFrame::c_sign && editing::is_c(term);
        const bool seen_through = operands_first_ && term.of.kind == ExpressionKind::sum;
        put_all(to, leads, seen_through);
        return out;
    }

    const Program& program_;
    bool in_order_;        ///< the encoding of a NaN depends on the order of the addends
    bool operands_first_;  ///< some sum looks for specials of the operands below it
};

}  // namespace

Unrolled unrolled(const Recipe& recipe) {
    const Program program(recipe);
    return Unroller(program).run();
}

std::size_t distance(const Unrolled& x, const Unrolled& y) {
    const std::size_t both = std::min(x.attributes.size(), y.attributes.size());
    std::size_t out = std::max(x.attributes.size(), y.attributes.size()) - both;
    for (std::size_t i = 0; i < both; ++i) out += x.attributes[i] == y.attributes[i] ? 0 : 1;
    return out;
}

}  // namespace karat::probe
