// SPDX-License-Identifier: Apache-2.0
// What an identification may take, and what it found.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "karat_probe/identify/challenge/challenge.hpp"
#include "karat_probe/identify/judging/record.hpp"
#include "karat_probe/target/steadiness.hpp"

namespace karat::probe {

struct IdentifySettings {
    std::uint64_t most_asked = 20000;  ///< dot-adds
    double seconds = 60;
    /// Counts the seconds that this thread spends on a processor, so that other work on the machine does not
    /// change the result. Does not count the time that a target takes in another process.
    bool processor_time = false;
    std::uint64_t seed = 1;
    bool use_registry = true;  ///< the arithmetics of the registry are among the first guesses
    /// Called with a line of text for each step, if set.
    std::function<void(const std::string&)> progress = {};
    std::uint64_t steady_answers = 1000;  ///< asked first to see whether the target is steady; 0: not tested
};

/// What was asked about a recipe after it gave every answer before. No answer contradicts it.
struct Tested {
    std::uint64_t answers = 0;
    std::uint64_t drawn = 0;  ///< of these, drawn at random and not chosen to exclude another recipe
};

struct Identification {
    bool found = false;  ///< the recipe gives every answer; otherwise it is the nearest one
    /// Not found, although the recipe gives every answer: the time was spent before it could be challenged.
    bool unconfirmed = false;
    /// What the first test of the target's steadiness saw, if it was made.
    std::optional<Steadiness> steadiness;
    /// Set if that test saw a change. Then nothing is inferred.
    std::optional<Steadiness> unsteady;
    /// Dot-adds that the target answered in another way when it was asked again, with both answers.
    std::vector<ChangedAnswer> changed;
    Tested tested;  ///< of the last guess
    Recipe recipe;
    double loss = 0;
    Record record;  ///< every question with its answer
    /// What sets the recipe apart from each neighbour: a dot-add of the record, or nothing.
    std::vector<Neighbour> neighbours;
    /// If not found: the simplest dot-add on which the recipe is wrong, with the target's answer.
    std::optional<VectorRow> counterexample;
    std::uint64_t asked = 0;
    std::uint64_t evaluations = 0;
    std::uint64_t tried = 0;  ///< recipes
    double seconds = 0;
};

}  // namespace karat::probe
