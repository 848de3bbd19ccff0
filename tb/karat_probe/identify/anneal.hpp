// SPDX-License-Identifier: Apache-2.0
// Leaves a guess that no single step improves: one attribute after another takes a value at random, the
// likelier the more answers it explains.
#pragma once
#include "karat_probe/identify/climb.hpp"

namespace karat::probe {

/// Attributes can stand in for each other: a zero that counts in the search for e_max and another width look
/// like a floor in nearly all answers. No step leads from one to the other that improves something by itself.
/// So steps that spoil answers are taken as well, less and less often (simulated annealing; each attribute
/// is drawn from all its values, as in Gibbs sampling). Edits of a recipe keep its tree: a part too many
/// imitates what a wrong attribute spoils.
///
/// Goes on until a guess is better or `until` is reached. The better guess, or the guess itself.
[[nodiscard]] Guess anneal(const Guess& guess, const Space& space, const Record& record, Budget& budget,
                           Budget::Clock::time_point until, tb::Random& random);

/// Every attribute in turn takes the value that explains most, a few times over. Quicker than climb() where
/// many attributes are wrong.
[[nodiscard]] Guess fit_attributes(const Guess& guess, const Space& space, const Record& record,
                                   Budget& budget, int sweeps, tb::Random& random);

}  // namespace karat::probe
