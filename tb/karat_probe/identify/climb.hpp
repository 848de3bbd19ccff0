// SPDX-License-Identifier: Apache-2.0
// The search: from a first guess, edit by edit, to the recipe that agrees with the most answers.
#pragma once
#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "karat/recipe/edits/edits.hpp"
#include "karat_probe/identify/record.hpp"

namespace karat::probe {

/// The time that a search may take, and what it did.
struct Budget {
    std::chrono::steady_clock::time_point end;
    std::uint64_t evaluations = 0;
    std::uint64_t tried = 0;  ///< recipes
    /// Called with a line of text for each step of the search, if set.
    std::function<void(const std::string&)> progress = {};

    [[nodiscard]] bool spent() const { return std::chrono::steady_clock::now() >= end; }
};

/// A recipe and the total weight of the answers that it does not give; 0 if it gives all.
struct Guess {
    Recipe recipe;
    double loss = 0;
};

/// The edits of a recipe that keep its formats, k, scale factors and metadata.
[[nodiscard]] std::vector<Edit> edits_of_same_formats(const Recipe& recipe, EditReach reach);

/// The weight of the answers that a recipe does not give, judged by about `most` of them. Stops above
/// `limit`.
[[nodiscard]] double loss_of(const Evaluator& evaluator, const Record& record, double limit, Budget& budget,
                             std::size_t most = 1'000'000);

/// Applies the best edit of the recipe again and again while the loss falls, at most `most_steps` times.
[[nodiscard]] Guess climb(Guess start, const Record& record, Budget& budget, int most_steps = 1000);

/// For a guess that no single edit improves: the best recipe two edits away, or the guess. The first edit
/// mends an answer, whatever else it spoils.
[[nodiscard]] Guess climb_by_pairs(const Guess& guess, const Record& record, Budget& budget);

}  // namespace karat::probe
