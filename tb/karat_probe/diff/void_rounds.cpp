// SPDX-License-Identifier: Apache-2.0
// Attributes of roundings that no sum can show.
#include <algorithm>

#include "karat_probe/diff/void_rules.hpp"

namespace karat::probe::voiding {
namespace {

/// What all sums that one rule rounds have in common.
struct Sums {
    bool any = false;
    bool overflow = false;  ///< one can round past the largest finite number
    bool exact = true;      ///< the format represents each
    bool in_units = true;   ///< each is a multiple of the format's smallest subnormal
    bool normal = true;     ///< each is zero or at least the smallest normal number
    bool is_result = false;
};

/// The significant bits of the only addend of a sum, which drops none of them; nothing if there are several.
std::optional<int> bits_of_single(const Facts& facts, const Evaluation& each) {
    const auto groups = facts.program.groups(*each.operation);
    if (groups.size() != 1 || groups[0].count != 1) return std::nullopt;
    const Term& term = *groups[0].term;
    if (!term.F.is_exact() || term.scaled || each.operation->sum->frame != SignFrame::exact)
        return std::nullopt;
    const OperandRules& rules = facts.program.operands();
    const Slot slot = facts.program.addends(groups[0])[0];
    if (facts.program.is_product(slot)) return info(rules.a).fraction_bits + info(rules.b).fraction_bits + 2;
    if (!facts.program.is_number(slot)) return std::nullopt;
    return info(facts.program.format_of(slot)).fraction_bits + 1;
}

/// Bits that hold every sum in units of its grid, which the largest addend places.
int bits_on_grid(const Evaluation& each) {
    const SumBounds& sum = *each.bounds;
    const int from_end_to_end = sum.value.high() - sum.value.low;
    return sum.fixed ? std::min(from_end_to_end, sum.bits()) : from_end_to_end;
}

/// Whether a rounding of one product hands on the product, and only its value is used.
bool only_copies(const Facts& facts, const editing::RoundSite& site) {
    const OutputRule& rule = site.rule;
    const FormatInfo& format = info(rule.format);
    if (site.result || site.between || rule.flush || facts.names_the_cause() || format.is_integer() ||
        !format.has_infinity() || !format.has_nan() || site.sum->grid != GridRule::own ||
        site.sum->sticky != Sticky::none || site.sum->terms[0].of.kind != ExpressionKind::product)
        return false;
    const auto evaluations = facts.evaluations(*site.sum);
    return std::ranges::all_of(evaluations, [&](const Evaluation& each) {
        if (each.operation->round == nullptr || each.operation == &facts.program.operations().back() ||
            !bits_of_single(facts, each))
            return false;
        const Facts::Use use = facts.use(*each.operation);
        return use.term->of.kind == ExpressionKind::sum && !use.term->scaled && !use.term->flush &&
               never_uses_e_max(facts, *use.in.operation);
    });
}

Sums examine(const Facts& facts, const editing::RoundSite& site) {
    const FormatInfo& format = info(site.rule.format);
    Sums out;
    for (const Evaluation& each : facts.evaluations(*site.sum, site.rule)) {
        const ValueBounds& value = each.bounds->value;
        out.any = true;
        out.is_result = out.is_result || each.operation == &facts.program.operations().back();
        if (!value.nonzero) continue;
        const bool whole = !each.loses_seen();
        const int unit = format.min_exponent() - site.rule.fraction;
        out.overflow = out.overflow || each.bounds->overflows;
        out.in_units = out.in_units && whole && value.low >= unit;
        const int bits = bits_of_single(facts, each).value_or(bits_on_grid(each));
        out.exact = out.exact && whole && value.low >= unit && bits <= site.rule.fraction + 1;
        out.normal = out.normal && value.least >= format.min_exponent();
    }
    return out;
}

/// Round to nearest never stops at the largest finite number, and away from zero does not either.
bool overflows_to_infinity(Rounding rounding) {
    return rounding != Rounding::RZ && rounding != Rounding::RD && rounding != Rounding::RU &&
           rounding != Rounding::RO;
}

struct Finding {
    const char* attribute;
    const char* reason;
    std::function<void(OutputRule&)> change;
};

std::optional<Finding> of_overflow(const OutputRule& rule, const Sums& sums) {
    const Overflow fixed = info(rule.format).is_integer() ? Overflow::saturate : Overflow::inf;
    if (rule.overflow == fixed) return std::nullopt;
    const auto change = [fixed](OutputRule& x) { x.overflow = fixed; };
    if (!sums.overflow) return Finding{"overflow", "no sum of finite operands overflows", change};
    if (rule.overflow == Overflow::ieee && overflows_to_infinity(rule.rounding))
        return Finding{"overflow", "this rounding overflows to infinity anyway", change};
    return std::nullopt;
}

std::optional<Finding> of_flush(const OutputRule& rule, const Sums& sums) {
    if (rule.flush && sums.normal)
        return Finding{"flush", "no result is subnormal", [](OutputRule& x) { x.flush = false; }};
    if (!rule.flush && (rule.flush_when != FlushWhen::encoded || rule.flush_sign != FlushSign::keep))
        return Finding{"flush_when", "subnormal results are not flushed", [](OutputRule& x) {
                           x.flush_when = FlushWhen::encoded;
                           x.flush_sign = FlushSign::keep;
                       }};
    if (rule.flush_when != FlushWhen::encoded && sums.in_units)
        return Finding{"flush_when", "subnormal results are exact",
                       [](OutputRule& x) { x.flush_when = FlushWhen::encoded; }};
    return std::nullopt;
}

std::optional<Finding> find(const Facts& facts, const editing::RoundSite& site, const Sums& sums) {
    const OutputRule& rule = site.rule;
    if (info(rule.format).is_integer() && rule.rounding != Rounding::RZ)
        return Finding{"rounding", "sums of integers are integers",
                       [](OutputRule& x) { x.rounding = Rounding::RZ; }};
    if (info(rule.format).is_integer() && rule.nan != NanEncoding::nvidia)
        return Finding{"nan", "an integer is never a NaN",
                       [](OutputRule& x) { x.nan = NanEncoding::nvidia; }};
    if (auto found = of_overflow(rule, sums)) return found;
    if (auto found = of_flush(rule, sums)) return found;
    if (rule.rounding != Rounding::RZ && sums.exact && !sums.overflow &&
        (rule.rounding != Rounding::RD || site.sum->zero_sum == ZeroSum::positive))
        return Finding{"rounding", "the format represents every sum exactly",
                       [](OutputRule& x) { x.rounding = Rounding::RZ; }};
    if (rule.underflow_sign != UnderflowSign::keep && rule.flush && rule.flush_when != FlushWhen::encoded)
        return Finding{"underflow_sign", "what would round to zero is flushed before",
                       [](OutputRule& x) { x.underflow_sign = UnderflowSign::keep; }};
    if (rule.underflow_sign != UnderflowSign::keep && sums.in_units)
        return Finding{"underflow_sign", "no nonzero sum rounds to zero",
                       [](OutputRule& x) { x.underflow_sign = UnderflowSign::keep; }};
    const NanEncoding result = facts.program.operations().back().round->nan;
    if (!info(rule.format).is_integer() && rule.nan != result && !sums.is_result && !depends_on_cause(result))
        return Finding{"nan", "a NaN here only makes the result a NaN, which has its own encoding",
                       [result](OutputRule& x) { x.nan = result; }};
    const int all_bits = info(rule.format).fraction_bits;
    if (rule.fraction != all_bits && sums.exact && !sums.overflow)
        return Finding{"fraction", "every sum has fewer bits",
                       [all_bits](OutputRule& x) { x.fraction = all_bits; }};
    return std::nullopt;
}

}  // namespace

std::optional<Rewrite> void_round(const Facts& facts) {
    for (const editing::RoundSite& site : facts.sites.rounds) {
        const Sums sums = examine(facts, site);
        if (!sums.any) continue;
        if (sums.exact && !sums.overflow && only_copies(facts, site)) {
            const std::string sum = site.path.substr(0, site.path.rfind('.'));
            return Rewrite{editing::with_sums(facts.recipe, {sum}, [](Sum& x) { x.round.reset(); }),
                           {site.path, "the format represents every product"}};
        }
        const auto found = find(facts, site, sums);
        if (!found) continue;
        Recipe changed = editing::with_rounds(facts.recipe, {site.path}, found->change);
        if (changed == facts.recipe) continue;
        return Rewrite{std::move(changed), {site.path + "." + found->attribute, found->reason}};
    }
    return std::nullopt;
}

}  // namespace karat::probe::voiding
