// SPDX-License-Identifier: Apache-2.0
#include "karat_cli/sweep_subjects.hpp"

#include <iostream>
#include <sstream>

#include "karat/error.hpp"
#include "karat_cli/named_instruction.hpp"

namespace karat::cli {
namespace {

[[noreturn]] void refuse_empty(const std::string& text, const std::string& option) {
    throw UsageError("--" + option + ": \"" + text + "\" has an empty value");
}

std::vector<std::string> split(const std::string& text, const std::string& option) {
    std::vector<std::string> out;
    std::istringstream words(text + ',');
    for (std::string word; std::getline(words, word, ',');) {
        if (word.empty()) refuse_empty(text, option);
        out.push_back(word);
    }
    return out;
}

/// --arch, for a word that does not name its own.
std::string arch_of(const std::string& word, const po::variables_map& values) {
    return word.find('/') == std::string::npos ? values["arch"].as<std::string>() : "";
}

sweep::Point named_point(sweep::Point point, const Instruction& instruction) {
    point.spec = instruction.spec;
    point.named = std::make_shared<const sweep::Named>(
        sweep::Named{std::string(name_of(instruction.arch)) + '/' + instruction.name, instruction.spec});
    return point;
}

/// Every name on every architecture. A name that one of several architectures lacks is left out there, which
/// is said on stderr.
std::vector<Instruction> instructions(const std::string& names, const std::string& archs) {
    std::vector<Instruction> out;
    const std::vector<std::string> on = archs.empty() ? std::vector<std::string>{""} : split(archs, "arch");
    for (const std::string& name : split(names, "instruction")) {
        const bool own = name.find('/') != std::string::npos;  // it names its architecture
        std::size_t found = 0;
        std::vector<std::string> missing;
        for (const std::string& arch : on) {
            try {
                out.push_back(named_instruction(own ? "" : arch, name));
                ++found;
            } catch (const NameError& error) {
                if (found == 0 && &arch == &on.back()) throw;
                missing.emplace_back(error.what());
            }
            if (own) break;
        }
        for (const std::string& why : missing) std::cerr << "  left out: " << why << '\n';
    }
    return out;
}

}  // namespace

std::vector<sweep::Point> read_bases(const po::variables_map& values, const sweep::Point& point) {
    std::vector<sweep::Point> out;
    if (values.contains("instruction") && !values.contains("spec")) {
        for (const Instruction& instruction :
             instructions(values["instruction"].as<std::string>(), values["arch"].as<std::string>()))
            out.push_back(named_point(point, instruction));
        for (sweep::Point& one : out) apply_settings(values, one.spec, "set", Validate::later);
        return out;
    }
    out.push_back(point);
    if (has_subject(values))
        out[0].spec = read_subject(values, Validate::later).spec;
    else
        apply_settings(values, out[0].spec, "set", Validate::later);
    return out;
}

std::vector<sweep::Point> read_beside(const po::variables_map& values, const sweep::Point& point) {
    std::vector<sweep::Point> out;
    if (!values.contains("beside")) return out;
    for (const std::string& word : split(values["beside"].as<std::string>(), "beside"))
        out.push_back(named_point(point, named_instruction(arch_of(word, values), word)));
    return out;
}

}  // namespace karat::cli
