// SPDX-License-Identifier: Apache-2.0
//
// Integer matrix multiply, written independently of the model: d = c + sum over k of the products of a and b.
// The sum is exact, in integers of any size, and is brought to 32 bits once, at the end. c and d are int32.

#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "reference/dyadic.hpp"

namespace reference {

struct IntegerFormat {
    std::string_view name;
    unsigned width;
    bool is_signed;  // two's complement
};

// int4, uint4, int8, uint8, int16, int32 and b1, one bit. Throws std::invalid_argument for another name.
const IntegerFormat& integer_format_named(std::string_view name);

// Bits above the format's width are ignored.
Integer decode_integer(std::uint64_t bits, const IntegerFormat& format);

enum class IntegerProduct {
    multiply,
    bitwise_and,  // of b1: the sum over k is the popcount of a AND b
    bitwise_xor,  // of b1: the popcount of a XOR b
};

enum class IntegerOverflow {
    wrap,      // modulo 2^32
    saturate,  // to the limits of int32
};

struct IntegerRule {
    IntegerProduct product = IntegerProduct::multiply;
    IntegerOverflow overflow = IntegerOverflow::wrap;
};

// The encoding of d. The formats of a and b may differ. Throws std::invalid_argument if a and b differ in
// length, or if the product is not one of their formats: the bitwise ones are those of b1 alone.
std::uint32_t integer_dot_add(const IntegerFormat& a_format, const IntegerFormat& b_format,
                              std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                              std::uint32_t c, IntegerRule rule);

}  // namespace reference
