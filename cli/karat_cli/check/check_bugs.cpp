// SPDX-License-Identifier: Apache-2.0
#include "karat_cli/check/check_bugs.hpp"

#include <iostream>

#include "karat/recipe/json/spec_json.hpp"
#include "karat/recipe/own_recipe.hpp"
#include "karat_cli/check/design_target.hpp"
#include "karat_cli/probe/target_options.hpp"
#include "karat_probe/findings/nearest_start.hpp"
#include "karat_probe/findings/typed_settings.hpp"
#include "karat_probe/identify/knob_form.hpp"
#include "karat_probe/target/between_target.hpp"
#include "karat_probe/target/candidate_target.hpp"

namespace karat::cli {
namespace {

constexpr double kSecondsToIdentify = 40;
constexpr int kMostRounds = 3;
constexpr std::size_t kMostAgainst = 400;     // answers that contradict the nearest specification
constexpr std::uint64_t kFewestAnswers = 16;  // with fewer, too many changes of a specification explain all

/// The design as a target: a fresh copy of it, or itself if there can be no other.
std::unique_ptr<probe::Target> open_again(const Design& design, const Lanes& lanes, const DotAdd& dot,
                                          const BugSearch& search) {
    if (!design.can_be_opened()) return ask_in_runs(design, lanes, dot.operands(), search.mode, search.has_c);
    return probe::drive_candidate(tb::in_mode(design.open(), search.mode), program(), dot.operands(),
                                  {.rows = lanes.m, .columns = lanes.n, .has_c = search.has_c});
}

/// How the nearest specification is typed: relative to an instruction of the registry or the given one.
std::string typed(const probe::NearestStart& start, const Spec& given, const probe::BugReport& report) {
    const Instruction* const known = start.instruction;
    const auto settings =
        probe::typed_settings(known != nullptr ? known->spec : given, report.recipe, report.choices);
    if (!settings) return "";
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
    const auto& [given, answers, all] = judgement;
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
    out.start = start.name;
    if (identify) out.typed = typed(start, given.spec(), out);
    if (all.count >= kFewestAnswers) probe::explain(out, start.recipe, all, start.names, unit);
    return out;
}

std::optional<probe::BugReport> find_bugs(const Design& design, const Lanes& lanes,
                                          const tb::Scoreboard& board, const BugSearch& search) {
    const probe::UnitAnswers answers = probe::answers_of(board);
    if (answers.wrong.empty() && answers.unknown == 0) return std::nullopt;
    if (answers.wrong.empty()) return probe::find_groups(board.dot().program().recipe(), answers, nullptr);
    const Judgement judgement{board.dot(), answers, probe::all_answers_of(board)};
    try {
        const auto unit = open_again(design, lanes, board.dot(), search);
        return bugs_behind(judgement, search.identify, unit.get());
    } catch (const probe::TargetError& error) {
        probe::BugReport out = bugs_behind(judgement, search.identify, nullptr);
        out.not_replayed = error.what();
        return out;
    }
}

std::optional<probe::BugReport> find_groups(const Design& design, const Lanes& lanes,
                                            const tb::Scoreboard& board, const BugSearch& search,
                                            std::vector<tb::ModeBoards::Between> between,
                                            const std::string& reason) {
    const probe::UnitAnswers answers = probe::answers_of(board);
    if (answers.wrong.empty() && answers.unknown == 0) return std::nullopt;
    const Recipe& recipe = board.dot().program().recipe();
    if (!design.can_be_opened() || between.empty()) {
        probe::BugReport out = probe::find_groups(recipe, answers, nullptr, reason);
        if (!design.can_be_opened())
            out.not_replayed = "a design in SystemC is not asked rows between other modes";
        return out;
    }
    try {
        const auto unit = probe::drive_between(design.open(), program(), board.dot(),
                                               {.rows = lanes.m, .columns = lanes.n, .has_c = search.has_c},
                                               search.mode, std::move(between));
        return probe::find_groups(recipe, answers, unit.get(), reason);
    } catch (const probe::TargetError& error) {
        probe::BugReport out = probe::find_groups(recipe, answers, nullptr, reason);
        out.not_replayed = error.what();
        return out;
    }
}

}  // namespace karat::cli
