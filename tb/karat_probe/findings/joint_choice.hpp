// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

#include "karat_probe/findings/intent.hpp"

namespace karat::probe {

/// The choice that explains the most together with a fault of the library. Beside the choice the fault may
/// explain little, and beside the fault the choice may contradict many answers. Nothing if every pair leaves
/// more than `most_wrong` answers unexplained. `missed` and `spoilt` are those of the pair.
[[nodiscard]] std::optional<IntentChoice> joint_choice(const Recipe& recipe, const UnitAnswers& answers,
                                                       std::size_t most_wrong);

}  // namespace karat::probe
