// SPDX-License-Identifier: Apache-2.0
// How each rounding answers a fixed set of values: the table from which a rounding is recognised.
#pragma once
#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "karat/format/rounding.hpp"

namespace karat::probe {

/// The values that are asked, as distances from an even multiple of the unit, away from zero, in quarters of
/// the unit. The first two are MMA-Sim's, the next two its ties. 1.25 tells RO from RA. Each value is asked
/// with both signs: index 2 * i is the positive value i, 2 * i + 1 the negative one.
inline constexpr std::array<int, 5> kQuarters{3, 1, 2, 6, 5};
inline constexpr std::size_t kResponses = 2 * kQuarters.size();

/// What each value becomes: its distance from the even multiple, away from zero, in whole units.
using Responses = std::array<int, kResponses>;

/// The row of a rounding, derived from its definition (rounds_away).
[[nodiscard]] Responses responses_of(Rounding mode);
/// The responses to all values of the table in units of `unit`. beyond(sign, x) is what comes back for
/// sign * (m + x) beyond the even multiple m, away from zero. Empty if that is not a whole number of units.
[[nodiscard]] std::optional<Responses> responses_in(
    double unit, const std::function<double(double sign, double x)>& beyond);
/// The rounding with these responses, if there is one. All eleven rows differ.
[[nodiscard]] std::optional<Rounding> rounding_with(const Responses& responses);

/// "toward zero", "to nearest, ties to even".
[[nodiscard]] std::string in_words(Rounding mode);
/// "1+0.75u -> 1+u, 1+0.25u -> 1, -1-0.75u -> -1-u, ..." with the name of the even multiple ("1").
[[nodiscard]] std::string in_words(const Responses& responses, const std::string& base);
/// The roundings that these responses rule out: "RU, RD, RZ".
[[nodiscard]] std::string excluded_by(const Responses& responses);

}  // namespace karat::probe
