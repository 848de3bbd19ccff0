// SPDX-License-Identifier: Apache-2.0

#include "reference/families/integer_instructions.hpp"

#include <bit>

namespace reference {

namespace {

// The conversions of C++ extend, and take modulo 2^n: a second way to decode beside decode_integer().
std::int32_t extended_byte(std::uint64_t bits, bool is_signed) {
    return is_signed ? std::int32_t{static_cast<std::int8_t>(bits)}
                     : std::int32_t{static_cast<std::uint8_t>(bits)};
}

std::int32_t extended_nibble(std::uint64_t bits, bool is_signed) {
    const std::int32_t at_the_top_of_a_byte = extended_byte(bits << 4U, is_signed);
    return at_the_top_of_a_byte >> 4;  // repeats the sign
}

// Intel's SIGNED_DWORD_SATURATE.
std::uint32_t signed_dword_saturate(std::int64_t value) {
    if (value > INT32_MAX) {
        return 0x7FFFFFFF;
    }
    if (value < INT32_MIN) {
        return 0x80000000;
    }
    return static_cast<std::uint32_t>(value);
}

std::int64_t as_signed(std::uint32_t bits) { return static_cast<std::int32_t>(bits); }

// Intel's intermediate words: 255 * -128 and 255 * 127 fit.
std::int16_t busd_word(IntegerOperands a, IntegerOperands b, std::size_t k) {
    return static_cast<std::int16_t>(extended_byte(a[k], false) * extended_byte(b[k], true));
}

// Each product fits a dword, also -32768 * -32768 = 2^30, but the sum of two does not.
std::int32_t wssd_dword(IntegerOperands a, IntegerOperands b, std::size_t k) {
    return std::int32_t{static_cast<std::int16_t>(a[k])} * std::int32_t{static_cast<std::int16_t>(b[k])};
}

}  // namespace

std::uint32_t vpdpbusd(IntegerOperands a, IntegerOperands b, std::uint32_t c) {
    const std::int32_t products =
        busd_word(a, b, 0) + busd_word(a, b, 1) + busd_word(a, b, 2) + busd_word(a, b, 3);
    return c + static_cast<std::uint32_t>(products);
}

std::uint32_t vpdpbusds(IntegerOperands a, IntegerOperands b, std::uint32_t c) {
    return signed_dword_saturate(as_signed(c) + busd_word(a, b, 0) + busd_word(a, b, 1) + busd_word(a, b, 2) +
                                 busd_word(a, b, 3));
}

std::uint32_t vpdpwssd(IntegerOperands a, IntegerOperands b, std::uint32_t c) {
    const auto p1dword = static_cast<std::uint32_t>(wssd_dword(a, b, 0));
    const auto p2dword = static_cast<std::uint32_t>(wssd_dword(a, b, 1));
    return c + p1dword + p2dword;
}

std::uint32_t vpdpwssds(IntegerOperands a, IntegerOperands b, std::uint32_t c) {
    return signed_dword_saturate(as_signed(c) + wssd_dword(a, b, 0) + wssd_dword(a, b, 1));
}

std::uint32_t tdpbd(bool a_signed, bool b_signed, IntegerOperands a, IntegerOperands b, std::uint32_t c) {
    for (std::size_t dword = 0; dword < a.size() / 4; ++dword) {
        const auto product = [&](std::size_t byte) {
            const std::int32_t x = extended_byte(a[4 * dword + byte], a_signed);
            const std::int32_t y = extended_byte(b[4 * dword + byte], b_signed);
            return static_cast<std::uint32_t>(x * y);
        };
        c = c + product(0) + product(1) + product(2) + product(3);
    }
    return c;
}

std::uint32_t mmla(bool a_unsigned, bool b_unsigned, IntegerOperands a, IntegerOperands b, std::uint32_t c) {
    std::uint32_t sum = c;
    for (std::size_t k = 0; k < 8; ++k) {
        const std::int32_t prod = extended_byte(a[k], !a_unsigned) * extended_byte(b[k], !b_unsigned);
        sum += static_cast<std::uint32_t>(prod);  // Arm's sum has 32 bits
    }
    return sum;
}

std::uint32_t imma(ImmaType a_type, ImmaType b_type, bool satfinite, IntegerOperands a, IntegerOperands b,
                   std::uint32_t c) {
    const auto operand = [](std::uint64_t bits, ImmaType type) {
        return type.width == 4 ? extended_nibble(bits, type.is_signed) : extended_byte(bits, type.is_signed);
    };
    std::int64_t accumulated = as_signed(c);  // cannot overflow: the products have at most 16 bits
    for (std::size_t k = 0; k < a.size(); ++k) {
        accumulated += std::int64_t{operand(a[k], a_type)} * operand(b[k], b_type);
    }
    return satfinite ? signed_dword_saturate(accumulated) : static_cast<std::uint32_t>(accumulated);
}

std::uint32_t bmma(bool is_xor, IntegerOperands a, IntegerOperands b, std::uint32_t c) {
    const auto packed = [](IntegerOperands bits) {
        std::uint32_t word = 0;
        for (std::size_t i = 0; i < 32; ++i) {
            word |= static_cast<std::uint32_t>(bits[i] & 1U) << i;
        }
        return word;
    };
    for (std::size_t k = 0; k + 32 <= a.size(); k += 32) {
        const std::uint32_t x = packed(a.subspan(k, 32));
        const std::uint32_t y = packed(b.subspan(k, 32));
        c += static_cast<std::uint32_t>(std::popcount(is_xor ? x ^ y : x & y));
    }
    return c;
}

}  // namespace reference
