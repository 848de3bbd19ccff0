// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/check/check.hpp"

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <filesystem>
#include <iostream>
#include <limits>
#include <optional>

#include "karat_cli/check/check_bugs.hpp"
#include "karat_cli/check/check_contract.hpp"
#include "karat_cli/check/check_design.hpp"
#include "karat_cli/check/check_main.hpp"
#include "karat_cli/check/check_output.hpp"
#include "karat_cli/check/check_run.hpp"
#include "karat_cli/check/check_trials.hpp"
#include "karat_cli/command_table.hpp"
#include "karat_cli/probe/target_options.hpp"
#include "karat_cli/progress.hpp"
#include "karat_probe/findings/bugs_output.hpp"
#include "karat_probe/target/candidate_target.hpp"
#include "karat_probe/target/serve.hpp"
#include "karat_tb/check/check_json.hpp"
#include "karat_tb/check/misplaced_answers.hpp"
#include "karat_tb/check/report.hpp"
#include "karat_tb/check/waves.hpp"

namespace karat::cli {
namespace {

void add_check_options(po::options_description& options, const Design* linked) {
    const auto text = [](const char* value) { return po::value<std::string>()->default_value(value); };
    add_subject_options(options);
    add_design_options(options, linked);
    add_contract_options(options, linked);
    add_mode_options(options);
    add_stimulus_options(options);
    auto add = options.add_options();
    add("max-mismatches", text("100"), "stop after this many mismatches; 0: no limit");
    add("expect-mismatch", "exit status 0 if the verdict is \"mismatched\", else 1");
    add("no-diagnosis", "do not search for what explains the mismatches");
    add_identify_options(options);
    add_format_options(options,
                       "with --identify, for a unit whose arithmetic is not known: takes the place of a "
                       "specification");
    add("name", text(""),
        "name of the check in the report and in JUnit (default: the specification's arguments)");
    add("out", text("mismatches.vec"),
        "FILE.vec: write the mismatches, if any, as vectors. The default name becomes mismatches_2.vec, ... "
        "if the file is an input or was not written by a check");
    add("record", po::value<std::string>(),
        "FILE.vec: record the answers, right and wrong, with tile, lane, class and cycle: at most 20,000 "
        "rows, "
        "shared among classes and kinds of difference");
    add("waves", po::value<std::string>(),
        "FILE.fst: dump the cycles around the first mismatch; FILE.fst.gtkw is a save file for GTKWave");
    add("html", po::value<std::string>(), "FILE.html: write the report as one page for a browser");
    add("junit", po::value<std::string>(), "FILE.xml: write a JUnit report for CI");
    add_color_option(options);
    add("serve",
        "answer dot-adds on standard input and output instead of checking, as a target (candidate:, "
        "program:)");
    add("quiet", "no progress messages");
    add("json", "print the report as JSON");
}

void look_into(const Run& run, const tb::Scoreboard& board, const tb::FlagBoard* flags, bool color,
               Judged& judged) {
    judged.findings.misplaced = tb::misplaced_answers(board);
    judged.bugs = find_bugs(run.design, run.lanes, board,
                            {.identify = run.values.contains("identify"),
                             .formats_only = run.formats_only,
                             .mode = run.settings.mode,
                             .has_c = !run.values.contains("no-c"),
                             .flags = flags});
    if (!judged.bugs) return;
    judged.findings.text = probe::text_of(*judged.bugs, color);
    judged.findings.members = probe::members_of(*judged.bugs);
    judged.findings.suggests_identify = probe::suggests_identify(*judged.bugs);
}

/// Roughly, as measured on one core.
double seconds_to_diagnose(const Run& run) { return run.values.contains("identify") ? 45 : 15; }

/// Diagnoses a failed run. The design runs again over at least `least_tiles` tiles, and all answers are kept:
/// first the tiles of the failed run, then more of the same stimulus, whatever --count says. With few answers
/// too many explanations would fit.
/// `recorder`, if any, gets the answers of that run instead.
void find_out(const Run& run, Judged& judged, bool color, std::optional<tb::AnswerRecorder>& recorder) {
    const tb::Scoreboard& first = judged.board;
    constexpr std::uint64_t least_tiles = 20000;
    tb::CheckSettings settings = run.settings;
    settings.count = std::max(least_tiles, first.tiles());
    settings.max_mismatches = 0;
    settings.progress = nullptr;
    std::optional<Progress> progress;
    if (!run.values.contains("quiet")) progress.emplace("looking for the causes", seconds_to_diagnose(run));
    StimulusRun stimulus(run.values, run.dot, run.lanes, first.tiles());
    tb::Scoreboard board(run.dot, run.lanes.m, run.lanes.n, {.history_bytes = kHistory});
    stimulus.watch(board, settings);
    if (recorder) {
        recorder.emplace(run.dot, run.lanes.m, run.lanes.n);
        board.on_answers([&](const tb::ComparedTile& seen) { recorder->take(seen); });
    }
    std::optional<tb::FlagBoard> flags;
    if (run.flags() != nullptr) flags.emplace(*run.flags(), run.lanes.m, run.lanes.n);
    settings.flags = flags ? &*flags : nullptr;
    (void)run.design.run(stimulus.source(), board, settings, {});
    look_into(run, board, settings.flags, color, judged);
}

/// Repeats the run and dumps the cycles around the first wrong answer.
void write_waves(const Run& run, const std::string& path, const tb::CheckResult& first) {
    StimulusRun stimulus(run.values, run.dot, run.lanes);
    tb::Scoreboard board(run.dot, run.lanes.m, run.lanes.n, {.mismatches = 0});
    tb::CheckSettings settings = tb::wave_settings(run.settings, first);
    stimulus.watch(board, settings);
    (void)run.design.run(stimulus.source(), board, settings, path);
    tb::write_save_file(path + ".gtkw", path, first);
}

tb::CheckSettings read_settings(const po::variables_map& values) {
    constexpr std::uint64_t any = std::numeric_limits<std::uint64_t>::max();
    tb::CheckSettings settings;
    settings.count = read_count(values, "count", 1, any);  // a check of no tiles would always pass
    settings.seed = read_count(values, "seed", 0, any);
    settings.max_mismatches = read_count(values, "max-mismatches", 0, any);
    settings.traffic = read_traffic(values);
    return settings;
}

/// Answers dot-adds with the design, in one of its modes, until standard input ends.
int serve_design(const Design& design, const Lanes& lanes, const Subject& subject,
                 const std::vector<Mode>& modes) {
    if (modes.size() > 1) throw UsageError("--serve: a target has one mode; give --mode once");
    const DotAdd dot(modes.empty() ? subject.spec : modes[0].subject.spec);
    auto candidate = design.open();
    if (!modes.empty()) candidate = tb::in_mode(std::move(candidate), modes[0].value);
    const auto target = probe::drive_candidate(std::move(candidate), program(), dot.operands(),
                                               {.rows = lanes.m, .columns = lanes.n});
    probe::serve(*target, std::cin, std::cout);
    return 0;
}

void require_waves(const po::variables_map& values, const Design& design) {
    if (!values.contains("waves")) return;
    if (!design.can_be_opened())
        throw UsageError("--waves: a SystemC design writes none; use the harness without SystemC");
    if (!design.has_waves())
        throw UsageError(
            "--waves: the design was built without waves; build it with verilator --trace-fst (WAVES in "
            "karat_add_rtl_check)");
}

/// Writes the coverage of a run and, if there are mismatches, their vectors and waves.
void write_files(const Run& run, Judged& judged, Troubles& troubles) {
    const NamedPath& out = *run.output("--out");
    bool written = false;
    (void)troubles.attempt("--out",
                           [&] { written = write_mismatches(out, judged.board, run.settings.seed); });
    if (written) judged.vector_path = quoted(out.path);
    if (const NamedPath* const waves = run.output("--waves");
        waves != nullptr && judged.board.mismatches() != 0) {
        if (troubles.attempt("--waves", [&] { write_waves(run, waves->path, judged.result); }))
            judged.wave_path = quoted(waves->path);
    }
    if (read_nearest(run.values)) {
        const probe::BugReport* const bugs = judged.bugs ? &*judged.bugs : nullptr;
        (void)troubles.attempt("--nearest", [&] { write_nearest(*run.output("--nearest"), bugs); });
    }
    if (const NamedPath* const coverage = run.output("--coverage")) {
        (void)troubles.attempt("--coverage", [&] {
            write_output(*coverage, boost::json::serialize(judged.stimulus.coverage()->to_json()) + "\n");
        });
    }
}

}  // namespace

std::unique_ptr<Judged> judge(Run& run, const Subject& subject, bool colour, Troubles& troubles) {
    const DesignOutput elsewhere;
    TileProgress progress(run.settings.count, run.values.contains("quiet"));
    run.settings.progress = std::ref(progress);
    std::unique_ptr<Judged> out(new Judged{.subject = subject_arguments(subject),
                                           .stimulus = StimulusRun(run.values, run.dot, run.lanes),
                                           .board = tb::Scoreboard(run.dot, run.lanes.m, run.lanes.n)});
    out->stimulus.watch(out->board, run.settings);
    std::optional<tb::AnswerRecorder> recorder;
    const NamedPath* const record = run.output("--record");
    if (record != nullptr) {
        recorder.emplace(run.dot, run.lanes.m, run.lanes.n);
        out->board.on_answers([&](const tb::ComparedTile& seen) { recorder->take(seen); });
    }
    if (run.flags() != nullptr)
        out->flags = std::make_shared<tb::FlagBoard>(*run.flags(), run.lanes.m, run.lanes.n);
    tb::CheckSettings settings = run.settings;
    settings.flags = out->flags.get();
    out->result = run.design.run(out->stimulus.source(), out->board, settings, {});
    progress.end();
    const bool diagnosed = !run.values.contains("no-diagnosis");
    if (diagnosed && out->result.verdict != tb::Verdict::passed)
        out->findings.contract = contract_misfit(run, *out);
    const bool differs = out->board.mismatches() != 0 || (out->flags && out->flags->mismatches() != 0);
    const bool wrong = differs && !out->findings.contract;
    if (wrong && diagnosed) find_out(run, *out, colour, recorder);
    write_files(run, *out, troubles);
    if (record != nullptr)
        (void)troubles.attempt("--record", [&] {
            const std::optional<std::uint32_t> mode = run.settings.mode;
            write_record(*record, *recorder, run.settings.seed,
                         run.values.contains("mode") ? mode : std::nullopt);
        });
    return out;
}

namespace {

/// The check of a design without modes. Returns the exit status.
int run_and_report(Run& run, const Subject& subject, const ReportStyle& style) {
    Troubles troubles;
    JudgedRuns runs;
    runs.push_back(judge(run, subject, style.colour, troubles));
    const tb::ReportInput input = report_input(*runs[0], style);
    std::cout << (run.values.contains("json") ? tb::check_to_json_text(input) + "\n" : tb::report(input))
              << std::flush;
    write_report_files(run.values, runs, style, "", troubles);
    troubles.report();
    return exit_status(runs, style, run.values.contains("expect-mismatch"));
}

}  // namespace

/// Without the options that name a specification, and without --identify.
static Arguments without_subject(const Arguments& typed) {
    const std::vector<std::string> with_value{"--arch",        "--instruction", "--spec",      "--set",
                                              "--nearest",     "--formats",     "--k",         "--scale",
                                              "--scale-block", "--metadata",    "--multiplier"};
    Arguments out;
    for (std::size_t i = 0; i < typed.size(); ++i) {
        const std::string name = typed[i].substr(0, typed[i].find('='));
        if (name == "--identify") continue;
        if (std::ranges::find(with_value, name) == with_value.end()) {
            out.push_back(typed[i]);
        } else if (name == typed[i]) {
            ++i;  // its value
        }
    }
    return out;
}

/// The name of the unit under check; empty for the reference RTL.
static std::string unit_name(const po::variables_map& values, const tb::Contract* contract) {
    if (contract != nullptr) return contract->top;
    if (!values.contains("candidate")) return {};
    return std::filesystem::path(values["candidate"].as<std::string>()).stem().string();
}

static Interface check_interface(const Design* linked) {
    Interface out{
        linked != nullptr
            ? "check [--count N] [--seed N] [--set KEY=VALUE]\n"
              "Checks the design linked into this program. The options can replace its specification."
            : "check --arch ARCH --instruction NAME [RTL knobs] [--count N] [--seed N]\n"
              "check --contract FILE.json checks the unit that the contract describes.\n"
              "--set changes the specification; --F, --rtl-set and the other \"RTL:\" options change "
              "only the RTL."};
    add_check_options(out.options, linked);
    return out;
}

Interface check_interface() { return check_interface(nullptr); }

int check(const Arguments& arguments, const Design* linked, const Arguments& typed) {
    const bool own_program = linked != nullptr;
    const auto parsed = parse(arguments, check_interface(linked), own_program ? program() : std::string());
    if (!parsed) return 0;
    const auto contract = read_contract_option(*parsed);
    const auto formats_alone = read_formats_alone(*parsed);
    const Subject subject = formats_alone ? *formats_alone
                            : contract    ? read_subject(*parsed, *contract)
                                          : read_subject(*parsed);
    const po::variables_map values = contract ? with_contract(*parsed, *contract) : *parsed;
    const bool color = wants_color(values);
    (void)read_nearest(values);
    const auto named = linked != nullptr ? nullptr
                       : contract        ? open_contract(*contract, values)
                                         : read_design(values, subject.spec);
    const Design& design = linked == nullptr ? *named : *linked;
    const tb::CheckSettings settings = read_settings(values);
    const std::vector<Mode> modes = read_modes(values, subject, design);
    if (values.contains("serve")) return serve_design(design, design.lanes(values), subject, modes);
    require_waves(values, design);
    const ReportStyle style{
        .name = values["name"].as<std::string>(),
        .again = again(own_program ? "" : "check", typed, std::to_string(settings.seed)),
        .program = own_program ? "karat" : quoted(program()),
        .elsewhere = again(own_program ? "" : "check", without_subject(typed), std::to_string(settings.seed)),
        .unit = unit_name(values, contract ? &*contract : nullptr),
        .seed = settings.seed,
        .colour = color};
    const bool names_out = gives(typed, "--out");
    const tb::Contract* const of_unit = contract ? &*contract : nullptr;
    if (!modes.empty()) return check_modes(values, design, modes, settings, names_out, style, of_unit);
    const auto outputs = read_outputs(values, names_out);
    const DotAdd dot(subject.spec);
    Run run{values, design, dot, settings, design.lanes(values), outputs, of_unit, subject.formats_only};
    return run_and_report(run, subject, style);
}

int check_command(const Arguments& arguments) { return check(arguments, nullptr, arguments); }

}  // namespace karat::cli
