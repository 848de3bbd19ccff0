// SPDX-License-Identifier: Apache-2.0

#include "reference/families/sparse.hpp"

#include <stdexcept>

namespace reference {

namespace {

using Words = std::span<const std::uint64_t>;

constexpr std::uint64_t element_0_of_2 = 0b0100;
constexpr std::uint64_t element_1_of_2 = 0b1110;

std::uint64_t first_index(std::uint64_t nibble) { return nibble % 4; }
std::uint64_t second_index(std::uint64_t nibble) { return nibble / 4; }

void require(Words nibbles, Words b, std::size_t group) {
    if (b.size() != group * nibbles.size()) {
        throw std::invalid_argument("the length of b does not match the metadata");
    }
    for (const std::uint64_t nibble : nibbles) {
        if (nibble > 0xF) {
            throw std::invalid_argument("a nibble of metadata has more than four bits");
        }
    }
}

}  // namespace

std::vector<std::uint64_t> select_2of4(Words nibbles, Words b) {
    require(nibbles, b, 4);
    std::vector<std::uint64_t> selected;
    for (std::size_t g = 0; g < nibbles.size(); ++g) {
        const Words group = b.subspan(4 * g, 4);
        selected.push_back(group[first_index(nibbles[g])]);
        selected.push_back(group[second_index(nibbles[g])]);
    }
    return selected;
}

std::vector<std::uint64_t> select_4of8(Words nibbles, Words b) {
    require(nibbles, b, 8);
    std::vector<std::uint64_t> selected;
    for (std::size_t g = 0; g < nibbles.size(); ++g) {
        const Words group = b.subspan(8 * g, 8);
        for (const std::uint64_t pair : {first_index(nibbles[g]), second_index(nibbles[g])}) {
            selected.push_back(group[2 * pair]);
            selected.push_back(group[2 * pair + 1]);
        }
    }
    return selected;
}

std::vector<std::uint64_t> select_1of2(Words nibbles, Words b) {
    require(nibbles, b, 2);
    std::vector<std::uint64_t> selected;
    for (std::size_t g = 0; g < nibbles.size(); ++g) {
        if (!is_valid_1of2(nibbles[g])) {
            throw std::invalid_argument("not a nibble of 1:2 metadata");
        }
        selected.push_back(b[2 * g + (nibbles[g] == element_1_of_2 ? 1 : 0)]);
    }
    return selected;
}

bool is_valid_2of4(std::uint64_t nibble) {
    return nibble <= 0xF && first_index(nibble) != second_index(nibble);
}

bool is_ordered_2of4(std::uint64_t nibble) {
    return nibble <= 0xF && first_index(nibble) < second_index(nibble);
}

bool is_valid_1of2(std::uint64_t nibble) { return nibble == element_0_of_2 || nibble == element_1_of_2; }

}  // namespace reference
