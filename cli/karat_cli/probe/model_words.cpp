// SPDX-License-Identifier: Apache-2.0
#include "karat_cli/probe/model_words.hpp"

#include "karat_cli/probe/target_options.hpp"
#include "karat_probe/target/line_protocol.hpp"

namespace karat::cli {

std::vector<probe::NamedModel> read_models(const po::variables_map& values, std::size_t count,
                                           const std::string& usage) {
    std::vector<probe::NamedModel> out;
    std::string kinds = "a model is ";
    kinds += kModelWord;
    for (const std::string& word : read_words(values, count, usage, kinds)) {
        if (!probe::names_model(word))
            throw UsageError(probe::in_quotes(word) +
                             " is not a model; use ARCH/INSTRUCTION or FILE.json, which karat identify can "
                             "write");
        out.push_back(probe::read_model(word));
    }
    return out;
}

}  // namespace karat::cli
