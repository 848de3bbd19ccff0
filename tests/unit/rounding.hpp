// SPDX-License-Identifier: Apache-2.0
// Compares one rounding of the model with the independent reference, including the flags.
#pragma once
#include "formats.hpp"
#include "karat/arithmetic/round.hpp"

namespace karat::test {

inline constexpr std::array kAllRoundings{Rounding::RZ,  Rounding::RD,  Rounding::RU,  Rounding::RA,
                                          Rounding::RNE, Rounding::RNU, Rounding::RND, Rounding::RNZ,
                                          Rounding::RNA, Rounding::RNO};
inline constexpr std::array kAllOverflows{Overflow::inf, Overflow::saturate, Overflow::ieee};

[[nodiscard]] inline reference::Output counterpart(const OutputRule& rule) {
    reference::Output out =
        reference::output_of(counterpart(rule.format), reference::rounding_named(name_of(rule.rounding)));
    out.fraction = rule.fraction;
    out.overflow = name_of(rule.overflow);
    out.nan = name_of(rule.nan);
    out.flush = rule.flush;
    out.positive_underflow = rule.underflow_sign == UnderflowSign::positive;
    return out;
}

/// The magnitude `units * 2^lsb`. `sticky`: plus a nonzero amount below one unit.
struct Point {
    std::uint64_t units;
    int lsb;
    bool negative = false;
    bool sticky = false;
};

inline std::ostream& operator<<(std::ostream& out, const Point& p) {
    return out << (p.negative ? "-" : "+") << p.units << " * 2^" << p.lsb << (p.sticky ? " plus sticky" : "");
}

/// The encoding that the independent reference gives. If the format cannot represent the result at all, the
/// encoding that the contract of round.hpp defines.
[[nodiscard]] inline std::uint64_t expected_encoding(const OutputRule& rule, const Point& p) {
    const FormatInfo& f = info(rule.format);
    const reference::Integer units = p.units;
    const reference::Dyadic value(p.negative ? reference::Integer(-units) : units, p.lsb);
    try {
        return reference::encode(reference::Number::finite(value), counterpart(rule), p.sticky);
    } catch (const std::invalid_argument&) {
        if (!f.has_zero && value < reference::Dyadic::power_of_two(f.min_exponent()))
            return 0;                                                  // ue8m0: the least value
        return (p.negative ? f.sign_bit() : 0) | f.max_finite_code();  // no infinity, no NaN: the largest
    }
}

/// Checks the encoding and the flags. The expected flags follow from the exact value and its rounding.
inline ::testing::AssertionResult rounds_as_expected(const OutputRule& rule, const Point& p) {
    const FormatInfo& f = info(rule.format);
    RoundFlags flags;
    const std::uint64_t got = round_to(rule, p.negative, p.units, p.lsb, p.sticky, flags);
    const std::uint64_t expected = expected_encoding(rule, p);
    const auto failure = [&] {
        return ::testing::AssertionFailure()
               << p << " to " << f.name() << " by " << name_of(rule.rounding) << ", fraction "
               << rule.fraction << ", overflow " << name_of(rule.overflow) << ": " << std::hex;
    };
    if (got != expected) return failure() << "got 0x" << got << ", expected 0x" << expected;

    // rounding with an unbounded exponent range gives the expected flags
    const reference::Integer units = p.units;
    const reference::Dyadic value(p.negative ? reference::Integer(-units) : units, p.lsb);
    const int quantum = std::max(value.leading_exponent(), f.min_exponent()) - rule.fraction;
    const reference::Dyadic tiny =
        reference::Dyadic::power_of_two(std::min(p.lsb, quantum) - 2);  // the amount that sticky represents
    const reference::Dyadic nudged = !p.sticky ? value : p.negative ? value - tiny : value + tiny;
    const reference::Dyadic unbounded =
        reference::round_to_multiple(nudged, quantum, reference::rounding_named(name_of(rule.rounding)))
            .magnitude();
    const int cut = f.fraction_bits - rule.fraction;
    const reference::Dyadic largest =
        exact_value(unpack((f.max_finite_code() >> cut) << (cut + f.ignored_low_bits), f), f);
    const bool overflow = unbounded > largest;
    const bool inexact = overflow || unbounded != nudged.magnitude();
    const bool underflow = inexact && unbounded < reference::Dyadic::power_of_two(f.min_exponent());
    if (flags.overflow != overflow) return failure() << "flag overflow is " << flags.overflow;
    if (flags.inexact != inexact) return failure() << "flag inexact is " << flags.inexact;
    if (flags.underflow != underflow) return failure() << "flag underflow is " << flags.underflow;
    return ::testing::AssertionSuccess();
}

}  // namespace karat::test
