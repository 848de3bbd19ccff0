// SPDX-License-Identifier: Apache-2.0
#include "karat_cli/probe/model_words.hpp"

#include "karat_cli/probe/target_options.hpp"

namespace karat::cli {

std::vector<probe::NamedModel> read_models(const po::variables_map& values, std::size_t count,
                                           const std::string& usage) {
    std::vector<probe::NamedModel> out;
    for (const std::string& word : read_target_words(values, count, usage)) {
        if (!probe::names_model(word))
            throw UsageError(word +
                             ": only its answers are known; use ARCH/INSTRUCTION or FILE.json, which "
                             "karat identify can write");
        out.push_back(probe::read_model(word));
    }
    return out;
}

}  // namespace karat::cli
