// SPDX-License-Identifier: Apache-2.0
// The search for a specification by knobs that gives every answer.
#include <gtest/gtest.h>

#include <string>

#include "karat/recipe/json/spec_json.hpp"
#include "karat_probe/identify/explain/explain.hpp"
#include "karat_probe/target/model_target.hpp"
#include "probe/explaining.hpp"

namespace karat::probe {
namespace {

/// What the search among knobs says about a specification that it has 60 seconds for.
std::string lines_about_knobs(const std::string& spec) {
    ModelTarget target(spec_from_json_text(R"({"karat_spec":1,)" + spec + "}"), "model");
    IdentifySettings settings;
    settings.use_registry = false;
    std::string lines;
    settings.progress = [&](const std::string& line) { lines += line + "\n"; };
    Identification out;
    Inquiry inquiry = of_twenty_seconds(target, settings, out);
    inquiry.budget.end = inquiry.begin + std::chrono::seconds(60);
    for (std::size_t n = 0; n <= static_cast<std::size_t>(QuestionKind::specials); ++n)
        ask(inquiry, static_cast<QuestionKind>(n), 250);
    const Explainer explainer(inquiry);
    return lines;
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

/// One addend does not show how sums are rounded, so that every structure is tried with the wrong rounding.
/// With the right one, another structure is right.
TEST(Explain, TriesEveryStructureAgainWithTheKnobsFound) {
    const std::string lines = lines_about_knobs(
        R"("algorithm":"gps","a":"e3m2","b":"e3m2","c":"tf32","d":"fp32","k":8,"flush_below":"fp32",)"
        R"("c_place":"leaf_last","pairing":"half","product_format":"fp16","product_rounding":"RO",)"
        R"("output_rounding":"RD","overflow":"ieee","nan":"amd_rdna","flush_output":true)");
    EXPECT_NE(lines.find("specifications has loss 0.000000"), std::string::npos) << lines;
}

}  // namespace
}  // namespace karat::probe
