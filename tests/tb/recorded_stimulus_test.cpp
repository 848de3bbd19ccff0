// SPDX-License-Identifier: Apache-2.0
// A recorded file as stimulus: two specifications get the same tiles, and whole tiles come back as they were.
#include <gtest/gtest.h>

#include <sstream>

#include "karat/instruction/registry.hpp"
#include "karat_tb/record/answer_recorder.hpp"
#include "karat_tb/stimulus/sources.hpp"
#include "karat_tb/stimulus/whole_tiles.hpp"

namespace karat::test {
namespace {

using tb::Tile;

auto contents(const Tile& x) {
    return std::tie(x.a, x.b, x.c, x.scale_a, x.scale_b, x.metadata, x.operand_class);
}

std::vector<Tile> tiles_of(tb::TileSource& source, std::size_t most) {
    std::vector<Tile> out;
    while (out.size() < most) {
        auto tile = source.next();
        if (!tile) break;
        out.push_back(std::move(*tile));
    }
    return out;
}

/// The record of a run of these tiles as a vector file.
VectorFile recorded(const DotAdd& dot, const std::vector<Tile>& tiles, std::size_t m, std::size_t n) {
    tb::Scoreboard board(dot, m, n);
    tb::AnswerRecorder recorder(dot, m, n);
    board.on_answers([&](const tb::ComparedTile& seen) { recorder.take(seen); });
    for (const Tile& tile : tiles) {
        std::vector<Answer> answers;
        for (std::size_t lane = 0; lane < m * n; ++lane)
            answers.push_back({dot(tile.operands(lane / n, lane % n, n)), 0});
        board.compare(tile, answers);
    }
    std::stringstream text;
    tb::write_record(text, recorder.record());
    return read_vectors(text, "record");
}

void expect_same(const std::vector<Tile>& x, const std::vector<Tile>& y) {
    ASSERT_EQ(x.size(), y.size());
    for (std::size_t i = 0; i < x.size(); ++i) EXPECT_TRUE(contents(x[i]) == contents(y[i])) << i;
}

TEST(RecordedStimulus, WholeTilesComeBackAsTheyWere) {
    for (const auto& [arch, name] : {std::pair{"Ampere", "HMMA.1688.F32"},
                                     {"RTXBlackwell", "QMMA.SF.16832.F32.E4M3.E2M1.E8"},
                                     {"Hopper", "HMMA.SP.16832.F32"}}) {
        SCOPED_TRACE(name);
        const DotAdd dot(find_instruction(arch, name).spec);
        const auto directed = tb::make_source("directed", dot.spec(), 2, 3, 4);
        const std::vector<Tile> tiles = tiles_of(*directed, 150);
        tb::VectorSource source(recorded(dot, tiles, 2, 3), "record", dot.spec(), 2, 3);
        expect_same(tiles_of(source, 1000), tiles);
    }
}

TEST(RecordedStimulus, TwoSpecificationsGetTheSameTiles) {
    const Spec spec = find_instruction("Ampere", "HMMA.1688.F32").spec;
    Spec other = spec;
    other.F = Width(11);
    other.align_rounding = Rounding::RNE;
    const DotAdd dot(spec);
    const auto directed = tb::make_source("directed", spec, 2, 2, 4);
    VectorFile file = recorded(dot, tiles_of(*directed, 100), 2, 2);
    file.rows.erase(file.rows.begin() + 1);  // one tile is no longer whole
    for (std::size_t i = 200; i < 240; ++i) file.rows[i].note.clear();
    for (const std::size_t lanes : {1, 2, 3}) {
        tb::VectorSource first(file, "record", spec, lanes, lanes);
        tb::VectorSource second(file, "record", other, lanes, lanes);
        const auto tiles = tiles_of(first, 10000);
        EXPECT_GE(tiles.size() * lanes * lanes, file.rows.size());
        expect_same(tiles_of(second, 10000), tiles);
    }
}

TEST(RecordedStimulus, OnlyTilesWithEveryLaneAreWhole) {
    const DotAdd dot(find_instruction("Ampere", "HMMA.1688.F32").spec);
    const auto directed = tb::make_source("directed", dot.spec(), 2, 2, 4);
    const VectorFile file = recorded(dot, tiles_of(*directed, 5), 2, 2);
    const auto whole_after = [&](auto&& change) {
        auto rows = file.rows;
        change(rows);
        const std::size_t before = rows.size();
        const std::size_t whole = tb::take_whole_tiles(rows, 2, 2).size();
        EXPECT_EQ(rows.size(), before - 4 * whole) << "every row is in a tile or left";
        return whole;
    };
    using Rows = std::vector<VectorRow>;
    EXPECT_EQ(whole_after([](Rows&) {}), 5U);
    EXPECT_EQ(whole_after([](Rows& rows) { rows.pop_back(); }), 4U);
    EXPECT_EQ(whole_after([](Rows& rows) { rows.push_back(rows[0]); }), 4U) << "a lane twice";
    EXPECT_EQ(whole_after([](Rows& rows) { rows[5].a[0] ^= 1; }), 4U) << "two rows of A";
    EXPECT_EQ(whole_after([](Rows& rows) { rows[6].b[0] ^= 1; }), 4U) << "two columns of B";
    EXPECT_EQ(whole_after([](Rows& rows) { rows[9].note.clear(); }), 4U);
    auto rows = file.rows;
    EXPECT_TRUE(tb::take_whole_tiles(rows, 1, 1).empty()) << "lanes outside of the tile";
}

TEST(RecordedStimulus, NotesComeBack) {
    const tb::RowNote note{7, 1, 2, tb::OperandClass::zeros, 99, DifferenceKind::unknown_bits, 0xf0};
    EXPECT_EQ(note_text(note), "tile 7, lane (1,2), class zeros, cycle 99, wrong: unknown_bits f0");
    const auto back = tb::read_note(note_text(note));
    ASSERT_TRUE(back);
    EXPECT_EQ(note_text(*back), note_text(note));
    EXPECT_EQ(note_text(*tb::read_note("tile 7, lane (1,2), right")), "tile 7, lane (1,2), right");
    for (const char* other :
         {"", "tile", "tile x, lane (0,0)", "a tile 7, lane (1,2)", "tile 7, lane (1,2), blue",
          "tile 7, lane (1,2), class blue", "tile 7, lane (1,2), wrong: blue"})
        EXPECT_FALSE(tb::read_note(other)) << other;
}

}  // namespace
}  // namespace karat::test
