// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "karat/recipe/edits/edits.hpp"
#include "karat/recipe/spec.hpp"

namespace karat::probe {

/// The settings with which a specification computes what a recipe says, as they are typed: "--set F=24 --set
/// nan=riscv", or nothing to set. `choices`: edits that probably lead there. No value if knobs do not
/// describe the recipe. That both are the same is proved: their canonical recipes are equal.
[[nodiscard]] std::optional<std::string> typed_settings(const Spec& base, const Recipe& recipe,
                                                        const std::vector<Edit>& choices);

}  // namespace karat::probe
