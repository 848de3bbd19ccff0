// SPDX-License-Identifier: Apache-2.0
//
// Checks the integer instructions against results worked out by hand, and against integer_dot_add().

#include <random>

#include "reference/families/integer.hpp"
#include "reference/families/integer_instructions.hpp"
#include "reference/self_check/self_check.hpp"

namespace reference {

namespace {

constexpr std::uint32_t most = 0x7FFFFFFF;
constexpr std::uint32_t least = 0x80000000;

void check_vnni() {
    const Row signs = {0x80, 0, 0, 0};
    const Row ff = {0xFF, 0, 0, 0};
    expect(vpdpbusd(signs, ff, 0) == 0xFFFFFF80, "vnni: 128 * -1, a is unsigned and b is signed");
    expect(vpdpbusds(signs, ff, 0) == 0xFFFFFF80, "vnni: also with saturation");
    expect(vpdpbusd(Row{1, 2, 3, 4}, Row{1, 10, 100, 0xFF}, 1000) == 1317, "vnni: 1000 + 1 + 20 + 300 - 4");
    expect(vpdpbusds(Row{1, 2, 3, 4}, Row{1, 10, 100, 0xFF}, 1000) == 1317, "vnni: also with saturation");
    // VPMADDUBSW saturates the sum of two products to 16 bits; these do not.
    expect(vpdpbusd(Row(4, 255), Row(4, 127), 0) == 0x1FA04, "vnni: 4 * 255 * 127");
    expect(vpdpbusds(Row(4, 255), Row(4, 127), 0) == 0x1FA04, "vnni: 4 * 255 * 127 does not saturate");
    expect(vpdpbusds(Row(4, 255), Row(4, 0x80), 0) == 0xFFFE0200, "vnni: nor does 4 * 255 * -128");
    const Row ones = {1, 1, 0, 0};
    const Row opposite = {1, 0xFF, 0, 0};
    expect(vpdpbusd(ones, ones, most) == 0x80000001, "vnni: wraps at the top");
    expect(vpdpbusds(ones, ones, most) == most, "vnni: saturates at the top");
    expect(vpdpbusd(ones, Row(4, 0xFF), least) == 0x7FFFFFFE, "vnni: wraps at the bottom");
    expect(vpdpbusds(ones, Row(4, 0xFF), least) == least, "vnni: saturates at the bottom");
    expect(vpdpbusds(ones, opposite, most) == most, "vnni: saturates once");
    expect(vpdpbusds(ones, Row{0xFF, 1, 0, 0}, least) == least, "vnni: once at the bottom");
    // int16
    expect(vpdpwssd(Row{0x8000, 3}, Row{0xFFFF, 0xFFFE}, 10) == 32772, "vnni: 10 + 32768 - 6");
    expect(vpdpwssds(Row{0x8000, 3}, Row{0xFFFF, 0xFFFE}, 10) == 32772, "vnni: also with saturation");
    const Row low = {0x8000, 0x8000};
    expect(vpdpwssd(low, low, 0) == least, "vnni: 2^31 wraps");
    expect(vpdpwssds(low, low, 0) == most, "vnni: 2^31 saturates");
    expect(vpdpwssds(low, low, 0xFFFFFFFF) == most, "vnni: the products alone do not: 2^31 - 1");
    expect(vpdpwssds(low, low, least) == 0, "vnni: 2^31 - 2^31");
    expect(vpdpwssds(low, Row{0x7FFF, 0x7FFF}, 0xFFFF0000) == least, "vnni: -2^31 + 2^16 - 2^16 fits");
    expect(vpdpwssds(low, Row{0x7FFF, 0x7FFF}, 0xFFFEFFFF) == least, "vnni: one less saturates");
    expect(vpdpwssd(low, Row{0x7FFF, 0x7FFF}, 0xFFFEFFFF) == most, "vnni: or wraps");
}

void check_amx() {
    Row a(8, 0);
    Row b(8, 0);
    a[5] = 0x80;
    b[5] = 0xFF;
    expect(tdpbd(true, true, a, b, 1) == 129, "amx: TDPBSSD, -128 * -1");
    expect(tdpbd(true, false, a, b, 1) == 0xFFFF8081, "amx: TDPBSUD, -128 * 255");
    expect(tdpbd(false, true, a, b, 1) == 0xFFFFFF81, "amx: TDPBUSD, 128 * -1");
    expect(tdpbd(false, false, a, b, 1) == 0x7F81, "amx: TDPBUUD, 128 * 255");
    const Row counting = {1, 2, 3, 4, 5, 6, 7, 8};
    const Row powers = {1, 2, 4, 8, 16, 32, 64, 0x80};
    expect(tdpbd(true, false, counting, powers, 0) == 1793, "amx: the sum of k * 2^(k - 1) is 7 * 256 + 1");
    expect(tdpbd(true, true, Row(64, 0x80), Row(64, 0x80), most) == 0x800FFFFF, "amx: wraps");
    expect(tdpbd(true, false, Row(64, 0x80), Row(64, 255), least) == 0x7FE02000, "amx: -2^31 - 64 * 32640");
}

void check_arm_mmla() {
    const Row low(8, 0x80);
    const Row ff(8, 0xFF);
    expect(mmla(false, false, low, low, 0) == 0x20000, "smmla: 8 * 128^2");
    expect(mmla(true, true, ff, ff, 0) == 0x7F008, "ummla: 8 * 255^2");
    expect(mmla(true, false, ff, low, 0) == 0xFFFC0400, "usmmla: 8 * 255 * -128");
    expect(mmla(true, false, low, ff, 0) == 0xFFFFFC00, "usmmla: a is unsigned: 8 * 128 * -1");
    expect(mmla(false, false, low, ff, 0) == 0x400, "smmla: 8 * -128 * -1");
    expect(mmla(false, false, Row{1, 2, 3, 4, 5, 6, 7, 8}, Row{1, 1, 1, 1, 1, 1, 1, 10}, 5) == 113,
           "smmla: 5 + 28 + 80");
    expect(mmla(false, false, low, low, most) == 0x8001FFFF, "smmla: wraps");
}

void check_nvidia() {
    const ImmaType s8 = {8, true};
    const ImmaType u8 = {8, false};
    const ImmaType s4 = {4, true};
    const ImmaType u4 = {4, false};
    expect(imma(s8, s8, false, Row(32, 0x80), Row(32, 0x80), 0) == 0x80000, "imma: 32 * 128^2");
    expect(imma(u8, s8, false, Row{0x80}, Row{0xFF}, 0) == 0xFFFFFF80, "imma: .u8.s8");
    expect(imma(s8, u8, false, Row{0x80}, Row{0xFF}, 0) == 0xFFFF8080, "imma: .s8.u8");
    expect(imma(s4, s4, false, Row(64, 0x8), Row(64, 0x8), 0) == 0x1000, "imma: 64 * 8^2");
    expect(imma(u4, u4, false, Row(64, 0xF), Row(64, 0xF), 0) == 0x3840, "imma: 64 * 15^2");
    expect(imma(s4, u4, false, Row{0x8}, Row{0xF}, 0) == 0xFFFFFF88, "imma: .s4.u4");
    expect(imma(u4, s4, false, Row{0x8}, Row{0xF}, 0) == 0xFFFFFFF8, "imma: .u4.s4");
    expect(imma(s8, s8, false, Row{1}, Row{1}, most) == least, "imma: wraps at the top");
    expect(imma(s8, s8, true, Row{1}, Row{1}, most) == most, "imma: .satfinite at the top");
    expect(imma(s8, s8, false, Row{1}, Row{0xFF}, least) == most, "imma: wraps at the bottom");
    expect(imma(s8, s8, true, Row{1}, Row{0xFF}, least) == least, "imma: .satfinite at the bottom");
    expect(imma(s8, s8, true, Row{1, 1}, Row{1, 0xFF}, most) == most, "imma: .satfinite once");
    // b1
    Row ends(64, 0);
    ends[0] = ends[31] = ends[32] = ends[63] = 1;
    expect(bmma(false, ends, Row(64, 1), 10) == 14, "bmma: and.popc of the ends of two words");
    expect(bmma(true, ends, Row(64, 1), 10) == 70, "bmma: xor.popc of them");
    expect(bmma(true, Row(256, 0), Row(256, 1), most) == 0x800000FF, "bmma: wraps");
}

// Every instruction is the exact sum with one overflow, on operands that are often extreme.

std::mt19937_64 generator;

std::uint64_t drawn(const IntegerFormat& format) {
    const std::uint64_t sign = std::uint64_t{1} << (format.width - 1);
    const std::uint64_t mask = 2 * sign - 1;
    switch (generator() % 4) {
        case 0:
            return sign;
        case 1:
            return sign - 1;
        case 2:
            return mask;
        default:
            return generator() & mask;
    }
}

struct Draw {
    Row a;
    Row b;
    std::uint32_t c = 0;
};

template <typename Instruction>
void compare(const std::string& what, const char* a_name, const char* b_name, std::size_t k, IntegerRule rule,
             const Instruction& instruction) {
    const IntegerFormat& a_format = integer_format_named(a_name);
    const IntegerFormat& b_format = integer_format_named(b_name);
    for (int i = 0; i < 200; ++i) {
        Draw draw;
        for (std::size_t element = 0; element < k; ++element) {
            draw.a.push_back(drawn(a_format));
            draw.b.push_back(drawn(b_format));
        }
        draw.c = static_cast<std::uint32_t>(drawn(integer_format_named("int32")));
        expect(instruction(draw) == integer_dot_add(a_format, b_format, draw.a, draw.b, draw.c, rule),
               "integer: " + what + " is the exact sum");
    }
}

void compare_with_dot_add() {
    constexpr IntegerRule wrap = {};
    constexpr IntegerRule saturate = {IntegerProduct::multiply, IntegerOverflow::saturate};
    compare("VPDPBUSD", "uint8", "int8", 4, wrap, [](const Draw& x) { return vpdpbusd(x.a, x.b, x.c); });
    compare("VPDPBUSDS", "uint8", "int8", 4, saturate,
            [](const Draw& x) { return vpdpbusds(x.a, x.b, x.c); });
    compare("VPDPWSSD", "int16", "int16", 2, wrap, [](const Draw& x) { return vpdpwssd(x.a, x.b, x.c); });
    compare("VPDPWSSDS", "int16", "int16", 2, saturate,
            [](const Draw& x) { return vpdpwssds(x.a, x.b, x.c); });
    for (const bool a : {false, true}) {
        for (const bool b : {false, true}) {
            const char* const a8 = a ? "int8" : "uint8";
            const char* const b8 = b ? "int8" : "uint8";
            compare("AMX", a8, b8, 64, wrap, [&](const Draw& x) { return tdpbd(a, b, x.a, x.b, x.c); });
            compare("MMLA", a8, b8, 8, wrap, [&](const Draw& x) { return mmla(!a, !b, x.a, x.b, x.c); });
            for (const bool satfinite : {false, true}) {
                const IntegerRule rule = satfinite ? saturate : wrap;
                compare("IMMA", a8, b8, 32, rule, [&](const Draw& x) {
                    return imma({8, a}, {8, b}, satfinite, x.a, x.b, x.c);
                });
                compare("IMMA", a ? "int4" : "uint4", b ? "int4" : "uint4", 64, rule, [&](const Draw& x) {
                    return imma({4, a}, {4, b}, satfinite, x.a, x.b, x.c);
                });
            }
        }
    }
    for (const bool is_xor : {false, true}) {
        const auto product = is_xor ? IntegerProduct::bitwise_xor : IntegerProduct::bitwise_and;
        compare("BMMA", "b1", "b1", 128, {product, IntegerOverflow::wrap},
                [&](const Draw& x) { return bmma(is_xor, x.a, x.b, x.c); });
    }
}

}  // namespace

void check_integer_instructions() {
    check_vnni();
    check_amx();
    check_arm_mmla();
    check_nvidia();
    compare_with_dot_add();
}

}  // namespace reference
