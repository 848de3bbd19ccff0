// SPDX-License-Identifier: Apache-2.0
// The diagnosis recognises a design that differs from the specification in one or two edits, and names no
// edit for a design that none explains.
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/json/serialize.hpp>

#include "karat/instruction/registry.hpp"
#include "karat/recipe/json/spec_json.hpp"
#include "karat_probe/findings/bugs_output.hpp"
#include "tb/seen_design.hpp"

namespace karat::test {
namespace {

/// What the search says about the answers on a scoreboard.
probe::BugReport diagnose(const tb::Scoreboard& board) {
    const bool own = board.dot().spec().algorithm == Algorithm::recipe;
    const EditNames names = own ? EditNames::paths : EditNames::knobs;
    const Recipe& recipe = board.dot().program().recipe();
    const probe::UnitAnswers answers = probe::answers_of(board);
    probe::BugReport out = probe::find_bugs(recipe, answers, nullptr, names);
    if (!answers.wrong.empty()) probe::explain(out, recipe, probe::all_answers_of(board), names, nullptr);
    return out;
}

using Settings = std::vector<std::pair<std::string, std::string>>;

bool is(const std::vector<Edit>& way, const Settings& settings) {
    const auto has = [&](const auto& wanted) {
        return std::any_of(way.begin(), way.end(), [&](const Edit& edit) {
            std::string value = boost::json::serialize(edit.value);
            std::erase(value, '"');
            return edit.key == wanted.first && value == wanted.second;
        });
    };
    return way.size() == settings.size() && std::all_of(settings.begin(), settings.end(), has);
}

bool names(const probe::BugReport& report, const Settings& settings) {
    return std::any_of(report.explanations.begin(), report.explanations.end(),
                       [&](const std::vector<Edit>& way) { return is(way, settings); });
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
        const probe::BugReport diagnosis = diagnose(seen.board);
        EXPECT_TRUE(names(diagnosis, {setting}))
            << setting.first << " = " << setting.second << ": found " << probe::diagnosis(diagnosis);
        EXPECT_TRUE(diagnosis.all_explained);
        EXPECT_EQ(diagnosis.explained, seen.board.lanes());
    }
}

/// In a recipe that no knobs describe, the attributes are named by their paths, in the form that --set
/// accepts.
TEST(Diagnosis, AnOwnRecipeIsNamedByPaths) {
    const Spec own = spec_from_json_text(
        R"({"karat_recipe": 1, "operands": {"k": 4}, "result": {
            "sum": [{"of": "product", "F": 20}, {"of": "c", "F": 24}], "round": {"format": "fp32"}}})");
    for (const Settings& settings :
         {Settings{{"result.sum[0].F", "19"}}, Settings{{"result.sum[1].rounding", "RD"}},
          Settings{{"operands.flush_a", "true"}}, Settings{{"result.round.rounding", "RZ"}},
          Settings{{"result.sum[0].F", "19"}, {"result.sum[1].F", "21"}}}) {
        const Seen seen(own, changed(own, settings));
        ASSERT_NE(seen.board.mismatches(), 0U) << settings[0].first;
        const probe::BugReport diagnosis = diagnose(seen.board);
        EXPECT_TRUE(names(diagnosis, settings))
            << settings[0].first << ": found " << probe::diagnosis(diagnosis);
    }
    const Seen seen(own, changed(own, {{"result.sum[1].rounding", "RD"}}));
    const probe::BugReport diagnosis = diagnose(seen.board);
    ASSERT_FALSE(diagnosis.explanations.empty());
    EXPECT_EQ(words(diagnosis.explanations[0]),
              "result.sum[1].rounding = RD instead of RZ: rounding of c when aligned");
}

/// A design with another summation tree is named by the edit of the addends, or by its algorithm.
TEST(Diagnosis, OtherTreesAreNamed) {
    const auto check = [](const std::pair<std::string, std::string>& design,
                          const std::pair<std::string, std::string>& named) {
        const Seen seen(
            ampere(),
            changed(ampere(), {design, {"exponent_floor", "default"}, {"underflow_sign", "default"}}));
        ASSERT_NE(seen.board.mismatches(), 0U) << design.second;
        const probe::BugReport diagnosis = diagnose(seen.board);
        EXPECT_TRUE(names(diagnosis, {named})) << design.second << ": found " << probe::diagnosis(diagnosis);
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
        EXPECT_TRUE(names(diagnose(seen.board), {named}))
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
    const probe::BugReport diagnosis = diagnose(seen.board);
    EXPECT_TRUE(names(diagnosis, settings)) << probe::diagnosis(diagnosis);
    const Seen one(ampere(), changed(ampere(), {{"F", "23"}}));
    EXPECT_EQ(words(diagnose(one.board).explanations.at(0)),
              "F = 23 instead of 24: fraction bits kept for the products and c");
}

TEST(Diagnosis, AWrongBitIsNoEdit) {
    const Seen seen(ampere(), ampere(), Fault::one_bit);
    const probe::BugReport diagnosis = diagnose(seen.board);
    EXPECT_NE(seen.board.mismatches(), 0U);
    EXPECT_TRUE(diagnosis.explanations.empty()) << probe::diagnosis(diagnosis);
}

TEST(Diagnosis, NothingWrongNothingSaid) {
    const Seen seen(ampere(), ampere());
    EXPECT_EQ(seen.board.mismatches(), 0U);
    EXPECT_TRUE(diagnose(seen.board).bugs.empty());
}

}  // namespace
}  // namespace karat::test
