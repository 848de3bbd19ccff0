// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>

#include "karat/recipe/spec.hpp"

namespace karat {

/// The algorithm's name in the literature with its main parameter: "FDA F=25", "CoFDA F=24", "GDFS F=35",
/// "MULADD", "SFMA".
[[nodiscard]] std::string summary(const Spec& spec);

/// What the algorithm does, for somebody who does not know its name: "fused: ...".
[[nodiscard]] std::string_view in_words(Algorithm algorithm);

}  // namespace karat
