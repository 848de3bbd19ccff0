// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/diff/canonical.hpp"

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

namespace {

/// One at a time: a rule is proved for the recipe as it is, with all its other attributes.
std::optional<Rewrite> next_rewrite(const Recipe& recipe) {
    const Facts facts(recipe);
    for (const auto rule : {void_term, void_sum, void_round, void_operand}) {
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
