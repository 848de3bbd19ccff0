// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/trees/bare_tree.hpp"

#include <utility>

#include "karat/recipe/edits/sites.hpp"
#include "karat_probe/target/formats.hpp"

namespace karat::probe {

Recipe in_order(const Recipe& recipe, const std::vector<int>& order) {
    return editing::with_chains(recipe, {}, [&](Chain& chain) {
        if (chain.start_select.list.empty() && chain.slices.parts > 1) chain.slices.list = order;
    });
}

Recipe bare_tree(const Recipe& recipe) {
    const Recipe out = editing::with_terms(recipe, {}, [](Term& term) {
        Term bare;
        bare.of = term.of;
        bare.select = term.select;
        bare.scaled = term.scaled;
        term = std::move(bare);
    });
    return editing::with_sums(out, {}, [](Sum& sum) {
        Sum bare;
        bare.terms = sum.terms;
        bare.round = sum.round;
        sum = std::move(bare);
    });
}

Recipe unfitted_tree(const Recipe& recipe) {
    const OperandRules formats = formats_of(recipe.operands);
    OutputRule rule;
    rule.format = formats.d;
    rule.fraction = info(formats.d).fraction_bits;
    Recipe bare = editing::with_rounds(bare_tree(recipe), {}, [&](OutputRule& each) { each = rule; });
    bare.operands = formats;
    return editing::with_terms(bare, {}, [](Term& term) {
        if (editing::is_sum(term)) term.zero = ZeroPart::counted;
    });
}

}  // namespace karat::probe
