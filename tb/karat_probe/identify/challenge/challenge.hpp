// SPDX-License-Identifier: Apache-2.0
// Asks the target what tells a guess from its neighbours: a single dot-add can exclude many of them.
#pragma once
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "karat/recipe/edits/edits.hpp"
#include "karat_probe/identify/judging/budget.hpp"
#include "karat_probe/identify/judging/record.hpp"

namespace karat::probe {

/// A recipe one edit away from the guess.
struct Neighbour {
    Edit edit;
    Evaluator evaluator;
    std::optional<std::size_t> excluded_by = std::nullopt;  ///< index in the record of a wrong answer
    bool equal = false;                                     ///< proved to give the same results as the guess
    std::optional<std::size_t> family = std::nullopt;  ///< of alternatives.hpp, if more than one edit away
    bool compared = false;                             ///< a proof was tried

    /// Whether neither an answer nor a proof settles it.
    [[nodiscard]] bool open() const { return !excluded_by && !equal; }
};

/// Of detections.hpp.
struct DetectionEffort {
    std::uint64_t rows = 0;  ///< among which those that are asked are chosen
    std::uint64_t most_asked = 0;
    std::chrono::milliseconds most{0};  ///< for the choice
};

struct ChallengeEffort {
    std::uint64_t rows = 1000;  ///< dot-adds among which those that tell something are chosen
    /// Asked besides: dot-adds of the directed and steered stimulus, and such on which any neighbour differs.
    std::uint64_t unchosen = 0;
    std::uint64_t most_asked = 1000;
    /// For rows made for one neighbour after another, of those that are left.
    std::chrono::milliseconds aiming{0};
    /// Asked before the unchosen ones.
    DetectionEffort detection = {};
    /// At most for `rows`: neighbours that no row tells apart would take all the time.
    std::chrono::milliseconds judging{2000};
};

/// Every neighbour that is a valid recipe and differs from the guess.
[[nodiscard]] std::vector<Neighbour> neighbours_of(const Recipe& guess);

/// The answers that excluded the neighbours of earlier guesses. Most of them exclude the same neighbours of
/// the next guess.
class Exclusions {
   public:
    void note(const Edit& edit, std::size_t answer);
    void note(const std::vector<Neighbour>& neighbours);
    /// The answer to look at first; nothing if none is known.
    [[nodiscard]] std::optional<std::size_t> of(const Edit& edit) const;

   private:
    std::unordered_map<std::string, std::size_t> answers_;  ///< by the names of edits
};

/// Marks the neighbours of a guess that a recorded answer excludes. After `most`, which a large recipe with
/// many equal neighbours takes, looks at a part of the answers only.
void exclude_by_record(const Evaluator& guess, std::vector<Neighbour>& neighbours, const Record& record,
                       const Exclusions& before, Budget& budget, std::chrono::milliseconds most);

/// Marks the neighbours, of those that nothing excludes, that are proved equal to the guess. Tries each of
/// them once, and stops after `most`: the next call goes on.
void prove_equal(std::vector<Neighbour>& neighbours, const Recipe& guess, Budget& budget,
                 std::chrono::milliseconds most);

/// A neighbour of a refuted guess that gives every answer; the simplest, if several do. Null if none does. It
/// may be marked as excluded: by the answer that was chosen for that, and refuted the guess instead.
[[nodiscard]] const Neighbour* right_neighbour(const std::vector<Neighbour>& neighbours, const Record& record,
                                               Budget& budget);

class ChallengeRows;

/// Challenges one guess, once or several times. The sources of rows are made once: they need bounds of the
/// guess, which take long if it has many sums.
class Challenger {
   public:
    /// Keeps references to the target, the record and the budget.
    Challenger(const Recipe& guess, Target& target, Record& record, std::uint64_t seed, Budget& budget);
    ~Challenger();
    Challenger(const Challenger&) = delete;
    Challenger& operator=(const Challenger&) = delete;

    [[nodiscard]] const Evaluator& guess() const { return guess_; }
    /// Asks dot-adds on which the guess differs from neighbours that nothing has excluded yet, and adds the
    /// answers to the record. Returns the number of answers that the guess does not give.
    std::size_t operator()(std::vector<Neighbour>& neighbours, const ChallengeEffort& effort);

   private:
    Evaluator guess_;
    Target& target_;
    Record& record_;
    Budget& budget_;
    std::unique_ptr<ChallengeRows> rows_;
    std::uint64_t seed_;  ///< of the next challenge
};

}  // namespace karat::probe
