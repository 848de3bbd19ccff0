// SPDX-License-Identifier: Apache-2.0

#include "reference/encoding.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace reference {

namespace {

//  name, width, exponent bits, fraction bits, bias, NaN, signed, zero, ignored
constexpr std::array<Format, 16> formats = {{
    {"fp64", 64, 11, 52, 1023, NanKind::ieee, true, true, 0},
    {"fp32", 32, 8, 23, 127, NanKind::ieee, true, true, 0},
    {"fp16", 16, 5, 10, 15, NanKind::ieee, true, true, 0},
    {"bf16", 16, 8, 7, 127, NanKind::ieee, true, true, 0},
    {"tf32", 32, 8, 10, 127, NanKind::ieee, true, true, 13},
    {"e5m2", 8, 5, 2, 15, NanKind::ieee, true, true, 0},
    {"e4m3", 8, 4, 3, 7, NanKind::last_pattern, true, true, 0},
    {"e4m3ieee", 8, 4, 3, 7, NanKind::ieee, true, true, 0},
    {"e5m2fnuz", 8, 5, 2, 16, NanKind::negative_zero, true, true, 0},
    {"e4m3fnuz", 8, 4, 3, 8, NanKind::negative_zero, true, true, 0},
    {"e3m2", 6, 3, 2, 3, NanKind::none, true, true, 0},
    {"e2m3", 6, 2, 3, 1, NanKind::none, true, true, 0},
    {"e2m1", 4, 2, 1, 1, NanKind::none, true, true, 0},
    {"ue8m0", 8, 8, 0, 127, NanKind::last_pattern, false, false, 0},
    {"ue4m3", 7, 4, 3, 7, NanKind::last_pattern, false, true, 0},
    {"e3m4", 8, 3, 4, 3, NanKind::ieee, true, true, 0},
}};

std::uint64_t two_to(int exponent) { return std::uint64_t{1} << static_cast<unsigned>(exponent); }

// The number of patterns without a sign: 0 .. pattern_count - 1.
std::uint64_t pattern_count(const Format& f) { return two_to(f.exponent_bits + f.fraction_bits); }

std::uint64_t infinity_pattern(const Format& f) { return pattern_count(f) - two_to(f.fraction_bits); }

// The value of a finite pattern and its unpacked exponent.
std::pair<Dyadic, int> value_of_pattern(std::uint64_t pattern, const Format& f) {
    if (!f.has_zero) {
        const int e = static_cast<int>(pattern) + f.least_exponent();
        return {Dyadic::power_of_two(e), e};
    }
    const std::uint64_t binade = two_to(f.fraction_bits);
    if (pattern < binade) {
        return {Dyadic(Integer(pattern), f.least_exponent() - f.fraction_bits), f.least_exponent()};
    }
    const int e = static_cast<int>(pattern / binade) - 1 + f.least_exponent();
    return {Dyadic(Integer(binade + pattern % binade), e - f.fraction_bits), e};
}

std::uint64_t encode_nan(const Output& output) {
    const Format& f = *output.format;
    switch (f.nan) {
        case NanKind::ieee: {
            const std::uint64_t quiet_bit = two_to(f.fraction_bits - 1);
            return f.assemble(
                false, output.nan == "nvidia" ? pattern_count(f) - 1 : infinity_pattern(f) + quiet_bit);
        }
        case NanKind::last_pattern:
            return f.assemble(false, pattern_count(f) - 1);
        case NanKind::negative_zero:
            return f.assemble(true, 0);
        case NanKind::none:
            break;
    }
    throw std::invalid_argument("a NaN has no encoding in " + std::string(f.name));
}

std::uint64_t encode_infinity(bool negative, const Output& output) {
    const Format& f = *output.format;
    return f.has_infinity() ? f.assemble(negative, infinity_pattern(f)) : encode_nan(output);
}

std::uint64_t encode_zero(bool negative, const Format& f) {
    if (!f.has_zero) {
        throw std::invalid_argument("a zero has no encoding in " + std::string(f.name));
    }
    const bool has_negative_zero = f.is_signed && f.nan != NanKind::negative_zero;
    return f.assemble(negative && has_negative_zero, 0);
}

// `magnitude` must be a finite value of the format. Its pattern is the number of patterns below it.
std::uint64_t encode_exactly(bool negative, const Dyadic& magnitude, const Format& f) {
    const int e = std::max(magnitude.leading_exponent(), f.least_exponent());
    if (!f.has_zero) {
        return f.assemble(negative, static_cast<std::uint64_t>(e - f.least_exponent()));
    }
    const Integer binades_below = e - f.least_exponent();
    const Integer pattern =
        binades_below * two_to(f.fraction_bits) + magnitude.in_units_of(e - f.fraction_bits);
    return f.assemble(negative, pattern.convert_to<std::uint64_t>());
}

bool overflows_to_infinity(bool negative, const Output& output) {
    if (output.overflow == "inf" || output.overflow == "saturate") {
        return output.overflow == "inf";
    }
    if (output.overflow != "ieee") {
        throw std::invalid_argument("no such overflow policy: " + output.overflow);
    }
    switch (output.rounding) {
        case Rounding::RZ:
        case Rounding::RO:  // truncates
            return false;
        case Rounding::RD:
            return negative;
        case Rounding::RU:
            return !negative;
        default:
            return true;
    }
}

// Moves the value away from zero by less than any bit that affects a rounding to 2^quantum.
Dyadic with_sticky_bit(const Dyadic& value, int quantum) {
    const Dyadic tiny = Dyadic::power_of_two(std::min(value.grid(), quantum) - 2);
    return value.is_negative() ? value - tiny : value + tiny;
}

}  // namespace

int Format::least_exponent() const { return has_zero ? 1 - bias : -bias; }

std::uint64_t Format::last_finite_pattern() const {
    switch (nan) {
        case NanKind::ieee:
            return infinity_pattern(*this) - 1;
        case NanKind::last_pattern:
            return pattern_count(*this) - 2;
        default:
            return pattern_count(*this) - 1;
    }
}

int Format::largest_exponent() const { return value_of_pattern(last_finite_pattern(), *this).second; }

Dyadic Format::largest_finite() const { return value_of_pattern(last_finite_pattern(), *this).first; }

std::uint64_t Format::assemble(bool negative, std::uint64_t pattern) const {
    if (negative && !is_signed) {
        throw std::invalid_argument("no negative value in " + std::string(name));
    }
    const std::uint64_t sign = negative ? pattern_count(*this) : 0;
    return (sign + pattern) * two_to(ignored_bits);
}

const Format& format_named(std::string_view name) {
    for (const Format& format : formats) {
        if (format.name == name) {
            return format;
        }
    }
    throw std::invalid_argument("no such format: " + std::string(name));
}

Number Number::not_a_number() { return {Kind::nan, false, {}, 0}; }
Number Number::infinity(bool negative) { return {Kind::infinity, negative, {}, 0}; }
Number Number::zero(bool negative) { return {Kind::zero, negative, {}, 0}; }
Number Number::finite(const Dyadic& value) {
    return {Kind::finite, value.is_negative(), value, value.leading_exponent()};
}

Number decode(std::uint64_t bits, const Format& f) {
    const std::uint64_t count = pattern_count(f);
    const std::uint64_t stored = bits / two_to(f.ignored_bits);
    const std::uint64_t pattern = stored % count;
    const bool negative = f.is_signed && (stored / count) % 2 == 1;

    if (f.nan == NanKind::negative_zero && negative && pattern == 0) {
        return Number::not_a_number();
    }
    if (pattern > f.last_finite_pattern()) {
        const bool infinite = f.has_infinity() && pattern == infinity_pattern(f);
        return infinite ? Number::infinity(negative) : Number::not_a_number();
    }
    const auto [magnitude, e] = value_of_pattern(pattern, f);
    if (magnitude.is_zero()) {
        return {Number::Kind::zero, negative, {}, e};
    }
    return {Number::Kind::finite, negative, negative ? -magnitude : magnitude, e};
}

Output output_of(const Format& format, Rounding rounding) {
    Output output;
    output.format = &format;
    output.fraction = format.fraction_bits;
    output.rounding = rounding;
    return output;
}

namespace {

// The result by which a flush is judged, if that is not the encoded one.
bool flushed_early(const Dyadic& value, const Output& output) {
    const Dyadic least = Dyadic::power_of_two(output.format->least_exponent());
    if (output.flush_when == "before") {
        return value.magnitude() < least;
    }
    if (output.flush_when != "unbounded") {
        throw std::invalid_argument("flush_when: " + output.flush_when);
    }
    const int quantum = value.leading_exponent() - output.fraction;  // however small the exponent
    return round_to_multiple(value, quantum, output.rounding).magnitude() < least;
}

}  // namespace

std::uint64_t encode(const Number& number, const Output& output, bool sticky) {
    const Format& f = *output.format;
    switch (number.kind) {
        case Number::Kind::nan:
            return encode_nan(output);
        case Number::Kind::infinity:
            return encode_infinity(number.negative, output);
        case Number::Kind::zero:
            return encode_zero(number.negative, f);
        case Number::Kind::finite:
            break;
    }
    const bool negative = number.value.is_negative();
    const int quantum = std::max(number.value.leading_exponent(), f.least_exponent()) - output.fraction;
    const Dyadic value = sticky ? with_sticky_bit(number.value, quantum) : number.value;
    const Dyadic magnitude = round_to_multiple(value, quantum, output.rounding).magnitude();

    if (output.flush && output.flush_when != "encoded" && flushed_early(value, output)) {
        return encode_zero(negative, f);
    }
    if (magnitude.is_zero()) {
        return encode_zero(negative && !output.positive_underflow, f);
    }
    if (output.flush && magnitude < Dyadic::power_of_two(f.least_exponent())) {
        return encode_zero(negative, f);
    }
    // The largest finite value with at most output.fraction fraction bits.
    const Dyadic largest =
        round_to_multiple(f.largest_finite(), f.largest_exponent() - output.fraction, Rounding::RZ);
    if (magnitude > largest) {
        return overflows_to_infinity(negative, output) ? encode_infinity(negative, output)
                                                       : encode_exactly(negative, largest, f);
    }
    return encode_exactly(negative, magnitude, f);
}

Number rounded(const Number& number, const Output& output) {
    return decode(encode(number, output), *output.format);
}

}  // namespace reference
