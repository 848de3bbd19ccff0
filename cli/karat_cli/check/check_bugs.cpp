// SPDX-License-Identifier: Apache-2.0
#include "karat_cli/check/check_bugs.hpp"

#include "karat_probe/findings/nearest_start.hpp"
#include "karat_probe/target/candidate_target.hpp"

namespace karat::cli {
namespace {

constexpr double kSecondsToIdentify = 40;

}  // namespace

probe::BugReport bugs_behind(const probe::UnitAnswers& answers, const Recipe& given, bool identify,
                             probe::Target* unit) {
    if (!identify) return probe::find_bugs(given, answers, unit);
    const probe::NearestStart start = unit == nullptr
                                          ? probe::nearest_start(given, answers)
                                          : probe::nearest_start(given, answers, *unit, kSecondsToIdentify);
    probe::BugReport out = probe::find_bugs(start.recipe, probe::judged_by(start.recipe, answers), unit);
    out.start = start.name;
    return out;
}

std::optional<probe::BugReport> find_bugs(const Design& design, const Lanes& lanes,
                                          const tb::Scoreboard& board, const BugSearch& search) {
    const probe::UnitAnswers answers = probe::answers_of(board);
    if (answers.wrong.empty()) return std::nullopt;
    const Recipe& given = board.dot().program().recipe();
    try {
        const auto unit =
            probe::drive_candidate(tb::in_mode(design.open(), search.mode), program(), board.dot().operands(),
                                   {.rows = lanes.m, .columns = lanes.n});
        return bugs_behind(answers, given, search.identify, unit.get());
    } catch (const probe::TargetError&) {
        return probe::find_bugs(given, answers, nullptr);
    }
}

}  // namespace karat::cli
