// SPDX-License-Identifier: Apache-2.0
//
// RVBNA: facts derived by hand from ARITHMETIC section 8.

#include <cmath>

#include "rvbna.hpp"
#include "self_check.hpp"

namespace reference {

namespace {

// bf16 products, as many as `a` has numbers.
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
           "rvbna: a speck above 1 makes it odd");
    expect(dot_add_of({1, -0x1p-60, 0, 0}, {1, 1, 1, 1}, 0) == 0x3F7FFFFF, "rvbna: a speck below 1");
    expect(dot_add_of({1, 0, 0, 0}, {1, 1, 1, 1}, 0x21800000) == 0x3F800001, "rvbna: so does c = 2^-60");
    // n = 2, F = 24: the speck counts 2^-24; n = 4: 2^-25. With -1 and 2^-24 more of it the two differ.
    expect(dot_add_of({1, 0x1p-60}, {1, 1}, 0) == 0x3F800001, "rvbna: n = 2");
    expect(dot_add_of({0x1p-60, -0x1p-60, 1, -1}, {1, 1, 1, 1}, 0) == 0, "rvbna: specks cancel");
    expect(dot_add_of({0x1p-60, 0x1p-30, 1, -1}, {1, 1, 1, 1}, 0) == 0x33800000,
           "rvbna: two specks are 2^-24");
    expect(dot_add_of({0x1p-60, 1, -1}, {1, 1, 1}, 0) == 0x33000000, "rvbna: n = 3 has F = 25 too");
    expect(dot_add_of({0x1p-60, 1, -1, 0, 0}, {1, 1, 1, 1, 1}, 0) == 0x32800000, "rvbna: n = 5 has F = 26");
    // the ends of the range
    expect(dot_add_of({0x1p-126}, {0x1p-20}, 0) == 0x00000008, "rvbna: subnormal results");
    expect(dot_add_of({-0x1p-126}, {0x1p-126}, 0) == 0x80000001, "rvbna: nothing becomes zero");
    expect(dot_add_of({-0.0}, {1}, 0x80000000) == 0, "rvbna: every zero is +0");
    expect(dot_add_of({0x1p127}, {2}, 0xFF000000) == 0x7F800000,
           "rvbna: the dot product overflows by itself");
    expect(dot_add_of({0x1p127}, {2}, 0xFF800000) == 0x7FC00000, "rvbna: against -inf that is a NaN");
    expect(dot_add_of({0x1p127}, {1}, 0x7F7FFFFF) == 0x7F800000, "rvbna: overflow of the addition");
    expect(dot_add_of({0x1p127, 0x1p100}, {1, 1}, 0x7EFFFFFD) == 0x7F7FFFFF, "rvbna: below 2^128 none");
    expect(dot_add_of({INFINITY}, {0}, 0) == 0x7FC00000, "rvbna: 0 * inf");
    expect(dot_add_of({INFINITY, 1}, {-1, 1}, 0x7F800000) == 0x7FC00000, "rvbna: opposite infinities");
    expect(dot_add_of({1}, {1}, 0xFF812345) == 0x7FC00000, "rvbna: a NaN is canonical");
}

}  // namespace reference
