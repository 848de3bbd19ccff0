// SPDX-License-Identifier: Apache-2.0
// A record of answers: what it keeps, and that it comes back from its file.
#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "karat/error.hpp"
#include "karat/instruction/registry.hpp"
#include "karat_tb/check/check.hpp"
#include "karat_tb/record/answer_recorder.hpp"
#include "karat_tb/stimulus/sources.hpp"
#include "tb/fake_design.hpp"

namespace karat::test {
namespace {

using tb::AnswerRecord;

constexpr std::size_t kRows = 2;
constexpr std::size_t kColumns = 3;

AnswerRecord through_a_file(const AnswerRecord& record) {
    std::stringstream text;
    tb::write_record(text, record);
    return tb::record_of(read_vectors(text, "record"));
}

/// Tiles of the directed stimulus, whose lane (1,1) is wrong in `wrong` of 64 tiles.
AnswerRecord record_of_run(const DotAdd& dot, std::uint64_t tiles, std::size_t most_rows,
                           std::uint64_t wrong = 16) {
    tb::Scoreboard board(dot, kRows, kColumns);
    tb::AnswerRecorder recorder(dot, kRows, kColumns, most_rows);
    board.on_answers([&](const tb::ComparedTile& seen) { recorder.take(seen); });
    const auto source = tb::make_source("directed", dot.spec(), kRows, kColumns, 5);
    for (std::uint64_t t = 0; t < tiles; ++t) {
        const tb::Tile tile = *source->next();
        std::vector<Answer> answers;
        for (std::size_t lane = 0; lane < kRows * kColumns; ++lane)
            answers.push_back({dot(tile.operands(lane / kColumns, lane % kColumns, kColumns)), 0});
        if (t % 64 < wrong) answers[4].d ^= 1;
        if (t % 67 == 66) answers[5].unknown = 0xF0;
        board.compare(tile, answers, 100 + t);
    }
    AnswerRecord out = recorder.record();
    EXPECT_EQ(out.totals.tiles, tiles);
    EXPECT_EQ(out.totals.all_answers(), board.lanes());
    EXPECT_EQ(out.totals.all_wrong(), board.mismatches());
    for (std::size_t i = 0; i < board.by_class().size(); ++i)
        EXPECT_EQ(out.totals.wrong_in(static_cast<tb::OperandClass>(i)), board.by_class()[i]);
    return out;
}

void expect_same(const AnswerRecord& x, const AnswerRecord& y) {
    ASSERT_EQ(x.rows.size(), y.rows.size());
    EXPECT_EQ(x.m, y.m);
    EXPECT_EQ(x.n, y.n);
    EXPECT_EQ(x.source, y.source);
    EXPECT_EQ(x.totals.tiles, y.totals.tiles);
    EXPECT_EQ(x.totals.answers, y.totals.answers);
    EXPECT_EQ(x.totals.wrong, y.totals.wrong);
    const auto all = [](const tb::RecordedAnswer& r) {
        return std::tuple(r.tile, r.m, r.n, r.a, r.b, r.scale_a, r.scale_b, r.metadata, r.c, r.expected,
                          r.got.d, r.got.unknown, r.operand_class, r.kind, r.cycle);
    };
    for (std::size_t i = 0; i < x.rows.size(); ++i) EXPECT_EQ(all(x.rows[i]), all(y.rows[i])) << i;
}

TEST(Record, ComesBackFromItsFile) {
    for (const auto& [arch, name] : {std::pair{"Ampere", "HMMA.1688.F32"},
                                     {"RTXBlackwell", "QMMA.SF.16832.F32.E4M3.E2M1.E8"},
                                     {"Hopper", "HMMA.SP.16832.F32"}}) {
        SCOPED_TRACE(name);
        const DotAdd dot(find_instruction(arch, name).spec);
        AnswerRecord record = record_of_run(dot, 300, 1200);
        record.source = "a test";
        EXPECT_GT(record.rows.size(), 300U);
        expect_same(through_a_file(record), record);
    }
}

TEST(Record, KeepsWholeTilesOfEveryClassSpreadOverTheRun) {
    const DotAdd dot(find_instruction("Ampere", "HMMA.1688.F32").spec);
    const AnswerRecord record = record_of_run(dot, 5000, 1200, 0);
    EXPECT_LE(record.rows.size(), 1200U);
    EXPECT_GT(record.rows.size(), 300U);
    std::map<std::uint64_t, std::size_t> lanes;  // a tile beside a mismatch has fewer
    for (const tb::RecordedAnswer& row : record.rows) ++lanes[row.tile];
    std::map<tb::OperandClass, std::set<std::uint64_t>> tiles;
    for (const tb::RecordedAnswer& row : record.rows) {
        if (row.right() && lanes[row.tile] == kRows * kColumns) tiles[*row.operand_class].insert(row.tile);
    }
    EXPECT_EQ(tiles.size(), tb::directed_classes(dot.spec()).size());
    for (const auto& [operand_class, of_class] : tiles) {
        EXPECT_GE(of_class.size(), 3U) << class_name(operand_class);
        EXPECT_LT(*of_class.begin(), 100U) << class_name(operand_class);
        EXPECT_GT(*of_class.rbegin(), 2500U) << class_name(operand_class);
        std::set<std::uint64_t> steps;
        for (auto at = of_class.begin(); std::next(at) != of_class.end(); ++at)
            steps.insert(*std::next(at) - *at);
        EXPECT_EQ(steps.size(), 1U) << class_name(operand_class) << " is not spread evenly";
    }
}

TEST(Record, ARareKindOfMismatchIsKeptBesideAFrequentOne) {
    const DotAdd dot(find_instruction("Ampere", "HMMA.1688.F32").spec);
    const AnswerRecord record = record_of_run(dot, 5000, 400, 60);
    std::map<DifferenceKind, int> kinds;
    for (const tb::RecordedAnswer& row : record.rows) ++kinds[row.kind];
    EXPECT_GT(kinds[DifferenceKind::unknown_bits], 50);
    EXPECT_GT(kinds[DifferenceKind::one_ulp], 50);
    EXPECT_GT(kinds[DifferenceKind::none], 50);
}

TEST(Record, KeepsTheNeighboursOfTheFirstMismatches) {
    const DotAdd dot(find_instruction("Ampere", "HMMA.1688.F32").spec);
    const AnswerRecord record = record_of_run(dot, 5000, 2000, 1);
    EXPECT_LE(record.rows.size(), 2000U);
    std::set<std::pair<std::uint64_t, std::size_t>> places;
    for (const tb::RecordedAnswer& row : record.rows) places.emplace(row.tile, row.m * kColumns + row.n);
    EXPECT_EQ(places.size(), record.rows.size()) << "an answer is there twice";
    std::size_t whole = 0;
    for (const tb::RecordedAnswer& row : record.rows) {
        if (row.right() || row.tile == 0) continue;
        const std::size_t lane = row.m * kColumns + row.n;
        whole += places.contains({row.tile - 1, lane}) && places.contains({row.tile + 1, lane}) ? 1 : 0;
    }
    EXPECT_GE(whole, 70U);
}

TEST(Record, AVectorFileWithoutNotesIsARecordToo) {
    std::istringstream text(
        "# karat-vectors 1\n# arch: Volta\n# instruction: HMMA.884.F32.F32\n# k: 4\n# a: fp16\n# b: fp16\n"
        "# c: fp32\n# d: fp32\n# a note of the user\n3c00 0 0 0 3c00 0 0 0 3f800000 40000000\n"
        "3c00 0 0 0 3c00 0 0 0 3f800000 40000001\n3c00 0 0 0 3c00 0 0 0 3f800000 nan\n"
        "7c00 0 0 0 0 0 0 0 3f800000 nan\n");
    const AnswerRecord record = tb::record_of(read_vectors(text, "plain"));
    ASSERT_EQ(record.rows.size(), 4U);
    EXPECT_TRUE(record.rows[0].right());
    EXPECT_EQ(record.rows[1].kind, DifferenceKind::one_ulp);
    EXPECT_EQ(record.rows[2].kind, DifferenceKind::nan_for_number);
    EXPECT_TRUE(record.rows[3].right());
    EXPECT_EQ(record.rows[1].expected, 0x40000000U);
    EXPECT_EQ(record.rows[1].tile, 1U);
    EXPECT_EQ(record.rows[1].operand_class, std::nullopt);
    EXPECT_EQ(record.m, 0U);
    EXPECT_EQ(record.totals.all_answers(), 4U);
    EXPECT_EQ(record.totals.all_wrong(), 2U);
}

TEST(Record, CountsThatContradictThemselvesAreRefused) {
    const DotAdd dot(find_instruction("Ampere", "HMMA.1688.F32").spec);
    std::stringstream text;
    tb::write_record(text, record_of_run(dot, 64, 100));
    VectorFile file = read_vectors(text, "record");
    ASSERT_GT(file.comments.size(), 2U);
    for (const char* bad : {"record of 2x lanes: 1 tiles", "record of class near_one: 5 answers",
                            "record of class near_one: 5 answers, 2 wrong: one_ulp 1",
                            "record of class no_class: 5 answers, 0 wrong"}) {
        VectorFile broken = file;
        broken.comments[1] = bad;
        EXPECT_THROW((void)tb::record_of(broken), VectorError) << bad;
    }
}

TEST(Record, OfACheckHasTheCyclesOfTheAnswers) {
    const DotAdd dot(find_instruction("Ampere", "HMMA.1688.F32").spec);
    FakeDesign design(dot, Fault::one_bit, 3);
    tb::Scoreboard board(dot, kRows, kColumns);
    tb::AnswerRecorder recorder(dot, kRows, kColumns);
    board.on_answers([&](const tb::ComparedTile& seen) { recorder.take(seen); });
    const auto source = tb::make_source("directed", dot.spec(), kRows, kColumns, 1);
    tb::CheckSettings settings;
    settings.count = 200;
    settings.max_mismatches = 0;
    const auto result = tb::run_check(design, *source, board, settings);
    const AnswerRecord record = recorder.record();
    EXPECT_EQ(record.rows.size(), board.lanes());
    std::uint64_t last = 0;
    std::uint64_t first_wrong = 0;
    for (const tb::RecordedAnswer& row : record.rows) {
        EXPECT_GE(row.cycle, last);
        last = row.cycle;
        if (!row.right() && first_wrong == 0) first_wrong = row.cycle;
    }
    EXPECT_EQ(first_wrong, result.first_mismatch_cycle);
    EXPECT_EQ(board.kept().front().cycle, result.first_mismatch_cycle);
}

}  // namespace
}  // namespace karat::test
