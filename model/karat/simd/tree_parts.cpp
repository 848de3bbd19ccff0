// SPDX-License-Identifier: Apache-2.0
#include "karat/simd/tree_parts.hpp"

#include "karat/simd/supported_attributes.hpp"

namespace karat::simd {

bool is_start(const Term& term) {
    return term.of.kind == ExpressionKind::c || term.of.kind == ExpressionKind::acc;
}

WithC::WithC(const Sum& sum) {
    if (sum.terms.size() != 2 || is_start(sum.terms[0]) == is_start(sum.terms[1])) return;
    const std::size_t at = is_start(sum.terms[0]) ? 0 : 1;
    c = &sum.terms[at];
    rest = &sum.terms[1 - at];
}

const Term* only_term(const Term& term) {
    if (term.of.kind != ExpressionKind::sum || term.of.sum->terms.size() != 1) return nullptr;
    Sum known = bare(*term.of.sum);
    known.specials = term.of.sum->specials;
    return known == *term.of.sum && is_supported(known.specials) ? term.of.sum->terms.data() : nullptr;
}

const Sum* step_of_chain(const Expression& expression, ExpressionKind start) {
    if (expression.kind != ExpressionKind::chain) return nullptr;
    const Chain& chain = *expression.chain;
    Chain known;
    known.slices = chain.slices;
    known.start.kind = start;
    known.start_select = chain.start_select;
    known.step = chain.step;
    known.last = chain.last;
    return known == chain ? &*chain.step : nullptr;
}

bool is_bare(const Expression& result) {
    Expression known;
    known.kind = result.kind;
    known.sum = result.sum;
    known.chain = result.chain;
    return known == result;
}

}  // namespace karat::simd
