// SPDX-License-Identifier: Apache-2.0
//
// Checks the reference of structured sparsity against selections written out by hand.

#include <array>

#include "reference/families/integer.hpp"
#include "reference/families/sparse.hpp"
#include "reference/self_check/self_check.hpp"

namespace reference {

namespace {

void check_2of4() {
    struct Selection {
        std::uint64_t nibble;
        std::uint64_t first;
        std::uint64_t second;
    };
    // The six ordered nibbles as PTX lists them, their reverses, and the four that PTX calls invalid.
    const std::array<Selection, 6> ordered = {{{0b0100, 10, 11},
                                               {0b1000, 10, 12},
                                               {0b1100, 10, 13},
                                               {0b1001, 11, 12},
                                               {0b1101, 11, 13},
                                               {0b1110, 12, 13}}};
    const std::array<Selection, 6> reversed = {{{0b0001, 11, 10},
                                                {0b0010, 12, 10},
                                                {0b0011, 13, 10},
                                                {0b0110, 12, 11},
                                                {0b0111, 13, 11},
                                                {0b1011, 13, 12}}};
    const std::array<Selection, 4> invalid = {
        {{0b0000, 10, 10}, {0b0101, 11, 11}, {0b1010, 12, 12}, {0b1111, 13, 13}}};
    const auto check = [](const auto& selections, bool is_valid, bool is_ordered) {
        for (const auto& [nibble, first, second] : selections) {
            const std::string name = "sparse: nibble " + std::to_string(nibble);
            expect(select_2of4(Row{nibble}, Row{10, 11, 12, 13}) == Row{first, second}, name);
            expect(is_valid_2of4(nibble) == is_valid, name + " valid");
            expect(is_ordered_2of4(nibble) == is_ordered, name + " ordered");
        }
    };
    check(ordered, true, true);
    check(reversed, true, false);
    check(invalid, false, false);
    expect(!is_valid_2of4(0b10100) && !is_ordered_2of4(0b10100), "sparse: five bits are not valid");
    expect(select_2of4(Row{0b1101, 0b0100, 0b0011}, Row{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}) ==
               Row{1, 3, 4, 5, 11, 8},
           "sparse: a nibble for each group");
    expect(select_2of4(Row{}, Row{}).empty(), "sparse: no group");
    expect(select_2of4(Row{0b1110}, Row{0, 0, 0x7FF0000000000001, ~std::uint64_t{0}}) ==
               Row{0x7FF0000000000001, ~std::uint64_t{0}},
           "sparse: an element keeps all its bits");
}

void check_4of8() {
    const Row b = {0, 1, 2, 3, 4, 5, 6, 7, 10, 11, 12, 13, 14, 15, 16, 17};
    expect(select_4of8(Row{0b0100, 0b1110}, b) == Row{0, 1, 2, 3, 14, 15, 16, 17}, "sparse: pairs 0 1, 2 3");
    expect(select_4of8(Row{0b1101, 0b1000}, b) == Row{2, 3, 6, 7, 10, 11, 14, 15}, "sparse: pairs 1 3, 0 2");
    expect(select_4of8(Row{0b0010, 0b1100}, b) == Row{4, 5, 0, 1, 10, 11, 16, 17}, "sparse: pairs 2 0, 0 3");
}

void check_1of2() {
    const Row b = {10, 11, 20, 21, 30, 31};
    expect(select_1of2(Row{0b0100, 0b1110, 0b0100}, b) == Row{10, 21, 30}, "sparse: elements 0 1 0");
    expect(select_1of2(Row{0b1110, 0b0100, 0b1110}, b) == Row{11, 20, 31}, "sparse: elements 1 0 1");
    for (std::uint64_t nibble = 0; nibble <= 16; ++nibble) {
        const bool valid = nibble == 4 || nibble == 14;
        const std::string name = "sparse: 1:2 nibble " + std::to_string(nibble);
        expect(is_valid_1of2(nibble) == valid, name);
        expect(refuses([&] { select_1of2(Row{nibble}, Row{0, 1}); }) == !valid, name + " is refused or not");
    }
}

void check_refusals() {
    expect(refuses([] { select_2of4(Row{4}, Row(3, 0)); }), "sparse: three elements are not a group");
    expect(refuses([] { select_2of4(Row{4}, Row(8, 0)); }), "sparse: two groups need two nibbles");
    expect(refuses([] { select_2of4(Row{0x14}, Row(4, 0)); }), "sparse: five bits");
    expect(refuses([] { select_4of8(Row{4}, Row(4, 0)); }), "sparse: 4:8 needs eight elements");
    expect(refuses([] { select_4of8(Row{0x14}, Row(8, 0)); }), "sparse: 4:8 with five bits");
    expect(refuses([] { select_1of2(Row{4}, Row(4, 0)); }), "sparse: 1:2 needs two elements");
}

// a with its zeros in place, times all of b, is the stored a times the selected b.
void check_with_zeros_in_place() {
    const IntegerFormat& int8 = integer_format_named("int8");
    const Row stored = {0x80, 3, 5, 0xFF};
    const Row b = {1, 2, 3, 0x80, 7, 11, 13, 17};
    const Row dense = {0, 0, 3, 0x80, 5, 0, 0xFF, 0};
    const Row selected = select_2of4(Row{0b1011, 0b1000}, b);  // indices 3 2, then 0 2
    const std::uint32_t d = integer_dot_add(int8, int8, stored, selected, 100, {});
    expect(d == integer_dot_add(int8, int8, dense, b, 100, {}), "sparse: the dense product with zeros");
    expect(d == 16384 + 9 + 35 - 13 + 100, "sparse: -128 * -128 + 3 * 3 + 5 * 7 - 1 * 13 + 100");
}

}  // namespace

void check_sparse() {
    check_2of4();
    check_4of8();
    check_1of2();
    check_refusals();
    check_with_zeros_in_place();
}

}  // namespace reference
