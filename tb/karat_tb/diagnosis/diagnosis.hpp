// SPDX-License-Identifier: Apache-2.0
// Which edit of the recipe makes a wrong design right.
#pragma once
#include <boost/json/array.hpp>
#include <string>
#include <vector>

#include "karat/evaluate/evaluator.hpp"
#include "karat/recipe/edits/edits.hpp"
#include "karat_tb/check/scoreboard.hpp"

namespace karat::tb {

/// Edits, each of the recipe that the one before left, after which it agrees with every answer seen, right
/// and wrong ones.
struct Explanation {
    std::vector<Edit> changes;

    [[nodiscard]] const Recipe& recipe() const { return changes.back().recipe; }
};

struct Diagnosis {
    std::vector<Explanation>
        explanations;       ///< all single edits, likely ones first; if none, pairs; empty: none explains it
    std::size_t tried = 0;  ///< edits and pairs of edits
    std::uint64_t evaluations = 0;  ///< dot-adds computed for that
    std::uint64_t lanes = 0;        ///< answers each explanation agrees with
    bool whole = true;              ///< they are all the answers there were
};

/// Looks for edits of one recipe that explain what a scoreboard saw. Edits are unrolled once, so one object
/// may look at many scoreboards.
class Diagnoser {
   public:
    explicit Diagnoser(const Recipe& recipe);

    /// Tries every near edit, each on the kept mismatches and then on the history, until an answer disagrees.
    /// If none explains all, other shapes; then pairs: edits of the edited recipes, those first that agree
    /// with most of a sample, at most kMostPairs. No mismatch: no explanation.
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

/// The same, of the scoreboard's own recipe. Of a recipe that no knob describes, edits are named by the paths
/// of the attributes they change, as --set takes them.
[[nodiscard]] Diagnosis diagnose(const Scoreboard& board);

/// "the design behaves as F = 24 instead of 25: fraction bits kept of the products and c"
[[nodiscard]] std::string sentence(const Explanation& explanation);
/// "1071 edits tried, 82310 evaluations"
[[nodiscard]] std::string cost_of(const Diagnosis& diagnosis);
/// [{"F": 24}, ...]
[[nodiscard]] boost::json::array to_json(const Diagnosis& diagnosis);

}  // namespace karat::tb
