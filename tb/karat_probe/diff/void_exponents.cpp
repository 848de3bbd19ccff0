// SPDX-License-Identifier: Apache-2.0
// Exponents of zeros and of subnormals that no result shows.
#include <algorithm>

#include "karat_probe/diff/void_rules.hpp"

namespace karat::probe::voiding {
namespace {

Rewrite rewritten(const Facts& facts, const editing::Paths& paths, const char* attribute, const char* reason,
                  const std::function<void(Term&)>& change) {
    return {editing::with_terms(facts.recipe, paths, change), {paths[0] + "." + attribute, reason}};
}

/// Whether the exponents of zeros of this term raise e_max in no evaluation that shows it.
bool zeros_raise_nothing(const Facts& facts, const editing::TermSite& site) {
    for (const Evaluation& each : facts.evaluations(*site.sum)) {
        const AddendBounds* x = each.addends(facts.program, *site.term);
        if (x == nullptr) continue;
        // a cut-off of the only addend that is zero does nothing
        const Term* const but = x->count == 1 ? site.term : nullptr;
        const int level = x->zero_takes_part ? x->zero_high : -1'000'000;
        if (!indifferent_up_to(facts, level, each, but)) return false;
    }
    return true;
}

/// Whether a sum without a nonzero product has no exponent: ZeroPart::terms and ZeroPart::counted agree.
bool zeros_have_no_exponent(const Sum& sum) {
    return !sum.round && !sum.floor && std::ranges::all_of(sum.terms, [](const Term& term) {
        if (term.least_exponent || term.compared_by == ComparedBy::scale || term.scaled) return false;
        if (term.of.kind == ExpressionKind::sum) return zeros_have_no_exponent(*term.of.sum);
        return term.of.kind == ExpressionKind::product && term.zero == ZeroPart::ignored;
    });
}

std::optional<Rewrite> zero_of_products(const Facts& facts) {
    editing::Paths paths;
    for (const editing::TermSite& site : facts.sites.terms) {
        if (site.term->of.kind != ExpressionKind::product) continue;
        if (site.term->zero == ZeroPart::ignored || !zeros_raise_nothing(facts, site)) return std::nullopt;
        paths.push_back(site.path);
    }
    if (paths.empty()) return std::nullopt;
    return rewritten(facts, paths, "zero", "zero products raise no grid above the last bit of an addend",
                     [](Term& x) { x.zero = ZeroPart::ignored; });
}

/// Numbers are compared by their leading bits: that differs from their exponents for subnormals only.
bool leading_is_held(const Facts& facts, const editing::TermSite& site) {
    const Term& term = *site.term;
    if (term.compared_by != ComparedBy::leading || term.scaled || term.cutoff || term.drop_tiny_negative)
        return false;
    for (const Evaluation& each : facts.evaluations(*site.sum)) {
        for (const AddendGroup& group : facts.program.groups(*each.operation)) {
            if (group.term != site.term) continue;
            for (const Slot slot : facts.program.addends(group)) {
                if (!facts.program.is_number(slot)) return false;
                const int least = info(facts.program.format_of(slot)).min_exponent();
                if (!indifferent_up_to(facts, std::max(least, term.least_exponent.value_or(least)), each))
                    return false;
            }
        }
    }
    return true;
}

/// Converting c changes the exponents of subnormals and zeros only.
bool converts_c_unseen(const Facts& facts) {
    const OperandRules& rules = facts.program.operands();
    if (*rules.convert_c == rules.c) return true;
    const int least = std::max(info(rules.c).min_exponent(), info(*rules.convert_c).min_exponent());
    const bool same = info(rules.c).min_exponent() == info(*rules.convert_c).min_exponent();
    if (facts.names_the_cause()) return false;
    for (const Operation& operation : facts.program.operations()) {
        for (const AddendGroup& group : facts.program.groups(operation)) {
            const auto slots = facts.program.addends(group);
            if (std::find(slots.begin(), slots.end(), facts.program.c_slot()) == slots.end()) continue;
            const Term& term = *group.term;
            if (same) continue;
            if (term.compared_by != ComparedBy::held || term.cutoff || term.drop_tiny_negative ||
                term.flush || term.scaled || !indifferent_up_to(facts, least, facts.evaluation(operation)))
                return false;
        }
    }
    return true;
}

/// Converting a and b changes exponents of products only, which nothing looks at.
bool converts_unseen(const Facts& facts) {
    const OperandRules& rules = facts.program.operands();
    if (*rules.convert == rules.a && rules.a == rules.b) return true;
    if (rules.are_integers()) return false;
    return std::ranges::all_of(facts.program.operations(), [&](const Operation& operation) {
        return std::ranges::none_of(facts.program.groups(operation),
                                    [](const AddendGroup& group) { return group.are_products; }) ||
               never_uses_e_max(facts, operation);
    });
}

}  // namespace

std::optional<Rewrite> void_exponent(const Facts& facts) {
    const OperandRules& rules = facts.program.operands();
    const auto operand = [&](const char* name, const std::function<void(OperandRules&)>& change) {
        Recipe out = facts.recipe;
        change(out.operands);
        return Rewrite{std::move(out),
                       {std::string("operands.") + name, "no result shows the exponents that it changes"}};
    };
    if (rules.convert_c && converts_c_unseen(facts))
        return operand("convert_c", [](OperandRules& x) { x.convert_c.reset(); });
    if (rules.convert && converts_unseen(facts))
        return operand("convert", [](OperandRules& x) { x.convert.reset(); });
    if (auto products = zero_of_products(facts)) return products;
    for (const editing::TermSite& site : facts.sites.terms) {
        const Term& term = *site.term;
        if (leading_is_held(facts, site))
            return rewritten(facts, {site.path}, "compared_by",
                             "it differs for subnormals only, which raise nothing", [](Term& x) {
                                 x.compared_by = ComparedBy::held;
                                 x.least_exponent.reset();
                             });
        if (term.of.kind == ExpressionKind::product || term.zero == ZeroPart::ignored) continue;
        if (zeros_raise_nothing(facts, site))
            return rewritten(facts, {site.path}, "zero",
                             "its zeros raise no grid above the last bit of an addend",
                             [](Term& x) { x.zero = ZeroPart::ignored; });
        if (term.zero == ZeroPart::terms && !term.scaled && term.compared_by == ComparedBy::held &&
            term.of.kind == ExpressionKind::sum && zeros_have_no_exponent(*term.of.sum))
            return rewritten(facts, {site.path}, "zero", "a sum without a nonzero product has no exponent",
                             [](Term& x) { x.zero = ZeroPart::counted; });
    }
    return std::nullopt;
}

}  // namespace karat::probe::voiding
