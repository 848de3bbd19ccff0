// SPDX-License-Identifier: Apache-2.0
// Changes of the specification with which it gives every answer of a unit.
#pragma once
#include <cstdint>
#include <functional>
#include <vector>

#include "karat/recipe/edits/edits.hpp"
#include "karat_probe/findings/answers.hpp"

namespace karat::probe {

/// All answers that were seen, not only those kept for the search.
struct AllAnswers {
    std::function<bool(const Agreement&)> given_by;  ///< whether a recipe gives every one of them
    std::uint64_t count = 0;
    bool whole = true;  ///< they are all answers of the run
    /// Answers that a recipe does not give, at most so many; those with X or Z bits are left out.
    std::function<std::vector<UnitAnswer>(const Agreement&, std::size_t most)> against;
};

/// Those in a scoreboard's history and its kept mismatches. An answer with X or Z bits is given by no recipe.
/// The scoreboard must outlive the result.
[[nodiscard]] AllAnswers all_answers_of(const tb::Scoreboard& board);
/// The answers must outlive the result.
[[nodiscard]] AllAnswers all_answers_of(const UnitAnswers& answers);

/// Single edits of one recipe, ready to be tried on many units.
class SingleEdits {
   public:
    explicit SingleEdits(const Recipe& recipe);
    /// The edits that give every answer, the most likely first: the near ones, or else other shapes.
    [[nodiscard]] std::vector<Edit> giving(const AllAnswers& answers) const;

   private:
    struct Candidate {
        Edit edit;
        Agreement agreement;
    };
    static std::vector<Candidate> candidates(std::vector<Edit> edits);
    std::vector<Candidate> near_, shapes_;
};

}  // namespace karat::probe
