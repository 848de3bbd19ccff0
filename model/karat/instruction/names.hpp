// SPDX-License-Identifier: Apache-2.0
// Spellings: SASS, short and full PTX, MFMA with and without underscores all lead to one key.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "karat/instruction/instruction.hpp"

namespace karat {

/// The part of a name that identifies the instruction: lower case; of PTX without the words that every use
/// repeats (sync, aligned, row, col) and with `kind::` and `scale_vec::` in front of the types; of MFMA
/// without underscores.
[[nodiscard]] std::string name_key(std::string_view name);

/// Whether `key` is `pattern` (both from name_key) with numbers for `{m}` and `{n}`; the literal letters m, n
/// also match. Fills the shape's m, n. Allowed: M = 64 or 128, N = 8..256 in steps of 8; a letter stands for
/// the least.
[[nodiscard]] bool match_name(std::string_view pattern, std::string_view key, Shape& shape);

/// Volta ... CDNA3, or a product or compiler name for one (V100, sm_90, gfx942), case-insensitive.
[[nodiscard]] std::optional<Arch> arch_from_name(std::string_view name);

}  // namespace karat
