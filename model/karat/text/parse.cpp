// SPDX-License-Identifier: Apache-2.0
// Reads decimal and hexadecimal numbers exactly, without an intermediate binary64, which would round twice.
#include <charconv>

#include "karat/arithmetic/integers.hpp"
#include "karat/arithmetic/round.hpp"
#include "karat/error.hpp"
#include "karat/text/text.hpp"

namespace karat {
namespace {

/// `mantissa * 10^decimal * 2^binary`, or inf, or nan.
struct Number {
    NumberClass number_class = NumberClass::finite;
    bool negative = false;
    BigInt mantissa = 0;
    int decimal = 0;
    int binary = 0;
};

constexpr std::size_t kMaxDigits = 800;  // of a mantissa: 3200 bits at most
constexpr int kMaxPower = 400;           // larger decimal exponents are outside every format's range

[[noreturn]] void refuse_text(std::string_view text) {
    throw OperandError("\"" + std::string(text) +
                       "\" is not a number; write a decimal, a C99 hexadecimal number (0x1.8p3), inf, nan, "
                       "or an encoding (0x3f80)");
}

int digit_value(char ch) {
    if (ch >= '0' && ch <= '9') return ch - '0';
    if (ch >= 'a' && ch <= 'f') return ch - 'a' + 10;
    return 16;
}

/// Parses digits with at most one point, and advances `rest` past them.
void parse_digits(std::string_view text, std::string_view& rest, bool hex, Number& out) {
    const int base = hex ? 16 : 10;
    std::size_t digits = 0;
    bool point = false;
    for (; !rest.empty(); rest.remove_prefix(1)) {
        if (rest[0] == '.' && !point) {
            point = true;
            continue;
        }
        const int digit = digit_value(rest[0]);
        if (digit >= base) break;
        if (++digits > kMaxDigits) refuse_text(text);
        out.mantissa = out.mantissa * base + digit;
        if (point) (hex ? out.binary : out.decimal) -= hex ? 4 : 1;
    }
    if (digits == 0) refuse_text(text);
}

/// Grammar: sign? digits exponent?, in base 10, or in base 16 after 0x.
Number parse(std::string_view text) {
    const std::string lower = to_lower(text);
    std::string_view rest = lower;
    Number out;
    if (rest.starts_with('-') || rest.starts_with('+')) {
        out.negative = rest[0] == '-';
        rest.remove_prefix(1);
    }
    if (rest == "inf" || rest == "infinity" || rest == "nan") {
        out.number_class = rest == "nan" ? NumberClass::nan : NumberClass::infinity;
        return out;
    }
    const bool hex = rest.starts_with("0x");
    if (hex) rest.remove_prefix(2);
    parse_digits(text, rest, hex, out);
    if (rest.empty()) return out;
    if (rest[0] != (hex ? 'p' : 'e')) refuse_text(text);
    rest.remove_prefix(rest.size() > 1 && rest[1] == '+' ? 2 : 1);
    int power = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), power);
    if (error == std::errc::invalid_argument || end != rest.data() + rest.size()) refuse_text(text);
    constexpr int far = 1000000;  // beyond every format's range, and safe to add to
    if (error != std::errc()) power = rest.starts_with('-') ? -far : far;
    (hex ? out.binary : out.decimal) += std::clamp(power, -far, far);
    return out;
}

std::uint64_t rounded_to(const Number& x, Format format, Rounding rounding, RoundFlags& flags) {
    const OutputRule rule = OutputRule::ieee(format, rounding);
    if (x.number_class == NumberClass::nan) return encode_nan(format, NanEncoding::riscv);
    if (x.number_class == NumberClass::infinity) return encode_infinity(rule, x.negative);
    BigInt magnitude = x.mantissa;
    if (magnitude == 0) return encode_zero(format, x.negative);
    int lsb = x.binary;
    bool sticky = false;
    // the approximate decimal exponent of the value
    const int decades = bit_length(magnitude) * 3 / 10 + x.decimal;
    if (decades > kMaxPower || decades < -kMaxPower) {
        if (x.decimal != 0) lsb = decades > 0 ? 20000 : -20000;  // overflows or underflows in every format
    } else if (x.decimal > 0) {
        magnitude *= pow(BigInt(10), static_cast<unsigned>(x.decimal));
    } else if (x.decimal < 0) {
        const BigInt divisor = pow(BigInt(10), static_cast<unsigned>(-x.decimal));
        // The quotient has more bits than any format's fraction. The remainder gives the sticky bit.
        const int shift = std::max(0, bit_length(divisor) + 128 - bit_length(magnitude));
        magnitude <<= shift;
        lsb -= shift;
        sticky = magnitude % divisor != 0;
        magnitude /= divisor;
    }
    return round_to(rule, x.negative, magnitude, lsb, sticky, flags);
}

/// Throws OperandError unless x, written as `text`, is one of the integers of the format `f`.
void require_integer(std::string_view text, const Number& x, const FormatInfo& f) {
    const auto limit = [&](bool negative) {
        return to_value_text(f.encoding(negative, f.is_signed || !negative ? f.max_finite_code(negative) : 0),
                             f.id);
    };
    const std::string name(f.name());
    RoundFlags flags;
    if (x.number_class == NumberClass::finite) (void)rounded_to(x, f.id, Rounding::RZ, flags);
    const bool below_zero = x.negative && x.mantissa != 0 && !f.is_signed;
    if (x.number_class != NumberClass::finite || (flags.inexact && !flags.overflow)) {
        throw OperandError(std::string(text) + " is not an integer; " + name + " holds " + limit(true) +
                           ".." + limit(false));
    }
    if (flags.overflow || below_zero) {
        throw OperandError(std::string(text) + " is " + (x.negative ? "below " : "beyond ") + name + "'s " +
                           limit(x.negative));
    }
}

bool is_encoding(std::string_view text) {
    return (text.starts_with("0x") || text.starts_with("0X")) &&
           text.find_first_of("pP.") == std::string_view::npos;
}

}  // namespace

std::uint64_t encoding_from_value(std::string_view text, Format format, bool& rounded) {
    if (is_encoding(text)) return encoding_from_hex(text, format);
    if (!text.empty() && (text[0] == '-' || text[0] == '+') && is_encoding(text.substr(1)))
        refuse_text(text);  // an encoding includes its sign
    const Number x = parse(text);
    const FormatInfo& f = info(format);
    if (f.is_integer()) require_integer(text, x, f);
    RoundFlags flags;
    const std::uint64_t encoding = rounded_to(x, format, Rounding::RNE, flags);
    const bool finite = x.number_class == NumberClass::finite;
    const bool impossible = (x.number_class == NumberClass::infinity && !f.has_infinity()) ||
                            (x.number_class == NumberClass::nan && !f.has_nan()) ||
                            (finite && x.mantissa == 0 && !f.has_zero) ||
                            (finite && x.negative && x.mantissa != 0 && !f.is_signed);
    if (impossible || flags.overflow) {
        throw OperandError("\"" + std::string(text) + "\" is not representable in " + std::string(f.name()));
    }
    rounded |= flags.inexact;
    return encoding;
}

std::uint64_t encoding_from_value(std::string_view text, Format format) {
    bool rounded = false;
    const std::uint64_t encoding = encoding_from_value(text, format, rounded);
    if (!rounded) return encoding;
    const Number x = parse(text);
    RoundFlags ignored;
    throw OperandError("\"" + std::string(text) + "\" is not representable in " +
                       std::string(name_of(format)) + "; its neighbours are " +
                       to_value_text(rounded_to(x, format, Rounding::RD, ignored), format) + " and " +
                       to_value_text(rounded_to(x, format, Rounding::RU, ignored), format));
}

}  // namespace karat
