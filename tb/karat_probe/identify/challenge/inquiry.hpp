// SPDX-License-Identifier: Apache-2.0
// An identification under way: the target, what it has answered, and the time that is left.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "karat_probe/identify/challenge/challenge.hpp"
#include "karat_probe/identify/challenge/identification.hpp"
#include "karat_probe/identify/judging/budget.hpp"

namespace karat::probe {

/// What a challenge with a DetectionEffort has asked about guesses of one tree.
struct Detected {
    Recipe tree;              ///< without its attributes
    std::uint64_t asked = 0;  ///< dot-adds of that effort; all if it found no more
    std::uint64_t all = 0;    ///< dot-adds of the challenge
};

struct Inquiry {
    Target& target;
    const IdentifySettings& settings;
    Identification& out;
    std::chrono::steady_clock::time_point begin;
    Budget budget;
    std::uint64_t asked_before;
    /// The last challenge that refuted a guess, without the first two, which refute most.
    std::optional<std::size_t> refuted_late = {};
    int late_refutations = 0;  ///< how often one of these refuted a guess
    /// By challenge, for the tree of the last guess that it was made for.
    std::map<std::size_t, Detected> detected = {};
    Exclusions exclusions = {};  ///< of the neighbours of earlier guesses
    /// By challenge, the tree of the last guess that passed it, without its attributes.
    std::map<std::size_t, Recipe> passed = {};

    /// Dot-adds asked so far.
    [[nodiscard]] std::uint64_t asked() const { return target.asked() - asked_before; }
    [[nodiscard]] Record& record() const { return out.record; }
    /// Asks dot-adds and records the answers.
    void ask(QuestionKind kind, std::vector<VectorRow> rows) const;
    /// A line of progress.
    void report(const std::string& text) const;
};

}  // namespace karat::probe
