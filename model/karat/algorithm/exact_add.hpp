// SPDX-License-Identifier: Apache-2.0
// The exact sum of a few addends, rounded once: the ordinary floating-point operation everything stepwise is built from.
#pragma once
#include <array>
#include <span>

#include "karat/algorithm/fused.hpp"

namespace karat {

/// What an addend is called in a trace.
struct AddendName {
    Role role;
    int index;
};

namespace detail {

template <class Num, class Significand, class Sink>
std::uint64_t add_on_grid(std::span<const Addend<Significand>> addends, std::span<const AddendName> names, int lsb, bool zero_negative,
                          const OutputRule& rule, Sink& sink) {
    typename Num::Accumulator sum{};
    for (std::size_t i = 0; i < addends.size(); ++i) {
        const Addend<Significand>& addend = addends[i];
        typename Num::Accumulator value{};
        if (addend.significand != 0) {
            value = static_cast<typename Num::Accumulator>(addend.significand);
            value <<= addend.lsb() - lsb;
        }
        if (addend.negative) value = -value;
        sum += value;
        if constexpr (Sink::recording) {
            const std::size_t name = std::min(i, names.size() - 1);
            sink.addend(names[name].role, names[name].index, addend, lsb, value);
        }
    }
    sink.sum(sum, false);
    return round_to(rule, sum == 0 ? zero_negative : sum < 0, magnitude(sum), lsb, false);
}

}  // namespace detail

/// `round(sum of addends)` by `rule`, specials as IEEE 754 section 6, the sign of a zero by `zero_rule`. `names` only matters to a trace.
template <class Significand, class Sink>
std::uint64_t add_exactly(std::span<const Addend<Significand>> addends, std::span<const AddendName> names, const OutputRule& rule,
                          ZeroSum zero_rule, Sink& sink) {
    SpecialsSeen specials;
    bool all_zero = true;
    bool all_negative = true;
    bool all_positive = true;
    int low = -kNoExponent;
    int high = kNoExponent;
    for (const Addend<Significand>& addend : addends) {
        specials.note(addend.number_class, addend.negative);
        all_zero &= addend.number_class == NumberClass::zero;
        all_negative &= addend.negative;
        all_positive &= !addend.negative;
        if (addend.number_class != NumberClass::finite) continue;
        low = std::min(low, addend.lsb());
        high = std::max(high, addend.lsb() + bit_length(addend.significand));
    }
    std::uint64_t encoding = 0;
    if (specials.any()) {
        const NumberClass verdict = specials.verdict();
        encoding = verdict == NumberClass::nan ? encode_nan(rule.format, rule.nan) : encode_infinity(rule, specials.negative_infinity);
        sink.special(verdict);
    } else {
        const bool zero_negative = zero_sum_negative(zero_rule, rule.rounding, all_zero, all_negative, all_positive);
        const int lsb = all_zero ? 0 : low;
        const int bits = (all_zero ? 0 : high - low) + bit_length(static_cast<std::uint64_t>(addends.size())) + 1;
        sink.grid(all_zero ? 0 : high - 1, lsb);
        encoding = bits <= Medium::capacity ? detail::add_on_grid<Medium>(addends, names, lsb, zero_negative, rule, sink)
                                            : detail::add_on_grid<Big>(addends, names, lsb, zero_negative, rule, sink);
    }
    sink.result(rule.format, encoding);
    return encoding;
}

}  // namespace karat
