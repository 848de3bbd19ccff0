// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/trees/enclosing.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "karat/recipe/families/parts.hpp"
#include "karat_probe/identify/trees/tree_edit_list.hpp"

namespace karat::probe {

Sum enclosed(const Sum& sum) {
    Sum inner = sum;
    inner.round.reset();
    inner.sticky = Sticky::none;
    inner.label = {};
    return around(sum, {alone(families::of(std::move(inner)))});
}

Sum rounded_twice(const Sum& sum, const OutputRule& first) {
    Sum inner = sum;
    inner.round = first;
    inner.label = {};
    return around(sum, {alone(families::of(std::move(inner)))});
}

Term enclosed(Term term, const std::optional<OutputRule>& round) {
    Sum sum;
    Term inner = families::exactly(term.of);
    inner.zero = term.zero;
    inner.scaled = term.scaled;
    inner.flush = term.flush;
    sum.terms = {std::move(inner)};
    sum.round = round;
    term.of = families::of(std::move(sum));
    term.zero = ZeroPart::counted;
    term.scaled = term.flush = false;
    term.compared_by = ComparedBy::held;
    term.least_exponent.reset();
    return term;
}

bool encloses_a_sum(const Sum& sum) {
    return has_one_addend(sum) && sum.terms[0].of.kind == ExpressionKind::sum;
}

Sum without_inner_sum(const Sum& sum) {
    Sum out = *sum.terms[0].of.sum;
    if (sum.round) out.round = sum.round;
    return out;
}

Sum without_outer_sum(const Sum& sum, bool whole) {
    Sum out = *sum.terms[0].of.sum;
    if (whole && !out.round) out.round = sum.round;
    if (whole && out.round && sum.round) out.round->format = sum.round->format;
    if (out.round) out.round->fraction = std::min(out.round->fraction, info(out.round->format).fraction_bits);
    return out;
}

void each_enclosure(const Sum& sum, bool whole, const std::function<void(Sum)>& body) {
    constexpr int widest = 43;
    if (encloses_a_sum(sum)) {
        body(without_inner_sum(sum));
        body(without_outer_sum(sum, whole));
    }
    // another direction is drawn later: either of these explains some of what it does
    constexpr std::array directions{Rounding::RZ, Rounding::RNE};
    Sum outer = enclosed(sum);
    for (const Rounding rounding : directions) {
        outer.terms[0].rounding = rounding;
        for (int bits = 1; bits <= widest; ++bits) {
            outer.terms[0].F = {bits};
            body(outer);
        }
    }
    if (!sum.round) return;
    for (int i = 0; i < kFormatCount; ++i) {
        const auto format = static_cast<Format>(i);
        if (!info(format).is_result() || info(format).is_integer()) continue;
        for (const Rounding rounding : directions)
            body(rounded_twice(sum, OutputRule::ieee(format, rounding)));
    }
}

}  // namespace karat::probe
