// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/diff/canonical.hpp"

#include <algorithm>

#include "karat/error.hpp"
#include "karat_probe/diff/void_rules.hpp"

namespace karat::probe {
namespace voiding {

const AddendBounds* Evaluation::addends(const Program& program, const Term& term) const {
    const auto groups = program.groups(*operation);
    for (std::size_t i = 0; i < groups.size(); ++i) {
        if (groups[i].term == &term) return &bounds->groups[i];
    }
    return nullptr;
}

std::vector<Evaluation> Facts::evaluations(const Sum& sum) const {
    std::vector<Evaluation> out;
    const auto operations = program.operations();
    for (std::size_t i = 0; i < operations.size(); ++i) {
        if (operations[i].sum == &sum) out.push_back({&operations[i], &bounds.sum(i)});
    }
    return out;
}

std::vector<Evaluation> Facts::evaluations(const Sum& sum, const OutputRule& rule) const {
    std::vector<Evaluation> out;
    for (const Evaluation& each : evaluations(sum)) {
        if (each.operation->round != nullptr && *each.operation->round == rule) out.push_back(each);
    }
    return out;
}

Evaluation Facts::evaluation(const Operation& operation) const {
    const auto index = static_cast<std::size_t>(&operation - program.operations().data());
    return {&operation, &bounds.sum(index)};
}

Facts::Use Facts::use(const Operation& operation) const {
    for (const Operation& user : program.operations()) {
        for (const AddendGroup& group : program.groups(user)) {
            const auto slots = program.addends(group);
            if (std::find(slots.begin(), slots.end(), operation.result) != slots.end())
                return {evaluation(user), group.term};
        }
    }
    return {};
}

bool Facts::names_the_cause() const {
    return std::any_of(program.operations().begin(), program.operations().end(), [](const Operation& each) {
        return each.round != nullptr && depends_on_cause(each.round->nan);
    });
}

bool hides_e_max(const Evaluation& each) {
    const Sum& sum = *each.operation->sum;
    return each.operation->round != nullptr && sum.grid == GridRule::own && sum.frame == SignFrame::exact &&
           std::none_of(sum.terms.begin(), sum.terms.end(),
                        [](const Term& term) { return term.drop_tiny_negative; });
}

bool never_uses_e_max(const Facts& facts, const Operation& operation) {
    const Sum& sum = *operation.sum;
    const bool exact = std::all_of(sum.terms.begin(), sum.terms.end(), [](const Term& term) {
        return term.F.is_exact() && !term.cutoff && !term.drop_tiny_negative;
    });
    if (!exact || sum.grid != GridRule::own || sum.frame != SignFrame::exact) return false;
    if (operation.round != nullptr) return true;
    const Facts::Use use = facts.use(operation);
    return use.term->compared_by != ComparedBy::held || never_uses_e_max(facts, *use.in.operation);
}

bool indifferent_up_to(const Facts& facts, int level, const Evaluation& each, const Term* but) {
    if (never_uses_e_max(facts, *each.operation)) return true;
    const std::optional<int> floor = each.operation->sum->floor;
    if (hides_e_max(each) && floor && level <= *floor) return true;
    return keeps_all_at(facts, level, each, but);
}

bool keeps_all_at(const Facts& facts, int level, const Evaluation& each, const Term* but) {
    const Sum& sum = *each.operation->sum;
    return hides_e_max(each) && std::all_of(sum.terms.begin(), sum.terms.end(), [&](const Term& term) {
               const AddendBounds* x = each.addends(facts.program, term);
               if (x == nullptr || !x->value.nonzero) return true;
               if (&term != but && term.cutoff && x->value.e_low < level - *term.cutoff) return false;
               return term.F.is_exact() || x->value.low >= level - term.F.bits;
           });
}

namespace {

/// One at a time: a rule is proved for the recipe as it is, with all its other attributes.
std::optional<Rewrite> next_rewrite(const Recipe& recipe) {
    const Facts facts(recipe);
    for (const auto rule : {void_term, void_sum, void_round, void_operand, void_exponent, void_special}) {
        if (auto rewrite = rule(facts)) return rewrite;
    }
    return std::nullopt;
}

}  // namespace
}  // namespace voiding

bool has_any_nan(const Recipe& recipe) {
    return Program(recipe).operations().back().round->nan == NanEncoding::any;
}

Canonical canonical(const Recipe& recipe, bool any_nan) {
    Canonical out{recipe, {}};
    if (any_nan) {
        for (const editing::RoundSite& site : editing::find_sites(recipe).rounds) {
            if (site.rule.nan == NanEncoding::any) continue;
            out.recipe = editing::with_rounds(out.recipe, {site.path},
                                              [](OutputRule& rule) { rule.nan = NanEncoding::any; });
            out.changed.push_back({site.path + ".nan", "any NaN equals any other"});
        }
    }
    while (auto rewrite = voiding::next_rewrite(out.recipe)) {
        out.recipe = std::move(rewrite->recipe);
        out.changed.push_back(std::move(rewrite->attribute));
    }
    return out;
}

}  // namespace karat::probe
