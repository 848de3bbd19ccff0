// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "karat_probe/identify/judging/record.hpp"
#include "karat_probe/identify/questions/questions.hpp"
#include "karat_probe/target/formats.hpp"

namespace karat::probe {

/// Answers to questions of every kind, more of those that show what is inside the tree.
inline Record answers_of(const Recipe& recipe) {
    constexpr int few = 100, some = 200, many = 300;
    Record out;
    const Evaluator evaluator(recipe);
    Questions questions(formats_of(recipe.operands), 1);
    for (std::size_t n = 0; n <= static_cast<std::size_t>(QuestionKind::specials); ++n) {
        const auto kind = static_cast<QuestionKind>(n);
        const bool structure = kind == QuestionKind::cancellation || kind == QuestionKind::two_addends;
        const int count = kind == QuestionKind::ties ? many : structure ? some : few;
        for (int i = 0; i < count; ++i) {
            VectorRow row = questions.make(kind);
            const std::uint64_t d = evaluator(row.operands());
            out.add(kind, std::move(row), d);
        }
    }
    return out;
}

inline Budget seconds(int most) {
    Budget out;
    out.processor_time = true;
    out.end = out.now() + std::chrono::seconds(most);
    return out;
}

}  // namespace karat::probe
