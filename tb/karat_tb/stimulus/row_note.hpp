// SPDX-License-Identifier: Apache-2.0
// What the note of a row in a vector file says of an answer: where it was given, and whether it was right.
#pragma once
#include <optional>
#include <string>

#include "karat/compare/difference_kind.hpp"
#include "karat_tb/stimulus/operand_class.hpp"

namespace karat::tb {

/// "tile 3, lane (0,1), class near_one, cycle 120, wrong: one_ulp".
struct RowNote {
    std::uint64_t tile = 0;  ///< 0-based
    std::size_t m = 0, n = 0;
    std::optional<OperandClass> operand_class = {};
    std::uint64_t cycle = 0;                     ///< 0: unknown
    DifferenceKind kind = DifferenceKind::none;  ///< none: right
    std::uint64_t unknown = 0;                   ///< bits that are X or Z; a vector file has them as d says
};

/// The note as text. It ends with "right", with "wrong: " and the kind, or with these and the unknown bits in
/// hexadecimal.
[[nodiscard]] std::string note_text(const RowNote& note);
/// Reads such a text. Nothing for any other text: a row may have a note of the user.
[[nodiscard]] std::optional<RowNote> read_note(const std::string& text);

}  // namespace karat::tb
