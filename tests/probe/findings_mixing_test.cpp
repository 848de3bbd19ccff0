// SPDX-License-Identifier: Apache-2.0
// Faults that mix tiles or lanes, by themselves and beside faults of the arithmetic.
#include <gtest/gtest.h>

#include <algorithm>

#include "karat_probe/findings/fault_names.hpp"
#include "karat_probe/findings/fault_trial.hpp"
#include "karat_probe/separate/row_source.hpp"
#include "probe/faulty_units.hpp"

namespace karat::probe {
namespace {

constexpr std::size_t kRows = 2, kColumns = 3;

/// What a unit answers in a lane of the second tile, with the tiles around it.
using Mixing = std::function<std::uint64_t(const std::array<tb::Tile, 3>&, std::size_t lane)>;

VectorRow lane_of(const tb::Tile& tile, std::size_t lane) {
    return row_of(tile.operands(lane / kColumns, lane % kColumns, kColumns));
}

struct Mixed {
    UnitAnswers answers;
    BugReport report;
};

/// `alone`: what the unit answers if it is asked one row. History is kept for so many bytes.
Mixed mixed(const Mixing& unit, const Answering& alone, std::size_t history = std::size_t{1} << 27) {
    const DotAdd dot(volta());
    tb::Scoreboard board(dot, kRows, kColumns, {.mismatches = 1000, .history_bytes = history});
    const auto source = tb::make_source("directed", volta(), kRows, kColumns, 1);
    std::array<tb::Tile, 3> tiles{*source->next(), *source->next(), *source->next()};
    tiles[0].c.assign(kRows * kColumns, 0);
    for (int i = 0; i < 3000; ++i) {
        std::vector<tb::Answer> got;
        for (std::size_t lane = 0; lane < kRows * kColumns; ++lane) got.push_back({unit(tiles, lane), 0});
        board.compare(tiles[1], std::move(got));
        std::rotate(tiles.begin(), tiles.begin() + 1, tiles.end());
        tiles[2] = *source->next();
    }
    Mixed out{answers_of(board), {}};
    FunctionTarget target(expand(volta()), alone);
    out.report = find_bugs(expand(volta()), out.answers, &target);
    return out;
}

std::string listed(const BugReport& report) {
    std::string out;
    for (const Bug& bug : report.bugs)
        out += std::string(name_of(bug.kind)) + ": " + bug.name + ": " + std::to_string(bug.rows.size()) +
               " (" + std::to_string(bug.unseen) + ")\n";
    return out;
}

std::size_t rows_of(const BugReport& report, const std::string& name) {
    const auto at = std::ranges::find(report.bugs, name, &Bug::name);
    return at == report.bugs.end() ? 0 : at->rows.size();
}

const std::string kCarry = "the adder tree loses the carry from bit 11 to bit 12";
const std::string kPreviousC = "c is that of the previous tile";

Answering right_or(const std::vector<std::string>& keys) {
    const FaultModel model = with_faults(expand(volta()), keys);
    return [model](const VectorRow& row) { return model(row.operands()); };
}

/// c is that of the tile before in every third tile.
Mixing late_c(const Answering& arithmetic) {
    return [arithmetic](const std::array<tb::Tile, 3>& tiles, std::size_t lane) {
        VectorRow row = lane_of(tiles[1], lane);
        if (tiles[1].c[0] % 3 == 0) row.c = lane_of(tiles[0], lane).c;
        return arithmetic(row);
    };
}

TEST(FindingsMixing, APipelineFaultIsNamedBesideOneOfTheArithmetic) {
    const Answering arithmetic = right_or({"carry_cut_tree[bit=12]"});
    const auto [answers, report] = mixed(late_c(arithmetic), arithmetic);
    EXPECT_EQ(report.unnamed, 0U) << listed(report);
    EXPECT_GT(rows_of(report, kCarry), 10U) << listed(report);
    std::size_t late = 0;
    for (const Bug& bug : report.bugs) late += bug.name.starts_with(kPreviousC) ? bug.rows.size() : 0;
    EXPECT_GT(late, 100U) << listed(report);
    EXPECT_LE(report.bugs.size(), 3U) << listed(report);
}

TEST(FindingsMixing, RowsWhoseNeighboursAreNotKnownAreGivenToTheOnlyOne) {
    const Answering arithmetic = right_or({});
    const auto [answers, report] = mixed(late_c(arithmetic), arithmetic, std::size_t{1} << 18);
    EXPECT_EQ(report.unnamed, 0U) << listed(report);
    std::size_t unseen = 0;
    for (const Bug& bug : report.bugs) unseen += bug.unseen;
    EXPECT_GT(unseen, 100U) << listed(report);
    // without the unit there is no evidence for that
    const BugReport alone = find_bugs(expand(volta()), answers, nullptr);
    EXPECT_GE(alone.unnamed, unseen) << listed(alone);
}

TEST(FindingsMixing, OneKnownNeighbourIsEnough) {
    const Answering arithmetic = right_or({});
    const auto [answers, whole] = mixed(late_c(arithmetic), arithmetic);
    UnitAnswers one_sided = answers;
    for (auto* list : {&one_sided.wrong, &one_sided.right}) {
        for (UnitAnswer& one : *list) one.around.next.reset();
    }
    const BugReport report = find_bugs(expand(volta()), one_sided, nullptr);
    EXPECT_EQ(report.unnamed, 0U) << listed(report);
}

TEST(FindingsMixing, AnOperandOfAnotherLaneIsNamed) {
    const Answering arithmetic = right_or({});
    const auto next_column = [&](const std::array<tb::Tile, 3>& tiles, std::size_t lane) {
        VectorRow row = lane_of(tiles[1], lane);
        const std::size_t j = (lane % kColumns + 1) % kColumns;
        if (lane == 1) row.c = lane_of(tiles[1], lane - lane % kColumns + j).c;
        return arithmetic(row);
    };
    const auto first_row = [&](const std::array<tb::Tile, 3>& tiles, std::size_t lane) {
        VectorRow row = lane_of(tiles[1], lane);
        row.a = lane_of(tiles[1], lane % kColumns).a;
        return arithmetic(row);
    };
    const Mixed c = mixed(next_column, arithmetic);
    EXPECT_EQ(c.report.unnamed, 0U) << listed(c.report);
    EXPECT_NE(listed(c.report).find("c is that of the lane in the next column"), std::string::npos)
        << listed(c.report);
    const Mixed a = mixed(first_row, arithmetic);
    EXPECT_EQ(a.report.unnamed, 0U) << listed(a.report);
    EXPECT_NE(listed(a.report).find("a is that of "), std::string::npos) << listed(a.report);
}

/// A unit that has X bits when it is asked some rows again.
class Unknown final : public Target {
   public:
    Unknown(const Recipe& recipe, Answering answer) : inner_(recipe, std::move(answer)) {}
    [[nodiscard]] const std::string& name() const override { return inner_.name(); }
    [[nodiscard]] const OperandRules& formats() const override { return inner_.formats(); }

   private:
    [[nodiscard]] std::vector<std::uint64_t> answers(std::span<const VectorRow> questions) override {
        for (const VectorRow& row : questions) {
            if (row.a[0] % 8 == 5) throw UnknownAnswer("unit: X");
        }
        return inner_(questions);
    }
    FunctionTarget inner_;
};

TEST(FindingsUnknown, ARowWithUnknownBitsEndsOnlyItself) {
    const Answering wrong = unit_of(with(volta(), {{"F", "22"}, {"nan", "riscv"}}));
    const UnitAnswers answers = asked(volta(), wrong);
    Unknown unit(expand(volta()), wrong);
    const BugReport report = find_bugs(expand(volta()), answers, &unit);
    EXPECT_GT(report.replayed_unknown, 0U);
    auto choices = names(report, BugKind::choice);
    std::sort(choices.begin(), choices.end());
    EXPECT_EQ(choices, (std::vector<std::string>{"F", "nan"})) << listed(report);
    for (const Bug& bug : report.bugs) {
        if (bug.kind != BugKind::choice) continue;
        EXPECT_TRUE(bug.example.repeats) << bug.name;
        EXPECT_LE(operands_in(bug.example.example), 5U) << bug.name;
    }
}

}  // namespace
}  // namespace karat::probe
