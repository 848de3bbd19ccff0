// SPDX-License-Identifier: Apache-2.0
// What the sources say about an instruction, in words.
#pragma once
#include <string>

#include "karat/instruction/instruction.hpp"

namespace karat::cli {

/// "recorded on H100, 1000 results, replayed 2026-11-21: MATLAB-tensor-core; decides F".
[[nodiscard]] std::string in_words(const Source& source);
/// The knobs that no source decides, separated by commas.
[[nodiscard]] std::string undecided(const Instruction& instruction);
/// "16", or "32 (16 stored)" for a sparse instruction: the k of its name, which is that of B, and the
/// elements of a row of A.
[[nodiscard]] std::string k_text(const Instruction& instruction);
/// Prints a line for each source.
void print_sources(const Instruction& instruction, const char* indent);

}  // namespace karat::cli
