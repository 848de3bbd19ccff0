// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <span>
#include <string_view>

#include "karat/instruction/instruction.hpp"

namespace karat {

/// Every instruction of every architecture, sorted by architecture. Built once, then immutable.
[[nodiscard]] std::span<const Instruction> registry();

/// The instruction called `name` (any spelling). Without `arch`, the name must exist on one architecture
/// only, or have the same specification on all of them. For wgmma and tcgen05, the result has the
/// shape that the name gives, and its name the letters M and N, whatever the shape: the arithmetic is one.
/// Throws NameError, which lists the nearest names.
[[nodiscard]] Instruction find_instruction(std::optional<Arch> arch, std::string_view name);
/// The same with the architecture as text (empty: unspecified).
[[nodiscard]] Instruction find_instruction(std::string_view arch, std::string_view name);

}  // namespace karat
