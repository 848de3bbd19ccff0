// SPDX-License-Identifier: Apache-2.0
// Reads decimal and hexadecimal numbers exactly, without an intermediate binary64, which would round twice.
#include <charconv>

#include "karat/arithmetic/integers.hpp"
#include "karat/arithmetic/round.hpp"
#include "karat/error.hpp"
#include "karat/text/convert.hpp"
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

/// The value of a finite number other than zero: `magnitude * 2^lsb`, plus less than one unit if `sticky`.
struct Exact {
    BigInt magnitude;
    int lsb = 0;
    bool sticky = false;
};

Exact exact(const Number& x) {
    Exact out{x.mantissa, x.binary, false};
    // the approximate decimal exponent of the value
    const int decades = bit_length(out.magnitude) * 3 / 10 + x.decimal;
    if (decades > kMaxPower || decades < -kMaxPower) {
        if (x.decimal != 0)
            out.lsb = decades > 0 ? 20000 : -20000;  // overflows or underflows in every format
    } else if (x.decimal > 0) {
        out.magnitude *= pow(BigInt(10), static_cast<unsigned>(x.decimal));
    } else if (x.decimal < 0) {
        const BigInt divisor = pow(BigInt(10), static_cast<unsigned>(-x.decimal));
        // The quotient has more bits than any format's fraction. The remainder gives the sticky bit.
        const int shift = std::max(0, bit_length(divisor) + 128 - bit_length(out.magnitude));
        out.magnitude <<= shift;
        out.lsb -= shift;
        out.sticky = out.magnitude % divisor != 0;
        out.magnitude /= divisor;
    }
    return out;
}

/// A finite number other than zero, rounded.
std::uint64_t rounded_to(const Number& x, Format format, Rounding rounding) {
    const Exact value = exact(x);
    return round_to(OutputRule::ieee(format, rounding), x.negative, value.magnitude, value.lsb, value.sticky);
}

bool is_encoding(std::string_view text) {
    return (text.starts_with("0x") || text.starts_with("0X")) &&
           text.find_first_of("pP.") == std::string_view::npos;
}

}  // namespace

Converted convert(std::string_view text, Format format, Conversion rule) {
    if (is_encoding(text)) return {encoding_from_hex(text, format), false, Misfit::none, false};
    if (!text.empty() && (text[0] == '-' || text[0] == '+') && is_encoding(text.substr(1)))
        refuse_text(text);  // an encoding includes its sign
    const Number x = parse(text);
    if (x.number_class != NumberClass::finite || x.mantissa == 0) {
        const bool zero = x.number_class == NumberClass::finite;
        return convert_special(zero ? NumberClass::zero : x.number_class, x.negative, format, rule);
    }
    const Exact value = exact(x);
    return convert(x.negative, value.magnitude, value.lsb, value.sticky, format, rule);
}

std::uint64_t encoding_from_value(std::string_view text, Format format, bool& rounded) {
    const Converted result = convert(text, format, Conversion::refuse);
    if (result.refused) throw OperandError(refusal(std::string(text), result, format, Conversion::refuse));
    rounded |= result.rounded;
    return result.encoding;
}

std::uint64_t encoding_from_value(std::string_view text, Format format) {
    bool rounded = false;
    const std::uint64_t encoding = encoding_from_value(text, format, rounded);
    if (!rounded) return encoding;
    const Number x = parse(text);
    throw OperandError("\"" + std::string(text) + "\" is not representable in " +
                       std::string(name_of(format)) + "; its neighbours are " +
                       to_value_text(rounded_to(x, format, Rounding::RD), format) + " and " +
                       to_value_text(rounded_to(x, format, Rounding::RU), format));
}

}  // namespace karat
