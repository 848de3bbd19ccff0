// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/complexity.hpp"

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

namespace {

void count(const Sum& sum, Nodes& out);

void count(const Expression& x, Nodes& out) {
    if (x.kind == ExpressionKind::sum) return count(*x.sum, out);
    if (x.kind != ExpressionKind::chain) return;
    ++out.chains;
    count(x.chain->start, out);
    count(*x.chain->step, out);
}

void count(const Sum& sum, Nodes& out) {
    ++out.sums;
    out.roundings += sum.round ? 1 : 0;
    out.addends += static_cast<int>(sum.terms.size());
    for (const Term& term : sum.terms) count(term.of, out);
}

}  // namespace

Nodes nodes_of(const Recipe& recipe) {
    Nodes out;
    count(recipe.result, out);
    return out;
}

int complexity(const Recipe& recipe) { return parts_of(recipe.result); }

}  // namespace karat::probe
