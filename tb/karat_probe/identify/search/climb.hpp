// SPDX-License-Identifier: Apache-2.0
// The search: from a first guess, step by step, to the recipe that agrees with the most answers.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "karat_probe/identify/judging/step.hpp"
#include "karat_tb/stimulus/random.hpp"

namespace karat::probe {

/// How a search moves: `near` changes attributes, `far` the shape of the tree, `joint` several rules that
/// hide each other.
struct Space {
    std::vector<Candidate> (*near)(const Guess& guess);
    std::vector<Candidate> (*far)(const Guess& guess);
    std::vector<Candidate> (*joint)(const Guess& guess);
};
extern const Space kRecipes;         ///< edits of a recipe
extern const Space kSpecifications;  ///< knobs of a specification; guesses have `knobs`

/// How far a search goes.
struct Reach {
    int most_steps = 1000;
    KindSet kinds = kAllKinds;  ///< the answers that count
    bool far = true;            ///< whether the shape of the tree may change
};

/// The weight of the answers that a recipe does not give, judged by about `most` of them.
[[nodiscard]] double loss_of(const Evaluator& evaluator, const Record& record, Budget& budget,
                             std::size_t most = Step::kAll);

/// The same, judged by all, or nothing if it is above `limit`. Looks at the latest answers first, which were
/// chosen to exclude others, and stops at the first that is too much.
[[nodiscard]] std::optional<double> loss_within(double limit, const Evaluator& evaluator,
                                                const Record& record, Budget& budget);

/// Takes the best step again and again while the loss falls.
[[nodiscard]] Guess climb(Guess guess, const Space& space, const Record& record, Budget& budget,
                          const Reach& reach = {});

/// Takes every step to an exact width, or to no floor or cut-off, that spoils no answer. A limit that no
/// answer shows would hide what another step mends.
[[nodiscard]] Guess loosened(Guess guess, const Space& space, const Record& record, Budget& budget);

/// For a guess that no single step improves: the best one two steps away, or the guess. The first step
/// mends an answer, whatever else it spoils.
[[nodiscard]] Guess climb_by_pairs(const Guess& guess, const Space& space, const Record& record,
                                   Budget& budget);

}  // namespace karat::probe
