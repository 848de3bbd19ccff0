// SPDX-License-Identifier: Apache-2.0
// What an Explainer needs in a test: a target's recipe, an inquiry, its first questions.
#pragma once
#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "karat/recipe/json/recipe_json.hpp"
#include "karat_probe/identify/challenge/inquiry.hpp"
#include "karat_probe/identify/questions/questions.hpp"

namespace karat::probe {

inline Recipe explained_recipe(const std::string& result) {
    return recipe_from_json_text(
        R"({"karat_recipe":1,"operands":{"a":"fp16","b":"fp16","c":"fp32","d":"fp32","k":4},"result":)" +
        result + "}");
}

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
