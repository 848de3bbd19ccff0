// SPDX-License-Identifier: Apache-2.0
// What the tree of a recipe consists of, whatever its attributes.
#pragma once
#include "karat/recipe/recipe.hpp"

namespace karat::test {

struct Nodes {
    int chains = 0, sums = 0, addends = 0, roundings = 0;
    friend bool operator==(const Nodes&, const Nodes&) = default;
};

inline void count_nodes(const Expression& x, Nodes& out);

inline void count_nodes(const Sum& sum, Nodes& out) {
    ++out.sums;
    out.roundings += sum.round ? 1 : 0;
    out.addends += static_cast<int>(sum.terms.size());
    for (const Term& term : sum.terms) count_nodes(term.of, out);
}
inline void count_nodes(const Expression& x, Nodes& out) {
    if (x.kind == ExpressionKind::sum) return count_nodes(*x.sum, out);
    if (x.kind != ExpressionKind::chain) return;
    ++out.chains;
    count_nodes(x.chain->start, out);
    count_nodes(*x.chain->step, out);
}
[[nodiscard]] inline Nodes nodes_of(const Recipe& recipe) {
    Nodes out;
    count_nodes(recipe.result, out);
    return out;
}

}  // namespace karat::test
