// SPDX-License-Identifier: Apache-2.0
// Wrong rounding and encoding.
#include <algorithm>
#include <array>
#include <string>

#include "karat_tb/faults/instances.hpp"

namespace karat::tb {
namespace {

/// A truncated result has no use for the bits below its last one.
bool truncates(const SumFacts& sum) { return sum.round->rounding == Rounding::RZ; }

/// Bits of the normalised sum.
int width_of(const SumFacts& sum) {
    return sum.exact ? 1 << 12 : std::max(sum.bits, sum.round->fraction + 3);
}

/// One instance for each sum that is rounded to floating point.
void in_each_rounding(Instances& out, const std::string& meaning, std::function<void(RoundState&)> Hooks::*at,
                      void (*change)(RoundState&)) {
    for (const SumFacts& sum : out.sums()) {
        if (!sum.rounds() || (truncates(sum) && at != &Hooks::encoded)) continue;
        Hooks hooks;
        hooks.*at = change;
        out.add(sum, "", meaning, std::move(hooks));
    }
}

void decide_again(RoundState& s) {
    s.up = rounds_away(s.rule->rounding, s.negative, (s.kept & 1U) != 0, s.guard, s.rest);
}

/// Whether normalising a subnormal result shifted bits out of a sum of `width` bits. They enter the sticky
/// bit on a way of their own.
bool shifted_out(const RoundState& s, int width) {
    const int dropped = s.exponent - (width - 1) - s.lsb;
    return dropped > 0 && any_below(s.magnitude, dropped);
}

void sticky_lost(Instances& out) {
    for (const SumFacts& sum : out.sums()) {
        if (!sum.rounds() || truncates(sum)) continue;
        Hooks hooks;
        hooks.rounding = [width = width_of(sum)](RoundState& s) {
            s.rest = s.sticky || shifted_out(s, width);
            decide_again(s);
        };
        out.add(sum, "", "the bits below the guard bit do not enter the sticky bit", std::move(hooks));
    }
}

/// Bits below the guard bit that a unit may collect one by one. In an exact sum those are of an adder in
/// which a product and c lie side by side; what is shifted out of it has a sticky bit of its own.
int most_collected(const Instances& out, const SumFacts& sum) {
    constexpr int most = 64;
    const int above = sum.round->fraction + 2;  // with the leading bit and the guard bit
    if (!sum.exact) return std::max(1, std::min(most, sum.bits - above));
    const OperandRules& rules = out.rules();
    const int product = info(rules.a).fraction_bits + info(rules.b).fraction_bits + 2;
    const int number = info(rules.c).fraction_bits + 1;
    return std::max(1, std::min(most, product + number + 2 - above));
}

void sticky_short(Instances& out) {
    for (const SumFacts& sum : out.sums()) {
        if (!sum.rounds() || truncates(sum)) continue;
        for (int bits = 1; bits <= most_collected(out, sum); ++bits) {
            Hooks hooks;
            hooks.rounding = [bits, width = width_of(sum)](RoundState& s) {
                const int ignored = s.drop - 1 - bits;  // bits of the sum that are below those
                if (ignored <= 0) return;
                const BigInt seen = s.magnitude >> static_cast<unsigned>(ignored);
                s.rest = s.sticky || any_below(seen, bits) || shifted_out(s, width);
                decide_again(s);
            };
            const std::string text = std::to_string(bits);
            out.add(sum, "bits=" + text,
                    "only " + text + " of the bits below the guard bit enter the sticky bit",
                    std::move(hooks));
        }
    }
}

void guard_lost(Instances& out) {
    in_each_rounding(out, "the guard bit is ignored", &Hooks::rounding, [](RoundState& s) {
        s.guard = false;
        decide_again(s);
    });
}

void rounding_carry(Instances& out) {
    in_each_rounding(out, "the carry of rounding up is lost between fraction and exponent", &Hooks::rounded,
                     [](RoundState& s) {
                         const std::uint64_t one = std::uint64_t{1} << s.rule->fraction;
                         if (!s.up || (s.kept & (one - 1)) != 0) return;
                         s.kept -= one;
                     });
}

void subnormal_rounded_twice(Instances& out) {
    in_each_rounding(out, "a subnormal result is first rounded as if its exponent had no limit",
                     &Hooks::normalised, [](RoundState& s) {
                         const int drop = s.top - s.rule->fraction - s.lsb;
                         if (s.top >= info(s.rule->format).min_exponent() || drop <= 0) return;
                         const Shifted<BigInt> shifted = shift_right(s.magnitude, drop);
                         s.magnitude = shifted.kept;
                         if (rounds_away(s.rule->rounding, s.negative, bit_at(shifted.kept, 0), shifted.half,
                                         shifted.rest || s.sticky))
                             s.magnitude += 1;
                         s.lsb += drop;
                         s.sticky = false;
                         s.top = s.lsb + bit_length(s.magnitude) - 1;
                     });
}

void subnormal_field(Instances& out) {
    for (const SumFacts& sum : out.sums()) {
        if (!sum.rounds()) continue;
        Hooks hooks;
        hooks.encoded = [width = width_of(sum)](RoundState& s) {
            const FormatInfo& f = info(s.rule->format);
            const int below = f.min_exponent() - s.top;  // a sum that is shifted out counts as zero
            if (below > 0 && below < width) s.code += std::uint64_t{1} << f.fraction_bits;
        };
        out.add(sum, "", "a subnormal result has exponent field 1 instead of 0", std::move(hooks));
    }
}

void overflow_late(Instances& out) {
    in_each_rounding(out, "overflow is detected one binade too late", &Hooks::encoded, [](RoundState& s) {
        const FormatInfo& f = info(s.rule->format);
        const std::uint64_t limit = f.max_finite_code() + (std::uint64_t{1} << f.fraction_bits);
        s.overflow = s.overflow && (s.code > limit || s.exponent > f.max_exponent() + 1);
    });
}

void overflow_early(Instances& out) {
    in_each_rounding(out, "overflow is detected one binade too early", &Hooks::encoded, [](RoundState& s) {
        const FormatInfo& f = info(s.rule->format);
        s.overflow = s.overflow || s.code > f.max_finite_code() - (std::uint64_t{1} << f.fraction_bits);
    });
}

void overflow_sign(Instances& out) {
    in_each_rounding(out, "a result that overflows is always positive", &Hooks::encoded, [](RoundState& s) {
        if (s.overflow) s.negative = false;
    });
}

void overflow_saturates(Instances& out) {
    for (const SumFacts& sum : out.sums()) {
        if (!sum.rounds()) continue;
        for (const bool negative : {false, true}) {
            Hooks hooks;
            hooks.encoded = [negative](RoundState& s) {
                if (!s.overflow || s.negative != negative) return;
                s.overflow = false;
                s.code = info(s.rule->format).max_finite_code();
            };
            const std::string name = negative ? "negative" : "positive";
            out.add(sum, name, "a " + name + " result that overflows becomes the largest number",
                    std::move(hooks));
        }
    }
}

void overflow_before_rounding(Instances& out) {
    in_each_rounding(out, "a result that overflows only by rounding is not detected", &Hooks::encoded,
                     [](RoundState& s) {
                         const FormatInfo& f = info(s.rule->format);
                         if (s.top <= f.max_exponent() && s.up) s.overflow = false;
                     });
}

void saturate_compare(Instances& out) {
    for (const SumFacts& sum : out.sums()) {
        if (sum.round == nullptr || sum.rounds() || sum.round->overflow == Overflow::wrap) continue;
        if (!info(sum.round->format).is_signed) continue;
        Hooks hooks;
        hooks.encoded = [](RoundState& s) {
            const FormatInfo& f = info(s.rule->format);
            if (!s.negative && s.lsb == 0 && s.magnitude == f.sign_bit()) s.code = f.sign_bit();
        };
        out.add(sum, "", "a sum one above the largest integer does not saturate", std::move(hooks));
    }
}

constexpr auto kRoundingFaults = std::to_array<FaultKind>({
    {"sticky_lost", "the bits below the guard bit do not enter the sticky bit", sticky_lost},
    {"sticky_short", "only some of the bits below the guard bit enter the sticky bit", sticky_short},
    {"guard_lost", "the guard bit is ignored", guard_lost},
    {"rounding_carry", "the carry of rounding up is lost between fraction and exponent", rounding_carry},
    {"subnormal_rounded_twice", "a subnormal result is first rounded as if its exponent had no limit",
     subnormal_rounded_twice},
    {"subnormal_field", "a subnormal result has exponent field 1 instead of 0", subnormal_field},
    {"overflow_late", "overflow is detected one binade too late", overflow_late},
    {"overflow_early", "overflow is detected one binade too early", overflow_early},
    {"overflow_sign", "a result that overflows is always positive", overflow_sign},
    {"overflow_saturates", "a result of one sign that overflows becomes the largest number",
     overflow_saturates},
    {"overflow_before_rounding", "a result that overflows only by rounding is not detected",
     overflow_before_rounding},
    {"saturate_compare", "a sum one above the largest integer does not saturate", saturate_compare},
});

}  // namespace

std::span<const FaultKind> rounding_faults() { return kRoundingFaults; }

}  // namespace karat::tb
