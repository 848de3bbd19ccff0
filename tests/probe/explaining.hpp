// SPDX-License-Identifier: Apache-2.0
// What an Explainer needs in a test: an inquiry and its first questions.
#pragma once
#include <chrono>
#include <utility>
#include <vector>

#include "karat_probe/identify/challenge/inquiry.hpp"
#include "karat_probe/identify/questions/questions.hpp"

namespace karat::probe {

inline Inquiry of_twenty_seconds(Target& target, const IdentifySettings& settings, Identification& out) {
    Inquiry inquiry{target, settings, out, {}, {}, target.asked()};
    inquiry.budget.processor_time = true;
    inquiry.begin = inquiry.budget.now();
    inquiry.budget.end = inquiry.begin + std::chrono::seconds(20);
    return inquiry;
}

inline void ask(const Inquiry& inquiry, QuestionKind kind, int count) {
    Questions questions(inquiry.target.formats(), 1);
    std::vector<VectorRow> rows;
    for (int i = 0; i < count; ++i) rows.push_back(questions.make(kind));
    inquiry.ask(kind, std::move(rows));
}

}  // namespace karat::probe
