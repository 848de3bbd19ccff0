// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/check.hpp"

#include <unistd.h>

#include <iostream>
#include <limits>
#include <optional>

#include "karat_cli/check_design.hpp"
#include "karat_cli/check_main.hpp"
#include "karat_cli/check_output.hpp"
#include "karat_cli/check_stimulus.hpp"
#include "karat_cli/options.hpp"
#include "karat_tb/arrangement.hpp"
#include "karat_tb/check_json.hpp"
#include "karat_tb/diagnosis.hpp"
#include "karat_tb/junit.hpp"
#include "karat_tb/report.hpp"
#include "karat_tb/waves.hpp"

namespace karat::cli {
namespace {

void add_check_options(po::options_description& options, bool linked) {
    const auto text = [](const char* value) { return po::value<std::string>()->default_value(value); };
    add_subject_options(options);
    add_design_options(options, linked);
    add_stimulus_options(options);
    auto add = options.add_options();
    add("max-mismatches", text("100"), "stop after so many; 0: never");
    add("expect-mismatch", "exit 0 if, and only if, the design is caught");
    add("no-diagnosis", "do not search for the knobs that explain the mismatches");
    add("out", text("mismatches.vec"), "vector file for the mismatches");
    add("waves", po::value<std::string>(), "FST file of the cycles around the first mismatch; FILE.gtkw is its save file for GTKWave");
    add("junit", po::value<std::string>(), "JUnit XML for CI");
    add("colour", text("auto"), "always, never or auto: on a terminal");
    add("quiet", "no progress");
    add("json", "as JSON");
}

/// One of the words an option may have.
std::string read_word(const po::variables_map& values, const char* option, const std::vector<std::string>& allowed) {
    const auto& word = values[option].as<std::string>();
    std::string list;
    for (const std::string& one : allowed) {
        if (one == word) return word;
        list += (list.empty() ? "" : one == allowed.back() ? " or " : ", ") + one;
    }
    throw UsageError(std::string("--") + option + ": \"" + word + "\" is not allowed; use " + list);
}

struct Run {
    const po::variables_map& values;
    const Design& design;
    const DotAdd& dot;
    tb::CheckSettings settings;
    Lanes lanes;
};

constexpr std::size_t kHistory = std::size_t{1} << 28;  // bytes

/// The design once more, long enough to see many right answers beside the wrong ones, and all of them kept.
tb::Findings find_out(const Run& run, const tb::Scoreboard& first) {
    const auto from = [](const tb::Scoreboard& board) { return tb::Findings{tb::diagnose(board), tb::misplaced_answers(board)}; };
    if (!run.design.repeatable()) return from(first);
    constexpr std::uint64_t least_tiles = 20000;
    tb::CheckSettings settings = run.settings;
    settings.count = std::min(run.settings.count, std::max(least_tiles, first.tiles()));
    settings.max_mismatches = 0;
    settings.progress = nullptr;
    StimulusRun stimulus(run.values, run.dot, run.lanes);
    tb::Scoreboard board(run.dot, run.lanes.m, run.lanes.n, {.history_bytes = kHistory});
    stimulus.watch(board);
    (void)run.design.run(stimulus.source(), board, settings, {});
    return from(board);
}

/// The cycles around the first wrong answer: the same run once more.
void write_waves(const Run& run, const tb::CheckResult& first) {
    const auto path = run.values["waves"].as<std::string>();
    StimulusRun stimulus(run.values, run.dot, run.lanes);
    tb::Scoreboard board(run.dot, run.lanes.m, run.lanes.n, {.mismatches = 0});
    stimulus.watch(board);
    (void)run.design.run(stimulus.source(), board, tb::wave_settings(run.settings, first), path);
    tb::write_save_file(path + ".gtkw", path, first);
}

void write_junit_file(const std::string& path, const tb::CheckResult& result, const tb::Scoreboard& board, const std::string& suite,
                      const std::string& detail) {
    std::ofstream out(path);
    tb::write_junit(out, suite, result, board, detail);
    out.flush();
    if (!out) throw UsageError("--junit " + path + ": the file cannot be written");
}

tb::CheckSettings read_settings(const po::variables_map& values) {
    constexpr std::uint64_t any = std::numeric_limits<std::uint64_t>::max();
    tb::CheckSettings settings;
    settings.count = read_count(values, "count", 1, any);  // a check of nothing would prove nothing
    settings.seed = read_count(values, "seed", 0, any);
    settings.max_mismatches = read_count(values, "max-mismatches", 0, any);
    return settings;
}

}  // namespace

int check(const Arguments& arguments, const Design* linked, const Arguments& typed) {
    po::options_description options("options");
    add_check_options(options, linked != nullptr);
    const bool own_program = linked != nullptr;
    const auto parsed = parse(arguments, options,
                              own_program ? "check [--count N] [--seed N] [--set KEY=VALUE]\n"
                                            "Checks the design that is linked in; its specification too, unless the options say another."
                                          : "check --arch ARCH --instruction NAME [RTL knobs] [--count N] [--seed N]\n"
                                            "The specification says what must come out; --F and its like change the RTL only.",
                              nullptr, own_program ? program() : std::string());
    if (!parsed) return 0;
    const po::variables_map& values = *parsed;
    const Subject subject = read_subject(values);
    const DotAdd dot(subject.spec);
    const std::string colour = read_word(values, "colour", {"auto", "always", "never"});
    tb::CheckSettings settings = read_settings(values);
    const auto named = linked == nullptr ? read_design(values, subject.spec) : nullptr;
    const Design& design = linked == nullptr ? *named : *linked;
    if (values.contains("waves") && !design.repeatable())
        throw UsageError("--waves: this design runs once only; use the harness without SystemC");
    if (values.contains("waves") && !design.has_waves())
        throw UsageError("--waves: the design was built without waves; build it with verilator --trace-fst (WAVES in karat_add_rtl_check)");
    MismatchFile mismatches(values["out"].as<std::string>());

    const Run run{values, design, dot, settings, design.lanes(values)};
    Progress progress(settings.count, values.contains("quiet"));
    settings.progress = std::ref(progress);
    tb::Scoreboard board(dot, run.lanes.m, run.lanes.n, {.history_bytes = design.repeatable() ? 0 : kHistory});
    StimulusRun stimulus(values, dot, run.lanes);
    stimulus.watch(board);
    std::optional<DesignOutput> elsewhere(std::in_place);
    const tb::CheckResult result = design.run(stimulus.source(), board, settings, {});
    progress.end();

    tb::Findings findings;
    const bool wrong = board.mismatches() != 0;
    if (wrong && !values.contains("no-diagnosis")) findings = find_out(run, board);
    const bool written = mismatches.finish(board, settings.seed);
    if (wrong && values.contains("waves")) write_waves(run, result);
    elsewhere.reset();
    const tb::ReportInput input{.result = result,
                                .board = board,
                                .findings = findings,
                                .coverage = stimulus.coverage(),
                                .subject = subject_arguments(subject),
                                .vector_path = written && wrong ? quoted(values["out"].as<std::string>()) : std::string(),
                                .wave_path = wrong && values.contains("waves") ? quoted(values["waves"].as<std::string>()) : std::string(),
                                .again = again(own_program ? "" : "check", typed, std::to_string(settings.seed)),
                                .program = own_program ? "karat" : quoted(program()),
                                .seed = settings.seed,
                                .colour = colour == "always" || (colour == "auto" && isatty(STDOUT_FILENO) == 1)};
    std::cout << (values.contains("json") ? tb::check_to_json_text(input) + "\n" : tb::report(input));
    if (values.contains("coverage")) stimulus.coverage()->save(values["coverage"].as<std::string>());
    if (values.contains("junit"))
        write_junit_file(values["junit"].as<std::string>(), result, board, "karat check " + input.subject, tb::report(input));
    if (!written) throw UsageError("--out " + values["out"].as<std::string>() + ": the file cannot be written");
    // an excluded bin that was hit is an error of karat's own, and must not go unseen
    if (stimulus.coverage() != nullptr && !stimulus.coverage()->contradictions().empty()) return 1;
    const bool caught = result.verdict == tb::Verdict::mismatched;
    return values.contains("expect-mismatch") ? (caught ? 0 : 1) : (result.verdict == tb::Verdict::passed ? 0 : 1);
}

int check_command(const Arguments& arguments) { return check(arguments, nullptr, arguments); }

}  // namespace karat::cli
