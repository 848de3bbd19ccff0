// SPDX-License-Identifier: Apache-2.0
// What the operands of some mismatches have in common, and the others have not.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "karat_probe/findings/answers.hpp"

namespace karat::probe {

/// A property of operands or of the expected result.
struct Condition {
    std::string words;     ///< "a subnormal c"
    double precision = 0;  ///< share of the answers with the property that are wrong, 0..1
    double share = 0;      ///< share of these mismatches that have the property, 0..1
    double base = 0;       ///< share of all answers of the run that are wrong, 0..1
};

/// The property, or pair of properties, that best separates the mismatches `rows` of answers.wrong from the
/// right answers; nothing if none does, or if the answers that have it are hardly more often wrong than all
/// answers: the odds must be at least three times as high, beyond three standard errors. Answers count
/// as often as the run had them for each one kept.
[[nodiscard]] std::optional<Condition> condition_of(const Recipe& recipe, const UnitAnswers& answers,
                                                    const std::vector<std::size_t>& rows);

/// "99.9 %", rounded down; "less than 0.1 %" rather than 0 %.
[[nodiscard]] std::string percent(double part);
/// "100 % of the answers with a subnormal c are wrong, but 3.1 % of all; 97 % of these mismatches are among
/// them".
[[nodiscard]] std::string sentence(const Condition& condition);

}  // namespace karat::probe
