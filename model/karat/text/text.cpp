// SPDX-License-Identifier: Apache-2.0
#include "karat/text/text.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <limits>

#include "karat/arithmetic/round.hpp"
#include "karat/error.hpp"
#include "karat/format/unpack.hpp"

namespace karat {

std::string to_hex(std::uint64_t encoding, Format format) {
    std::array<char, 24> buffer{};
    const int digits = (info(format).bits + 3) / 4;
    (void)std::snprintf(buffer.data(), buffer.size(), "%0*llx", digits,
                        static_cast<unsigned long long>(encoding));
    return buffer.data();
}

bool is_nan(std::uint64_t encoding, Format format) {
    return unpack(encoding, info(format)).number_class == NumberClass::nan;
}

double to_double(std::uint64_t encoding, Format format) {
    const FormatInfo& f = info(format);
    const Unpacked x = unpack(encoding, f);
    const double sign = x.negative ? -1.0 : 1.0;
    if (x.number_class == NumberClass::nan) return std::numeric_limits<double>::quiet_NaN();
    if (x.number_class == NumberClass::infinity) return sign * std::numeric_limits<double>::infinity();
    return sign * std::ldexp(static_cast<double>(x.significand), x.exponent - f.fraction_bits);
}

std::string to_value_text(std::uint64_t encoding, Format format) {
    const double value = to_double(encoding, format);
    if (std::isnan(value)) return "nan";
    std::array<char, 64> buffer{};
    // The shortest decimal that reads back as the same double. If it is long, hexadecimal is easier to read.
    const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    std::string decimal(buffer.data(), error == std::errc() ? end : buffer.data());
    if (std::isinf(value)) return decimal;
    bool rounded = false;  // "5e-324" reads back but is not the exact value
    if (decimal.size() <= 12 && encoding_from_value(decimal, Format::fp64, rounded) != 0 && !rounded)
        return decimal;
    if (value == 0) return decimal;
    (void)std::snprintf(buffer.data(), buffer.size(), "%a", value);
    return buffer.data();
}

std::uint64_t encoding_from_hex(std::string_view text, Format format) {
    const FormatInfo& f = info(format);
    std::string_view digits = text;
    if (digits.starts_with("0x") || digits.starts_with("0X")) digits.remove_prefix(2);
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
    if (digits.empty() || error == std::errc::invalid_argument || end != digits.data() + digits.size()) {
        throw OperandError("\"" + std::string(text) + "\" is not a hexadecimal encoding");
    }
    if (error == std::errc::result_out_of_range || value > f.encoding_mask()) {
        throw OperandError("\"" + std::string(text) + "\" is wider than the " + std::to_string(f.bits) +
                           " bits of " + std::string(f.name()));
    }
    return value;
}

std::uint64_t ulp_distance(std::uint64_t x, std::uint64_t y, Format format) {
    const FormatInfo& f = info(format);
    if (f.is_integer()) {
        const Unpacked a = unpack(x, f);
        const Unpacked b = unpack(y, f);
        if (a.negative != b.negative) return a.significand + b.significand;
        return a.significand > b.significand ? a.significand - b.significand : b.significand - a.significand;
    }
    const auto magnitude = [&](std::uint64_t e) { return (e >> f.ignored_low_bits) & f.magnitude_mask(); };
    const auto negative = [&](std::uint64_t e) { return ((e >> f.ignored_low_bits) & f.sign_bit()) != 0; };
    const std::uint64_t mx = magnitude(x);
    const std::uint64_t my = magnitude(y);
    if (negative(x) != negative(y)) return mx + my;
    return mx > my ? mx - my : my - mx;
}

}  // namespace karat
