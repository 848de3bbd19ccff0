// SPDX-License-Identifier: Apache-2.0
// Wrong status flags are kept fairly, grouped, and shown with a reduced example.
#include "karat_probe/findings/flag_findings.hpp"

#include <gtest/gtest.h>

#include <map>

#include "karat_probe/findings/bugs_output.hpp"
#include "karat_probe/separate/row_source.hpp"
#include "karat_tb/check/flag_board.hpp"
#include "probe/faulty_units.hpp"

namespace karat::probe {
namespace {

constexpr std::uint32_t kInexact = 1, kOverflow = 4, kInvalid = 8;

Spec exact_fp16() {
    Spec spec;
    spec.algorithm = Algorithm::exact;
    spec.a = spec.b = spec.c = spec.d = Format::fp16;
    spec.k = 4;
    return spec;
}

/// The flags of a unit for a dot-add whose right ones are given.
using FlagFault = std::function<std::uint32_t(const VectorRow&, std::uint32_t right)>;

/// Inexact is stuck at 1, and overflow is not raised for a negative result.
std::uint32_t two_faults(const VectorRow& row, std::uint32_t right) {
    static const DotAdd dot(exact_fp16());
    const bool negative = (dot(row.operands()) >> 15) != 0;
    return (right | kInexact) & (negative ? ~kOverflow : ~0U);
}

struct Unit {
    DotAdd dot{exact_fp16()};
    tb::FlagPort port = {};
    FlagFault fault = two_faults;

    std::uint32_t right(const VectorRow& row) const {
        Flags flags;
        (void)dot.flagged(row.operands(), port.rule, flags);
        return flags.bits();
    }
    /// The board of a run of tiles with two lanes.
    tb::FlagBoard run(int tiles) const {
        tb::FlagBoard board(port, 1, 2);
        const auto source = tb::make_source("directed", dot.spec(), 1, 2, 3);
        std::uint32_t sticky = 0;
        for (int i = 0; i < tiles; ++i) {
            const tb::Tile tile = *source->next();
            tb::PortWords got = tb::make_port(2, tb::kFlagBits);
            std::uint32_t all = 0;
            for (std::size_t lane = 0; lane < 2; ++lane) {
                const VectorRow row = row_of(tile.operands(0, lane, 2));
                const std::uint32_t raised = fault(row, right(row));
                all |= raised;
                if (port.per_lane) tb::put_element(got, lane, tb::kFlagBits, raised);
            }
            sticky = port.sticky ? sticky | all : all;
            if (!port.per_lane) tb::put_element(got, 0, tb::kFlagBits, sticky);
            board.compare(dot, tile, got);
        }
        return board;
    }
    BugReport report(const tb::FlagBoard& board) const {
        FunctionTarget target(dot.program().recipe(),
                              [this](const VectorRow& row) { return fault(row, right(row)); });
        BugReport out;
        add_flag_findings(out, dot, port, answers_of(board.kept(), 0, board.compared(0)), &target);
        return out;
    }
};

std::string names_of(const BugReport& report) {
    std::string out;
    for (const Bug& bug : report.bugs) out += bug.name + '\n';
    return out;
}

TEST(FlagFindings, AFrequentFaultHidesNoRareOne) {
    const Unit unit;
    const tb::FlagBoard board = unit.run(4000);
    const auto is_overflow = [](const tb::KeptFlag& flag) {
        return ((flag.expected ^ flag.got) & kOverflow) != 0;
    };
    const auto rare = std::ranges::count_if(board.kept().wrong(), is_overflow);
    EXPECT_GT(rare, 3);
    EXPECT_LT(board.kept().wrong().size(), 1500U);
    EXPECT_EQ(board.kept().wrong_in(0), board.mismatches());
    EXPECT_GT(board.kept().right().size(), 500U);
    EXPECT_LE(board.kept().right().size(), tb::KeptFlags::kMostRight);
    double weight = 0;
    for (const tb::KeptFlag& flag : board.kept().wrong()) weight += board.kept().weight(flag);
    EXPECT_NEAR(weight, static_cast<double>(board.mismatches()), 0.5);
}

TEST(FlagFindings, EachGroupHasAReducedExample) {
    const Unit unit;
    const BugReport report = unit.report(unit.run(4000));
    const std::string all = names_of(report);
    EXPECT_NE(all.find("inexact raised without cause"), std::string::npos) << all;
    EXPECT_NE(all.find("overflow not raised"), std::string::npos) << all;
    EXPECT_LE(report.bugs.size(), 8U) << all;
    std::map<std::string, std::size_t> least;
    for (const Bug& bug : report.bugs) {
        EXPECT_EQ(bug.kind, BugKind::flags);
        EXPECT_TRUE(bug.example.repeats) << bug.name;
        const std::size_t operands = operands_in(bug.example.example);
        const auto known = least.emplace(bug.example.difference, operands).first;
        known->second = std::min(known->second, operands);
        EXPECT_EQ(bug.example.expected, unit.right(bug.example.example));
        EXPECT_EQ(*bug.example.example.d, two_faults(bug.example.example, unit.right(bug.example.example)));
    }
    for (const auto& [difference, operands] : least) EXPECT_LE(operands, 2U) << difference;
    const std::string text = text_of(report, false);
    EXPECT_NE(text.find("flags: expected none; got inexact\n"), std::string::npos) << text;
    EXPECT_NE(text.find("flags: expected overflow, inexact; got inexact\n"), std::string::npos) << text;
    EXPECT_NE(text.find(" wrong sets of flags and "), std::string::npos) << text;
    const auto members = members_of(report);
    const auto& first = members.at("bugs").at("findings").at(0);
    EXPECT_EQ(first.at("kind").as_string(), "flags");
    EXPECT_EQ(first.at("example").at("got").as_string(), "inexact");
}

TEST(FlagFindings, WithoutAUnitTheyAreGroupedAsTheyAre) {
    const Unit unit;
    const tb::FlagBoard board = unit.run(1000);
    BugReport report;
    add_flag_findings(report, unit.dot, unit.port, answers_of(board.kept(), 0, board.compared(0)), nullptr);
    EXPECT_NE(names_of(report).find("operands of class "), std::string::npos);
    std::size_t rows = 0;
    for (const Bug& bug : report.bugs) rows += bug.rows.size();
    EXPECT_EQ(rows, board.kept().wrong().size());
}

TEST(FlagFindings, AStickyFlagCountsWhereItBecomesWrong) {
    Unit unit;
    unit.port = {.per_lane = false, .sticky = true};
    // invalid is raised by a zero c: the first such tile makes it wrong until the end
    unit.fault = [](const VectorRow& row, std::uint32_t right) {
        return (right & ~kInvalid) | (row.c == 0x3c00 ? kInvalid : 0U);
    };
    tb::FlagBoard board = unit.run(2000);
    const auto& wrong = board.kept().wrong();
    EXPECT_GT(board.mismatches(), 20U);
    EXPECT_LE(wrong.size(), 4U);
    ASSERT_FALSE(wrong.empty());
    EXPECT_EQ(wrong.front().expected ^ wrong.front().got, kInvalid);
}

TEST(FlagFindings, FlagsOfATileBelongToTheLaneThatShouldRaiseThem) {
    Unit unit;
    unit.port = {.per_lane = false};
    unit.fault = [](const VectorRow&, std::uint32_t right) { return right & ~kOverflow; };
    const tb::FlagBoard board = unit.run(2000);
    ASSERT_FALSE(board.kept().wrong().empty());
    bool second = false;
    for (const tb::KeptFlag& flag : board.kept().wrong()) {
        EXPECT_EQ(flag.expected, unit.right(row_of(flag.tile.operands(0, 0, 1))));
        EXPECT_EQ(flag.expected & ~flag.got, kOverflow);
        second |= flag.lane == 1;
    }
    EXPECT_TRUE(second);
    for (const Bug& bug : unit.report(board).bugs) EXPECT_TRUE(bug.example.repeats) << bug.name;
}

TEST(FlagFindings, TheUnitTellsWhichLaneRaisesTooMuch) {
    Unit unit;
    unit.port = {.per_lane = false};
    // invalid of the second lane's operands only: b is another one in each lane
    unit.fault = [](const VectorRow& row, std::uint32_t right) {
        return right | (row.b[0] % 16 == 5 ? kInvalid : 0U);
    };
    const tb::FlagBoard board = unit.run(2000);
    ASSERT_GT(board.kept().wrong().size(), 10U);
    const BugReport report = unit.report(board);
    for (const Bug& bug : report.bugs) {
        EXPECT_TRUE(bug.example.repeats) << bug.name;
        EXPECT_EQ(bug.example.example.b[0] % 16, 5U) << bug.name;
    }
}

}  // namespace
}  // namespace karat::probe
