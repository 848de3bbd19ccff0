// SPDX-License-Identifier: Apache-2.0
//
// Structured sparsity, written independently of the model: the metadata selects the elements of b that the
// stored elements of a are multiplied with. A sparse dot product is the dense one of the stored a and the
// selected b. That the arithmetic is then also the dense instruction's, with half its k, is assumed.
//
// A nibble of metadata is two indices of two bits: bits [1:0] for what is stored first, [3:2] for the second.
//
// The select functions throw std::invalid_argument if b does not match the nibbles in length, or if a nibble
// has more than four bits.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace reference {

// 2:4, one nibble for each four elements of b and two stored elements of a. An invalid nibble selects an
// element twice; PTX leaves its effect undefined.
std::vector<std::uint64_t> select_2of4(std::span<const std::uint64_t> nibbles,
                                       std::span<const std::uint64_t> b);

// 4:8 in pairs, PTX's form for int4 and uint4: the indices are those of two pairs among the four pairs of
// eight elements. Four elements of a are stored.
std::vector<std::uint64_t> select_4of8(std::span<const std::uint64_t> nibbles,
                                       std::span<const std::uint64_t> b);

// 1:2, PTX's form for tf32: one nibble for each two elements of b and one stored element of a. PTX defines
// 0100 (element 0) and 1110 (element 1); this throws for the others.
std::vector<std::uint64_t> select_1of2(std::span<const std::uint64_t> nibbles,
                                       std::span<const std::uint64_t> b);

// Of the nibbles of 2:4 and 4:8. Valid: the indices differ. Ordered: the first is less than the second, as
// mma.sp::ordered_metadata requires.
bool is_valid_2of4(std::uint64_t nibble);
bool is_ordered_2of4(std::uint64_t nibble);

bool is_valid_1of2(std::uint64_t nibble);

}  // namespace reference
