// SPDX-License-Identifier: Apache-2.0
// The answers in a record, as the search for faults reads them.
#include <gtest/gtest.h>

#include "karat/instruction/registry.hpp"
#include "karat_probe/findings/answers.hpp"
#include "karat_tb/record/answer_recorder.hpp"
#include "probe/faulty_units.hpp"

namespace karat::probe {
namespace {

constexpr std::uint64_t kOne = 0x3f800000;

/// c is the answer, as the products are zero. The note is left out if `note` is empty.
VectorRow row_of(std::uint64_t c, std::optional<std::uint64_t> d, const std::string& note) {
    VectorRow out;
    out.a.assign(4, 0);
    out.b.assign(4, 0);
    out.c = c;
    out.d = d;
    out.note = note;
    return out;
}

/// "tile T, lane (0,N), ..." of a record of 1x2 lanes.
std::string note_of(std::uint64_t tile, std::size_t lane, const std::string& rest) {
    return "tile " + std::to_string(tile) + ", lane (0," + std::to_string(lane) + "), class near_one, " +
           rest;
}

VectorFile file_of(std::vector<VectorRow> rows) {
    VectorFile out;
    out.spec = find_instruction("Volta", "HMMA.884.F32.F32").spec;
    out.rows = std::move(rows);
    return out;
}

TEST(RecordAnswers, NeighboursAreInTheRecord) {
    VectorFile file = file_of({});
    file.comments = {"record of 1x2 lanes: 9 tiles, 18 answers, 1 wrong",
                     "record of class near_one: 18 answers, 1 wrong: far_off 1"};
    for (const std::uint64_t tile : {3, 4, 5, 7}) {
        for (const std::size_t lane : {0, 1}) {
            const bool wrong = tile == 4 && lane == 1;
            const std::uint64_t c = kOne + tile * 2 + lane;
            file.rows.push_back(
                row_of(c, wrong ? 0 : c, note_of(tile, lane, wrong ? "wrong: far_off" : "right")));
        }
    }
    const UnitAnswers answers = answers_of(tb::record_of(file));
    EXPECT_EQ(answers.lanes, 18U);
    EXPECT_EQ(answers.mismatches, 1U);
    ASSERT_EQ(answers.wrong.size(), 1U);
    const UnitAnswer& wrong = answers.wrong[0];
    EXPECT_EQ(wrong.tile, 4U);
    EXPECT_EQ(wrong.lane, 1U);
    EXPECT_EQ(wrong.operand_class, tb::OperandClass::near_one);
    EXPECT_EQ(wrong.row.d, 0U);
    ASSERT_TRUE(wrong.around.previous && wrong.around.next && wrong.around.tile);
    EXPECT_EQ(wrong.around.previous->c, kOne + 7);
    EXPECT_EQ(wrong.around.next->c, kOne + 11);
    EXPECT_FALSE(wrong.around.previous->d);
    EXPECT_EQ(wrong.around.tile->c, (std::vector<std::uint64_t>{kOne + 8, kOne + 9}));
    EXPECT_EQ(wrong.around.tile->a.size(), 4U);
    EXPECT_EQ(wrong.around.tile->b.size(), 8U);
    EXPECT_EQ(answers.right.size(), 7U);
    for (const UnitAnswer& right : answers.right) {
        EXPECT_EQ(right.around.previous.has_value(), right.tile == 4 || right.tile == 5) << right.tile;
        EXPECT_EQ(right.around.next.has_value(), right.tile == 3 || right.tile == 4) << right.tile;
    }
}

TEST(RecordAnswers, RowsWithoutANoteHaveNoNeighbours) {
    const UnitAnswers answers = answers_of(tb::record_of(
        file_of({row_of(kOne, kOne, ""), row_of(kOne + 1, 0, "mine"), row_of(kOne + 2, kOne + 2, "")})));
    ASSERT_EQ(answers.wrong.size(), 1U);
    EXPECT_EQ(answers.wrong[0].tile, 1U);
    EXPECT_EQ(answers.wrong[0].operand_class, tb::OperandClass::recorded);
    EXPECT_FALSE(answers.wrong[0].around.previous || answers.wrong[0].around.next);
    EXPECT_EQ(answers.right.size(), 2U);
}

TEST(RecordAnswers, LanesFollowFromTheNotesIfNobodyCountsThem) {
    const UnitAnswers answers = answers_of(tb::record_of(file_of(
        {row_of(kOne, 0, "tile 8, lane (1,0), wrong: far_off"), row_of(1, 0, "tile 9, lane (1,2), right")})));
    ASSERT_EQ(answers.wrong.size(), 2U);
    EXPECT_EQ(answers.wrong[0].lane, 3U);
    EXPECT_EQ(answers.wrong[1].lane, 5U);
}

TEST(RecordAnswers, AnyNanIsTheExpectedOne) {
    constexpr std::uint64_t nan = 0x7fffffff;
    const UnitAnswers answers = answers_of(tb::record_of(file_of({row_of(nan, std::nullopt, "")})));
    ASSERT_EQ(answers.right.size(), 1U);
    EXPECT_EQ(answers.right[0].row.d, nan);
}

TEST(RecordAnswers, EqualRowsCountOnceAndUnknownBitsNotAtAll) {
    const UnitAnswers answers = answers_of(tb::record_of(
        file_of({row_of(kOne, kOne, ""), row_of(kOne, kOne, ""), row_of(kOne, 0, ""), row_of(kOne, 0, ""),
                 row_of(kOne, kOne, note_of(5, 0, "wrong: unknown_bits ff"))})));
    EXPECT_EQ(answers.right.size(), 1U);
    EXPECT_EQ(answers.wrong.size(), 1U);
    EXPECT_EQ(answers.unknown, 1U);
    EXPECT_EQ(answers.mismatches, 3U);
}

TEST(RecordAnswers, AsManyAsFromAScoreboard) {
    std::vector<VectorRow> rows;
    for (std::uint64_t i = 0; i < 20000; ++i) rows.push_back(row_of(kOne + i, i % 4 == 0 ? 0 : kOne + i, ""));
    const UnitAnswers answers = answers_of(tb::record_of(file_of(std::move(rows))));
    EXPECT_EQ(answers.mismatches, 5000U);
    EXPECT_EQ(answers.wrong.size(), tb::Scoreboard::Limits{}.mismatches);
    EXPECT_EQ(answers.right.size(), 5000U);  // one of every three of 15000
    EXPECT_LT(answers.right.front().tile, 10U);
    EXPECT_GT(answers.right.back().tile, 19990U);
}

/// The file has 150 of 90,000 answers with the wrong sign, and all of 50 that are one ulp off.
TEST(RecordAnswers, SharesAreOfTheRun) {
    VectorFile file = file_of({});
    file.comments = {"record of 1x1 lanes: 100000 tiles, 100000 answers, 90050 wrong",
                     "record of class near_one: 100000 answers, 90050 wrong: sign_flipped 90000, one_ulp 50"};
    for (std::uint64_t i = 0; i < 300; ++i) {
        const std::uint64_t c = kOne + i;
        const std::uint64_t d = i < 150 ? c | 0x80000000 : i < 200 ? c + 1 : c;
        const char* const verdict = i < 150 ? "wrong: sign_flipped" : i < 200 ? "wrong: one_ulp" : "right";
        file.rows.push_back(row_of(c, d, note_of(i, 0, verdict)));
    }
    const UnitAnswers answers = answers_of(tb::record_of(file));
    ASSERT_EQ(answers.wrong.size(), 200U);
    EXPECT_EQ(answers.wrong.front().weight, 600.0);
    EXPECT_EQ(answers.wrong.back().weight, 1.0);
    const BugReport report = find_groups(expand(volta()), answers, nullptr);
    ASSERT_EQ(report.bugs.size(), 2U);
    EXPECT_NEAR(report.bugs[0].share, 90000.0 / 90050, 1e-12);
    EXPECT_NEAR(report.bugs[1].share, 50.0 / 90050, 1e-12);
    EXPECT_NE(text_of(report, false).find("150 of 200 mismatches looked at (99.9 % of the run's)"),
              std::string::npos)
        << text_of(report, false);
}

/// The c of every third tile is that of the tile before. The unit is right when it is asked a row by itself.
TEST(RecordAnswers, AFaultOfThePipelineIsNamed) {
    const DotAdd dot(volta());
    tb::Scoreboard board(dot, 1, 1, {.mismatches = 1000, .history_bytes = std::size_t{1} << 27});
    tb::AnswerRecorder recorder(dot, 1, 1);
    board.on_answers([&](const tb::ComparedTile& seen) { recorder.take(seen); });
    const auto source = tb::make_source("directed", volta(), 1, 1, 1);
    std::uint64_t c_before = 0;
    for (std::uint64_t i = 0; i < 9000; ++i) {
        const tb::Tile tile = *source->next();
        tb::Tile seen = tile;
        if (i % 3 == 0) seen.c = {c_before};
        c_before = tile.c[0];
        board.compare(tile, {{dot(seen.operands(0, 0, 1)), 0}});
    }
    const std::string fault = "c is that of the previous tile, but not always";
    const auto names_it = [&](const BugReport& report) {
        return std::ranges::any_of(
            report.bugs, [&](const Bug& bug) { return bug.kind == BugKind::fault && bug.name == fault; });
    };
    EXPECT_TRUE(names_it(find_bugs(expand(volta()), answers_of(recorder.record()), nullptr)));
    FunctionTarget unit(expand(volta()), unit_of(volta()));
    EXPECT_TRUE(names_it(find_bugs(expand(volta()), answers_of(board), &unit)));
}

}  // namespace
}  // namespace karat::probe
