// SPDX-License-Identifier: Apache-2.0
// Faults that are judged together with others: two that show only together, and the likeliest of a kind.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "karat_probe/findings/fault_names.hpp"

namespace karat::probe {

/// The pair of faults that explains most of the mismatches `rows` of answers.wrong in a unit that also has
/// the faults `beside`. Of the many pairs some fit a few answers by chance, so that it must explain more of
/// them than a single fault, and contradict none.
[[nodiscard]] std::optional<NamedFault> fault_pair(const std::vector<std::string>& beside,
                                                   const Recipe& recipe, const UnitAnswers& answers,
                                                   const std::vector<std::size_t>& rows,
                                                   const Believed& believed = {});

/// Another fault of the kind of faults[place], which was judged by itself when it was named.
struct Replacement {
    std::size_t place;
    std::string key;
    std::string meaning;
};
/// The replacement with which the faults together explain the most of `rows`, and no other answer less.
[[nodiscard]] std::optional<Replacement> better_sibling(const std::vector<NamedFault>& faults,
                                                        const Recipe& recipe, const UnitAnswers& answers,
                                                        const std::vector<std::size_t>& rows);

}  // namespace karat::probe
