// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "karat/instruction/instruction.hpp"

namespace karat::cli {

/// The instruction of --instruction: NAME on the architecture of --arch (empty: any, if they agree), or
/// ARCH/NAME. Throws UsageError if both name an architecture, and not the same.
[[nodiscard]] Instruction named_instruction(const std::string& arch, const std::string& name);

}  // namespace karat::cli
