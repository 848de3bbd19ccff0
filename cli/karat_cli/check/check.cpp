// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/check/check.hpp"

#include <unistd.h>

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <iostream>
#include <limits>
#include <optional>
#include <sstream>

#include "karat_cli/check/check_design.hpp"
#include "karat_cli/check/check_files.hpp"
#include "karat_cli/check/check_main.hpp"
#include "karat_cli/check/check_output.hpp"
#include "karat_cli/check/check_stimulus.hpp"
#include "karat_cli/options.hpp"
#include "karat_tb/check/check_json.hpp"
#include "karat_tb/check/junit.hpp"
#include "karat_tb/check/misplaced_answers.hpp"
#include "karat_tb/check/report.hpp"
#include "karat_tb/check/waves.hpp"
#include "karat_tb/diagnosis/diagnosis.hpp"

namespace karat::cli {
namespace {

void add_check_options(po::options_description& options, const Design* linked) {
    const auto text = [](const char* value) { return po::value<std::string>()->default_value(value); };
    add_subject_options(options);
    add_design_options(options, linked);
    add_stimulus_options(options);
    auto add = options.add_options();
    add("max-mismatches", text("100"), "stop after so many; 0: never");
    add("expect-mismatch", "exit 0 if, and only if, the design is caught");
    add("no-diagnosis", "do not search for the edits of the recipe that explain the mismatches");
    add("name", text(""), "of the check, in the report and in JUnit");
    add("out", text("mismatches.vec"),
        "vector file for the mismatches, if there are any. Unless given: never one that no check wrote, but "
        "mismatches_2.vec, ...");
    add("waves", po::value<std::string>(),
        "FST file of the cycles around the first mismatch; FILE.gtkw is its save file for GTKWave");
    add("junit", po::value<std::string>(), "JUnit XML for CI");
    add("colour", text("auto"), "always, never or auto: on a terminal");
    add("quiet", "no progress");
    add("json", "as JSON");
}

/// One of the words an option may have.
std::string read_word(const po::variables_map& values, const char* option,
                      const std::vector<std::string>& allowed) {
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
    const std::vector<NamedPath>& outputs;

    /// The path of --out, --waves, ...; of one not asked for, null.
    [[nodiscard]] const NamedPath* output(const char* option) const {
        const auto at = std::ranges::find(outputs, option, &NamedPath::option);
        return at == outputs.end() ? nullptr : &*at;
    }
};

constexpr std::size_t kHistory = std::size_t{1} << 28;  // bytes

constexpr std::uint64_t kTilesForADiagnosis = 16;  // fewer have many explanations

tb::Findings look_into(const tb::Scoreboard& board) {
    return {board.tiles() < kTilesForADiagnosis ? std::nullopt : std::optional(tb::diagnose(board)),
            tb::misplaced_answers(board)};
}

/// The design once more, long enough to see many right answers beside the wrong ones, and all of them kept:
/// the tiles of the first run, then more of the same stimulus, however few were asked for. Few answers would
/// have many explanations.
tb::Findings find_out(const Run& run, const tb::Scoreboard& first) {
    if (!run.design.repeatable()) return look_into(first);
    constexpr std::uint64_t least_tiles = 20000;
    tb::CheckSettings settings = run.settings;
    settings.count = std::max(least_tiles, first.tiles());
    settings.max_mismatches = 0;
    settings.progress = nullptr;
    StimulusRun stimulus(run.values, run.dot, run.lanes, first.tiles());
    tb::Scoreboard board(run.dot, run.lanes.m, run.lanes.n, {.history_bytes = kHistory});
    stimulus.watch(board);
    (void)run.design.run(stimulus.source(), board, settings, {});
    return look_into(board);
}

/// The cycles around the first wrong answer: the same run once more.
void write_waves(const Run& run, const std::string& path, const tb::CheckResult& first) {
    StimulusRun stimulus(run.values, run.dot, run.lanes);
    tb::Scoreboard board(run.dot, run.lanes.m, run.lanes.n, {.mismatches = 0});
    stimulus.watch(board);
    (void)run.design.run(stimulus.source(), board, tb::wave_settings(run.settings, first), path);
    tb::write_save_file(path + ".gtkw", path, first);
}

tb::CheckSettings read_settings(const po::variables_map& values) {
    constexpr std::uint64_t any = std::numeric_limits<std::uint64_t>::max();
    tb::CheckSettings settings;
    settings.count = read_count(values, "count", 1, any);  // a check of nothing would prove nothing
    settings.seed = read_count(values, "seed", 0, any);
    settings.max_mismatches = read_count(values, "max-mismatches", 0, any);
    return settings;
}

int exit_status(const tb::ReportInput& input, bool expect_mismatch) {
    // an excluded bin that was hit is an error of karat's own, and must not go unseen
    if (input.coverage != nullptr && !input.coverage->contradictions().empty()) return 1;
    if (expect_mismatch) return input.result.verdict == tb::Verdict::mismatched ? 0 : 1;
    return input.result.verdict == tb::Verdict::passed && !tb::coverage_shortfall(input) ? 0 : 1;
}

void require_waves(const po::variables_map& values, const Design& design) {
    if (!values.contains("waves")) return;
    if (!design.repeatable())
        throw UsageError("--waves: this design runs once only; use the harness without SystemC");
    if (!design.has_waves())
        throw UsageError(
            "--waves: the design was built without waves; build it with verilator --trace-fst (WAVES in "
            "karat_add_rtl_check)");
}

/// Runs, looks into what is wrong, writes the files and the report; the exit status.
int run_and_report(Run& run, const Subject& subject, bool own_program, const Arguments& typed, bool colour) {
    const po::variables_map& values = run.values;
    Progress progress(run.settings.count, values.contains("quiet"));
    run.settings.progress = std::ref(progress);
    tb::Scoreboard board(run.dot, run.lanes.m, run.lanes.n,
                         {.history_bytes = run.design.repeatable() ? 0 : kHistory});
    StimulusRun stimulus(values, run.dot, run.lanes);
    stimulus.watch(board);
    std::optional<DesignOutput> elsewhere(std::in_place);
    const tb::CheckResult result = run.design.run(stimulus.source(), board, run.settings, {});
    progress.end();

    Troubles troubles;
    tb::Findings findings;
    const bool wrong = board.mismatches() != 0;
    if (wrong && !values.contains("no-diagnosis")) findings = find_out(run, board);
    const NamedPath& out = *run.output("--out");
    bool written = false;
    (void)troubles.attempt("--out", [&] { written = write_mismatches(out, board, run.settings.seed); });
    const NamedPath* const waves = wrong ? run.output("--waves") : nullptr;
    const bool dumped =
        waves != nullptr && troubles.attempt("--waves", [&] { write_waves(run, waves->path, result); });
    elsewhere.reset();
    const tb::ReportInput input{
        .result = result,
        .board = board,
        .findings = findings,
        .coverage = stimulus.coverage(),
        .coverage_goal = stimulus.goal(),
        .name = values["name"].as<std::string>(),
        .subject = subject_arguments(subject),
        .vector_path = written ? quoted(out.path) : std::string(),
        .wave_path = dumped ? quoted(waves->path) : std::string(),
        .again = again(own_program ? "" : "check", typed, std::to_string(run.settings.seed)),
        .program = own_program ? "karat" : quoted(program()),
        .seed = run.settings.seed,
        .colour = colour};
    std::cout << (values.contains("json") ? tb::check_to_json_text(input) + "\n" : tb::report(input))
              << std::flush;
    if (const NamedPath* const coverage = run.output("--coverage")) {
        (void)troubles.attempt("--coverage", [&] {
            write_output(*coverage, boost::json::serialize(stimulus.coverage()->to_json()) + "\n");
        });
    }
    if (const NamedPath* const junit = run.output("--junit")) {
        std::ostringstream text;
        tb::write_junit(text, input);
        (void)troubles.attempt("--junit", [&] { write_output(*junit, text.str()); });
    }
    troubles.report();
    return exit_status(input, values.contains("expect-mismatch"));
}

}  // namespace

int check(const Arguments& arguments, const Design* linked, const Arguments& typed) {
    po::options_description options("options");
    add_check_options(options, linked);
    const bool own_program = linked != nullptr;
    const auto parsed = parse(
        arguments, options,
        own_program
            ? "check [--count N] [--seed N] [--set KEY=VALUE]\n"
              "Checks the design that is linked in; its specification too, unless the options say another."
            : "check --arch ARCH --instruction NAME [RTL knobs] [--count N] [--seed N]\n"
              "The specification says what must come out; --F and its like change the RTL only.",
        nullptr, own_program ? program() : std::string());
    if (!parsed) return 0;
    const po::variables_map& values = *parsed;
    const Subject subject = read_subject(values);
    const DotAdd dot(subject.spec);
    const std::string colour = read_word(values, "colour", {"auto", "always", "never"});
    const auto named = linked == nullptr ? read_design(values, subject.spec) : nullptr;
    const Design& design = linked == nullptr ? *named : *linked;
    require_waves(values, design);
    const auto outputs = read_outputs(values, gives(typed, "--out"));
    Run run{values, design, dot, read_settings(values), design.lanes(values), outputs};
    return run_and_report(run, subject, own_program, typed,
                          colour == "always" || (colour == "auto" && isatty(STDOUT_FILENO) == 1));
}

int check_command(const Arguments& arguments) { return check(arguments, nullptr, arguments); }

}  // namespace karat::cli
