// SPDX-License-Identifier: Apache-2.0
// Every edit of a recipe can be evaluated and described, and the diagnosis finds it in a design with this
// edit.
#include "karat/recipe/edits/edits.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "karat/error.hpp"
#include "karat/instruction/registry.hpp"
#include "karat/recipe/families/families.hpp"
#include "karat/recipe/knobs/knobs.hpp"
#include "karat/recipe/program.hpp"
#include "karat_probe/findings/bugs.hpp"
#include "karat_tb/stimulus/stimulus.hpp"

namespace karat::test {
namespace {

struct Family {
    const char* arch;
    const char* instruction;
    std::vector<std::pair<std::string, std::string>> changes;
    std::size_t least;       ///< least number of edits
    std::size_t least_seen;  ///< least number of edits that change a result

    friend void PrintTo(const Family& family, std::ostream* out) {
        *out << family.arch << ' ' << family.instruction;
    }
};

Spec spec_of(const Family& family) {
    Spec spec = find_instruction(family.arch, family.instruction).spec;
    for (const auto& [key, value] : family.changes) set_knob(spec, key, value);
    return spec;
}

/// Feeds the scoreboard the outputs of `design` for these tiles.
void watch(tb::Scoreboard& board, const std::vector<tb::Tile>& tiles, const Evaluator& design) {
    const std::size_t n = board.columns();
    for (const tb::Tile& tile : tiles) {
        std::vector<Answer> answers;
        for (std::size_t lane = 0; lane < board.rows() * n; ++lane) {
            answers.push_back({design(tile.operands(lane / n, lane % n, n)), 0});
        }
        board.compare(tile, std::move(answers));
    }
}

std::vector<tb::Tile> tiles_of(const Spec& spec, std::size_t count) {
    tb::Stimulus stimulus(spec, 2, 2, 11);
    std::vector<tb::Tile> out;
    while (out.size() < count) out.push_back(stimulus.next().value());
    return out;
}

/// Number of results in which the two designs differ. If `other` allows any NaN, all NaNs are equal.
std::size_t differences(const std::vector<tb::Tile>& tiles, const Evaluator& design, const Evaluator& other) {
    const OutputRule& rule = *other.program().operations().back().round;
    const auto is_nan = [&](std::uint64_t x) {
        return unpack(x, info(rule.format)).number_class == NumberClass::nan;
    };
    std::size_t out = 0;
    for (const tb::Tile& tile : tiles) {
        for (std::size_t lane = 0; lane < 4; ++lane) {
            const Operands in = tile.operands(lane / 2, lane % 2, 2);
            const std::uint64_t x = design(in);
            const std::uint64_t y = other(in);
            const bool alike = rule.nan == NanEncoding::any && is_nan(x) && is_nan(y);
            out += x != y && !alike ? 1 : 0;
        }
    }
    return out;
}

class EveryEdit : public testing::TestWithParam<Family> {};

/// For a design with the edit, the diagnosis names the edit, and everything else it names gives the same
/// results. For an edit to another known arithmetic, it may name a near edit with the same results instead.
TEST_P(EveryEdit, IsNamed) {
    const DotAdd golden(spec_of(GetParam()));
    const Recipe& recipe = golden.program().recipe();
    const std::vector<tb::Tile> tiles = tiles_of(golden.spec(), 40);
    const probe::SingleEdits singles(recipe);
    std::size_t seen = 0;
    for (const EditReach reach : {EditReach::near, EditReach::shapes}) {
        for (const Edit& edit : edits(recipe, reach)) {
            SCOPED_TRACE(words(edit));
            tb::Scoreboard board(golden, 2, 2, {.history_bytes = std::size_t{1} << 28});
            watch(board, tiles, Evaluator(edit.recipe));
            if (board.mismatches() == 0) continue;
            ++seen;
            const std::vector<Edit> found = singles.giving(probe::all_answers_of(board));
            ASSERT_FALSE(found.empty());
            const auto is_it = [&](const Edit& one) { return one.recipe == edit.recipe; };
            EXPECT_TRUE(reach == EditReach::shapes || std::any_of(found.begin(), found.end(), is_it));
            for (const Edit& one : found) {
                EXPECT_EQ(differences(tiles, Evaluator(edit.recipe), Evaluator(one.recipe)), 0U)
                    << words(one);
            }
        }
    }
    EXPECT_GE(edits(recipe).size(), GetParam().least);
    EXPECT_GE(seen, GetParam().least_seen);
}

TEST_P(EveryEdit, HasWordsOfItsOwn) {
    const Spec spec = spec_of(GetParam());
    const Recipe recipe = expand(spec);
    std::set<std::string> titles;
    for (const Edit& edit : edits(recipe)) {
        EXPECT_NE(edit.recipe, recipe) << words(edit);
        EXPECT_TRUE(titles.insert(words(edit)).second) << words(edit);
        EXPECT_FALSE(edit.meaning.empty()) << edit.key;
        EXPECT_EQ(words(edit).find("  "), std::string::npos) << words(edit);
    }
}

INSTANTIATE_TEST_SUITE_P(
    Families, EveryEdit,
    testing::Values(Family{"Volta", "HMMA.884.F32.F32", {}, 400, 100},                       //
                    Family{"Ampere", "HMMA.1688.F16", {{"c_place", "late"}}, 300, 60},       //
                    Family{"Volta", "HMMA.884.F32.F32", {{"terms", "2"}}, 400, 100},         //
                    Family{"Volta", "HMMA.884.F32.F32", {{"algorithm", "sda"}}, 300, 60},    //
                    Family{"CDNA3", "v_mfma_f32_32x32x8_f16", {}, 600, 100},                 //
                    Family{"CDNA3", "v_mfma_f32_32x32x16_fp8_fp8", {{"k", "8"}}, 600, 100},  //
                    Family{"CDNA2", "v_mfma_f32_32x32x8f16", {}, 300, 30},                   //
                    Family{"CDNA2", "v_mfma_f32_32x32x2f32", {}, 200, 20}));

/// A recipe that no knob describes: a common grid with separate widths for products and c.
TEST(Edits, OfARecipeThatNoKnobDescribes) {
    const Spec spec = find_instruction("Volta", "HMMA.884.F32.F32").spec;
    const DotAdd golden(spec);
    Recipe own = golden.program().recipe();
    Sum sum = *own.result.sum;
    sum.floor.reset();
    sum.grid = GridRule::common;
    sum.terms[0].F = {22};
    sum.terms[1].F = {25};
    own.result.sum = Child<Sum>(sum);
    Recipe other = own;
    sum.terms[1].F = {23};
    sum.terms[1].rounding = Rounding::RD;
    other.result.sum = Child<Sum>(sum);
    tb::Scoreboard board(golden, 2, 2, {.history_bytes = std::size_t{1} << 28});
    watch(board, tiles_of(spec, 2000), Evaluator(other));
    const probe::UnitAnswers answers = probe::judged_by(own, probe::answers_of(board));
    const probe::BugReport report = probe::find_bugs(own, answers, nullptr);
    EXPECT_EQ(report.unexplained, 0U);
    std::set<std::string> keys;
    for (const Edit& edit : report.choices) keys.insert(edit.key);
    EXPECT_EQ(keys, (std::set<std::string>{"F_c", "c_rounding"}));
}

/// A unit that multiplies by the scale factors too early: the groups of Blackwell are scaled, not products.
TEST(Edits, PlaceTheScaleFactors) {
    const Recipe recipe = expand(find_instruction("RTXBlackwell", "OMMA.SF.16864.F32.E2M1.E2M1.E8").spec);
    const std::vector<Edit> all = edits(recipe);
    const auto early = std::ranges::find_if(all, [](const Edit& edit) {
        return title(edit) == "scaled = the products instead of result.sum[0]";
    });
    ASSERT_NE(early, all.end());
    const std::vector<Edit> back = edits(early->recipe);
    EXPECT_TRUE(std::ranges::any_of(back, [&](const Edit& edit) { return edit.recipe == recipe; }));
}

TEST(Edits, AreNamedInTheTradesWords) {
    const Recipe recipe = expand(find_instruction("Hopper", "HMMA.16816.F32").spec);
    std::set<std::string> said;
    for (const Edit& edit : edits(recipe)) said.insert(words(edit));
    for (const char* wanted :
         {"F = 24 instead of 25: fraction bits kept for the products and c",
          "F_c = 24 instead of 25: fraction bits kept for c",
          "c_rounding = RD instead of RZ: rounding of c when aligned",
          "output_rounding = RNE instead of RZ: how the result is rounded",
          "c_place = late instead of fused: c is added after a rounding, not inside the sum"}) {
        EXPECT_TRUE(said.contains(wanted)) << wanted;
    }
}

}  // namespace
}  // namespace karat::test
