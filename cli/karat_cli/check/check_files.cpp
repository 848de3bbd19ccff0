// SPDX-License-Identifier: Apache-2.0
#include "karat_cli/check/check_files.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "karat_tb/check/report.hpp"

namespace karat::cli {
namespace {

/// Whether karat check wrote this file: a vector file whose source line begins with `source`.
bool is_of_a_check(const std::string& path, std::string_view source = tb::kMismatchSource) {
    constexpr int header_lines = 32;
    std::ifstream in(path);
    std::string line;
    for (int i = 0; i < header_lines && std::getline(in, line) && line.starts_with('#'); ++i) {
        if (i == 0 && !line.starts_with("# karat-vectors")) return false;
        if (line.starts_with("# source: " + std::string(source))) return true;
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

/// Removes a file that an earlier check wrote there, so that it is not mistaken for this run's.
void remove_stale(const std::string& path, std::string_view source) {
    std::error_code ignored;
    if (!std::filesystem::is_symlink(path, ignored) && std::filesystem::is_regular_file(path, ignored) &&
        is_of_a_check(path, source))
        std::filesystem::remove(path, ignored);
}

}  // namespace

std::vector<NamedPath> read_outputs(const po::variables_map& values, bool names_out) {
    std::vector<NamedPath> inputs;
    std::vector<NamedPath> outputs;
    for (const char* option : {"stimulus", "stimulus-spec", "spec", "candidate"}) {
        if (!values.contains(option)) continue;
        const auto& path = values[option].as<std::string>();
        const bool names = std::string_view(option).starts_with("stimulus");  // a kind, or a file
        if (!names || path.ends_with(".vec") || path.ends_with(".json"))
            inputs.push_back({std::string("--") + option, path});
    }
    const auto& out = values["out"].as<std::string>();
    outputs.push_back({"--out", names_out ? out : free_mismatch_path(out, inputs)});
    for (const char* option : {"waves", "html", "junit", "coverage", "record", "nearest"}) {
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
    remove_stale(out.path, tb::kMismatchSource);
    return false;
}

void write_record(const NamedPath& out, const tb::AnswerRecorder& recorder, std::uint64_t seed,
                  std::optional<std::uint32_t> mode) {
    tb::AnswerRecord record = recorder.record();
    if (record.rows.empty()) return remove_stale(out.path, tb::kRecordSource);
    record.source = tb::kRecordSource;
    record.source += " seed " + std::to_string(seed);
    record.mode = mode;
    std::ostringstream text;
    tb::write_record(text, record);
    write_output(out, text.str());
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
