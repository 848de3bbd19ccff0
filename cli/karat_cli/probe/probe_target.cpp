// SPDX-License-Identifier: Apache-2.0
#include "karat_cli/probe/probe_target.hpp"

#include <sstream>

#include "karat/instruction/registry.hpp"
#include "karat/recipe/json/spec_json.hpp"
#include "karat/recipe/knobs/knobs.hpp"
#include "karat/recipe/knobs/validate.hpp"
#include "karat/text/file.hpp"
#include "karat_probe/target/model_target.hpp"

namespace karat::cli {
namespace {

Spec spec_of_word(const std::string& word) {
    if (word.ends_with(".json")) {
        try {
            return spec_from_json_text(read_text_file(word));
        } catch (const SpecError& error) {
            throw UsageError(word + ": " + error.what());
        }
    }
    const std::size_t slash = word.find('/');
    if (slash == std::string::npos) return find_instruction("", word).spec;
    return find_instruction(word.substr(0, slash), word.substr(slash + 1)).spec;
}

}  // namespace

void add_probe_target_options(po::options_description& /*options*/) {}

std::unique_ptr<probe::Target> open_probe_target(const po::variables_map& values,
                                                 const std::string& command) {
    const auto words = values.contains("words") ? values["words"].as<std::vector<std::string>>()
                                                : std::vector<std::string>();
    if (words.size() != 1)
        throw UsageError(command + " takes one TARGET, as in karat " + command + " Hopper/HMMA.16816.F32");
    std::istringstream parts(words[0]);
    std::string part;
    if (!(parts >> part)) throw UsageError(command + ": the TARGET is empty");
    Spec spec = spec_of_word(part);
    while (parts >> part) {
        const std::size_t equals = part.find('=');
        if (equals == std::string::npos)
            throw UsageError("TARGET: \"" + part + "\" is not a setting; write KEY=VALUE, as in F=24");
        set_knob(spec, part.substr(0, equals), part.substr(equals + 1));
    }
    validate(spec);
    return std::make_unique<probe::ModelTarget>(spec, words[0]);
}

}  // namespace karat::cli
