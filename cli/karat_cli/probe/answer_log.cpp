// SPDX-License-Identifier: Apache-2.0
#include "karat_cli/probe/answer_log.hpp"

#include <sstream>

#include "karat/recipe/own_recipe.hpp"

namespace karat::cli {

std::vector<std::uint64_t> AnswerLog::answers(std::span<const VectorRow> questions) {
    std::vector<std::uint64_t> out = target_(questions);
    for (std::size_t i = 0; i < questions.size(); ++i) {
        rows_.push_back(questions[i]);
        rows_.back().d = out[i];
    }
    return out;
}

std::string AnswerLog::text(const Recipe* recipe) const {
    VectorFile file;
    file.spec = recipe != nullptr ? spec_of(*recipe) : probe::exact_spec(formats());
    file.source = "answers of " + name() + " to karat identify";
    file.rows = rows_;
    std::ostringstream out;
    write_vectors(out, file);
    return out.str();
}

}  // namespace karat::cli
