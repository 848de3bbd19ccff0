// SPDX-License-Identifier: Apache-2.0
// Right answers in the wrong place are recognised, and wrong ones are not taken for them.
#include <gtest/gtest.h>

#include "karat/instruction/registry.hpp"
#include "karat_tb/check/misplaced_answers.hpp"
#include "tb/seen_design.hpp"

namespace karat::test {
namespace {

const Spec& ampere() {
    static const Spec spec = find_instruction("Ampere", "HMMA.1688.F32").spec;
    return spec;
}

TEST(Misplaced, EachFaultHasItsSentence) {
    for (const auto& [fault, words] :
         {std::pair{Fault::swaps_lanes, "lane (0,1) outputs what lane (0,2) should output"},
          std::pair{Fault::drops_one, "an answer was dropped"},
          std::pair{Fault::answers_twice, "an answer was given twice"},
          std::pair{Fault::reorders, "out of order"}}) {
        const Seen seen(ampere(), ampere(), fault);
        ASSERT_NE(seen.board.mismatches(), 0U) << words;
        const auto said = tb::misplaced_answers(seen.board);
        ASSERT_TRUE(said.has_value()) << words;
        EXPECT_NE(said->find(words), std::string::npos) << *said;
    }
}

/// A wrong value is not a misplaced result, even in a short run: the last tiles count like the others.
TEST(Misplaced, AWrongKnobIsNotOutOfOrder) {
    for (const char* f : {"22", "23"}) {
        for (std::uint64_t count = 1; count <= 40; ++count) {
            const Seen seen(ampere(), changed(ampere(), {{"F", f}}), Fault::none, count);
            const auto said = tb::misplaced_answers(seen.board);
            EXPECT_FALSE(said.has_value()) << "F = " << f << ", " << count << " tiles: " << *said;
        }
        EXPECT_NE(Seen(ampere(), changed(ampere(), {{"F", f}}), Fault::none, 10).board.mismatches(), 0U)
            << "no lane differs, so the test is void";
    }
}

/// If a lane is stuck at 0, its outputs are not taken for the results of nearby tiles whose result is 0.
TEST(Misplaced, ALaneThatAnswersZeroIsNotOutOfOrder) {
    const DotAdd dot(ampere());
    tb::Scoreboard board(dot, 1, 1, {.history_bytes = std::size_t{1} << 28});
    const std::size_t k = static_cast<std::size_t>(ampere().k);
    for (std::uint64_t t = 0; t < 60; ++t) {
        tb::Tile tile;
        tile.a.assign(k, 0);
        tile.b.assign(k, 0);
        tile.c = {t % 4 == 0 ? std::uint64_t{0} : 0x3f800000 + t};
        board.compare(tile, {{t % 4 == 1 ? std::uint64_t{0} : tile.c[0], 0}});
    }
    ASSERT_EQ(board.mismatches(), 15U);
    EXPECT_FALSE(tb::misplaced_answers(board).has_value()) << *tb::misplaced_answers(board);
}

}  // namespace
}  // namespace karat::test
