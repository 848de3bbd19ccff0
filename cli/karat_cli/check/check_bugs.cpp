// SPDX-License-Identifier: Apache-2.0
#include "karat_cli/check/check_bugs.hpp"

#include <deque>
#include <functional>
#include <iostream>

#include "karat/recipe/json/spec_json.hpp"
#include "karat/recipe/own_recipe.hpp"
#include "karat_cli/probe/target_options.hpp"
#include "karat_probe/findings/flag_findings.hpp"
#include "karat_probe/findings/nearest_start.hpp"
#include "karat_probe/findings/typed_settings.hpp"
#include "karat_probe/identify/knobs/knob_form.hpp"
#include "karat_probe/target/between_target.hpp"
#include "karat_probe/target/candidate_target.hpp"

namespace karat::cli {
namespace {

constexpr double kSecondsToIdentify = 40;
constexpr int kMostRounds = 3;
constexpr std::size_t kMostAgainst = 400;     // answers that contradict the nearest specification
constexpr std::uint64_t kFewestAnswers = 16;  // with fewer, too many changes of a specification explain all

probe::CandidateSettings settings_of(const Lanes& lanes, const BugSearch& search, bool flags) {
    probe::CandidateSettings out{.rows = lanes.m, .columns = lanes.n, .has_c = search.has_c};
    if (flags) out.flags = search.flags->port();
    return out;
}

/// The design as a target: a fresh copy of it, or itself if there can be no other. `flags`: its answers are
/// the status flags.
std::unique_ptr<probe::Target> open_again(const Design& design, const Lanes& lanes, const DotAdd& dot,
                                          const BugSearch& search, bool flags) {
    const probe::CandidateSettings settings = settings_of(lanes, search, flags);
    if (!design.can_be_opened()) return ask_in_runs(design, lanes, dot.operands(), search.mode, settings);
    return probe::drive_candidate(tb::in_mode(design.open(), search.mode), program(), dot.operands(),
                                  settings);
}

constexpr const char* kExactSum = "the exact sum of these formats, rounded once";

/// How the nearest specification is typed: relative to an instruction of the registry or the given one. Where
/// only formats were given, there is nothing to type.
std::string typed(const probe::NearestStart& start, const Judgement& judgement,
                  const probe::BugReport& report) {
    const Spec& given = judgement.given.spec();
    const Instruction* const known = start.instruction;
    const auto settings =
        probe::typed_settings(known != nullptr ? known->spec : given, report.recipe, report.choices);
    if (!settings) return "";
    if (known == nullptr && judgement.formats_only)
        return kExactSum + (settings->empty() ? "" : " with " + *settings);
    if (known == nullptr) return settings->empty() ? "the given one" : "the given one with " + *settings;
    return "--arch " + std::string(name_of(known->arch)) + " --instruction " + known->name +
           (settings->empty() ? "" : " ") + *settings;
}

}  // namespace

void add_identify_options(po::options_description& options) {
    options.add_options()(
        "identify",
        "after a failed check, look for the nearest specification everywhere, not only near the given one")(
        "nearest", po::value<std::string>(),
        "FILE.json: with --identify, write the nearest specification, also if no knobs describe it");
}

std::optional<Subject> read_formats_alone(const po::variables_map& values) {
    const bool identify = values.contains("identify");
    if (!has_formats(values)) {
        if (identify && !has_subject(values) && !values.contains("contract"))
            throw UsageError(
                "--identify: say what the unit's operands are, with --formats A,B,C,D --k K, or begin at a "
                "specification, with --instruction NAME (with --arch) or --spec FILE.json");
        return std::nullopt;
    }
    if (!identify) throw UsageError("--formats: applies only with --identify");
    if (has_subject(values) || values.contains("contract"))
        throw UsageError("--formats: the formats are those of the specification; give one of them");
    Subject out;
    out.spec = probe::exact_spec(read_formats(values));
    out.formats_only = true;
    for (const char* option : {"formats", "k", "scale", "scale-block", "metadata", "multiplier"}) {
        if (values.contains(option))
            out.formats += (out.formats.empty() ? "--" : " --") + std::string(option) + ' ' +
                           values[option].as<std::string>();
    }
    return out;
}

std::optional<NamedPath> read_nearest(const po::variables_map& values) {
    if (!values.contains("nearest")) return std::nullopt;
    if (!values.contains("identify")) throw UsageError("--nearest: applies only with --identify");
    return NamedPath{"--nearest", values["nearest"].as<std::string>()};
}

void write_nearest(const NamedPath& out, const probe::BugReport* bugs) {
    if (bugs == nullptr) {
        std::cerr << "--nearest " << out.path << ": not written, because there are no findings\n";
        return;
    }
    const auto knobs = probe::knob_form(bugs->recipe);
    write_output(out, to_json_text(knobs ? *knobs : spec_of(bugs->recipe)) + "\n");
}

probe::BugReport bugs_behind(const Judgement& judgement, bool identify, probe::Target* unit) {
    const auto& [given, answers, all, formats_only] = judgement;
    const EditNames names = given.spec().algorithm == Algorithm::recipe ? EditNames::paths : EditNames::knobs;
    probe::NearestStart start{given.program().recipe(), {}, 0, names};
    if (identify)
        start = unit == nullptr || !unit->takes_c()  // to infer a recipe takes questions with c
                    ? probe::nearest_start(start.recipe, names, answers)
                    : probe::nearest_start(start.recipe, names, answers, *unit, kSecondsToIdentify);
    probe::UnitAnswers seen = identify ? probe::judged_by(start.recipe, answers) : answers;
    probe::BugReport out = probe::find_bugs(start.recipe, seen, unit, start.names);
    // of the right answers only some were looked at: what seems to explain all must explain the others, too
    for (int round = 0; round < kMostRounds && out.unexplained == 0; ++round) {
        auto against = all.against(probe::Agreement(out.recipe), kMostAgainst);
        if (against.empty()) break;
        const probe::Agreement by_start(start.recipe);
        for (probe::UnitAnswer& answer : against)
            (by_start(answer) ? seen.right : seen.wrong).push_back(std::move(answer));
        seen.mismatches = std::max<std::uint64_t>(seen.mismatches, seen.wrong.size());
        out = probe::find_bugs(start.recipe, seen, unit, start.names);
    }
    out.start = formats_only && start.recipe == given.program().recipe() ? kExactSum : start.name;
    if (identify) out.typed = typed(start, judgement, out);
    if (all.count >= kFewestAnswers) probe::explain(out, start.recipe, all, start.names, unit);
    return out;
}

namespace {

using Open = std::function<std::unique_ptr<probe::Target>(bool flags)>;
using Findings = std::optional<probe::BugReport>;

/// The report that `search` makes with the unit, or without one if that breaks the protocol.
template <class Search>
void replaying(const Open& open, bool flags, Findings& out, const Search& search) {
    const Findings before = out;
    try {
        const auto unit = open(flags);
        search(unit.get());
    } catch (const probe::TargetError& error) {
        out = before;
        search(nullptr);
        out->not_replayed = error.what();
    }
}

/// Adds what is wrong with the status flags of a mode of the tiles.
void add_flags(Findings& out, const DotAdd& dot, const BugSearch& search, std::uint32_t mode_of_tiles,
               const Open& open) {
    if (search.flags == nullptr || search.flags->mismatches(mode_of_tiles) == 0) return;
    if (!out) out.emplace();
    const probe::UnitAnswers answers =
        probe::answers_of(search.flags->kept(), mode_of_tiles, search.flags->compared(mode_of_tiles));
    replaying(open, true, out, [&](probe::Target* unit) {
        probe::add_flag_findings(*out, dot, search.flags->port(), answers, unit);
    });
}

Findings bugs_of_results(const tb::Scoreboard& board, const BugSearch& search_for, const Open& open) {
    const probe::UnitAnswers answers = probe::answers_of(board);
    if (answers.wrong.empty() && answers.unknown == 0) return std::nullopt;
    if (answers.wrong.empty()) return probe::find_groups(board.dot().program().recipe(), answers, nullptr);
    const Judgement judgement{board.dot(), answers, probe::all_answers_of(board), search_for.formats_only};
    Findings out;
    replaying(open, false, out,
              [&](probe::Target* unit) { out = bugs_behind(judgement, search_for.identify, unit); });
    return out;
}

Findings groups_of_results(const tb::Scoreboard& board, const std::string& reason, const Open& open) {
    const probe::UnitAnswers answers = probe::answers_of(board);
    if (answers.wrong.empty() && answers.unknown == 0) return std::nullopt;
    Findings out;
    replaying(open, false, out, [&](probe::Target* unit) {
        out = probe::find_groups(board.dot().program().recipe(), answers, unit, reason);
    });
    return out;
}

}  // namespace

std::optional<probe::BugReport> find_bugs(const Design& design, const Lanes& lanes,
                                          const tb::Scoreboard& board, const BugSearch& search) {
    const Open open = [&](bool flags) { return open_again(design, lanes, board.dot(), search, flags); };
    Findings out = bugs_of_results(board, search, open);
    constexpr std::uint32_t only = 0;  // without a mixture the tiles have no mode
    add_flags(out, board.dot(), search, only, open);
    return out;
}

std::optional<probe::BugReport> find_groups(const Design& design, const Lanes& lanes,
                                            const tb::Scoreboard& board, const BugSearch& search,
                                            std::vector<tb::ModeBoards::Between> between,
                                            const std::string& reason) {
    const Open open = [&](bool flags) -> std::unique_ptr<probe::Target> {
        if (between.empty()) throw probe::TargetError("the tiles before and after them are not known");
        const probe::Golden golden =
            flags ? probe::flags_by(board.dot(), search.flags->port()) : probe::golden_of(board.dot());
        if (!design.can_be_opened()) {
            const auto queue = std::make_shared<std::deque<std::uint32_t>>();
            return probe::ask_between(ask_in_mixed_runs(design, lanes, board.dot().operands(), search.modes,
                                                        queue, settings_of(lanes, search, flags)),
                                      queue, golden, lanes.n, search.mode, between);
        }
        return probe::drive_between(design.open(), program(), board.dot().operands(), golden,
                                    settings_of(lanes, search, flags), search.mode, between);
    };
    Findings out = groups_of_results(board, reason, open);
    add_flags(out, board.dot(), search, search.mode, open);
    return out;
}

}  // namespace karat::cli
