// SPDX-License-Identifier: Apache-2.0
// The answers of a unit under check, as the search for its faults reads them.
#pragma once
#include <cstdint>
#include <vector>

#include "karat/evaluate/evaluator.hpp"
#include "karat/vectors/vector_file.hpp"
#include "karat_probe/findings/surroundings.hpp"
#include "karat_tb/check/scoreboard.hpp"
#include "karat_tb/record/answer_record.hpp"

namespace karat::probe {

/// One answer of a unit, right or wrong.
struct UnitAnswer {
    VectorRow row;  ///< d: what the unit answered
    std::uint64_t tile = 0;
    std::size_t lane = 0;
    tb::OperandClass operand_class = tb::OperandClass::uniform_bits;
    Surroundings around = {};
    /// How many answers of the run it stands for: of a frequent kind, and of right answers, only some are
    /// kept.
    double weight = 1;
};

/// Answers with all bits known, mismatches first. Rows with equal operands and answers occur once.
struct UnitAnswers {
    std::vector<UnitAnswer> wrong;   ///< the ones that the scoreboard kept
    std::vector<UnitAnswer> right;   ///< at most kMostRight, spread over the run
    std::uint64_t lanes = 0;         ///< compared in the whole run
    std::uint64_t mismatches = 0;    ///< in the whole run
    std::uint64_t unknown = 0;       ///< of the kept ones, those with X or Z bits; they are left out
    std::uint64_t unknown_tile = 0;  ///< the first of these
    std::size_t unknown_lane = 0;

    static constexpr std::size_t kMostRight = 6000;
};

[[nodiscard]] UnitAnswers answers_of(const tb::Scoreboard& board);
/// Surroundings are those in the record. Of the mismatches as many stay as a scoreboard keeps, shared in the
/// same way. An answer that is any NaN counts as the expected one where that is right.
[[nodiscard]] UnitAnswers answers_of(const tb::AnswerRecord& record);
/// Operands of a and b that are not zero, and c if it is not.
[[nodiscard]] std::size_t operands_in(const VectorRow& row);

/// The same answers, right or wrong by another recipe. `mismatches` is what the wrong ones stand for.
[[nodiscard]] UnitAnswers judged_by(const Recipe& recipe, const UnitAnswers& answers);

/// Whether a recipe gives the unit's answer. If its NaN encoding is `any`, two NaNs agree.
class Agreement {
   public:
    explicit Agreement(const Recipe& recipe);
    [[nodiscard]] bool operator()(const UnitAnswer& answer) const {
        return agrees(evaluator_(answer.row.operands()), *answer.row.d);
    }
    [[nodiscard]] bool agrees(std::uint64_t expected, std::uint64_t got) const;
    [[nodiscard]] const Evaluator& evaluator() const { return evaluator_; }

   private:
    Evaluator evaluator_;
    Format d_;
    bool any_nan_;
};

/// Answers in a scoreboard's history that a recipe does not give, at most so many; those with X or Z bits are
/// left out.
[[nodiscard]] std::vector<UnitAnswer> answers_against(const Agreement& agreement, const tb::Scoreboard& board,
                                                      std::size_t most);

}  // namespace karat::probe
