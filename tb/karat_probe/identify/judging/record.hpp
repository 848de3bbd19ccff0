// SPDX-License-Identifier: Apache-2.0
// What a target has answered, and how well a recipe agrees with it.
#pragma once
#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "karat/evaluate/continued.hpp"
#include "karat_probe/identify/questions/questions.hpp"
#include "karat_probe/target/target.hpp"

namespace karat::probe {

/// A set of kinds of questions.
using KindSet = std::bitset<kQuestionKinds>;
inline constexpr KindSet kAllKinds{(1U << kQuestionKinds) - 1};

/// Questions with their answers. Every kind of question has the same total weight, so that many questions of
/// one kind do not drown out the others.
class Record {
   public:
    void add(QuestionKind kind, VectorRow row, std::uint64_t d);
    /// Replaces an answer that was a mistake.
    void correct(std::size_t i, std::uint64_t d) { answers_[i] = d; }

    [[nodiscard]] std::size_t size() const { return rows_.size(); }
    [[nodiscard]] const VectorRow& row(std::size_t i) const { return rows_[i]; }
    [[nodiscard]] std::uint64_t answer(std::size_t i) const { return answers_[i]; }
    [[nodiscard]] QuestionKind kind(std::size_t i) const { return kinds_[i]; }
    [[nodiscard]] double weight(std::size_t i) const {
        return 1.0 / static_cast<double>(counts_[static_cast<std::size_t>(kinds_[i])]);
    }
    /// Whether the recipe gives the same bits. A NaN of encoding `any` is the one that the model writes.
    [[nodiscard]] bool agrees(const Evaluator& evaluator, std::size_t i) const {
        return evaluator(rows_[i].operands()) == answers_[i];
    }
    /// The same of a recipe next to another. `base_values`: of this dot-add.
    [[nodiscard]] bool agrees(const Continued& continued, std::size_t i, BaseValues& base_values) const {
        return continued(rows_[i].operands(), base_values) == answers_[i];
    }

    /// A stride at which about `most` answers are met, of every kind.
    [[nodiscard]] std::size_t stride(std::size_t most) const { return rows_.size() / most + 1; }

   private:
    std::vector<VectorRow> rows_;
    std::vector<std::uint64_t> answers_;
    std::vector<QuestionKind> kinds_;
    std::array<std::size_t, kQuestionKinds> counts_{};
};

/// A record, judged by one recipe after another next to a guess: what they have in common with it is
/// evaluated once. Keeps references to both.
class NearRecord {
   public:
    NearRecord(const Evaluator& guess, const Record& record)
        : guess_(guess), record_(record), values_(record.size()) {}

    /// One of the recipes.
    [[nodiscard]] Continued next_to(const Evaluator& other) const { return {guess_, other}; }
    [[nodiscard]] bool agrees(const Continued& other, std::size_t i) {
        return record_.agrees(other, i, values_[i]);
    }

   private:
    const Evaluator& guess_;
    const Record& record_;
    std::vector<BaseValues> values_;
};

}  // namespace karat::probe
