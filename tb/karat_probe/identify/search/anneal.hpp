// SPDX-License-Identifier: Apache-2.0
// Moves away from a guess that no single step improves: each attribute in turn is redrawn at random, with
// values that explain more answers more likely.
#pragma once
#include <string>
#include <vector>

#include "karat_probe/identify/search/climb.hpp"
#include "karat_probe/identify/trees/tree_edits.hpp"

namespace karat::probe {

/// Attributes can mask each other: a zero that counts in the search for e_max, together with another width,
/// looks like a floor in nearly all answers. No single step from one to the other improves anything. So steps
/// that make the loss worse are taken as well, less and less often (simulated annealing; each attribute is
/// drawn from all its values, as in Gibbs sampling). The tree of a recipe is kept: an extra part could mask a
/// wrong attribute.
///
/// Goes on until a guess is better or `until` is reached. Returns the better guess, or `guess` itself.
[[nodiscard]] Guess anneal(const Guess& guess, const Space& space, const Record& record, Budget& budget,
                           Budget::Clock::time_point until, tb::Random& random);

/// How much a fit looks at.
struct Fit {
    int sweeps = 1;             ///< over all attributes
    std::size_t answers = 600;  ///< wrong ones that stand for all
    bool odd = true;            ///< with the attributes that are rare (attributes.hpp)
    double aim = 1e9;           ///< a loss that it may end with, if that is less than the present one
    double most_right = 2500;   ///< answers that are right at first, of those that it looks at
};

/// Every attribute in turn takes the value that explains most, a few times over. Quicker than climb() where
/// many attributes are wrong.
[[nodiscard]] Guess fit_attributes(const Guess& guess, const Record& record, Budget& budget, const Fit& fit,
                                   tb::Random& random);

/// The same after an edit of the tree: first the attributes at its path, because others would take values
/// that imitate what is wrong there. Goes no further if the loss is above `most` then.
[[nodiscard]] Guess fit_edit(TreeEdit edit, double most, const Record& record, Budget& budget,
                             tb::Random& random);

inline constexpr double kNoPromise = 1e9;  ///< of an invalid tree
/// The trees next to `from`, each fitted roughly where it was changed. Their losses are judged by few
/// answers: they tell which of them are worth a better fit.
[[nodiscard]] std::vector<Guess> roughly_fitted(const std::vector<TreeEdit>& edits, const Guess& from,
                                                const Record& record, Budget& budget, tb::Random& random);

}  // namespace karat::probe
