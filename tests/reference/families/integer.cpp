// SPDX-License-Identifier: Apache-2.0

#include "reference/families/integer.hpp"

#include <array>
#include <stdexcept>
#include <string>

namespace reference {

namespace {

constexpr std::array<IntegerFormat, 7> formats = {{{"int4", 4, true},
                                                   {"uint4", 4, false},
                                                   {"int8", 8, true},
                                                   {"uint8", 8, false},
                                                   {"int16", 16, true},
                                                   {"int32", 32, true},
                                                   {"b1", 1, false}}};

bool is_b1(const IntegerFormat& format) { return format.name == "b1"; }

Integer product(const Integer& x, const Integer& y, IntegerProduct kind) {
    switch (kind) {
        case IntegerProduct::multiply:
            return x * y;
        case IntegerProduct::bitwise_and:
            return x == 1 && y == 1 ? 1 : 0;
        case IntegerProduct::bitwise_xor:
            return x != y ? 1 : 0;
    }
    throw std::invalid_argument("no such product");
}

std::uint32_t wrapped(const Integer& value) {
    const Integer modulus = Integer(1) << 32U;
    const Integer remainder = value % modulus;  // has the sign of the value
    return (remainder < 0 ? Integer(remainder + modulus) : remainder).convert_to<std::uint32_t>();
}

Integer saturated(const Integer& value) {
    const Integer limit = Integer(1) << 31U;
    if (value >= limit) {
        return limit - 1;
    }
    return value < -limit ? Integer(-limit) : value;
}

}  // namespace

const IntegerFormat& integer_format_named(std::string_view name) {
    for (const IntegerFormat& format : formats) {
        if (format.name == name) {
            return format;
        }
    }
    throw std::invalid_argument("no such integer format: " + std::string(name));
}

Integer decode_integer(std::uint64_t bits, const IntegerFormat& format) {
    Integer value = 0;
    for (unsigned i = 0; i < format.width; ++i) {
        const Integer weight = Integer(1) << i;
        const bool is_sign = format.is_signed && i == format.width - 1;
        if ((bits >> i) % 2 == 1) {
            value += is_sign ? Integer(-weight) : weight;
        }
    }
    return value;
}

std::uint32_t integer_dot_add(const IntegerFormat& a_format, const IntegerFormat& b_format,
                              std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                              std::uint32_t c, IntegerRule rule) {
    if (a.size() != b.size()) {
        throw std::invalid_argument("a and b differ in length");
    }
    const bool bitwise = rule.product != IntegerProduct::multiply;
    if (is_b1(a_format) != bitwise || is_b1(b_format) != bitwise) {
        throw std::invalid_argument("the product is not one of these formats");
    }
    Integer sum = decode_integer(c, integer_format_named("int32"));
    for (std::size_t k = 0; k < a.size(); ++k) {
        sum += product(decode_integer(a[k], a_format), decode_integer(b[k], b_format), rule.product);
    }
    return wrapped(rule.overflow == IntegerOverflow::saturate ? saturated(sum) : sum);
}

}  // namespace reference
