// SPDX-License-Identifier: Apache-2.0
// Sums that are not normalised, or not far enough, and exponents that leave their field.
#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "karat_tb/faults/instances.hpp"

namespace karat::tb {
namespace {

/// One instance for each sum that is rounded to floating point.
void in_each_rounding(Instances& out, const std::string& parameters, const std::string& meaning,
                      const Hooks& hooks) {
    for (const SumFacts& sum : out.sums()) {
        if (sum.rounds()) out.add(sum, parameters, meaning, hooks);
    }
}

/// A leading zero more than there is: the leading one is shifted out.
void lzc_one_position(Instances& out) {
    for (const SumFacts& sum : out.sums()) {
        if (!sum.rounds() || sum.exact) continue;
        for (const int bit : out.positions(1, sum.bits - 1)) {
            Hooks hooks;
            hooks.normalised = [bit](RoundState& s) {
                const int leading = bit_length(s.magnitude) - 1;
                if (leading != bit || s.top <= info(s.rule->format).min_exponent()) return;
                s.magnitude -= BigInt(1) << static_cast<unsigned>(leading);
                --s.top;
            };
            const std::string text = std::to_string(bit);
            out.add(sum, "bit=" + text,
                    "if the leading bit of the sum is bit " + text + ", one leading zero too many is counted",
                    std::move(hooks));
        }
    }
}

/// Takes the bit at `place` for the leading one, which it is not. An exponent field below the least one is 0,
/// and its fraction that of a subnormal number whose exponent is one lower.
void take_as_leading(RoundState& s, int place) {
    const int least = info(s.rule->format).min_exponent();
    if (place < least) s.lsb += least - place;
    s.top = place;
    const auto below = static_cast<unsigned>(std::max(std::max(place, least) + 1 - s.lsb, 0));
    s.magnitude -= (s.magnitude >> below) << below;
}

/// A sum whose leading bit is not where it was expected has the exponent of that place all the same, from
/// `first` on.
void keep_exponent(RoundState& s, int first) {
    const FormatInfo& f = info(s.rule->format);
    if (s.normal || s.top < first) return;
    s.code |= static_cast<std::uint64_t>(s.exponent + f.bias) << f.fraction_bits;
    s.normal = true;
    s.overflow = s.exponent > f.max_exponent() || s.code > f.max_finite_code();
}
void keep_exponent_above_least(RoundState& s) { keep_exponent(s, info(s.rule->format).min_exponent() + 1); }
void keep_every_exponent(RoundState& s) { keep_exponent(s, info(s.rule->format).min_exponent()); }

/// A leading zero fewer than there is: the leading one stays one place too low.
void lzc_one_fewer(Instances& out) {
    for (const SumFacts& sum : out.sums()) {
        if (!sum.rounds() || sum.exact) continue;
        for (const int bit : out.positions(0, sum.bits - 2)) {
            for (const bool subnormal : {false, true}) {
                Hooks hooks;
                hooks.normalised = [bit](RoundState& s) {
                    if (bit_length(s.magnitude) - 1 == bit && s.top >= info(s.rule->format).min_exponent())
                        take_as_leading(s, s.top + 1);
                };
                if (!subnormal) hooks.encoded = keep_every_exponent;
                const std::string text = std::to_string(bit);
                out.add(sum, "bit=" + text + (subnormal ? ",subnormal" : ""),
                        "if the leading bit of the sum is bit " + text +
                            ", one leading zero too few is counted" +
                            (subnormal ? ", and the result becomes a subnormal number" : ""),
                        std::move(hooks));
            }
        }
    }
}

void sum_not_normalised(Instances& out) {
    const std::string cancels =
        "a sum that cancels is not normalised: its leading bit is expected at the place of e_max";
    Hooks hooks;
    hooks.normalised = [](RoundState& s) {
        if (s.top < s.e_max) take_as_leading(s, s.e_max);
    };
    hooks.encoded = keep_every_exponent;
    in_each_rounding(out, "left", cancels, hooks);
    hooks.encoded = keep_exponent_above_least;
    in_each_rounding(out, "left,normal", cancels + ", unless it is that of the least exponent", hooks);
    hooks.normalised = [](RoundState& s) {
        if (s.top > s.e_max && s.e_max != kNoExponent) take_as_leading(s, s.e_max);
    };
    in_each_rounding(
        out, "right",
        "a sum that carries is not normalised: its leading bit is expected at the place of e_max", hooks);
}

void normalisation_limit(Instances& out) {
    for (const int places : {1, 2, 4, 8, 16}) {
        Hooks hooks;
        hooks.encoded = keep_exponent_above_least;
        hooks.normalised = [places](RoundState& s) {
            const int place = s.e_max - places;
            if (s.top < place && place > info(s.rule->format).min_exponent()) take_as_leading(s, place);
        };
        const std::string text = std::to_string(places);
        in_each_rounding(out, "places=" + text,
                         "a sum is normalised by " + text + " places at most below the place of e_max",
                         hooks);
    }
}

/// A product is below 2^2 at its exponent, a number below 2^1.
void carry_out_lost(Instances& out) {
    for (const SumFacts& sum : out.sums()) {
        if (!sum.rounds() || sum.addends < 2) continue;
        Hooks hooks;
        hooks.total = [integer_bits = sum.has_products ? 2 : 1](const Aligned& aligned, BigInt& total) {
            const int places = aligned.e_max - aligned.lsb + integer_bits;
            const BigInt size = magnitude(total);
            if (aligned.e_max == kNoExponent || bit_length(size) <= places) return;
            const BigInt lost = (size >> static_cast<unsigned>(places)) << static_cast<unsigned>(places);
            total += total < 0 ? lost : BigInt(-lost);
        };
        out.add(sum, "", "a sum with more bits than its addends loses its leading bit", std::move(hooks));
    }
}

/// The shift to the right after a carry drops a bit that the sticky bit does not collect. An adder of two
/// numbers keeps a guard, a round and a sticky bit.
void carry_bit_lost(Instances& out) {
    for (const SumFacts& sum : out.sums()) {
        if (!sum.rounds() || sum.addends < 2 || (sum.exact && sum.addends > 2)) continue;
        Hooks hooks;
        hooks.total = [exact = sum.exact, kept = sum.round->fraction + 3](const Aligned& aligned,
                                                                          BigInt& total) {
            const BigInt size = magnitude(total);
            if (bit_length(size) <= aligned.e_max - aligned.lsb + 1) return;
            const int drop = exact ? aligned.e_max - kept + 1 - aligned.lsb : 1;
            if (drop <= 0) return;
            const BigInt whole = (size >> static_cast<unsigned>(drop)) << static_cast<unsigned>(drop);
            total = total < 0 ? BigInt(-whole) : whole;
        };
        out.add(sum, "", "a sum that carries loses its last bit", std::move(hooks));
    }
}

void sum_not_negated(Instances& out) {
    for (const SumFacts& sum : out.sums()) {
        if (sum.exact || sum.addends < 2) continue;
        for (const int bits : {sum.bits, sum.bits + 1}) {
            Hooks hooks;
            hooks.total = [bits](const Aligned& /*aligned*/, BigInt& total) {
                if (total < 0) total = -((BigInt(1) << static_cast<unsigned>(bits)) + total);
            };
            const std::string text = std::to_string(bits);
            out.add(sum, "bits=" + text,
                    "the " + text + " bits of a negative sum are taken for its magnitude", std::move(hooks));
        }
    }
}

void sign_of_one(Instances& out) {
    for (const SumFacts& sum : out.sums()) {
        if (sum.addends != 2 || !sum.rounds() || !sum.has_number) continue;
        for (const bool number : {true, false}) {
            for (const bool always : {false, true}) {
                Hooks hooks;
                hooks.total = [number, always](const Aligned& aligned, BigInt& total) {
                    const BigInt& x = aligned.values[0];
                    const BigInt& y = aligned.values[1];
                    if (x == 0 || y == 0) return;
                    if (!always && bit_length(magnitude(x)) != bit_length(magnitude(y))) return;
                    const BigInt& of = aligned.sites[0].is_number == number ? x : y;
                    if ((of < 0) != (total < 0)) total = -total;
                };
                const std::string name = number ? "c (or of the running sum)" : "the other addend";
                out.add(sum, std::string(number ? "c" : "other") + (always ? "" : ",equal"),
                        std::string("a sum of two numbers ") + (always ? "" : "with the same exponent ") +
                            "always has the sign of " + name,
                        std::move(hooks));
            }
        }
    }
}

void underflow_wraps(Instances& out) {
    Hooks hooks;
    hooks.normalised = [](RoundState& s) {
        if (s.top < info(s.rule->format).min_exponent()) s.field_wraps = true;
    };
    in_each_rounding(out, "", "the exponent field of a result below the least exponent wraps", hooks);
}

void overflow_wraps(Instances& out) {
    Hooks hooks;
    hooks.normalised = [](RoundState& s) {
        if (s.top >= info(s.rule->format).max_exponent()) s.field_wraps = true;
    };
    in_each_rounding(out, "", "overflow is not detected: the exponent field wraps", hooks);
}

/// In all sums this is a choice of the specification.
void subnormal_flushed(Instances& out) {
    for (const SumFacts& sum : out.sums()) {
        if (!sum.rounds() || sum.addends != 2 || !sum.has_number || sum.round->flush) continue;
        Hooks hooks;
        hooks.unless_zero = true;
        hooks.encoded = [](RoundState& s) {
            if (!s.normal) s.code = 0;
        };
        out.add(sum, "", "a subnormal sum becomes zero, but a zero addend bypasses the adder",
                std::move(hooks));
    }
}

void subnormal_truncated(Instances& out) {
    Hooks hooks;
    hooks.rounding = [](RoundState& s) {
        if (s.top < info(s.rule->format).min_exponent()) s.up = false;
    };
    for (const SumFacts& sum : out.sums()) {
        if (sum.rounds() && sum.round->rounding != Rounding::RZ && !sum.round->flush)
            out.add(sum, "", "a subnormal result is not rounded but truncated", hooks);
    }
}

void subnormal_shifted(Instances& out) {
    for (const SumFacts& sum : out.sums()) {
        if (!sum.rounds() || sum.round->flush) continue;
        for (const int places : {1, -1}) {
            Hooks hooks;
            hooks.normalised = [places](RoundState& s) {
                if (s.top >= info(s.rule->format).min_exponent()) return;
                s.lsb += places;
                s.top += places;
            };
            const std::string name = places > 0 ? "left" : "right";
            out.add(sum, name, "a subnormal result is shifted one place too far to the " + name,
                    std::move(hooks));
        }
    }
}

constexpr auto kNormalisationFaults = std::to_array<FaultKind>({
    {"lzc_one_position", "at one position of the leading bit, one leading zero too many is counted",
     lzc_one_position},
    {"lzc_one_fewer", "at one position of the leading bit, one leading zero too few is counted",
     lzc_one_fewer},
    {"sum_not_normalised", "a sum that cancels or carries is not normalised", sum_not_normalised},
    {"normalisation_limit", "a sum is normalised by only a few places", normalisation_limit},
    {"carry_out_lost", "a sum with more bits than its addends loses its leading bit", carry_out_lost},
    {"carry_bit_lost", "a sum that carries loses its last bit", carry_bit_lost},
    {"sum_not_negated", "the bits of a negative sum are taken for its magnitude", sum_not_negated},
    {"sign_of_one", "one of two addends always decides the sign, or does so if their exponents are equal",
     sign_of_one},
    {"underflow_wraps", "the exponent field of a result below the least exponent wraps", underflow_wraps},
    {"overflow_wraps", "overflow is not detected: the exponent field wraps", overflow_wraps},
    {"subnormal_flushed", "a subnormal sum becomes zero, but a zero addend bypasses the adder",
     subnormal_flushed},
    {"subnormal_shifted", "a subnormal result is shifted one place too far to the left or to the right",
     subnormal_shifted},
    {"subnormal_truncated", "a subnormal result is not rounded but truncated", subnormal_truncated},
});

}  // namespace

std::span<const FaultKind> normalisation_faults() { return kNormalisationFaults; }

}  // namespace karat::tb
