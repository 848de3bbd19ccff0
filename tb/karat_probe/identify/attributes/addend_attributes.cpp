// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdlib>

#include "karat/recipe/edits/sites.hpp"
#include "karat/recipe/families/parts.hpp"
#include "karat_probe/identify/attributes/node_attributes.hpp"

namespace karat::probe {
namespace {

constexpr int kWidestDrawn = 144, kFineWidths = 44, kCoarseStep = 4;

using TakeTerm = std::function<void(Term)>;

/// An attribute outlives the node that it was made for: another one may have its path.
bool is_inner_sum(const Term& term) { return term.of.kind == ExpressionKind::sum; }

/// The rules for a zero that apply to this kind of addend.
void each_zero_part(const Term& term, const std::function<void(ZeroPart)>& body) {
    const bool sum = editing::is_sum(term);
    each_of<ZeroPart>([&](ZeroPart zero) {
        const bool for_sums = zero == ZeroPart::terms || zero == ZeroPart::counted;
        if (zero == ZeroPart::ignored || for_sums == sum) body(zero);
    });
}

void widths(const Term& was, const TakeTerm& take) {
    Term term = was;
    each_width([&](Width F) {
        term.F = F;
        take(term);
    });
    term.F = Width::exact();
    take(term);
}

/// With the widths next to the present one: a rounding to nearest looks like truncation one bit lower.
void roundings(const Term& was, const TakeTerm& take) {
    constexpr int around = 2;
    if (was.F.is_exact()) return;
    Term term = was;
    for (int bits = std::max(1, was.F.bits - around); bits <= was.F.bits + around; ++bits) {
        term.F = {bits};
        each_of<Rounding>([&](Rounding rounding) {
            term.rounding = rounding;
            take(term);
        });
    }
}

/// An addend that keeps every bit gets a width together with its rounding: what only the right rounding
/// explains does not show the width without it.
void widths_and_roundings(const Term& was, const TakeTerm& take) {
    Term term = was;
    for (int bits = 1; bits < kFineWidths; ++bits) {
        term.F = {bits};
        each_of<Rounding>([&](Rounding rounding) {
            term.rounding = rounding;
            take(term);
        });
    }
}

void zeros(const Term& was, const TakeTerm& take) {
    if (was.compared_by == ComparedBy::leading) return;
    Term term = was;
    each_zero_part(was, [&](ZeroPart zero) {
        term.zero = zero;
        take(term);
    });
}

/// Without what is odd, which may imitate another width.
void plain(const Term& was, const TakeTerm& take) {
    const bool odd = was.cutoff || was.drop_tiny_negative || was.compared_by != ComparedBy::held;
    if (!odd) return;
    Term term = was;
    term.cutoff.reset();
    term.drop_tiny_negative = false;
    term.compared_by = ComparedBy::held;
    term.least_exponent.reset();
    each_zero_part(was, [&](ZeroPart zero) {
        term.zero = zero;
        term.F = was.F;
        take(term);
        for (int bits = 1; bits < kFineWidths; ++bits) {
            term.F = {bits};
            take(term);
        }
    });
}

void comparisons(const Term& was, const TakeTerm& take) {
    const auto one = [&](ComparedBy by, std::optional<int> least) {
        Term term = was;
        term.compared_by = by;
        term.least_exponent = least;
        if (by == ComparedBy::leading) term.zero = ZeroPart::ignored;
        take(term);
    };
    // an exponent that is larger needs fewer bits
    const auto with_widths = [&](ComparedBy by) {
        Term term = was;
        term.compared_by = by;
        term.least_exponent.reset();
        if (by == ComparedBy::leading) term.zero = ZeroPart::ignored;
        for (int bits = 1; bits < kFineWidths; ++bits) {
            term.F = {bits};
            take(term);
        }
    };
    one(ComparedBy::held, std::nullopt);
    one(ComparedBy::leading, std::nullopt);
    with_widths(ComparedBy::leading);
    if (editing::is_sum(was)) {
        one(ComparedBy::scale, std::nullopt);
        with_widths(ComparedBy::scale);
    }
    each_exponent(was.least_exponent, [&](int least) { one(ComparedBy::leading, least); });
}

void cutoffs(const Term& was, const TakeTerm& take) {
    constexpr int farthest = 64;
    constexpr int step = 2;
    constexpr int around = 3;
    Term term = was;
    term.cutoff.reset();
    take(term);
    for (int cutoff = 0; cutoff <= farthest; ++cutoff) {
        const bool near = was.cutoff && std::abs(cutoff - *was.cutoff) <= around;
        if (cutoff % step != 0 && !near) continue;
        term.cutoff = cutoff;
        take(term);
    }
}

/// With every rounding: the rule makes up for one that is away from zero.
void tiny_negatives(const Term& was, const TakeTerm& take) {
    Term term = was;
    term.drop_tiny_negative = !was.drop_tiny_negative;
    each_of<Rounding>([&](Rounding rounding) {
        term.rounding = rounding;
        take(term);
    });
}

/// An inner sum with guard bits: a few bits more than the sum around it keeps. Neither width shows what the
/// other does.
void guard_bits(const Term& was, const TakeTerm& take) {
    constexpr int most = 3;
    if (!is_inner_sum(was)) return;
    int widest = 0;
    for (const Term& inner : was.of.sum->terms)
        widest = std::max(widest, inner.F.is_exact() ? 0 : inner.F.bits);
    if (widest == 0) return;
    for (int guards = 1; guards <= most; ++guards) {
        for (const bool all : {true, false}) {  // or only where most bits are kept
            Sum sum = *was.of.sum;
            for (Term& inner : sum.terms) {
                if (!inner.F.is_exact() && (all || inner.F.bits == widest)) inner.F.bits += guards;
            }
            Term term = was;
            term.of = families::of(std::move(sum));
            term.F = {widest};
            each_of<Rounding>([&](Rounding rounding) {
                term.rounding = rounding;
                take(term);
            });
        }
    }
}

/// With the inner sum rounded, in place of the widths that may have imitated it or beside them, or not
/// rounded.
void roundings_of_inner_sum(const Term& was, const TakeTerm& take) {
    if (!is_inner_sum(was)) return;
    Term bare = was;
    bare.F = Width::exact();
    bare.rounding = Term{}.rounding;
    each_presence_of_rounding(*was.of.sum, [&](const Sum& sum) {
        Term term = was;
        term.of = families::of(sum);
        take(term);
        if (!sum.round) {  // a width with the rounding that is left out
            term.F = {was.of.sum->round->fraction};
            term.rounding = was.of.sum->round->rounding;
            take(term);
        } else if (!was.F.is_exact()) {
            bare.of = term.of;
            take(bare);
        }
    });
}

void flushes(const Term& was, const TakeTerm& take) {
    Term term = was;
    term.flush = !was.flush;
    take(term);
}

}  // namespace

void each_width(const std::function<void(Width)>& body) {
    for (int bits = 1; bits <= kWidestDrawn; bits += bits < kFineWidths ? 1 : kCoarseStep) body({bits});
}

void each_exponent(const std::optional<int>& present, const std::function<void(int)>& body) {
    constexpr int lowest = -150;
    constexpr int highest = 20;
    constexpr int step = 4;
    constexpr int around = 6;
    for (int exponent = highest; exponent >= lowest; exponent -= step) body(exponent);
    for (const int known : {-149, -133, -132, -126, -21, -20, -19, -14}) body(known);  // of hardware
    if (!present) return;
    for (int exponent = *present - around; exponent <= *present + around; ++exponent) body(exponent);
}

std::vector<NodeAttribute<Term>> addend_attributes(const Term& term) {
    std::vector<NodeAttribute<Term>> out;
    if (term.of.kind == ExpressionKind::zero) return out;
    constexpr bool joint = true;
    constexpr bool graded = true;
    out = {{"F", false, widths, !joint, graded},
           {"rounding", false, roundings},
           {"plain", false, plain, !joint, graded},
           {"compared_by", true, comparisons, !joint, graded},
           {"cutoff", true, cutoffs, !joint, graded},
           {"drop_tiny_negative", true, tiny_negatives},
           {"F_and_rounding", true, widths_and_roundings, joint, graded}};
    // the zeros of products are drawn together
    if (term.of.kind != ExpressionKind::product) out.push_back({"zero", false, zeros});
    if (is_inner_sum(term)) out.push_back({"rounds", false, roundings_of_inner_sum});
    const bool unrounded = is_inner_sum(term) && !term.of.sum->round;
    if (unrounded) out.push_back({"guard_bits", false, guard_bits});
    if (term.of.kind == ExpressionKind::acc) out.push_back({"flush", true, flushes});
    return out;
}

}  // namespace karat::probe
