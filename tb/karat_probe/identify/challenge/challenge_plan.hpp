// SPDX-License-Identifier: Apache-2.0
// Which challenges a guess has to pass, in which order, and with how much effort each.
#pragma once
#include <array>
#include <chrono>
#include <cstddef>
#include <optional>

#include "karat/recipe/recipe.hpp"
#include "karat_probe/identify/challenge/inquiry.hpp"

namespace karat::probe {

constexpr std::size_t kChallenges = 6;
constexpr std::size_t kPatientChallenge = 4;             ///< takes the time that the last one leaves
constexpr std::size_t kLastChallenge = kChallenges - 1;  ///< takes the questions that are left
constexpr std::size_t kManyUnaimed = 1000;               ///< dot-adds that are aimed at nothing
constexpr std::size_t kBesidesUnaimed = 600;   ///< those that a challenge with many of them asks besides
constexpr std::chrono::seconds kForRivals{4};  ///< after a challenge of many dot-adds
/// A challenge from this one on comes late: few wrong guesses get there.
constexpr std::size_t kLateChallenge = 2;

struct PlannedChallenge {
    std::size_t number = 0;
    ChallengeEffort effort;  ///< for which there are questions and time
    bool detects = false;    ///< with a DetectionEffort
    /// A DetectionEffort, because no questions are left for it. One whose questions were all asked about
    /// earlier guesses of the same tree is not missed.
    bool left_out = false;
    /// The time leaves less than half of the DetectionEffort, or less than four seconds of patience.
    bool cut_short = false;
    /// All questions of the DetectionEffort were asked about earlier guesses of the same tree.
    bool asked_before = false;

    [[nodiscard]] bool is_patient() const { return number == kPatientChallenge; }
    [[nodiscard]] bool is_last() const { return number == kLastChallenge; }
    [[nodiscard]] bool is_late() const { return number >= kLateChallenge; }
};

/// The challenges by number, in the order in which they are made. One like that which refuted an earlier
/// guess late comes soon, and so do rows that are made for one neighbour at a time: the next guess is likely
/// to be wrong in much the same way.
[[nodiscard]] std::array<std::size_t, kChallenges> order_of_challenges(
    std::optional<std::size_t> refuted_late);

/// `tree`: of the guess, without its attributes. Takes less if the challenge was made for guesses of the same
/// tree before.
[[nodiscard]] PlannedChallenge planned_challenge(std::size_t number, const Recipe& tree,
                                                 const Inquiry& inquiry);

/// Whether its questions can still be asked.
[[nodiscard]] bool is_affordable(const PlannedChallenge& planned, const Inquiry& inquiry);
/// Whether the time is enough to finish it.
[[nodiscard]] bool has_time(const PlannedChallenge& planned, const Inquiry& inquiry);

}  // namespace karat::probe
