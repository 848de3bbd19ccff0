// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/rtl/runtime_objects.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <sstream>
#include <system_error>

#include "karat/error.hpp"
#include "karat_tb/rtl/process.hpp"
#include "karat_tb/rtl/rtl_cache.hpp"

namespace karat::tb {
namespace {

namespace fs = std::filesystem;

/// The words of a variable in a makefile: "NAME = words", "NAME += \" with words on the lines that follow.
std::vector<std::string> words_of(const std::string& makefile, const std::string& name) {
    std::istringstream lines(makefile);
    std::vector<std::string> out;
    bool inside = false;
    for (std::string line; std::getline(lines, line);) {
        if (!inside && !line.starts_with(name + " ")) continue;
        std::istringstream words(inside ? line : line.substr(std::min(line.size(), line.find('=') + 1)));
        inside = line.ends_with("\\");
        for (std::string word; words >> word;)
            if (word != "\\") out.push_back(word);
    }
    return out;
}

/// The compiler's name and version.
std::string compiler(const std::string& makefile, const fs::path& work) {
    std::vector<std::string> words = words_of(makefile, "CXX");
    if (words.empty()) return {};
    const fs::path answer = work / "compiler.txt";
    words.emplace_back("--version");
    if (!run_program(words, answer.string()).succeeded()) return {};
    return words[0] + '\n' + source_text(answer);
}

/// The variables that a make around this program sets for others too, without its own options.
std::string of_make() {
    const char* const flags = std::getenv("MAKEFLAGS");
    std::istringstream words(flags == nullptr ? "" : flags);
    std::string out;
    for (std::string word; words >> word;)
        if (!word.starts_with("-") && word.find('=') != std::string::npos) out += word + ' ';
    return out;
}

/// Of the compiler and Verilator's makefile.
constexpr std::array kVariables{"CXXFLAGS",      "CPPFLAGS",          "OPT", "M32", "CPATH",
                                "USER_CPPFLAGS", "CPLUS_INCLUDE_PATH"};

}  // namespace

RuntimeObjects::RuntimeObjects(const fs::path& work, const std::string& variables) : work_(work) {
    const std::string classes = source_text(work / "Vcandidate_classes.mk");
    const std::string makefile = source_text(work / "Vcandidate.mk");
    for (const char* list : {"VM_GLOBAL_FAST", "VM_GLOBAL_SLOW"})
        for (const std::string& name : words_of(classes, list)) names_.push_back(name + ".o");
    const std::vector<std::string> root = words_of(makefile, "VERILATOR_ROOT");
    if (root.empty() || names_.empty()) return;
    const fs::path include = fs::path(root[0]) / "include";
    for (const char* file : {"verilated.mk", "verilated_config.h"})
        if (!fs::exists(include / file)) return;  // another Verilator's: nothing is kept
    const std::string rules = source_text(include / "verilated.mk");
    Fingerprint key;
    for (const std::string& name : names_) key.add(name);
    for (const std::string& text : {variables, of_make(), root[0], rules, compiler(rules, work),
                                    source_text(include / "verilated_config.h")})
        key.add(text);
    for (const char* name : {"VM_TIMING", "VM_COVERAGE", "VM_SC", "VM_TRACE", "VM_TRACE_VCD", "VM_TRACE_FST"})
        for (const std::string& word : words_of(classes + makefile, name)) key.add(name + ("=" + word));
    for (const std::string& word : words_of(makefile, "VM_PROFC")) key.add(word);
    for (const std::string& word : words_of(makefile, "VM_USER_CFLAGS"))
        if (!word.starts_with("-DKARAT_")) key.add(word);  // the shape of the tile, which it does not know
    for (const char* name : kVariables) {
        const char* const value = std::getenv(name);
        key.add(std::string(name) + "=" + (value == nullptr ? "" : value));
    }
    home_ = cache_root() / "runtime" / key.text();
}

void RuntimeObjects::fetch() {
    const auto is_kept = [&](const std::string& name) { return fs::exists(home_ / name); };
    if (home_.empty() || !std::ranges::all_of(names_, is_kept)) return;
    for (const std::string& name : names_) {
        std::error_code error;
        fs::copy_file(home_ / name, work_ / name, error);
        // newer than the makefile, on which the rule of the object depends
        if (!error) fs::last_write_time(work_ / name, fs::file_time_type::clock::now(), error);
        if (error) fs::remove(work_ / name, error);  // make compiles it
    }
    fetched_ = true;
}

void RuntimeObjects::keep() const {
    if (home_.empty() || fetched_) return;
    std::error_code error;
    try {
        const fs::path folder = work_folder(home_);
        for (const std::string& name : names_)
            if (!error) fs::copy_file(work_ / name, folder / name, error);
        if (!error) fs::rename(folder, home_, error);  // fails if another build was faster
        if (error) fs::remove_all(folder, error);
    } catch (const Error&) {  // the next build compiles them again
    }
}

}  // namespace karat::tb
