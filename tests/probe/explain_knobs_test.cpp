// SPDX-License-Identifier: Apache-2.0
// The search for a specification by knobs that gives every answer.
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "karat/recipe/families/families.hpp"
#include "karat/recipe/json/spec_json.hpp"
#include "karat_probe/identify/explain/explain.hpp"
#include "karat_probe/identify/explain/knob_search.hpp"
#include "karat_probe/target/model_target.hpp"
#include "probe/explaining.hpp"

namespace karat::probe {
namespace {

/// An inquiry about a specification, without the registry, that keeps its lines of progress.
struct Blind {
    explicit Blind(const std::string& spec)
        : target(spec_from_json_text(R"({"karat_spec":1,)" + spec + "}"), "model") {
        settings.use_registry = false;
        settings.progress = [this](const std::string& line) { lines += line + "\n"; };
    }
    ModelTarget target;
    std::string lines;
    IdentifySettings settings;
    Identification out;
    Inquiry inquiry = of_twenty_seconds(target, settings, out);
};

/// What the search among knobs says about a specification that it has 60 seconds for.
std::string lines_about_knobs(const std::string& spec) {
    Blind blind(spec);
    blind.inquiry.budget.end = blind.inquiry.begin + std::chrono::seconds(60);
    for (std::size_t n = 0; n <= static_cast<std::size_t>(QuestionKind::specials); ++n)
        ask(blind.inquiry, static_cast<QuestionKind>(n), 250);
    const Explainer explainer(blind.inquiry);
    return blind.lines;
}

/// Each product rounded, and added to the sum so far. 32 of them take long to evaluate, so that the search
/// among knobs sees little in its time.
TEST(Explain, FindsALongSequentialSumByItsKnobs) {
    const std::string lines = lines_about_knobs(
        R"("algorithm":"muladd","a":"fp32","b":"bf16","c":"e5m2","d":"fp32","k":32,)"
        R"("flush_a":true,"flush_b":true,"product_rounding":"RNZ","output_rounding":"RU","nan":"x86")");
    EXPECT_NE(lines.find("specifications has loss 0.000000"), std::string::npos) << lines;
}

/// The time of the search among knobs is over when the specification of the right algorithm is still some
/// steps away, and those of others have less loss.
TEST(Explain, FinishesKnobsThatStillGetBetter) {
    const std::string lines = lines_about_knobs(
        R"("algorithm":"fdrda","a":"fp64","b":"e2m3","c":"bf16","d":"fp16","k":32,"terms":16,)"
        R"("chain_pattern":"interleaved","F":36,"align_rounding":"RD","F_sum":1,"sum_rounding":"RND",)"
        R"("c_cutoff":2,"zero_product":"minus126","zero_c":"ignored","flush_products":true,)"
        R"("output_rounding":"RNU","nan":"nvidia_fp64")");
    EXPECT_NE(lines.find("specifications has loss 0.000000"), std::string::npos) << lines;
}

/// Flushed products in place of flushed results explain some answers. No step of one knob leads on from
/// there.
TEST(Explain, FinishesWithStepsOfSeveralKnobs) {
    const std::string lines = lines_about_knobs(
        R"("algorithm":"gps","a":"e2m3","b":"fp16","c":"e4m3","d":"fp16","k":6,"flush_below":"fp32",)"
        R"("c_place":"leaf_first","group":3,"product_format":"fp32","product_rounding":"RNA",)"
        R"("zero_product_sign":"positive","pairing":"half","output_rounding":"RNO","overflow":"ieee",)"
        R"("nan":"indefinite","flush_output":true)");
    EXPECT_NE(lines.find("specifications has loss 0.000000"), std::string::npos) << lines;
}

/// The floor lies above every product and c, so that every answer is 0 or one unit of the same grid.
TEST(Explain, FindsAFloorAboveEveryAddendByItsKnobs) {
    const std::string lines = lines_about_knobs(
        R"("algorithm":"fdrda","a":"fp16","b":"e2m3","c":"bf16","d":"fp64","k":8,"F":9,)"
        R"("align_rounding":"RNU","F_c":130,"c_rounding":"RNZ","F_sum":17,"sum_rounding":"RD",)"
        R"("exponent_floor":1009,"zero_product":"format_min","zero_c":"ignored",)"
        R"("product_overflow":"inf","output_rounding":"RNA","nan":"riscv")");
    EXPECT_NE(lines.find("specifications has loss 0.000000"), std::string::npos) << lines;
}

/// One addend does not show how sums are rounded, so that structures are tried with a wrong rounding at
/// first. Once the rounding is right, they are tried again.
TEST(Explain, TriesEveryStructureAgainWithTheKnobsFound) {
    const auto with_structure = [](const std::string& structure) {
        return spec_from_json_text(
            R"({"karat_spec":1,"algorithm":"gps","a":"e3m2","b":"e3m2","c":"tf32","d":"fp32","k":8,)"
            R"("product_format":"fp16","product_rounding":"RO","output_rounding":"RD",)" +
            structure + "}");
    };
    const Spec right = with_structure(R"("pairing":"half","c_place":"leaf_last")");
    const Spec other = with_structure(R"("pairing":"adjacent","group":4)");
    ModelTarget target(right, "model");
    IdentifySettings settings;
    Identification out;
    Inquiry inquiry = of_twenty_seconds(target, settings, out);
    ask(inquiry, QuestionKind::few_addends, 400);
    const auto loss_of_spec = [&](const Spec& spec) {
        return loss_of(Evaluator(expand(spec)), inquiry.record(), inquiry.budget);
    };
    const Guess found =
        restructured({expand(other), loss_of_spec(other), other}, inquiry.record(), inquiry.budget);
    EXPECT_GT(loss_of_spec(other), 0);
    EXPECT_EQ(found.loss, 0);
    EXPECT_EQ(found.recipe, expand(right));
    // the right one stays
    EXPECT_EQ(restructured({expand(right), 0, right}, inquiry.record(), inquiry.budget).recipe,
              expand(right));
}

/// One product alone tells nothing of the sums, so that the first search ends with the first structure. Sums
/// of a few addends refute it, and no step of one knob leads to the right one: the search is made again.
TEST(Explain, SearchesTheKnobsAgainWhenTheirSpecificationIsRefuted) {
    Blind blind(
        R"("algorithm":"gps","a":"fp64","b":"fp64","c":"fp64","d":"fp64","k":4,"pairing":"half","group":2,)"
        R"("c_place":"first","product_rounding":"RZ","output_rounding":"RNA","nan":"x86")");
    Inquiry& inquiry = blind.inquiry;
    inquiry.budget.progress = blind.settings.progress;
    ask(inquiry, QuestionKind::product_alone, 400);
    Explainer explainer(inquiry);
    ASSERT_EQ(explainer.first().loss, 0);
    ask(inquiry, QuestionKind::cancellation, 2);
    ask(inquiry, QuestionKind::few_addends, 2);
    Guess refuted = explainer.first();
    refuted.loss = explainer.all_of(refuted);
    ASSERT_GT(refuted.loss, 0);
    const Guess found = explainer(std::move(refuted));
    EXPECT_EQ(found.loss, 0) << blind.lines;
    EXPECT_TRUE(found.knobs.has_value()) << blind.lines;
    EXPECT_NE(blind.lines.find("other knobs: loss"), std::string::npos) << blind.lines;
}

}  // namespace
}  // namespace karat::probe
