// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "karat/recipe/spec.hpp"

namespace karat {

/// The algorithm's name in the literature with its main parameter: "FDA F=25", "CoFDA F=24", "GDFS F=35",
/// "MULADD", "SFMA".
[[nodiscard]] std::string summary(const Spec& spec);

}  // namespace karat
