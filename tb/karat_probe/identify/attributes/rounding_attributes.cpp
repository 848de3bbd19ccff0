// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "karat_probe/identify/attributes/node_attributes.hpp"

namespace karat::probe {
namespace {

using TakeRule = std::function<void(OutputRule)>;

/// Every format with every rounding, and every format with the bits that are kept now.
void formats(const OutputRule& was, const TakeRule& take) {
    OutputRule rule = was;
    for (int i = 0; i < kFormatCount; ++i) {
        rule.format = static_cast<Format>(i);
        const FormatInfo& format = info(rule.format);
        if (!format.is_result() || format.is_integer()) continue;
        rule.fraction = format.fraction_bits;
        each_of<Rounding>([&](Rounding rounding) {
            rule.rounding = rounding;
            take(rule);
        });
        rule.rounding = was.rounding;
        rule.fraction = std::min(was.fraction, format.fraction_bits);
        take(rule);
    }
}

void fractions(const OutputRule& was, const TakeRule& take) {
    OutputRule rule = was;
    for (rule.fraction = info(was.format).fraction_bits; rule.fraction >= 1; --rule.fraction) take(rule);
}

/// Every direction with about as many bits as now, and with all: the wrong direction may look like fewer
/// bits.
void directions(const OutputRule& was, const TakeRule& take) {
    constexpr int around = 2;
    const int all = info(was.format).fraction_bits;
    const auto each_direction = [&](int fraction) {
        OutputRule rule = was;
        rule.fraction = fraction;
        each_of<Rounding>([&](Rounding rounding) {
            rule.rounding = rounding;
            take(rule);
        });
    };
    const int most = std::min(all, was.fraction + around);
    for (int fraction = std::max(1, was.fraction - around); fraction <= most; ++fraction)
        each_direction(fraction);
    if (most < all) each_direction(all);
}

void special_results(const OutputRule& was, const TakeRule& take) {
    OutputRule rule = was;
    for (const Overflow overflow : {Overflow::inf, Overflow::saturate, Overflow::ieee}) {
        rule.overflow = overflow;
        each_of<NanEncoding>([&](NanEncoding nan) {
            if (nan == NanEncoding::any) return;  // has the bits of riscv
            rule.nan = nan;
            take(rule);
        });
    }
}

void integer_overflows(const OutputRule& was, const TakeRule& take) {
    OutputRule rule = was;
    for (const Overflow overflow : {Overflow::wrap, Overflow::saturate}) {
        rule.overflow = overflow;
        take(rule);
    }
}

void underflows(const OutputRule& was, const TakeRule& take) {
    each_of<UnderflowSign>([&](UnderflowSign underflow) {
        OutputRule rule = was;
        rule.underflow_sign = underflow;
        rule.flush = false;
        take(rule);
        rule.flush = true;
        each_of<FlushWhen>([&](FlushWhen when) {
            rule.flush_when = when;
            each_of<FlushSign>([&](FlushSign sign) {
                rule.flush_sign = sign;
                take(rule);
            });
        });
    });
}

}  // namespace

std::vector<NodeAttribute<OutputRule>> rounding_attributes(const OutputRule& rule, bool inner) {
    if (info(rule.format).is_integer()) return {{"overflow", false, integer_overflows}};
    std::vector<NodeAttribute<OutputRule>> out{{"fraction", false, fractions},
                                               {"rounding", false, directions},
                                               {"specials", false, special_results},
                                               {"flush", false, underflows}};
    if (inner) out.push_back({"format", false, formats});
    return out;
}

}  // namespace karat::probe
