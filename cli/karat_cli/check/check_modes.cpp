// SPDX-License-Identifier: Apache-2.0
#include "karat_cli/check/check_modes.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <sstream>

#include "karat/error.hpp"
#include "karat/recipe/knobs/knobs.hpp"
#include "karat/recipe/knobs/validate.hpp"

namespace karat::cli {
namespace {

[[noreturn]] void refuse_mode(const std::string& text, const std::string& why) {
    throw UsageError("--mode \"" + text + "\": " + why);
}

std::uint32_t read_value(const std::string& text, const std::string& word) {
    std::uint32_t value = 0;
    const bool hex = word.starts_with("0x") || word.starts_with("0X");
    const char* const end = word.data() + word.size();
    const auto [at, error] = std::from_chars(word.data() + (hex ? 2 : 0), end, value, hex ? 16 : 10);
    if (error != std::errc() || at != end)
        refuse_mode(text, "write VALUE: KEY=VALUE ..., as in \"2: output_rounding=RU\"; VALUE is a number");
    return value;
}

/// What a mode may name in its first word instead of the command's specification: spec=FILE.json, or
/// instruction=ARCH/NAME.
std::optional<Subject> own_subject(const std::string& text, const std::string& word, bool is_first) {
    const bool names_file = word.starts_with("spec=");
    if (!names_file && !word.starts_with("instruction=")) return std::nullopt;
    if (!is_first) refuse_mode(text, word + ": must come first");
    const std::string name = word.substr(word.find('=') + 1);
    if (names_file) return subject_of_file(name);
    if (name.find('/') == std::string::npos)
        refuse_mode(text, word + ": write instruction=ARCH/NAME, as in instruction=Volta/HMMA.884.F32.F32");
    return subject_of_instruction("", name);
}

Mode read_mode(const std::string& text, const Subject& subject) {
    const std::size_t colon = std::min(text.find(':'), text.size());
    Mode out{read_value(text, text.substr(0, colon)), {}, subject};
    std::istringstream words(colon == text.size() ? std::string() : text.substr(colon + 1));
    bool is_first = true;
    for (std::string word; words >> word; is_first = false) {
        if (const auto own = own_subject(text, word, is_first)) {
            out.subject = *own;
            out.settings = word;
            continue;
        }
        const std::size_t equals = word.find('=');
        if (equals == std::string::npos) refuse_mode(text, word + ": write KEY=VALUE, as in F=24");
        try {
            set_knob(out.subject.spec, word.substr(0, equals), word.substr(equals + 1));
        } catch (const SpecError& error) {
            refuse_mode(text, error.what());
        }
        out.settings += (out.settings.empty() ? "" : " ") + word;
        out.subject.settings.push_back(word);
        out.subject.changed = true;
    }
    try {
        validate(out.subject.spec);
    } catch (const SpecError& error) {
        refuse_mode(text, error.what());
    }
    return out;
}

/// "modes 1, 2", or with their settings "mode 2 (output_rounding=RU)": those with these numbers.
std::string list_modes(const std::vector<Mode>& modes, const std::vector<std::size_t>& which,
                       bool with_settings) {
    std::string out;
    int count = 0;
    for (const std::size_t i : which) {
        out += (count++ == 0 ? "" : ", ") + std::to_string(modes[i].value);
        if (with_settings && !modes[i].settings.empty()) out += " (" + modes[i].settings + ")";
    }
    return out.empty() ? out : (count == 1 ? "mode " : "modes ") + out;
}

}  // namespace

void add_mode_options(po::options_description& options) {
    options.add_options()(
        "mode", po::value<std::vector<std::string>>()->composing(),
        "MODE: \"VALUE: KEY=VALUE ...\", a value of the design's input mode_i and the settings (as of --set) "
        "under it, after spec=FILE.json or instruction=ARCH/NAME if it is another specification; once for "
        "each value. Each is checked in a run of its own, then all mixed in one run; --count applies to each "
        "run (default: the design has no mode_i)");
}

std::vector<Mode> read_modes(const po::variables_map& values, const Subject& subject, const Design& design) {
    std::vector<Mode> out;
    const std::uint32_t bits = design.mode_bits();
    if (!values.contains("mode")) {
        if (bits != 0)
            throw UsageError(
                "the design has a port mode_i; say what it computes under each value with --mode, as in "
                "--mode \"0: output_rounding=RNE\" --mode \"1: output_rounding=RZ\"");
        return out;
    }
    if (bits == 0) throw UsageError("--mode: the design has no port mode_i");
    for (const std::string& text : values["mode"].as<std::vector<std::string>>()) {
        Mode mode = read_mode(text, subject);
        if (bits < 32 && mode.value >> bits != 0)
            refuse_mode(text, std::to_string(mode.value) + " does not fit mode_i, which has " +
                                  std::to_string(bits) + (bits == 1 ? " bit" : " bits"));
        if (std::ranges::find(out, mode.value, &Mode::value) != out.end())
            refuse_mode(text, "mode " + std::to_string(mode.value) + " is given twice");
        out.push_back(std::move(mode));
    }
    return out;
}

po::variables_map with_file_suffix(const po::variables_map& values, const std::string& suffix) {
    po::variables_map out = values;
    for (const char* option : {"out", "record", "waves", "coverage", "nearest"}) {
        const auto at = out.find(option);
        if (at == out.end()) continue;
        const std::filesystem::path path(at->second.as<std::string>());
        const std::string name = path.stem().string() + suffix + path.extension().string();
        at->second.value() = (path.parent_path() / name).string();
    }
    return out;
}

std::optional<tb::Tile> ModeMix::next() {
    const Part& part = parts_[static_cast<std::size_t>(random_.below(parts_.size()))];
    std::optional<tb::Tile> out = part.source->next();
    if (out) out->mode = part.mode;
    return out;
}

std::string modes_line(const std::vector<Mode>& modes, const JudgedRuns& alone, const JudgedRuns& mixed) {
    std::vector<std::size_t> wrong;
    std::vector<std::size_t> wrong_mixed;
    std::vector<std::size_t> right;
    const auto passed = [](const JudgedRuns& runs, std::size_t i) {
        return runs.empty() || runs[i]->result.verdict == tb::Verdict::passed;
    };
    // a mode that ends the mixed run ends it for the others, too
    const tb::Verdict ended = verdict_of(mixed);
    const bool is_cut_short =
        ended != tb::Verdict::passed && ended != tb::Verdict::mismatched &&
        std::ranges::any_of(alone, [&](const auto& run) { return run->result.verdict == ended; });
    for (std::size_t i = 0; i < modes.size(); ++i)
        (!passed(alone, i) ? wrong : is_cut_short || passed(mixed, i) ? right : wrong_mixed).push_back(i);
    const std::string changes = "when the mode changes from tile to tile";
    const std::string these = list_modes(modes, wrong_mixed, false);
    if (wrong.empty() && wrong_mixed.empty())
        return "PASS  in " + list_modes(modes, right, false) + (mixed.empty() ? "" : ", and " + changes) +
               '\n';
    if (wrong.empty()) return "FAIL  in " + these + ", but only " + changes + "; alone each mode passed\n";
    std::string out = "FAIL  in " + list_modes(modes, wrong, true);
    if (!wrong_mixed.empty()) out += "; in " + these + " only " + changes;
    if (!right.empty()) out += "; passed in " + list_modes(modes, right, false);
    if (is_cut_short) out += "; the run of all modes ended early";
    return out + '\n';
}

}  // namespace karat::cli
