// SPDX-License-Identifier: Apache-2.0
//
// Checks the reference of integer matrix multiply against results worked out by hand.

#include "reference/families/integer.hpp"
#include "reference/self_check/self_check.hpp"

namespace reference {

namespace {

constexpr std::uint32_t most = 0x7FFFFFFF;
constexpr std::uint32_t least = 0x80000000;

std::uint32_t dot_add_of(const char* a_format, const char* b_format, const Row& a, const Row& b,
                         std::uint32_t c, IntegerRule rule) {
    return integer_dot_add(integer_format_named(a_format), integer_format_named(b_format), a, b, c, rule);
}

// The products of two formats, with both overflows: expects `wrapped` and `saturated`.
void sum(const std::string& what, const char* a_format, const char* b_format, const Row& a, const Row& b,
         std::uint32_t c, std::uint32_t wrapped, std::uint32_t saturated) {
    const IntegerProduct multiply = IntegerProduct::multiply;
    expect(dot_add_of(a_format, b_format, a, b, c, {multiply, IntegerOverflow::wrap}) == wrapped,
           "integer: " + what + ", wraps");
    expect(dot_add_of(a_format, b_format, a, b, c, {multiply, IntegerOverflow::saturate}) == saturated,
           "integer: " + what + ", saturates");
}

// A sum that fits: both overflows give it.
void fits(const std::string& what, const char* a_format, const char* b_format, const Row& a, const Row& b,
          std::uint32_t c, std::uint32_t d) {
    sum(what, a_format, b_format, a, b, c, d, d);
}

void value(const char* format, std::uint64_t bits, std::int64_t expected) {
    expect(decode_integer(bits, integer_format_named(format)) == expected,
           std::string("integer: the value of ") + format + " " + std::to_string(bits));
}

void check_values() {
    for (const std::int64_t n : {0, 1, 2, 3, 4, 5, 6, 7}) {
        const auto bits = static_cast<std::uint64_t>(n);
        value("int4", bits, n);
        value("int4", bits + 8, n - 8);
        value("uint4", bits, n);
        value("uint4", bits + 8, n + 8);
    }
    value("int8", 0x7F, 127);
    value("int8", 0x80, -128);
    value("int8", 0xFF, -1);
    value("int8", 0xA5, -91);  // 165 - 256
    value("uint8", 0x7F, 127);
    value("uint8", 0x80, 128);
    value("uint8", 0xFF, 255);
    value("int16", 0x7FFF, 32767);
    value("int16", 0x8000, -32768);
    value("int16", 0x00FF, 255);
    value("int32", 0x7FFFFFFF, 2147483647);
    value("int32", 0x80000000, -2147483648);
    value("int32", 0xFFFFFFFF, -1);
    value("b1", 0, 0);
    value("b1", 1, 1);
    // bits above the width
    value("int4", 0xF7, 7);
    value("uint4", 0xF8, 8);
    value("int8", 0x180, -128);
    value("int16", 0x10001, 1);
    value("int32", 0x180000000, -2147483648);
    value("b1", 2, 0);
}

void check_products() {
    // 80 and FF tell the signs apart: -128 or 128, and -1 or 255.
    fits("-128 * -1", "int8", "int8", {0x80}, {0xFF}, 0, 128);
    fits("-128 * 255", "int8", "uint8", {0x80}, {0xFF}, 0, 0xFFFF8080);
    fits("128 * -1", "uint8", "int8", {0x80}, {0xFF}, 0, 0xFFFFFF80);
    fits("128 * 255", "uint8", "uint8", {0x80}, {0xFF}, 0, 0x00007F80);
    fits("-8 * -1", "int4", "int4", {0x8}, {0xF}, 0, 8);
    fits("-8 * 15", "int4", "uint4", {0x8}, {0xF}, 0, 0xFFFFFF88);
    fits("8 * -1", "uint4", "int4", {0x8}, {0xF}, 0, 0xFFFFFFF8);
    fits("8 * 15", "uint4", "uint4", {0x8}, {0xF}, 0, 120);
    // the largest and the least products
    fits("-8 * -8", "int4", "int4", {0x8}, {0x8}, 0, 64);
    fits("-8 * 7", "int4", "int4", {0x8}, {0x7}, 0, 0xFFFFFFC8);
    fits("15 * 15", "uint4", "uint4", {0xF}, {0xF}, 0, 225);
    fits("-128 * -128", "int8", "int8", {0x80}, {0x80}, 0, 0x4000);
    fits("-128 * 127", "int8", "int8", {0x80}, {0x7F}, 0, 0xFFFFC080);
    fits("255 * 255", "uint8", "uint8", {0xFF}, {0xFF}, 0, 0xFE01);
    fits("-32768 * -32768", "int16", "int16", {0x8000}, {0x8000}, 0, 0x40000000);
    fits("-2^31 * 1", "int32", "int32", {0x80000000}, {1}, 0, least);
    // formats of different widths
    fits("-128 * -8", "int8", "int4", {0x80}, {0x8}, 0, 1024);
    fits("15 * -32768", "uint4", "int16", {0xF}, {0x8000}, 0, 0xFFF88000);
}

void check_lengths() {
    fits("no product", "int8", "int8", {}, {}, 0xDEADBEEF, 0xDEADBEEF);
    fits("1 + 2 * 10 - 3 * 100 + 4 * 1", "int8", "int8", {2, 0xFD, 4}, {10, 100, 1}, 1, 0xFFFFFEED);
    fits("64 of -8 * -8", "int4", "int4", Row(64, 0x8), Row(64, 0x8), 0, 0x1000);
    fits("16 of -128 * -128", "int8", "int8", Row(16, 0x80), Row(16, 0x80), 0, 0x40000);
    fits("1024 of -128 * -128", "int8", "int8", Row(1024, 0x80), Row(1024, 0x80), 1, 0x01000001);
    fits("1024 of -128 * 127", "int8", "int8", Row(1024, 0x80), Row(1024, 0x7F), 0, 0xFF020000);
    Row last(1024, 0);
    last.back() = 3;
    fits("the last of 1024", "uint8", "uint8", last, Row(1024, 5), 0, 15);
}

void check_overflow() {
    const char* const s8 = "int8";
    sum("2^31 - 1 + 1", s8, s8, {1}, {1}, most, least, most);
    sum("-2^31 - 1", s8, s8, {1}, {0xFF}, least, most, least);
    fits("2^31 - 2 + 1", s8, s8, {1}, {1}, most - 1, most);
    fits("-2^31 + 1 - 1", s8, s8, {1}, {0xFF}, least + 1, least);
    fits("a positive limit", s8, s8, {0}, {1}, most, most);
    fits("a negative limit", s8, s8, {0}, {1}, least, least);
    fits("c = -1", s8, s8, {1}, {1}, 0xFFFFFFFF, 0);
    fits("c = -2", s8, s8, {1}, {1}, 0xFFFFFFFE, 0xFFFFFFFF);
    sum("2^31 - 1 + 2^24", s8, s8, Row(1024, 0x80), Row(1024, 0x80), most, 0x80FFFFFF, most);
    // int16: 2^30 is a product, and so is -32768 * 32767 = -2^30 + 2^15.
    sum("2 * 2^30", "int16", "int16", Row(2, 0x8000), Row(2, 0x8000), 0, least, most);
    sum("4 * 2^30 + 5", "int16", "int16", Row(4, 0x8000), Row(4, 0x8000), 5, 5, most);
    sum("-2^32 + 2^17", "int16", "int16", Row(4, 0x8000), Row(4, 0x7FFF), 0, 0x00020000, least);
    // int32: a product of more than 32 bits, sums of more than 64
    sum("2^32", "int32", "int32", {0x10000}, {0x10000}, 0, 0, most);
    sum("(2^31 - 1)^2 = 2^62 - 2^32 + 1", "int32", "int32", {most}, {most}, 0, 1, most);
    sum("2^31 * -2^31", "int32", "int32", {least, least}, {most, 0xFFFFFFFF}, 7, 7, least);
    sum("2^72", "int32", "int32", Row(1024, least), Row(1024, least), 9, 9, most);
    sum("-2^72 + 2^41", "int32", "int32", Row(1024, least), Row(1024, most), 9, 9, least);
}

// Saturation of any partial sum would change these.
void check_saturates_once() {
    const char* const s8 = "int8";
    fits("c + 1 - 1 at the top", s8, s8, {1, 1}, {1, 0xFF}, most, most);
    fits("c - 1 + 1 at the bottom", s8, s8, {1, 1}, {0xFF, 1}, least, least);
    fits("c + 3 - 5 at the top", s8, s8, {3, 5}, {1, 0xFF}, most, most - 2);
    fits("c - 3 + 5 at the bottom", s8, s8, {3, 5}, {0xFF, 1}, least, least + 2);
    fits("the products are 2^31 before c = -1", "int16", "int16", Row(2, 0x8000), Row(2, 0x8000), 0xFFFFFFFF,
         most);
    fits("the products are 3 * 2^30 before c", "int16", "int16", Row(3, 0x8000), Row(3, 0x8000), least,
         0x40000000);
    fits("2^32 - 2^32 + 3", "int32", "int32", {0x10000, 0x10000}, {0x10000, 0xFFFF0000}, 3, 3);
    // 3 * 2^62 - 3 * (2^62 - 2^31) = 3 * 2^31, less 3 * 2^31
    fits("3 * 2^62 cancels", "int32", "int32", Row(9, least),
         {least, least, least, most, most, most, 1, 1, 1}, 5, 5);
}

void bits(const std::string& what, const Row& a, const Row& b, std::uint32_t c, IntegerProduct product,
          std::uint32_t wrapped, std::uint32_t saturated) {
    expect(dot_add_of("b1", "b1", a, b, c, {product, IntegerOverflow::wrap}) == wrapped,
           "integer: b1, " + what + ", wraps");
    expect(dot_add_of("b1", "b1", a, b, c, {product, IntegerOverflow::saturate}) == saturated,
           "integer: b1, " + what + ", saturates");
}

void check_b1() {
    const auto both = IntegerProduct::bitwise_and;
    const auto either = IntegerProduct::bitwise_xor;
    for (const std::uint64_t x : {0U, 1U}) {
        for (const std::uint64_t y : {0U, 1U}) {
            const std::uint32_t x_and_y = x + y == 2 ? 1 : 0;
            const std::uint32_t x_xor_y = x + y == 1 ? 1 : 0;
            bits("one AND", {x}, {y}, 10, both, 10 + x_and_y, 10 + x_and_y);
            bits("one XOR", {x}, {y}, 10, either, 10 + x_xor_y, 10 + x_xor_y);
        }
    }
    bits("11011 AND 10110", {1, 1, 0, 1, 1}, {1, 0, 1, 1, 0}, 100, both, 102, 102);
    bits("11011 XOR 10110", {1, 1, 0, 1, 1}, {1, 0, 1, 1, 0}, 100, either, 103, 103);
    bits("256 AND", Row(256, 1), Row(256, 1), 0xFFFFFFFF, both, 255, 255);
    bits("256 equal XOR", Row(256, 1), Row(256, 1), 0, either, 0, 0);
    bits("1024 different XOR", Row(1024, 0), Row(1024, 1), 0, either, 1024, 1024);
    bits("1024 different AND", Row(1024, 0), Row(1024, 1), 0, both, 0, 0);
    bits("overflow of AND", {1}, {1}, most, both, least, most);
    bits("overflow of XOR", {0, 1}, {1, 0}, most - 1, either, least, most);
}

void check_refusals() {
    const auto refused = [](const char* a_format, const char* b_format, const Row& a, const Row& b,
                            IntegerProduct product) {
        expect(refuses([&] {
                   dot_add_of(a_format, b_format, a, b, 0, {product, IntegerOverflow::wrap});
               }),
               std::string("integer: refuses ") + a_format + " and " + b_format);
    };
    refused("int8", "int8", {1, 2}, {1}, IntegerProduct::multiply);
    refused("int8", "int8", {1}, {1, 2}, IntegerProduct::multiply);
    refused("b1", "b1", {1}, {1}, IntegerProduct::multiply);
    refused("b1", "int8", {1}, {1}, IntegerProduct::multiply);
    refused("int8", "int8", {1}, {1}, IntegerProduct::bitwise_xor);
    refused("int4", "b1", {1}, {1}, IntegerProduct::bitwise_and);
    refused("b1", "uint8", {1}, {1}, IntegerProduct::bitwise_and);
    refused("int5", "int8", {1}, {1}, IntegerProduct::multiply);
}

}  // namespace

void check_integer() {
    check_values();
    check_products();
    check_lengths();
    check_overflow();
    check_saturates_once();
    check_b1();
    check_refusals();
}

}  // namespace reference
