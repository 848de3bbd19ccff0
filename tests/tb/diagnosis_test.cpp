// SPDX-License-Identifier: Apache-2.0
// The diagnosis recognises a design that differs from the specification in one or two edits, and names no
// edit for a design that none explains.
#include "karat_tb/diagnosis/diagnosis.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/json/serialize.hpp>

#include "karat/instruction/registry.hpp"
#include "karat/recipe/json/spec_json.hpp"
#include "karat/recipe/knobs/knobs.hpp"
#include "karat_tb/check/check.hpp"
#include "karat_tb/check/misplaced_answers.hpp"
#include "karat_tb/stimulus/stimulus.hpp"
#include "tb/fake_design.hpp"

namespace karat::test {
namespace {

/// A scoreboard for `golden`, after running a design that computes `actual`.
struct Seen {
    DotAdd golden, actual;
    tb::Scoreboard board;
    tb::CheckResult result;

    Seen(const Spec& spec, const Spec& design_spec, Fault fault = Fault::none, std::uint64_t count = 1500)
        : golden(spec), actual(design_spec), board(golden, 2, 3, {.history_bytes = std::size_t{1} << 28}) {
        FakeDesign design(actual, fault, 3);
        tb::Stimulus stimulus(spec, 2, 3, 7);
        tb::CheckSettings settings;
        settings.count = count;
        settings.max_mismatches = 0;
        settings.patience = 200;
        result = tb::run_check(design, stimulus, board, settings);
    }
};

Spec changed(Spec spec, const std::vector<std::pair<std::string, std::string>>& settings) {
    for (const auto& [key, value] : settings) set_knob(spec, key, value);
    return spec;
}

bool names(const tb::Diagnosis& diagnosis, const std::vector<std::pair<std::string, std::string>>& settings) {
    return std::any_of(diagnosis.explanations.begin(), diagnosis.explanations.end(),
                       [&](const tb::Explanation& explanation) {
                           if (explanation.changes.size() != settings.size()) return false;
                           return std::all_of(settings.begin(), settings.end(), [&](const auto& wanted) {
                               return std::any_of(
                                   explanation.changes.begin(), explanation.changes.end(),
                                   [&](const Edit& change) {
                                       std::string value = boost::json::serialize(change.value);
                                       std::erase(value, '"');
                                       return change.key == wanted.first && value == wanted.second;
                                   });
                           });
                       });
}

const Spec& ampere() {
    static const Spec spec = find_instruction("Ampere", "HMMA.1688.F32").spec;
    return spec;
}

TEST(Diagnosis, OneKnobIsNamed) {
    for (const auto& setting :
         std::vector<std::pair<std::string, std::string>>{{"F", "23"},
                                                          {"F", "25"},
                                                          {"F", "exact"},
                                                          {"F_c", "22"},
                                                          {"align_rounding", "RD"},
                                                          {"align_rounding", "RNE"},
                                                          {"c_rounding", "RD"},
                                                          {"output_rounding", "RNE"},
                                                          {"output_fraction", "13"},
                                                          {"flush_a", "true"},
                                                          {"flush_b", "true"},
                                                          {"flush_output", "true"},
                                                          {"terms", "4"},
                                                          {"nan", "riscv"},
                                                          {"c_place", "late"},
                                                          {"zero_product", "format_min"}}) {
        const Seen seen(ampere(), changed(ampere(), {setting}));
        ASSERT_NE(seen.board.mismatches(), 0U) << setting.first << " = " << setting.second;
        const tb::Diagnosis diagnosis = tb::diagnose(seen.board);
        EXPECT_TRUE(names(diagnosis, {setting})) << setting.first << " = " << setting.second << ": found "
                                                 << boost::json::serialize(tb::to_json(diagnosis));
        EXPECT_TRUE(diagnosis.whole);
        EXPECT_EQ(diagnosis.lanes, seen.board.lanes());
    }
}

/// In a recipe that no knobs describe, the attributes are named by their paths, in the form that --set
/// accepts.
TEST(Diagnosis, AnOwnRecipeIsNamedByPaths) {
    const Spec own = spec_from_json_text(
        R"({"karat_recipe": 1, "operands": {"k": 4}, "result": {
            "sum": [{"of": "product", "F": 20}, {"of": "c", "F": 24}], "round": {"format": "fp32"}}})");
    using Settings = std::vector<std::pair<std::string, std::string>>;
    for (const Settings& settings :
         {Settings{{"result.sum[0].F", "19"}}, Settings{{"result.sum[1].rounding", "RD"}},
          Settings{{"operands.flush_a", "true"}}, Settings{{"result.round.rounding", "RZ"}},
          Settings{{"result.sum[0].F", "19"}, {"result.sum[1].F", "21"}}}) {
        const Seen seen(own, changed(own, settings));
        ASSERT_NE(seen.board.mismatches(), 0U) << settings[0].first;
        const tb::Diagnosis diagnosis = tb::diagnose(seen.board);
        EXPECT_TRUE(names(diagnosis, settings))
            << settings[0].first << ": found " << boost::json::serialize(tb::to_json(diagnosis));
    }
    const Seen seen(own, changed(own, {{"result.sum[1].rounding", "RD"}}));
    const tb::Diagnosis diagnosis = tb::diagnose(seen.board);
    ASSERT_FALSE(diagnosis.explanations.empty());
    EXPECT_EQ(tb::sentence(diagnosis.explanations[0]),
              "the design behaves as result.sum[1].rounding = RD instead of RZ: rounding of c when aligned");
}

/// A design with another summation tree is named by the edit of the addends, or by its algorithm.
TEST(Diagnosis, OtherTreesAreNamed) {
    const auto check = [](const std::pair<std::string, std::string>& design,
                          const std::pair<std::string, std::string>& named) {
        const Seen seen(
            ampere(),
            changed(ampere(), {design, {"exponent_floor", "default"}, {"underflow_sign", "default"}}));
        ASSERT_NE(seen.board.mismatches(), 0U) << design.second;
        const tb::Diagnosis diagnosis = tb::diagnose(seen.board);
        EXPECT_TRUE(names(diagnosis, {named}))
            << design.second << ": found " << boost::json::serialize(tb::to_json(diagnosis));
    };
    check({"algorithm", "sda"}, {"c_place", "late"});
    check({"algorithm", "fma"}, {"algorithm", "fma"});
    check({"algorithm", "muladd"}, {"algorithm", "fma"});  // fp32 holds these products
    check({"algorithm", "gps"}, {"algorithm", "gps"});
    check({"algorithm", "exact"}, {"F", "exact"});
}

TEST(Diagnosis, OtherAlgorithmsToo) {
    const auto check = [](const char* arch, const char* instruction,
                          const std::pair<std::string, std::string>& setting,
                          std::pair<std::string, std::string> named = {}) {
        if (named.first.empty()) named = setting;
        const Spec spec = find_instruction(arch, instruction).spec;
        const Seen seen(spec, changed(spec, {setting}), Fault::none, 20000);  // some faults are rare
        ASSERT_NE(seen.board.mismatches(), 0U) << instruction << " " << setting.first;
        EXPECT_TRUE(names(tb::diagnose(seen.board), {named}))
            << instruction << " " << setting.first << " = " << setting.second;
    };
    check("Ampere", "HMMA.1688.F16", {"sticky", "ored"});
    check("CDNA3", "v_mfma_f32_32x32x8_f16", {"sum_rounding", "RZ"});
    check("CDNA3", "v_mfma_f32_32x32x8_f16", {"F_sum", "30"});
    check("CDNA3", "v_mfma_f32_32x32x16_fp8_fp8", {"F_group", "23"});
    check("CDNA2", "v_mfma_f32_32x32x8f16", {"pairing", "half"}, {"group_pattern", "interleaved"});
    check("CDNA2", "v_mfma_f32_32x32x8f16", {"flush_a", "false"});
}

TEST(Diagnosis, TwoKnobsWhereOneDoesNotDo) {
    const std::vector<std::pair<std::string, std::string>> settings{{"F", "22"}, {"output_rounding", "RNE"}};
    const Seen seen(ampere(), changed(ampere(), settings));
    const tb::Diagnosis diagnosis = tb::diagnose(seen.board);
    EXPECT_TRUE(names(diagnosis, settings)) << boost::json::serialize(tb::to_json(diagnosis));
    EXPECT_GT(diagnosis.tried, 500U);
    EXPECT_GT(diagnosis.evaluations, diagnosis.tried);
    ASSERT_FALSE(diagnosis.explanations.empty());
    EXPECT_EQ(tb::sentence(diagnosis.explanations.front()).find("the design behaves as "), 0U);
    const Seen one(ampere(), changed(ampere(), {{"F", "23"}}));
    EXPECT_EQ(tb::sentence(tb::diagnose(one.board).explanations.at(0)),
              "the design behaves as F = 23 instead of 24: fraction bits kept for the products and c");
}

TEST(Diagnosis, AWrongBitIsNoEdit) {
    const Seen seen(ampere(), ampere(), Fault::one_bit);
    const tb::Diagnosis diagnosis = tb::diagnose(seen.board);
    EXPECT_NE(seen.board.mismatches(), 0U);
    EXPECT_TRUE(diagnosis.explanations.empty()) << boost::json::serialize(tb::to_json(diagnosis));
    EXPECT_LE(diagnosis.tried, edits(seen.golden.program().recipe()).size() + 100 + tb::Diagnoser::kMostPairs)
        << "the cost must be bounded";
    EXPECT_GT(diagnosis.tried, 10000U);
    EXPECT_FALSE(tb::misplaced_answers(seen.board).has_value());
}

TEST(Diagnosis, NothingWrongNothingSaid) {
    const Seen seen(ampere(), ampere());
    EXPECT_EQ(seen.board.mismatches(), 0U);
    EXPECT_EQ(tb::diagnose(seen.board).tried, 0U);
    EXPECT_FALSE(tb::misplaced_answers(seen.board).has_value());
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
        EXPECT_TRUE(tb::diagnose(seen.board).explanations.empty()) << words;
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
