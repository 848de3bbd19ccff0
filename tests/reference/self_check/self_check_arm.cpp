// SPDX-License-Identifier: Apache-2.0
//
// Checks the Arm reference against results derived by hand. There are no recordings.

#include <cmath>

#include "reference/families/arm.hpp"
#include "reference/self_check/self_check.hpp"

namespace reference {

namespace {

constexpr std::uint64_t nan = 0x7FC00000;
constexpr std::uint64_t inf = 0x7F800000;

Row row_of(const char* format, std::initializer_list<double> values) {
    Row row;
    for (const double value : values) {
        row.push_back(bits_of(format, value));
    }
    return row;
}

// Two bf16 products, or four for BFMMLA, and the results with EBF = 0 and 1.
void dot(const std::string& what, std::initializer_list<double> a, std::initializer_list<double> b,
         std::uint64_t c, std::uint64_t ebf0, std::uint64_t ebf1) {
    const auto instruction = a.size() == 4 ? bfmmla : bfdot;
    const Row row = row_of("bf16", a);
    const Row column = row_of("bf16", b);
    expect(instruction(false, row, column, c) == ebf0, "arm: " + what + ", EBF = 0");
    expect(instruction(true, row, column, c) == ebf1, "arm: " + what + ", EBF = 1");
}

void outer(const std::string& what, std::initializer_list<double> a, std::initializer_list<double> b,
           std::uint64_t c, std::uint64_t d) {
    expect(fmopa_f16(row_of("fp16", a), row_of("fp16", b), c) == d, "arm: FMOPA, " + what);
}

void check_rounding() {
    dot("exact", {3, 5}, {7, -2}, 0x40000000, 0x41500000, 0x41500000);  // 21 - 10 + 2 = 13
    // The sum of the products is rounded.
    dot("1 + 2^-60", {1, 0x1p-60}, {1, 1}, 0, 0x3F800001, 0x3F800000);
    dot("1 - 2^-60", {1, 0x1p-60}, {1, -1}, 0, 0x3F7FFFFF, 0x3F800000);
    dot("-1 - 2^-60", {-1, 0x1p-60}, {1, -1}, 0, 0xBF800001, 0xBF800000);
    dot("a tie of the sum", {1, 0x1p-24}, {1, 1}, 0, 0x3F800001, 0x3F800000);
    // So is the sum with c. Rounding to odd goes to the odd one of the two neighbours.
    dot("even c, above", {0x1p-60, 0}, {1, 0}, 0x3F800000, 0x3F800001, 0x3F800000);
    dot("odd c, above", {0x1p-60, 0}, {1, 0}, 0x3F800001, 0x3F800001, 0x3F800001);
    dot("odd c, below", {-0x1p-60, 0}, {1, 0}, 0x3F800001, 0x3F800001, 0x3F800001);
    dot("even c, below", {-0x1p-60, 0}, {1, 0}, 0x3F800002, 0x3F800001, 0x3F800002);
    dot("a tie above an even c", {0x1p-24, 0}, {1, 0}, 0x3F800000, 0x3F800001, 0x3F800000);
    dot("a tie above an odd c", {0x1p-24, 0}, {1, 0}, 0x3F800001, 0x3F800001, 0x3F800002);
    // c is added after the sum of the products has lost its 2^-60, or its 2^-24.
    dot("c = -1 last", {1, 0x1p-60}, {1, 1}, 0xBF800000, 0x34000000, 0);
    dot("c = 2^-24 last", {1, 0x1p-24}, {1, 1}, 0x33800000, 0x3F800001, 0x3F800000);
    dot("c = 2^-60 last", {1, 0x1p-24}, {1, 1}, 0x21800000, 0x3F800001, 0x3F800000);
}

void check_overflow() {
    dot("2^128", {0x1p127, 0}, {2, 0}, 0, inf, inf);
    dot("-2^128", {0x1p127, 0}, {-2, 0}, 0, 0xFF800000, 0xFF800000);
    dot("2^127 + 2^127", {0x1p127, 0x1p127}, {1, 1}, 0, inf, inf);
    dot("2^128 before c", {0x1p127, 0}, {2, 0}, 0xFF000000, inf, inf);
    dot("2^128 and c = -inf", {0x1p127, 0}, {2, 0}, 0xFF800000, nan, nan);
    dot("2^128 - 2^127", {0x1p127, 0x1p127}, {2, -1}, 0, inf, 0x7F000000);
    dot("2^200 - 2^200", {0x1p100, 0x1p100}, {0x1p100, -0x1p100}, 0x3F800000, nan, 0x3F800000);
    // The largest finite value is odd. Below 2^128, rounding to odd does not overflow.
    dot("largest + 2^102", {0x1p102, 0}, {1, 0}, 0x7F7FFFFF, 0x7F7FFFFF, 0x7F7FFFFF);
    dot("largest + 2^103", {0x1p103, 0}, {1, 0}, 0x7F7FFFFF, 0x7F7FFFFF, inf);
    dot("largest + 2^104", {0x1p104, 0}, {1, 0}, 0x7F7FFFFF, inf, inf);
    dot("-largest - 2^103", {-0x1p103, 0}, {1, 0}, 0xFF7FFFFF, 0xFF7FFFFF, 0xFF800000);
}

void check_subnormals() {
    dot("a subnormal a", {0x1p-127, 0}, {0x1p10, 0}, 0, 0, 0x05000000);
    dot("a subnormal b", {0, 0x1p10}, {0, 0x1p-133}, 0, 0, 0x02000000);
    dot("the least normal", {0x1p-126, 0}, {1, 0}, 0, 0x00800000, 0x00800000);
    dot("a subnormal times infinity", {0x1p-127, 0}, {INFINITY, 0}, 0, nan, inf);
    dot("a subnormal c", {0, 0}, {0, 0}, 0x007FFFFF, 0, 0x007FFFFF);
    dot("a negative subnormal c", {-0.0, -0.0}, {1, 1}, 0x80000001, 0x80000000, 0x80000001);
    dot("a subnormal c with 2^-126", {0x1p-126, 0}, {1, 0}, 0x00000001, 0x00800000, 0x00800001);
    // Two products of 2^-127 or 2^-150 are not rounded before they are added if EBF = 1.
    dot("2^-127 + 2^-127", {0x1p-63, 0x1p-63}, {0x1p-64, 0x1p-64}, 0, 0, 0x00800000);
    dot("2^-150 + 2^-150", {0x1p-75, 0x1p-75}, {0x1p-75, 0x1p-75}, 0, 0, 0x00000001);
    dot("2^-150", {0x1p-75, 0}, {0x1p-75, 0}, 0, 0, 0);
    dot("just below 2^-126", {0x1.02p-63, 0}, {0x1.FCp-64, 0}, 0, 0, 0x007FFE00);  // (2 - 2^-13) * 2^-127
    // 1.5 * 2^-126 - 2^-126: the sum of the products is flushed, or the sum with c.
    dot("a subnormal sum", {0x1.8p-126, -0x1p-126}, {1, 1}, 0, 0, 0x00400000);
    dot("a negative subnormal sum", {0x1p-126, -0x1.8p-126}, {1, 1}, 0x80000000, 0x80000000, 0x80400000);
    dot("a subnormal sum before c", {0x1.8p-126, -0x1p-126}, {1, 1}, 0x00800000, 0x00800000, 0x00C00000);
    dot("a subnormal d", {-0x1p-126, 0}, {1, 0}, 0x00800001, 0, 0x00000001);
    dot("a negative subnormal d", {0x1p-126, 0}, {1, 0}, 0x80800001, 0x80000000, 0x80000001);
}

void check_zeros() {
    constexpr std::uint64_t minus_zero = 0x80000000;
    dot("-0, -0 and -0", {-0.0, 0}, {1, -1}, minus_zero, minus_zero, minus_zero);
    dot("-0, -0 and +0", {-0.0, -0.0}, {1, 1}, 0, 0, 0);
    dot("-0, +0 and -0", {-0.0, 0}, {1, 1}, minus_zero, 0, 0);
    dot("1 - 1 and -0", {1, -1}, {1, 1}, minus_zero, 0, 0);
    dot("-1 and c = 1", {-1, -0.0}, {1, 1}, 0x3F800000, 0, 0);
    // A product of -2^-200 becomes -0. Without rounding, it decides the sign of its sum with +0.
    dot("two small negative products", {-0x1p-100, 0x1p-100}, {0x1p-100, -0x1p-100}, minus_zero, minus_zero,
        minus_zero);
    dot("-2^-200 and +0", {-0x1p-100, 0}, {0x1p-100, 1}, minus_zero, 0, minus_zero);
    dot("-2^-200 + 2^-199", {-0x1p-100, 0x1p-99}, {0x1p-100, 0x1p-100}, minus_zero, 0, 0);
}

void check_specials() {
    dot("inf", {INFINITY, 1}, {1, 1}, 0xFF7FFFFF, inf, inf);
    dot("-inf", {1, INFINITY}, {1, -1}, 0, 0xFF800000, 0xFF800000);
    dot("c = -inf", {1, 1}, {1, 1}, 0xFF800000, 0xFF800000, 0xFF800000);
    dot("two infinities", {INFINITY, -INFINITY}, {1, -INFINITY}, inf, inf, inf);
    dot("opposite infinite products", {INFINITY, INFINITY}, {1, -1}, 0, nan, nan);
    dot("infinities opposite to c", {-INFINITY, 0}, {1, 0}, inf, nan, nan);
    dot("0 * inf", {0, 1}, {INFINITY, 1}, 0, nan, nan);
    dot("inf * -0", {1, INFINITY}, {1, -0.0}, 0, nan, nan);
    dot("NaN in a", {NAN, 1}, {1, 1}, 0, nan, nan);
    dot("NaN in b and c", {1, 1}, {1, NAN}, 0xFFFFFFFF, nan, nan);
    dot("a signalling c", {1, 1}, {1, 1}, 0xFF812345, nan, nan);
    dot("NaN and infinities", {INFINITY, 1}, {1, 1}, 0xFFC00001, nan, nan);
    const Row negative_nan = {0xFF81, 0};
    expect(bfdot(false, negative_nan, Row(2, 0x3F80), 0) == nan, "arm: a negative signalling NaN, EBF = 0");
    expect(bfdot(true, negative_nan, Row(2, 0x3F80), 0) == nan, "arm: a negative signalling NaN, EBF = 1");
}

void check_bfmmla() {
    dot("BFMMLA", {1, 2, 3, 4}, {1, 1, 1, 1}, 0x3F800000, 0x41300000, 0x41300000);
    dot("BFMMLA adds 2^-60 last", {1, 0, 0x1p-60, 0}, {1, 1, 1, 1}, 0xBF800000, 0x21800000, 0x21800000);
    dot("BFMMLA adds 1 last", {0x1p-60, 0, 1, 0}, {1, 1, 1, 1}, 0xBF800000, 0x33800000, 0);
    dot("BFMMLA pairs k = 0, 1", {1, 0x1p-60, -1, 0}, {1, 1, 1, 1}, 0, 0x34000000, 0);
    dot("BFMMLA pairs k = 2, 3", {-1, 0, 1, 0x1p-60}, {1, 1, 1, 1}, 0, 0x34000000, 0);
    dot("BFMMLA overflows after k = 1", {0x1p127, 0, -0x1p127, 0}, {2, 1, 1, 1}, 0, inf, inf);
    dot("BFMMLA flushes after k = 1", {-0x1p-126, 0, 0x1p-126, 0}, {1, 1, 1, 1}, 0x00800001, 0x00800000,
        0x00800001);
}

void check_fmopa() {
    outer("exact", {3, 5}, {7, -2}, 0x40000000, 0x41500000);
    outer("fp16 subnormals", {0x1p-24, 0}, {0x1p-24, 0}, 0, 0x27800000);  // 2^-48
    outer("the sum is rounded to even", {1, 0x1p-24}, {1, 1}, 0x33800000, 0x3F800000);
    outer("a tie rounds up to even", {0x1.8p0, 1}, {1, 0x1p-23}, 0x33800000, 0x3FC00002);
    outer("2^32 - 2^22 + 2^10 - 2^-24", {0x1.FFCp15, 0x1p-24}, {0x1.FFCp15, -1}, 0, 0x4F7FC004);
    outer("c is added last", {1, 0x1p-24}, {1, 0x1p-24}, 0xBF800000, 0);
    outer("a subnormal c", {-0.0, 0}, {1, -1}, 0x80000001, 0x80000001);
    outer("inf and the largest c", {INFINITY, 0}, {1, 0}, 0x7F7FFFFF, inf);
    outer("-0, -0 and -0", {-0.0, 0}, {1, -1}, 0x80000000, 0x80000000);
    outer("1 - 1 and -0", {1, -1}, {1, 1}, 0x80000000, 0);
    outer("0 * inf", {0, 1}, {INFINITY, 1}, 0, nan);
    outer("opposite infinities", {INFINITY, INFINITY}, {1, -1}, 0, nan);
    outer("an infinity opposite to c", {INFINITY, 1}, {-1, 1}, inf, nan);
    outer("NaN", {1, NAN}, {1, 1}, 0xFFC00001, nan);
    expect(fmopa_f16(Row{0xFC01, 0}, Row(2, 0x3C00), 0) == nan, "arm: FMOPA, a negative signalling NaN");
}

}  // namespace

void check_arm() {
    check_rounding();
    check_overflow();
    check_subnormals();
    check_zeros();
    check_specials();
    check_bfmmla();
    check_fmopa();
}

}  // namespace reference
