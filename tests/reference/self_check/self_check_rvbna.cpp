// SPDX-License-Identifier: Apache-2.0
//
// Checks the RVBNA reference against results derived by hand.

#include <cmath>

#include "reference/families/rvbna.hpp"
#include "reference/self_check/self_check.hpp"

namespace reference {

namespace {

// The dot-add of bf16 products, one for each element of `a`.
std::uint64_t dot_add_of(std::initializer_list<double> a, std::initializer_list<double> b, std::uint64_t c) {
    Row row;
    Row column;
    for (const double x : a) {
        row.push_back(bits_of("bf16", x));
    }
    for (const double x : b) {
        column.push_back(bits_of("bf16", x));
    }
    return rvbna(format_named("bf16"), format_named("bf16"), row, column, c);
}

}  // namespace

void check_rvbna() {
    // n = 4, F = 25
    expect(dot_add_of({1, 0x1p-60, 0, 0}, {1, 1, 1, 1}, 0) == 0x3F800001,
           "rvbna: a tiny addend makes the result odd");
    expect(dot_add_of({1, -0x1p-60, 0, 0}, {1, 1, 1, 1}, 0) == 0x3F7FFFFF, "rvbna: a tiny negative addend");
    expect(dot_add_of({1, 0, 0, 0}, {1, 1, 1, 1}, 0x21800000) == 0x3F800001, "rvbna: c = 2^-60 makes it odd");
    // A tiny addend becomes one unit of the grid: 2^-24 for n = 2 (F = 24), 2^-25 for n = 4 (F = 25). Where 1
    // and -1 cancel, the result shows this unit.
    expect(dot_add_of({1, 0x1p-60}, {1, 1}, 0) == 0x3F800001, "rvbna: n = 2");
    expect(dot_add_of({0x1p-60, -0x1p-60, 1, -1}, {1, 1, 1, 1}, 0) == 0, "rvbna: tiny addends cancel");
    expect(dot_add_of({0x1p-60, 0x1p-30, 1, -1}, {1, 1, 1, 1}, 0) == 0x33800000,
           "rvbna: two tiny addends give 2^-24");
    expect(dot_add_of({0x1p-60, 1, -1}, {1, 1, 1}, 0) == 0x33000000, "rvbna: F = 25 for n = 3 too");
    expect(dot_add_of({0x1p-60, 1, -1, 0, 0}, {1, 1, 1, 1, 1}, 0) == 0x32800000, "rvbna: F = 26 for n = 5");
    // range limits
    expect(dot_add_of({0x1p-126}, {0x1p-20}, 0) == 0x00000008, "rvbna: subnormal results");
    expect(dot_add_of({-0x1p-126}, {0x1p-126}, 0) == 0x80000001, "rvbna: no underflow to zero");
    expect(dot_add_of({-0.0}, {1}, 0x80000000) == 0, "rvbna: every zero is +0");
    expect(dot_add_of({0x1p127}, {2}, 0xFF000000) == 0x7F800000,
           "rvbna: the dot product overflows before c is added");
    expect(dot_add_of({0x1p127}, {2}, 0xFF800000) == 0x7FC00000, "rvbna: its infinity plus -inf is a NaN");
    expect(dot_add_of({0x1p127}, {1}, 0x7F7FFFFF) == 0x7F800000, "rvbna: overflow of the addition");
    expect(dot_add_of({0x1p127, 0x1p100}, {1, 1}, 0x7EFFFFFD) == 0x7F7FFFFF,
           "rvbna: no overflow below 2^128");
    expect(dot_add_of({INFINITY}, {0}, 0) == 0x7FC00000, "rvbna: 0 * inf");
    expect(dot_add_of({INFINITY, 1}, {-1, 1}, 0x7F800000) == 0x7FC00000, "rvbna: opposite infinities");
    expect(dot_add_of({1}, {1}, 0xFF812345) == 0x7FC00000, "rvbna: a NaN result is canonical");
}

}  // namespace reference
