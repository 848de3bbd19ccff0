// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <ostream>

#include "karat/trace/draw.hpp"
#include "karat_probe/diff/diff.hpp"
#include "karat_probe/target/open_target.hpp"

namespace karat::cli {

/// Prints the verdict, every difference with its simplest dot-add drawn for both sides, and the rates.
void print_diff(std::ostream& out, const probe::NamedModel& x, const probe::NamedModel& y,
                const probe::Diff& diff, const DrawStyle& style);

/// "a0 = 1, b0 = 0.5, c = 0x1p-25; the others are 0".
[[nodiscard]] std::string operands_text(const VectorRow& row, const OperandRules& formats);

/// "0x3f800000 (1)".
[[nodiscard]] std::string result_text(std::uint64_t code, Format format);

/// "F: 25 against 24"; "the tree of sums" if the trees have different nodes.
[[nodiscard]] std::string title(const probe::Change& change);
/// "F = 25 / 24", for lists of many pairs.
[[nodiscard]] std::string both_values(const probe::Change& change);

}  // namespace karat::cli
