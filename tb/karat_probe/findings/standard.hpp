// SPDX-License-Identifier: Apache-2.0
// By what answers are judged when they are grouped: results by a recipe, status flags by their rules.
#pragma once
#include <string>

#include "karat/compare/flag_port.hpp"
#include "karat_probe/target/golden.hpp"

namespace karat::probe {

struct Standard : Golden {
    using Words = std::function<std::string(std::uint64_t expected, std::uint64_t got)>;
    Words difference;  ///< in which way a wrong answer differs
    Words family;      ///< the same for differences that one fault may well cause from row to row
};

/// difference_of() and difference_family() of row_shape.hpp. Throws SpecError.
[[nodiscard]] Standard results_by(const Recipe& recipe);
/// Of answers that are status flags as Flags::bits(). `dot` must outlive it.
[[nodiscard]] Standard flags_by(const DotAdd& dot, const FlagPort& port);

/// "overflow not raised, inexact raised without cause".
[[nodiscard]] std::string flag_difference(std::uint64_t expected, std::uint64_t got);

}  // namespace karat::probe
