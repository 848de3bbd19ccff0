// SPDX-License-Identifier: Apache-2.0
// Structured sparsity: metadata selects, for each product, one of the elements of B. After the selection the
// dot-add is a dense one of k products. Sources: PTX ISA, mma.sp; AMD CDNA3 and RDNA4 ISA guides.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "karat/recipe/recipe.hpp"

namespace karat {

/// Metadata is stored as uint4, one element for each group of a row of A:
///   2:4  a group is two elements of A and four consecutive elements of B. Bits 1:0 are the index in the
///   group
///        of B of the first product's element, bits 3:2 that of the second.
///   1:2  a group is one element of A and two of B: 0b0100 selects the first one, 0b1110 the second.
inline constexpr Format kMetadataFormat = Format::uint4;

/// Why an element of metadata is not allowed; empty if it is. Hardware does not define the result.
[[nodiscard]] std::string metadata_error(Metadata kind, std::uint64_t element);

/// Throws OperandError, naming row and element, if an element of rows of `columns` elements is not allowed.
/// The message says `where` the row is.
void check_selection(const OperandRules& rules, const std::vector<std::uint64_t>& metadata,
                     std::size_t columns, const std::string& where = {});

/// The index in a column of B of product k. Precondition: the element is allowed.
[[nodiscard]] constexpr std::size_t selected_index(Metadata kind, std::span<const std::uint64_t> metadata,
                                                   std::size_t k) {
    if (kind == Metadata::one_of_two) return 2 * k + (metadata[k] == 0b1110U ? 1 : 0);
    const std::size_t group = k / 2;
    return 4 * group + ((metadata[group] >> (2 * (k % 2))) & 3U);
}

/// Writes the elements of a column of B that take part, in the order of k, to `out`, which has k elements.
void select_into(const OperandRules& rules, std::span<const std::uint64_t> metadata,
                 std::span<const std::uint64_t> b, std::span<std::uint64_t> out);
/// The same as a vector.
[[nodiscard]] std::vector<std::uint64_t> selected(const OperandRules& rules,
                                                  std::span<const std::uint64_t> metadata,
                                                  std::span<const std::uint64_t> b);

}  // namespace karat
