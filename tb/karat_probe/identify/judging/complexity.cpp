// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/judging/complexity.hpp"

namespace karat::probe {
namespace {

int parts_of(const Sum& sum);

int parts_of(const Expression& x) {
    if (x.kind == ExpressionKind::sum) return parts_of(*x.sum);
    if (x.kind != ExpressionKind::chain) return 0;
    return parts_of(x.chain->start) + parts_of(*x.chain->step) + (x.chain->last ? 1 : 0);
}

int parts_of(const Sum& sum) {
    int out = 1 + (sum.round ? 1 : 0) + (sum.floor ? 1 : 0) + (sum.sticky != Sticky::none ? 1 : 0);
    for (const Term& term : sum.terms) {
        out += 1 + (term.cutoff ? 1 : 0) + (term.drop_tiny_negative ? 1 : 0) +
               (term.compared_by != ComparedBy::held ? 1 : 0) + parts_of(term.of);
    }
    return out;
}

}  // namespace

int complexity(const Recipe& recipe) { return parts_of(recipe.result); }

}  // namespace karat::probe
