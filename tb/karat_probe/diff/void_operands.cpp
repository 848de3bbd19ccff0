// SPDX-License-Identifier: Apache-2.0
// Operand rules that no operands can show.
#include <algorithm>

#include "karat_probe/diff/void_rules.hpp"

namespace karat::probe::voiding {
namespace {

Rewrite rewritten(const Facts& facts, const char* attribute, std::string reason,
                  const std::function<void(OperandRules&)>& change) {
    Recipe out = facts.recipe;
    change(out.operands);
    return {std::move(out), {std::string("operands.") + attribute, std::move(reason)}};
}

bool products_reach_below_fp32(const Facts& facts) {
    Recipe without = facts.recipe;
    without.operands.flush_products = false;
    const Program program(without);
    return Bounds(program).value(0).least < -126;
}

bool flushes(const Facts& facts) {
    const OperandRules& rules = facts.program.operands();
    return rules.flush_a || rules.flush_b || rules.flush_c ||
           std::any_of(facts.sites.terms.begin(), facts.sites.terms.end(),
                       [](const editing::TermSite& site) { return site.term->flush; });
}

/// Whether no number of the format is small enough to be flushed.
bool is_never_flushed(Format format, FlushBelow below) {
    const FormatInfo& f = info(format);
    return below == FlushBelow::fp32 && f.min_exponent() - f.fraction_bits >= -126;
}

/// A flush of a, b or c that changes no number.
std::optional<Rewrite> void_flush(const Facts& facts) {
    struct Flush {
        const char* attribute;
        bool OperandRules::*flush;
        Format format;
    };
    const OperandRules& rules = facts.program.operands();
    for (const Flush& each : {Flush{"flush_a", &OperandRules::flush_a, rules.a},
                              Flush{"flush_b", &OperandRules::flush_b, rules.b},
                              Flush{"flush_c", &OperandRules::flush_c, rules.c}}) {
        if (!(rules.*each.flush) || !is_never_flushed(each.format, rules.flush_below)) continue;
        return rewritten(facts, each.attribute, "no number of the format is small enough to be flushed",
                         [&](OperandRules& x) { x.*each.flush = false; });
    }
    return std::nullopt;
}

/// Whether none of the numbers that a term adds is small enough to be flushed.
bool flushes_nothing(const Facts& facts, const Term* term) {
    const FlushBelow below = facts.program.operands().flush_below;
    for (const Operation& operation : facts.program.operations()) {
        for (const AddendGroup& group : facts.program.groups(operation)) {
            if (group.term != term) continue;
            for (const Slot slot : facts.program.addends(group)) {
                if (!is_never_flushed(facts.program.format_of(slot), below)) return false;
            }
        }
    }
    return true;
}

/// The same of an addend.
std::optional<Rewrite> void_flush_of_addend(const Facts& facts) {
    for (const editing::TermSite& site : facts.sites.terms) {
        if (!site.term->flush || !flushes_nothing(facts, site.term)) continue;
        return Rewrite{editing::with_terms(facts.recipe, {site.path}, [](Term& term) { term.flush = false; }),
                       {site.path + ".flush", "none of its numbers is small enough to be flushed"}};
    }
    return std::nullopt;
}

/// Whether 2^-126 is the least normal number of everything that is flushed.
bool flushes_fp32_like(const Facts& facts) {
    const OperandRules& rules = facts.program.operands();
    const auto fits = [](Format format) { return info(format).min_exponent() == -126; };
    if ((rules.flush_a && !fits(rules.a)) || (rules.flush_b && !fits(rules.b)) ||
        (rules.flush_c && !fits(rules.c)))
        return false;
    for (const Operation& operation : facts.program.operations()) {
        for (const AddendGroup& group : facts.program.groups(operation)) {
            if (!group.term->flush) continue;
            for (const Slot slot : facts.program.addends(group)) {
                if (!fits(facts.program.format_of(slot))) return false;
            }
        }
    }
    return true;
}

/// Whether a conversion leaves every exponent as it is: subnormals stay subnormal.
bool converts_nothing(const Facts& facts) {
    const OperandRules& rules = facts.program.operands();
    const NanEncoding nan = facts.program.operations().back().round->nan;
    if (!rules.convert || rules.are_integers() || depends_on_cause(nan)) return false;
    const int least = info(*rules.convert).min_exponent();
    return info(rules.a).min_exponent() == least && info(rules.b).min_exponent() == least;
}

}  // namespace

std::optional<Rewrite> void_operand(const Facts& facts) {
    const OperandRules& rules = facts.program.operands();
    if (rules.product_overflow != ProductOverflow::none && !products_overflow(facts.program))
        return rewritten(facts, "product_overflow", "no product reaches 2^128",
                         [](OperandRules& x) { x.product_overflow = ProductOverflow::none; });
    if (rules.flush_products && !products_reach_below_fp32(facts))
        return rewritten(facts, "flush_products", "no nonzero product is below 2^-126",
                         [](OperandRules& x) { x.flush_products = false; });
    if (converts_nothing(facts))
        return rewritten(facts, "convert", "both formats have the same least exponent",
                         [](OperandRules& x) { x.convert.reset(); });
    if (auto found = void_flush(facts)) return found;
    if (auto found = void_flush_of_addend(facts)) return found;
    const bool set = rules.flush_below != FlushBelow::format || rules.flush_sign != FlushSign::positive;
    if (set && !flushes(facts))
        return rewritten(facts, "flush_below", "nothing is flushed", [](OperandRules& x) {
            x.flush_below = FlushBelow::format;
            x.flush_sign = FlushSign::positive;
        });
    if (rules.flush_below != FlushBelow::format && flushes_fp32_like(facts))
        return rewritten(facts, "flush_below", "the least normal number of every format flushed is 2^-126",
                         [](OperandRules& x) { x.flush_below = FlushBelow::format; });
    return std::nullopt;
}

}  // namespace karat::probe::voiding
