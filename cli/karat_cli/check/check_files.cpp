// SPDX-License-Identifier: Apache-2.0
#include "karat_cli/check/check_files.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "karat_tb/check/report.hpp"

namespace karat::cli {
namespace {

/// Whether karat check wrote this file: a vector file whose source line says so.
bool is_of_a_check(const std::string& path) {
    constexpr int header_lines = 32;
    std::ifstream in(path);
    std::string line;
    for (int i = 0; i < header_lines && std::getline(in, line) && line.starts_with('#'); ++i) {
        if (i == 0 && !line.starts_with("# karat-vectors")) return false;
        if (line.starts_with("# source: " + std::string(tb::kMismatchSource))) return true;
    }
    return false;
}

/// The file for mismatches without --out: the first of `usual`, STEM_2.vec, STEM_3.vec, ... that is not one
/// of the inputs and, if it exists, was written by a check.
std::string free_mismatch_path(const std::string& usual, const std::vector<NamedPath>& inputs) {
    const std::filesystem::path path(usual);
    for (int i = 1;; ++i) {
        std::string name =
            i == 1 ? usual : path.stem().string() + "_" + std::to_string(i) + path.extension().string();
        const bool read =
            std::ranges::any_of(inputs, [&](const NamedPath& input) { return same_file(name, input.path); });
        std::error_code ignored;
        if (!read && (!std::filesystem::is_regular_file(name, ignored) || is_of_a_check(name))) return name;
    }
}

}  // namespace

std::vector<NamedPath> read_outputs(const po::variables_map& values, bool names_out) {
    std::vector<NamedPath> inputs;
    std::vector<NamedPath> outputs;
    for (const char* option : {"stimulus", "spec", "candidate"}) {
        if (!values.contains(option)) continue;
        const auto& path = values[option].as<std::string>();
        if (option != std::string_view("stimulus") || path.ends_with(".vec"))
            inputs.push_back({std::string("--") + option, path});
    }
    const auto& out = values["out"].as<std::string>();
    outputs.push_back({"--out", names_out ? out : free_mismatch_path(out, inputs)});
    for (const char* option : {"waves", "junit", "coverage"}) {
        if (!values.contains(option)) continue;
        const auto& path = values[option].as<std::string>();
        outputs.push_back({std::string("--") + option, path});
        if (option == std::string_view("waves")) outputs.push_back({"--waves", path + ".gtkw"});
    }
    require_outputs(outputs, inputs);
    return outputs;
}

bool write_mismatches(const NamedPath& out, const tb::Scoreboard& board, std::uint64_t seed) {
    if (!board.kept().empty()) {
        std::ostringstream text;
        tb::write_mismatch_vectors(text, board, seed);
        write_output(out, text.str());
        return true;
    }
    std::error_code ignored;
    if (!std::filesystem::is_symlink(out.path, ignored) &&
        std::filesystem::is_regular_file(out.path, ignored) && is_of_a_check(out.path))
        std::filesystem::remove(out.path, ignored);
    return false;
}

bool Troubles::attempt(const char* option, const std::function<void()>& write) {
    try {
        write();
        return true;
    } catch (const std::exception& error) {
        const std::string what = error.what();
        text_ +=
            (text_.empty() ? "" : "; ") + (what.starts_with("--") ? what : std::string(option) + ": " + what);
        return false;
    }
}

void Troubles::report() const {
    if (!text_.empty()) throw UsageError(text_);
}

}  // namespace karat::cli
