// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "karat_probe/findings/intent.hpp"

namespace karat::probe {

/// The choice that explains the most of the mismatches `rows` of answers.wrong when the unit also has the
/// faults `keys` of the library: a frequent fault hides choices, because few answers are free of it. Nothing
/// if no choice explains at least three, or if all contradict more than one for every fifty.
[[nodiscard]] std::optional<IntentChoice> hidden_choice(const Recipe& recipe,
                                                        const std::vector<std::string>& keys,
                                                        const UnitAnswers& answers,
                                                        const std::vector<std::size_t>& rows);

}  // namespace karat::probe
