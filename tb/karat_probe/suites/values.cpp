// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/suites/values.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdio>

#include "karat/arithmetic/integers.hpp"
#include "karat/arithmetic/round.hpp"
#include "karat/format/unpack.hpp"

namespace karat::probe {
namespace {

/// |value| = odd * 2^exponent. Precondition: finite and not zero.
struct Binary {
    std::uint64_t odd = 0;
    int exponent = 0;

    explicit Binary(double value) {
        const double fraction = std::frexp(std::fabs(value), &exponent);
        odd = static_cast<std::uint64_t>(std::ldexp(fraction, 53));
        exponent -= 53;
        const int zeros = std::countr_zero(odd);
        odd >>= zeros;
        exponent += zeros;
    }
    [[nodiscard]] int leading() const { return exponent + bit_length(odd) - 1; }
};

std::optional<std::uint64_t> exact_integer(double value, const FormatInfo& format) {
    const double least = format.is_signed ? -std::ldexp(1.0, format.bits - 1) : 0.0;
    const double most = std::ldexp(1.0, format.bits - (format.is_signed ? 1 : 0)) - 1;
    if (!(value >= least && value <= most) || value != std::floor(value)) return std::nullopt;
    if (value == 0 && std::signbit(value)) return std::nullopt;
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(value)) & format.encoding_mask();
}

/// 2^exponent has at most four decimal digits and is written as a number.
constexpr int kShort = 4;

std::string power(int exponent) { return "2^" + std::to_string(exponent); }

std::string term(int exponent) {
    return exponent >= 0 && exponent <= kShort ? std::to_string(1 << exponent) : power(exponent);
}

/// A sum and difference of at most three powers of two, or empty.
std::string few_powers(const Binary& x) {
    constexpr int most = 3;
    std::string out;
    std::uint64_t rest = x.odd;
    const bool plain = std::popcount(rest) <= most;
    int terms = 0;
    for (int e = x.exponent; rest != 0; rest >>= 1, ++e) {
        if ((rest & 1U) == 0) continue;
        if (++terms > most) return {};
        // the non-adjacent form: 2^(n+1) - 2^m for a run of ones
        const bool minus = !plain && (rest & 3U) == 3;
        rest += minus ? 1 : 0;
        out.insert(0, (minus ? "-" : "+") + term(e));
    }
    return out.substr(1);
}

}  // namespace

std::optional<std::uint64_t> exact_encoding(double value, Format format) {
    const FormatInfo& f = info(format);
    const bool negative = std::signbit(value);
    if (std::isnan(value)) {
        if (!f.has_nan()) return std::nullopt;
        return encode_nan(format, NanEncoding::nvidia);
    }
    if (std::isinf(value)) {
        if (!f.has_infinity()) return std::nullopt;
        return f.encoding(negative, f.infinity_code());
    }
    if (f.is_integer()) return exact_integer(value, f);
    if (negative && !f.is_signed) return std::nullopt;
    if (value == 0) {
        if (!f.has_zero || (negative && !f.has_minus_zero())) return std::nullopt;
        return f.encoding(negative, 0);
    }
    const Binary x(value);
    const int held = std::max(x.leading(), f.min_exponent());
    const int shift = x.exponent - (held - f.fraction_bits);  // of the odd part to the significand
    if (shift < 0 || held > f.max_exponent() || x.leading() < f.min_exponent() - f.fraction_bits)
        return std::nullopt;
    const std::uint64_t significand = x.odd << shift;
    if (!f.has_zero && x.leading() < f.min_exponent()) return std::nullopt;
    const bool normal = (significand >> f.fraction_bits) != 0;
    const int field = held + f.bias;
    const std::uint64_t code =
        normal ? (static_cast<std::uint64_t>(field) << f.fraction_bits) | (significand & f.fraction_mask())
               : significand;
    if (code > f.max_finite_code()) return std::nullopt;
    return f.encoding(negative, code);
}

bool is_normal(double value, Format format) {
    const auto encoding = exact_encoding(value, format);
    if (!encoding || !std::isfinite(value)) return false;
    return value == 0 || info(format).is_integer() ||
           !unpack(*encoding, info(format)).is_subnormal(info(format).fraction_bits);
}

std::optional<std::pair<double, double>> factors(double value, Format a, Format b) {
    if (value == 0 || !std::isfinite(value)) {
        const double one = exact_encoding(1.0, b) ? 1.0 : 0.0;
        if (one == 0.0 || !exact_encoding(value, a)) return std::nullopt;
        return std::pair(value, one);
    }
    const Binary x(value);
    const double sign = std::signbit(value) ? -1.0 : 1.0;
    // the odd part goes to one operand if it fits, so that the exponent is that of the value
    std::array<std::uint64_t, 3> divisors{1, x.odd, 0};
    const std::uint64_t limit = std::uint64_t{1} << std::min(12, info(b).fraction_bits + 1);
    for (std::uint64_t d = 3; d < limit && d * d <= x.odd; d += 2)
        if (x.odd % d == 0) divisors[2] = d;
    for (const bool normal : {true, false}) {
        for (const std::uint64_t d : divisors) {
            if (d == 0) continue;
            const std::uint64_t first_odd = x.odd / d;
            // the leading exponent of the first factor is half of that of the value
            const int even = x.leading() / 2 - bit_length(first_odd) + 1;
            const int span = std::abs(x.leading()) / 2 + 64;
            for (int step = 0; step <= 2 * span; ++step) {
                const int e = even + (step % 2 == 0 ? step / 2 : -(step + 1) / 2);
                const double first = sign * std::ldexp(static_cast<double>(first_odd), e);
                const double second = std::ldexp(static_cast<double>(d), x.exponent - e);
                if (normal ? is_normal(first, a) && is_normal(second, b)
                           : exact_encoding(first, a) && exact_encoding(second, b))
                    return std::pair(first, second);
            }
        }
    }
    return std::nullopt;
}

std::string in_words(double value) {
    if (std::isnan(value)) return "nan";
    if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
    if (value == 0) return std::signbit(value) ? "-0" : "0";
    const std::string sign = value < 0 ? "-" : "";
    const Binary x(value);
    if (x.odd == 1 && std::abs(x.exponent) > kShort) return sign + power(x.exponent);
    std::array<char, 40> text{};
    (void)std::snprintf(text.data(), text.size(), "%.15g", value);
    if (std::string_view(text.data()).size() <= 7 && x.exponent >= -6 && x.leading() <= 14)
        return text.data();
    if (x.odd < 16) {  // few bits far from 1
        (void)std::snprintf(text.data(), text.size(), "%g*",
                            std::ldexp(static_cast<double>(x.odd), x.exponent - x.leading()));
        return sign + text.data() + power(x.leading());
    }
    if (const std::string sum = few_powers(x); !sum.empty()) return sign.empty() ? sum : "-(" + sum + ")";
    (void)std::snprintf(text.data(), text.size(), "%a", value);
    return text.data();
}

double two(int e) { return std::ldexp(1.0, e); }

}  // namespace karat::probe
