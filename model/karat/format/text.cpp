// SPDX-License-Identifier: Apache-2.0
#include "karat/format/text.hpp"

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
    std::snprintf(buffer.data(), buffer.size(), "%0*llx", digits, static_cast<unsigned long long>(encoding));
    return buffer.data();
}

bool is_nan(std::uint64_t encoding, Format format) { return unpack(encoding, info(format)).number_class == NumberClass::nan; }

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
    // the shortest decimal that reads back; if that is long, hexadecimal says more
    const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    const std::string decimal(buffer.data(), error == std::errc() ? end : buffer.data());
    if (std::isinf(value) || decimal.size() <= 12) return decimal;
    std::snprintf(buffer.data(), buffer.size(), "%a", value);
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
        throw OperandError("\"" + std::string(text) + "\" is wider than the " + std::to_string(f.bits) + " bits of " +
                           std::string(f.name()));
    }
    return value;
}

namespace {

std::uint64_t from_double(double value, Format format, Rounding rounding, RoundFlags& flags) {
    const OutputRule rule = OutputRule::ieee(format, rounding);
    if (std::isnan(value)) return encode_nan(format, NanEncoding::riscv);
    if (std::isinf(value)) return encode_infinity(rule, std::signbit(value));
    int exponent = 0;
    const auto magnitude = static_cast<std::uint64_t>(std::ldexp(std::frexp(std::fabs(value), &exponent), 53));
    return round_to(rule, std::signbit(value), magnitude, exponent - 53, false, flags);
}

}  // namespace

std::uint64_t encoding_from_value(std::string_view text, Format format, bool& rounded) {
    const bool hex_float = text.find_first_of("pP.") != std::string_view::npos;
    if ((text.starts_with("0x") || text.starts_with("0X")) && !hex_float) return encoding_from_hex(text, format);
    const std::string copy(text);
    char* end = nullptr;
    const double value = std::strtod(copy.c_str(), &end);
    if (copy.empty() || end != copy.c_str() + copy.size()) {
        throw OperandError("\"" + copy +
                           "\" is not a number; write a decimal, a C99 hexadecimal number (0x1.8p3), inf, nan, or an encoding (0x3f80)");
    }
    RoundFlags flags;
    const std::uint64_t encoding = from_double(value, format, Rounding::RNE, flags);
    const bool impossible = (std::isinf(value) && !info(format).has_infinity()) || (std::isnan(value) && !info(format).has_nan()) ||
                            (value < 0 && !info(format).is_signed) || (value == 0 && !info(format).has_zero);
    if (impossible || flags.overflow) throw OperandError("\"" + copy + "\" is not a value of " + std::string(name_of(format)));
    rounded |= flags.inexact;
    return encoding;
}

std::uint64_t encoding_from_value(std::string_view text, Format format) {
    bool rounded = false;
    const std::uint64_t encoding = encoding_from_value(text, format, rounded);
    if (!rounded) return encoding;
    const double value = std::strtod(std::string(text).c_str(), nullptr);
    RoundFlags ignored;
    throw OperandError("\"" + std::string(text) + "\" is not a value of " + std::string(name_of(format)) + "; its neighbours are " +
                       to_value_text(from_double(value, format, Rounding::RD, ignored), format) + " and " +
                       to_value_text(from_double(value, format, Rounding::RU, ignored), format));
}

std::uint64_t ulp_distance(std::uint64_t x, std::uint64_t y, Format format) {
    const FormatInfo& f = info(format);
    const auto magnitude = [&](std::uint64_t e) { return (e >> f.ignored_low_bits) & f.magnitude_mask(); };
    const auto negative = [&](std::uint64_t e) { return ((e >> f.ignored_low_bits) & f.sign_bit()) != 0; };
    const std::uint64_t mx = magnitude(x);
    const std::uint64_t my = magnitude(y);
    if (negative(x) != negative(y)) return mx + my;
    return mx > my ? mx - my : my - mx;
}

}  // namespace karat
