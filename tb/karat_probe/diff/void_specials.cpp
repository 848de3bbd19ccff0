// SPDX-License-Identifier: Apache-2.0
// Infinities, NaNs and signs of zeros that no result shows.
#include <algorithm>

#include "karat_probe/diff/void_rules.hpp"

namespace karat::probe::voiding {
namespace {

/// Whether the specials of the addends of an operation are those of the operands below it: no inner rounding
/// makes an infinity of finite operands, or loses one.
bool hands_on_specials(const Facts& facts, const Operation& operation) {
    for (const AddendGroup& group : facts.program.groups(operation)) {
        if (group.term->of.kind != ExpressionKind::sum) continue;
        for (const Slot slot : facts.program.addends(group)) {
            const Operation& below = facts.program.operation_of(slot);
            const SumBounds& bounds = *facts.evaluation(below).bounds;
            if (below.round != nullptr) {
                const FormatInfo& format = info(below.round->format);
                if (bounds.overflows || !format.has_nan() || !format.has_infinity()) return false;
            }
            if (!hands_on_specials(facts, below)) return false;
        }
    }
    return true;
}

bool specials_are_of_addends(const Facts& facts, const Sum& sum) {
    const OperandRules& rules = facts.program.operands();
    if (rules.product_overflow != ProductOverflow::none && products_overflow(facts.program)) return false;
    const bool leaves =
        std::ranges::none_of(sum.terms, [](const Term& term) { return term.of.kind == ExpressionKind::sum; });
    if (leaves) return true;
    if (facts.names_the_cause()) return false;
    return std::ranges::all_of(facts.evaluations(sum), [&](const Evaluation& each) {
        return hands_on_specials(facts, *each.operation);
    });
}

/// Whether the sum that takes a fixed-point sum gives the sign of zeros by another rule.
bool sign_is_unseen(const Facts& facts, const Sum& sum) {
    return std::ranges::all_of(facts.evaluations(sum), [&](const Evaluation& each) {
        return each.operation->round == nullptr &&
               facts.use(*each.operation).in.operation->sum->zero_sum == ZeroSum::positive;
    });
}

/// Whether the sign of a zero addend decides nothing anywhere.
bool no_zero_has_a_sign(const Facts& facts) {
    return std::ranges::all_of(facts.sites.sums, [](const editing::SumSite& site) {
        return site.sum->zero_sum == ZeroSum::positive && site.sum->frame == SignFrame::exact;
    });
}

}  // namespace

std::optional<Rewrite> void_special(const Facts& facts) {
    for (const editing::SumSite& site : facts.sites.sums) {
        if (site.sum->specials == SpecialsOf::operands && specials_are_of_addends(facts, *site.sum))
            return Rewrite{editing::with_sums(facts.recipe, {site.path},
                                              [](Sum& x) { x.specials = SpecialsOf::addends; }),
                           {site.path + ".specials", "the addends have the specials of the operands"}};
        if (site.sum->zero_sum == ZeroSum::ieee && sign_is_unseen(facts, *site.sum))
            return Rewrite{
                editing::with_sums(facts.recipe, {site.path}, [](Sum& x) { x.zero_sum = ZeroSum::positive; }),
                {site.path + ".zero_sum", "the sum that takes it gives zeros their sign"}};
    }
    const OperandRules& rules = facts.program.operands();
    const bool set =
        rules.zero_product_sign != ProductZeroSign::signed_ || rules.flush_sign != FlushSign::positive;
    if (!set || !no_zero_has_a_sign(facts)) return std::nullopt;
    Recipe out = facts.recipe;
    out.operands.zero_product_sign = ProductZeroSign::signed_;
    out.operands.flush_sign = FlushSign::positive;
    return Rewrite{std::move(out), {"operands.zero_product_sign", "no sum looks at the sign of a zero"}};
}

}  // namespace karat::probe::voiding
