// SPDX-License-Identifier: Apache-2.0
// Normalised instruction names: different spellings of a SASS, PTX (short or full) or MFMA name (with or
// without underscores) have the same key.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "karat/instruction/instruction.hpp"

namespace karat {

/// The part of a name that identifies the instruction, in lower case. In PTX names, the words that every use
/// repeats (sync, aligned, row, col) are removed, and `kind::` and `scale_vec::` are moved in front of the
/// types. In MFMA names, underscores are removed.
[[nodiscard]] std::string name_key(std::string_view name);

/// A name of the registry as people write it: the letters M and N in place of `{M}` and `{N}`.
[[nodiscard]] std::string shown(std::string name);

/// Whether `key` matches `pattern` (both from name_key), with numbers or the literal letters m and n in place
/// of `{m}` and `{n}`. Sets the shape's m and n; a letter stands for the smallest value. Does not check the
/// range: M = 64 or 128, N = 8..256 in steps of 8.
[[nodiscard]] bool match_name(std::string_view pattern, std::string_view key, Shape& shape);

/// The architecture with that name (Volta, ..., RISCV) or that product or compiler name (V100, sm_90,
/// gfx942). Case-insensitive.
[[nodiscard]] std::optional<Arch> arch_from_name(std::string_view name);
/// The same. Throws NameError for an unknown name; that of an accelerator without a model gets the reason.
[[nodiscard]] Arch required_arch(std::string_view name);
/// The names of products and compiler targets of an architecture.
[[nodiscard]] std::vector<std::string_view> other_names(Arch arch);

}  // namespace karat
