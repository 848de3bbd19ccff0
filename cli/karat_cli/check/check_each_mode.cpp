// SPDX-License-Identifier: Apache-2.0
// A run for each mode, and one that mixes them.
#include <algorithm>
#include <deque>
#include <functional>
#include <iostream>
#include <set>

#include "karat/error.hpp"
#include "karat_cli/check/alone_answers.hpp"
#include "karat_cli/check/check_bugs.hpp"
#include "karat_cli/check/check_output.hpp"
#include "karat_cli/check/check_run.hpp"
#include "karat_probe/findings/bugs_output.hpp"
#include "karat_tb/check/tile_ports.hpp"

namespace karat::cli {
namespace {

/// What a run of one mode needs, and which its report refers to.
struct ModeRun {
    po::variables_map values;
    DotAdd dot;
    std::vector<NamedPath> outputs;
};

/// The runs of `modes`. The files of each have `suffix` and the mode's value in their names.
std::deque<ModeRun> mode_runs(const po::variables_map& values, const std::vector<Mode>& modes,
                              const std::string& suffix, bool names_out) {
    std::deque<ModeRun> out;
    for (const Mode& mode : modes) {
        const auto own = with_file_suffix(values, suffix + std::to_string(mode.value));
        out.push_back({own, DotAdd(mode.subject.spec), read_outputs(own, names_out)});
    }
    return out;
}

ModeSpecs specs_of(const std::vector<Mode>& modes) {
    ModeSpecs out;
    for (const Mode& mode : modes) out.emplace_back(mode.value, mode.subject.spec);
    return out;
}

/// Whether status flags of a mode are wrong in a mixed run.
bool has_wrong_flags(const Judged& judged) {
    return judged.flags && judged.flags->mismatches(*judged.mode) != 0;
}

bool is_wrong(const Judged& judged) { return judged.board.mismatches() != 0 || has_wrong_flags(judged); }

/// The result of one mode in a mixed run.
tb::CheckResult result_of(tb::CheckResult whole, const Judged& judged) {
    if (whole.verdict != tb::Verdict::passed && whole.verdict != tb::Verdict::mismatched) return whole;
    const tb::Scoreboard& board = judged.board;
    const bool wrong = board.mismatches() != 0;
    const bool wrong_flags = has_wrong_flags(judged);
    whole.verdict = wrong || wrong_flags ? tb::Verdict::mismatched : tb::Verdict::passed;
    whole.reason = wrong ? std::to_string(board.mismatches()) + " of " + std::to_string(board.lanes()) +
                               " lanes differ in this mode"
                   : wrong_flags ? "the results are right in this mode, but not the status flags"
                                 : "";
    return whole;
}

/// The run in which the mode changes from tile to tile.
class MixedRun {
   public:
    MixedRun(const po::variables_map& values, const Design& design, const std::vector<Mode>& modes,
             tb::CheckSettings settings, std::deque<ModeRun>& runs, const tb::FlagPort* flags)
        : values_(values),
          design_(design),
          modes_(modes),
          lanes_(design.lanes(values)),
          settings_(std::move(settings)),
          runs_(runs),
          flags_(flags) {}

    /// `alone`: the runs of one mode. `colour`: of the findings.
    [[nodiscard]] JudgedRuns judge(const JudgedRuns& alone, bool colour, Troubles& troubles) {
        const DesignOutput elsewhere;
        JudgedRuns out = new_runs(0);
        TileProgress progress(settings_.count, values_.contains("quiet"));
        tb::CheckSettings settings = settings_;
        settings.progress = std::ref(progress);
        settings.flags = out[0]->flags.get();
        tb::ModeBoards boards = boards_of(out);
        record(out, boards);
        const tb::CheckResult whole = compare(out, boards, settings);
        progress.end();
        std::set<std::uint32_t> wrong_alone;
        for (std::size_t i = 0; i < out.size(); ++i) {
            if (alone[i]->board.mismatches() != 0) wrong_alone.insert(modes_[i].value);
        }
        const auto only_mixed = [&](std::size_t i) {  // a mode that is wrong alone has its diagnosis there
            const Judged& by_itself = *alone[i];
            const bool flags = by_itself.flags && by_itself.flags->mismatches() != 0;
            return (by_itself.board.mismatches() == 0 && out[i]->board.mismatches() != 0) ||
                   (!flags && has_wrong_flags(*out[i]));
        };
        for (std::size_t i = 0; i < out.size(); ++i) {
            finish(*out[i], whole, runs_[i], troubles);
            if (!values_.contains("no-diagnosis") && only_mixed(i))
                out[i]->findings.misplaced = boards.mistaken_mode(wrong_alone);
        }
        if (!values_.contains("no-diagnosis") &&
            std::ranges::any_of(out, [](const auto& run) { return is_wrong(*run); }))
            find_out(out, only_mixed, wrong_alone, colour);
        write_records(troubles);
        return out;
    }

   private:
    /// Boards and stimulus for one run. `history`: bytes of tiles and answers kept by each board.
    [[nodiscard]] JudgedRuns new_runs(std::size_t history) const {
        std::shared_ptr<tb::FlagBoard> flags;
        if (flags_ != nullptr) flags = std::make_shared<tb::FlagBoard>(*flags_, lanes_.m, lanes_.n);
        JudgedRuns out;
        for (std::size_t i = 0; i < modes_.size(); ++i)
            out.emplace_back(new Judged{
                .mode = modes_[i].value,
                .mixed = true,
                .subject = subject_arguments(modes_[i].subject),
                .stimulus = StimulusRun(values_, runs_[i].dot, lanes_),
                .board = tb::Scoreboard(runs_[i].dot, lanes_.m, lanes_.n, {.history_bytes = history}),
                .flags = flags});
        return out;
    }
    /// Records the answers of a run from now on, if that is asked for: a record for each mode, in which tiles
    /// have their numbers among all.
    void record(const JudgedRuns& runs, const tb::ModeBoards& boards) {
        if (!values_.contains("record")) return;
        recorders_.clear();
        for (std::size_t i = 0; i < runs.size(); ++i) {
            tb::AnswerRecorder& recorder = recorders_.emplace_back(runs_[i].dot, lanes_.m, lanes_.n);
            runs[i]->board.on_answers([&recorder, &boards](const tb::ComparedTile& seen) {
                recorder.take({seen.tile, seen.expected, seen.answers, boards.tiles(), seen.cycle});
            });
        }
    }
    void write_records(Troubles& troubles) const {
        for (std::size_t i = 0; i < recorders_.size(); ++i) {
            const auto out = std::ranges::find(runs_[i].outputs, "--record", &NamedPath::option);
            (void)troubles.attempt(
                "--record", [&] { write_record(*out, recorders_[i], settings_.seed, modes_[i].value); });
        }
    }
    [[nodiscard]] tb::ModeBoards boards_of(const JudgedRuns& runs) const {
        std::vector<tb::ModeBoards::Entry> entries;
        for (std::size_t i = 0; i < modes_.size(); ++i) entries.push_back({modes_[i].value, &runs[i]->board});
        return tb::ModeBoards(entries);
    }
    tb::CheckResult compare(const JudgedRuns& runs, tb::ModeBoards& boards,
                            const tb::CheckSettings& settings) const {
        std::vector<ModeMix::Part> parts;
        for (std::size_t i = 0; i < modes_.size(); ++i)
            parts.push_back({modes_[i].value, &runs[i]->stimulus.source()});
        ModeMix mix(parts, settings.seed);
        return design_.run_modes(mix, boards, settings, {});
    }
    /// Repeats the run without a limit of mismatches, and groups those of the modes that are right alone. If
    /// others are not, the design's own answers tell which mismatches come from the mixing.
    template <class OnlyMixed>
    void find_out(JudgedRuns& runs, const OnlyMixed& only_mixed, const std::set<std::uint32_t>& wrong_alone,
                  bool colour) {
        constexpr std::uint64_t least_tiles = 20000;
        const bool has_c = !values_.contains("no-c");
        const JudgedRuns seen = new_runs(kHistory / modes_.size());
        tb::ModeBoards boards = boards_of(seen);
        std::optional<AloneAnswers> own;
        if (!wrong_alone.empty() && design_.can_be_opened()) {
            own.emplace(design_, lanes_, modes_, has_c);
            boards.judge_by(std::ref(*own));
        }
        tb::CheckSettings settings = settings_;
        settings.count = std::max(least_tiles, settings_.count);
        settings.max_mismatches = 0;
        settings.flags = seen[0]->flags.get();
        record(seen, boards);
        (void)compare(seen, boards, settings);
        const std::set<std::uint32_t> but = own ? std::set<std::uint32_t>{} : wrong_alone;
        const auto said = boards.mistaken_mode(but);
        const std::string mode = boards.mode_of_all_wrong(but);
        const std::string reason = mode.empty() ? "" : "computes in " + mode;
        for (std::size_t i = 0; i < runs.size(); ++i) {
            if (own && runs[i]->board.mismatches() != 0) runs[i]->findings.misplaced = said;
            if (!only_mixed(i)) continue;
            std::vector<tb::ModeBoards::Between> between = boards.wrong_between();
            std::erase_if(between, [&](const auto& one) { return one.mode != modes_[i].value; });
            runs[i]->bugs = find_groups(
                design_, lanes_, seen[i]->board,
                {.mode = modes_[i].value, .has_c = has_c, .flags = settings.flags, .modes = specs_of(modes_)},
                std::move(between), reason);
            if (!runs[i]->bugs) continue;
            runs[i]->findings.text = probe::text_of(*runs[i]->bugs, colour);
            runs[i]->findings.members = probe::members_of(*runs[i]->bugs);
        }
    }
    void finish(Judged& judged, const tb::CheckResult& whole, const ModeRun& run, Troubles& troubles) const {
        judged.result = result_of(whole, judged);
        const NamedPath& out = run.outputs.front();
        (void)troubles.attempt("--out", [&] {
            if (write_mismatches(out, judged.board, settings_.seed)) judged.vector_path = quoted(out.path);
        });
    }

    const po::variables_map& values_;
    const Design& design_;
    const std::vector<Mode>& modes_;
    Lanes lanes_;
    tb::CheckSettings settings_;
    std::deque<ModeRun>& runs_;
    const tb::FlagPort* flags_;
    std::deque<tb::AnswerRecorder> recorders_;  // of each mode; empty: nothing is recorded
};

/// Throws UsageError, naming the mode, if the ports do not fit the specification of a mode. A SystemC design
/// is not opened; its transactor looks at the ports.
void require_all_ports(const Design& design, const std::vector<Mode>& modes, const Lanes& lanes) {
    if (!design.can_be_opened()) return;
    const auto candidate = design.open();
    for (const Mode& mode : modes) {
        try {
            tb::require_ports(candidate->ports(), tb::TileShape(mode.subject.spec, lanes.m, lanes.n));
        } catch (const Error& error) {
            throw UsageError("mode " + std::to_string(mode.value) + ": " + error.what());
        }
    }
}

/// The counts of all modes together, then the reports of those that failed.
std::string mixed_report(const JudgedRuns& mixed, const ReportStyle& style) {
    if (mixed.empty()) return {};
    std::uint64_t tiles = 0;
    std::uint64_t mismatches = 0;
    std::string failures;
    for (const auto& run : mixed) {
        tiles += run->board.tiles();
        mismatches += run->board.mismatches();
        if (run->result.verdict != tb::Verdict::passed) failures += tb::report(report_input(*run, style));
    }
    return (failures.empty() ? "PASS  " : "FAIL  ") + style.name + (style.name.empty() ? "" : ", ") +
           "all modes mixed\n  " + std::to_string(tiles) + " tiles, " + std::to_string(mismatches) +
           " mismatches, " + std::to_string(mixed[0]->result.cycles) + " cycles, seed " +
           std::to_string(style.seed) + '\n' + failures;
}

/// The options for the mixed run: no coverage, which comes from the runs of one mode.
po::variables_map for_mixed(const po::variables_map& values) {
    po::variables_map out = values;
    for (const char* option : {"coverage", "until-coverage", "waves", "junit", "html", "nearest"})
        out.erase(option);
    return out;
}

}  // namespace

int check_modes(const po::variables_map& values, const Design& design, const std::vector<Mode>& modes,
                const tb::CheckSettings& settings, bool names_out, const ReportStyle& style,
                const tb::Contract* contract) {
    design.prepare(specs_of(modes));
    require_all_ports(design, modes, design.lanes(values));
    const po::variables_map mixed_values = for_mixed(values);
    std::deque<ModeRun> runs = mode_runs(values, modes, "_mode", names_out);
    std::deque<ModeRun> mixed_runs = mode_runs(mixed_values, modes, "_mixed_mode", names_out);
    Troubles troubles;
    JudgedRuns alone;
    for (std::size_t i = 0; i < modes.size(); ++i) {
        Run run{runs[i].values,       design,          runs[i].dot, settings,
                design.lanes(values), runs[i].outputs, contract};
        run.settings.mode = modes[i].value;
        alone.push_back(judge(run, modes[i].subject, style.colour, troubles));
        alone.back()->mode = modes[i].value;
        if (!values.contains("json"))
            std::cout << tb::report(report_input(*alone.back(), style)) << std::flush;
    }
    JudgedRuns mixed;
    if (modes.size() > 1)
        mixed = MixedRun(mixed_values, design, modes, settings, mixed_runs, flags_of(contract))
                    .judge(alone, style.colour, troubles);
    if (!values.contains("json")) std::cout << mixed_report(mixed, style) << std::flush;
    const std::string ended = modes_line(modes, alone, mixed);
    std::cout << (values.contains("json") ? modes_to_json_text(alone, mixed, style) + "\n" : ended)
              << std::flush;
    JudgedRuns all = std::move(alone);
    std::ranges::move(mixed, std::back_inserter(all));
    write_report_files(values, all, style, ended, troubles);
    troubles.report();
    return exit_status(all, style, values.contains("expect-mismatch"));
}

}  // namespace karat::cli
