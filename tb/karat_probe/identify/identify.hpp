// SPDX-License-Identifier: Apache-2.0
// Infers the recipe of a black box from its answers, then tries to refute it.
#pragma once
#include "karat_probe/identify/challenge/identification.hpp"
#include "karat_probe/target/target.hpp"

namespace karat::probe {

/// Throws TargetError if the target cannot answer.
[[nodiscard]] Identification identify(Target& target, const IdentifySettings& settings);

}  // namespace karat::probe
