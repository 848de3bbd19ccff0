// SPDX-License-Identifier: Apache-2.0
// Diagnosis: finds the edits of the recipe that explain a wrong design.
#pragma once
#include <boost/json/array.hpp>
#include <string>
#include <vector>

#include "karat/evaluate/evaluator.hpp"
#include "karat/recipe/edits/edits.hpp"
#include "karat_tb/check/scoreboard.hpp"

namespace karat::tb {

/// A sequence of edits. Each edit applies to the recipe left by the previous one. The final recipe agrees
/// with every answer seen, right or wrong.
struct Explanation {
    std::vector<Edit> changes;

    [[nodiscard]] const Recipe& recipe() const { return changes.back().recipe; }
};

struct Diagnosis {
    /// All single edits that explain the answers, likely ones first. If there are none, pairs of edits. Empty
    /// if nothing explains the answers.
    std::vector<Explanation> explanations;
    std::size_t tried = 0;          ///< edits and pairs of edits
    std::uint64_t evaluations = 0;  ///< dot-adds computed for the diagnosis
    std::uint64_t lanes = 0;        ///< answers in the history, all explained by each explanation
    bool whole = true;              ///< the history holds every answer of the run
};

/// Searches for edits of one recipe that explain the answers on a scoreboard. The near edits are unrolled
/// once, so one object can diagnose many scoreboards.
class Diagnoser {
   public:
    explicit Diagnoser(const Recipe& recipe);

    /// Tries every near edit. Each is checked against the kept mismatches and then against the history, until
    /// an answer disagrees. If no near edit explains all answers, tries other shapes, then pairs of edits. A
    /// pair is a near edit of an edited recipe. First edits that agree with the most answers of a sample come
    /// first, and at most kMostPairs pairs are tried. Without a mismatch there is no explanation.
    [[nodiscard]] Diagnosis operator()(const Scoreboard& board) const;

    static constexpr std::size_t kMostPairs = 50000;

    /// An edit, ready to run.
    struct Candidate {
        Edit edit;
        Evaluator evaluator;
    };

   private:
    Recipe recipe_;
    std::vector<Candidate> near_;
};

/// The same for the scoreboard's own recipe. If no knobs describe the recipe, edits are named by the paths of
/// the attributes they change, in the form that --set accepts.
[[nodiscard]] Diagnosis diagnose(const Scoreboard& board);

/// "the design behaves as F = 24 instead of 25: fraction bits kept for the products and c"
[[nodiscard]] std::string sentence(const Explanation& explanation);
/// "1071 edits tried, 82310 evaluations"
[[nodiscard]] std::string cost_of(const Diagnosis& diagnosis);
/// [{"F": 24}, ...]
[[nodiscard]] boost::json::array to_json(const Diagnosis& diagnosis);

}  // namespace karat::tb
