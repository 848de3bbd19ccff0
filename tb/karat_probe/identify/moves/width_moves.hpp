// SPDX-License-Identifier: Apache-2.0
// Changes of a recipe that set a width together with a rounding, or with the zeros that count: each hides the
// other, so that neither alone explains an answer.
#pragma once
#include <array>
#include <vector>

#include "karat/format/rounding.hpp"
#include "karat/recipe/edits/edits.hpp"

namespace karat::probe {

/// Every pair of a width next to the current one and a rounding. The two hide each other: the wrong rounding
/// at the right width may be worse than a neighbouring width.
void add_widths_with_roundings(const Recipe& recipe, std::vector<Edit>& out);

/// Every addend that is added exactly, alone and together with those that stand for the same, with a width
/// and a rounding: without the width, the rounding has no effect. Alone also beside a sticky bit of its sum.
void add_widths_of_exact_addends(const Recipe& recipe, std::vector<Edit>& out);

/// Every sum with a common width for all its addends, far apart, with and without a sticky flag. A width that
/// nearly holds the exact sum shows in a few dot-adds only, and the sticky flag hides most of these.
void add_wide_sums(const Recipe& recipe, std::vector<Edit>& out);

/// Roundings that turn a lost addend into one unit.
inline constexpr std::array kOneUnit{Rounding::RO, Rounding::RA, Rounding::RU, Rounding::RD};

/// Every width with each rounding that turns a lost addend into one unit, for the products, c, inner sums or
/// all: the answers show the exact width, and a width nearby explains none of them.
void add_one_unit(const Recipe& recipe, std::vector<Edit>& out);

/// Every combination of rules for which zeros take part in e_max, with the floors and without them: one
/// alone rarely mends an answer, because another takes its place.
void add_zero_rules(const Recipe& recipe, std::vector<Edit>& out);

/// The rules for zero products and for c = 0, with every width up to 48 and each rounding that turns a lost
/// addend into one unit: beside a zero that counts, an addend shows only as that unit.
void add_units_beside_zeros(const Recipe& recipe, std::vector<Edit>& out);

}  // namespace karat::probe
