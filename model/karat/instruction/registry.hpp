// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <span>
#include <string_view>

#include "karat/instruction/instruction.hpp"

namespace karat {

/// Every instruction of every architecture, by architecture. Built once, never changed.
[[nodiscard]] std::span<const Instruction> registry();

/// The instruction called `name` (any spelling). Without `arch` the name must belong to one architecture, or
/// mean the same specification on all of them. The result's shape and name are filled in for wgmma and
/// tcgen05. Throws NameError with the nearest names.
[[nodiscard]] Instruction find_instruction(std::optional<Arch> arch, std::string_view name);
/// The same with the architecture as text (empty: not said).
[[nodiscard]] Instruction find_instruction(std::string_view arch, std::string_view name);

}  // namespace karat
