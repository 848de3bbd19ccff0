// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/findings/flag_findings.hpp"

#include <algorithm>
#include <memory>
#include <numeric>
#include <utility>

#include "karat_probe/separate/row_source.hpp"

namespace karat::probe {
namespace {

UnitAnswer flags_as_answer(const tb::KeptFlag& flag, double weight) {
    VectorRow row = probe::row_of(flag.tile.operands(0, 0, 1));
    row.d = flag.got;
    UnitAnswer out{std::move(row), flag.number, flag.lane, flag.tile.operand_class, {}, weight};
    if (flag.columns != 0) {
        out.around.tile = std::make_shared<const TileElements>(flag.whole);
        out.around.columns = flag.columns;
    }
    return out;
}

/// Finds the lane on whose operands the unit is wrong, where the port does not tell.
void find_lane(UnitAnswer& one, const Standard& standard, Target& unit) {
    const std::size_t n = one.around.columns;
    const std::size_t lanes = one.around.tile->c.size();
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        VectorRow row = probe::row_of(one.around.tile->operands(lane / n, lane % n, n));
        row.d = unit.known(row);
        if (!row.d || standard.agrees(standard.expected(row.operands()), *row.d)) continue;
        one.row = std::move(row);
        one.lane = lane;
        return;
    }
}

Bug flag_bug(FailureGroup group, const Recipe& recipe, const UnitAnswers& answers) {
    Bug bug;
    bug.kind = BugKind::flags;
    bug.name = group.shape + ": " + group.difference;
    bug.rows = group.rows;
    bug.condition = condition_of(recipe, answers, bug.rows);
    bug.golden = recipe;
    bug.first = answers.wrong[*std::ranges::min_element(bug.rows)];
    double weight = 0;
    for (const std::size_t row : bug.rows) weight += answers.wrong[row].weight;
    bug.share = std::min(1.0, weight / static_cast<double>(answers.mismatches));
    bug.example = std::move(group);
    return bug;
}

}  // namespace

UnitAnswers answers_of(const tb::KeptFlags& flags, std::uint32_t mode, std::uint64_t compared) {
    UnitAnswers out;
    const auto is_of_mode = [&](const tb::KeptFlag& flag) { return flag.tile.mode == mode; };
    for (const tb::KeptFlag& flag : flags.wrong()) {
        if (is_of_mode(flag)) out.wrong.push_back(flags_as_answer(flag, flags.weight(flag)));
    }
    for (const tb::KeptFlag& flag : flags.right()) {
        if (is_of_mode(flag)) out.right.push_back(flags_as_answer(flag, 1));
    }
    out.mismatches = flags.wrong_in(mode);
    out.lanes = std::max(compared, out.mismatches);
    const double right = static_cast<double>(out.lanes - out.mismatches);
    for (UnitAnswer& one : out.right)
        one.weight = std::max(1.0, right / static_cast<double>(out.right.size()));
    return out;
}

void add_flag_findings(BugReport& report, const DotAdd& dot, const FlagPort& port, UnitAnswers answers,
                       Target* unit) {
    const Standard standard = flags_by(dot, port);
    for (UnitAnswer& one : answers.wrong) {
        if (unit != nullptr && one.around.tile) find_lane(one, standard, *unit);
    }
    std::vector<std::size_t> all(answers.wrong.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    std::vector<FailureGroup> groups;
    if (unit != nullptr) {
        groups = failure_groups(standard, answers, all, *unit);
        join_related(groups, standard, *unit, {});
    } else {
        groups = failure_groups(standard, answers, all);
    }
    const Recipe& recipe = dot.program().recipe();
    if (report.kept == 0) report.recipe = recipe;
    report.flags_kept += answers.wrong.size();
    report.flags_wrong += answers.mismatches;
    report.flags_right += answers.right.size();
    for (FailureGroup& group : groups) report.bugs.push_back(flag_bug(std::move(group), recipe, answers));
}

}  // namespace karat::probe
