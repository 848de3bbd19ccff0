// SPDX-License-Identifier: Apache-2.0
// Identification of black boxes: known arithmetics, arithmetics outside the language, and targets that lie.
#include "karat_probe/identify/identify.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <functional>
#include <utility>

#include "karat/format/unpack.hpp"
#include "karat/instruction/registry.hpp"
#include "karat/recipe/edits/sites.hpp"
#include "karat/recipe/families/families.hpp"
#include "karat/recipe/json/recipe_json.hpp"
#include "karat/recipe/own_recipe.hpp"
#include "karat_probe/identify/evidence.hpp"
#include "karat_probe/identify/topology/sum_order.hpp"
#include "karat_probe/identify/trees/bare_tree.hpp"
#include "karat_probe/separate/separate.hpp"
#include "karat_probe/target/model_target.hpp"
#include "karat_tb/stimulus/random.hpp"
#include "probe/function_target.hpp"

namespace karat::probe {
namespace {

/// With dot-adds for the search and for a few challenges. More of them take most of the time; the campaign in
/// identify_campaign.cpp asks them all.
IdentifySettings blind() {
    IdentifySettings out;
    out.use_registry = false;
    out.most_asked = 9000;
    out.processor_time = true;  // other tests that run at the same time do not matter
    return out;
}

Identification identified(const char* arch, const char* name) {
    const Spec spec = find_instruction(arch, name).spec;
    ModelTarget target(spec, name);
    Identification out = identify(target, blind());
    EXPECT_EQ(out.asked, target.asked());
    EXPECT_LE(out.asked, blind().most_asked);
    return out;
}

void expect_is(const Identification& out, const char* arch, const char* name) {
    SCOPED_TRACE(name);
    EXPECT_TRUE(out.found);
    const Recipe truth = expand(find_instruction(arch, name).spec);
    if (canonical(out.recipe).recipe == canonical(truth).recipe) return;
    EXPECT_TRUE(separate(out.recipe, truth, {40000, 2000, 10000}).empty()) << to_json_text(out.recipe);
}

/// The campaign in identify_campaign.cpp has all of the registry; each takes much of a minute.
TEST(Identify, InstructionsOfOtherFamilies) {
    for (const auto& [arch, name] :
         {std::pair{"CDNA3", "v_mfma_f32_32x32x8_f16"}, std::pair{"Turing", "IMMA.8816.S8.U8.SAT"}})
        expect_is(identified(arch, name), arch, name);
}

TEST(Identify, ASparseInstructionIsTheDenseOneWithMetadata) {
    const Identification out = identified("Ampere", "HMMA.SP.16816.F32");
    EXPECT_TRUE(out.found);
    EXPECT_EQ(out.recipe.operands.metadata, Metadata::two_of_four);
}

TEST(Identify, EvidenceNamesTheDotAddThatDecidedAnAttribute) {
    const Identification out = identified("Hopper", "HMMA.16816.F32");
    expect_is(out, "Hopper", "HMMA.16816.F32");
    const Evaluator truth(expand(find_instruction("Hopper", "HMMA.16816.F32").spec));
    bool width = false;
    for (const AttributeEvidence& each : evidence_of(out)) {
        for (const Alternative& x : each.alternatives) {
            if (!x.excluded_by) continue;
            EXPECT_EQ(truth(out.record.row(*x.excluded_by).operands()), out.record.answer(*x.excluded_by));
        }
        if (each.key != "F") continue;
        width = true;
        EXPECT_EQ(each.value, 25);
        EXPECT_TRUE(each.left().empty());
        ASSERT_NE(each.decided_by(), nullptr);
    }
    EXPECT_TRUE(width);
    const auto nearest = nearest_instructions(out, 1);
    ASSERT_FALSE(nearest.empty());
    EXPECT_TRUE(nearest.front().same_tree);
    EXPECT_TRUE(nearest.front().differs_in.empty());
}

TEST(Identify, NearestInstructionSaysWhatDiffers) {
    Spec spec = find_instruction("Hopper", "HMMA.16816.F32").spec;
    spec.F = {22};
    ModelTarget target(spec, "F = 22");
    const Identification out = identify(target, blind());
    ASSERT_TRUE(out.found);
    const auto nearest = nearest_instructions(out, 1);
    ASSERT_FALSE(nearest.empty());
    EXPECT_GT(nearest.front().disagrees, 0U);
    EXPECT_EQ(nearest.front().differs_in, (std::vector<std::string>{"result.sum[0].F", "result.sum[1].F"}));
}

double value(std::uint64_t code, Format format) {
    const Unpacked x = unpack(code, info(format));
    if (x.number_class == NumberClass::nan) return std::nan("");
    if (x.number_class == NumberClass::infinity) return x.negative ? -INFINITY : INFINITY;
    const double magnitude =
        std::ldexp(static_cast<double>(x.significand), x.exponent - info(format).fraction_bits);
    return x.negative ? -magnitude : magnitude;
}

std::vector<float> addends(const VectorRow& row) {
    std::vector<float> out{std::bit_cast<float>(static_cast<std::uint32_t>(row.c))};
    for (std::size_t i = 0; i < row.a.size(); ++i)
        out.push_back(static_cast<float>(value(row.a[i], Format::fp16) * value(row.b[i], Format::fp16)));
    return out;
}

OperandRules four_products() {
    OperandRules out;
    out.k = 4;
    return out;
}

/// The language has no compensation term.
TEST(Identify, AKahanSumIsNotARecipe) {
    FunctionTarget target(four_products(), [](const VectorRow& row) {
        volatile float sum = 0;
        volatile float lost = 0;
        for (const float x : addends(row)) {
            const volatile float y = x - lost;
            const volatile float t = sum + y;
            lost = (t - sum) - y;
            sum = t;
        }
        return std::uint64_t{std::bit_cast<std::uint32_t>(static_cast<float>(sum))};
    });
    IdentifySettings settings = blind();
    settings.seconds = 4;
    const Identification out = identify(target, settings);
    EXPECT_FALSE(out.found);
    ASSERT_TRUE(out.counterexample);
    const Evaluator nearest(out.recipe);
    EXPECT_NE(nearest(out.counterexample->operands()), *out.counterexample->d);
    EXPECT_EQ(target(*out.counterexample), *out.counterexample->d);
}

/// 16 products just below 4 and a c just below 2 need an accumulator that holds 66. This one wraps at 64,
/// which only addends with the largest significands reach.
TEST(Identify, AnAccumulatorOneBitTooNarrowIsNotIdentified) {
    const Evaluator right(expand(find_instruction("Hopper", "HMMA.16816.F32").spec));
    OperandRules formats;
    formats.k = 16;
    int wrapped = 0;
    FunctionTarget target(formats, [&](const VectorRow& row) {
        const std::uint64_t d = right(row.operands());
        int largest = -1000;
        for (std::size_t i = 0; i < row.a.size(); ++i) {
            const Unpacked a = unpack(row.a[i], info(Format::fp16));
            const Unpacked b = unpack(row.b[i], info(Format::fp16));
            if (a.significand != 0 && b.significand != 0)
                largest = std::max(largest, a.exponent + b.exponent);
        }
        const double sum = value(d, Format::fp32);
        const double c = value(row.c, Format::fp32);
        if (c != 0) largest = std::max(largest, std::ilogb(c));
        if (!std::isfinite(sum) || std::fabs(sum) < std::ldexp(64, largest)) return d;
        ++wrapped;
        return d ^ (std::uint64_t{1} << 31U);
    });
    IdentifySettings settings = blind();
    settings.seconds = 6;
    const Identification out = identify(target, settings);
    EXPECT_FALSE(out.found);
    EXPECT_GT(wrapped, 0);
}

/// What joins the sum of c later is later in the order, and the order makes a chain right.
TEST(Identify, OrderOfAChainIsReadOffItsAnswers) {
    const Recipe truth = recipe_from_json_text(R"({"karat_recipe":1,
        "operands":{"a":"fp16","b":"fp16","c":"fp32","d":"fp32","k":4},
        "result":{"slices":4,"k":[2,0,3,1],"start":"c",
            "chain":{"sum":[{"of":"product"},{"of":"acc"}],"round":{"format":"fp32"}}}})");
    ModelTarget target(spec_of(truth), "chain");
    const std::vector<int> order = order_of_products(target, 100);
    EXPECT_EQ(order, (std::vector<int>{2, 0, 3, 1}));
    EXPECT_GE(target.asked(), 10U);  // pairs of five addends, and whether magnitudes change the order
    const Recipe ascending = editing::with_chains(truth, {}, [](Chain& chain) { chain.slices.list.clear(); });
    EXPECT_EQ(in_order(ascending, order), truth);
    EXPECT_TRUE(order_of_products(target, 9).empty());
}

TEST(Identify, ProductsThatJoinTogetherKeepTheirOrder) {
    ModelTarget target(find_instruction("RDNA4", "v_wmma_bf16_16x16x16_bf16_w32").spec, "RDNA4");
    EXPECT_EQ(order_of_products(target, 1000),
              (std::vector<int>{0, 1, 2, 3, 8, 9, 10, 11, 4, 5, 6, 7, 12, 13, 14, 15}));
}

/// The first NaN of several is passed on: the order of the products shows in nothing else.
TEST(Identify, TheOrderInWhichNansAreMet) {
    const Recipe reversed = recipe_from_json_text(
        R"({"karat_recipe":1,"operands":{"a":"bf16","b":"bf16","c":"fp32","d":"fp32","k":4},"result":{)"
        R"("sum":[{"of":"product","F":24,"k":[3,2,1,0]},{"of":"c","F":24}],)"
        R"("round":{"format":"fp32","nan":"x86"}}})");
    ModelTarget target(spec_of(reversed), "reversed");
    IdentifySettings settings = blind();
    settings.most_asked = 20000;  // wrong orders are refuted first
    settings.seconds = 120;
    const Identification out = identify(target, settings);
    EXPECT_TRUE(out.found);
    EXPECT_TRUE(separate(out.recipe, reversed, {40000, 2000, 10000}).empty()) << to_json_text(out.recipe);
}

TEST(Identify, WithoutTimeNothingIsClaimed) {
    ModelTarget target(find_instruction("Hopper", "HMMA.16816.F32").spec, "Hopper");
    IdentifySettings settings;  // the registry has the right recipe among the first guesses
    settings.seconds = 0.05;
    const Identification out = identify(target, settings);
    EXPECT_FALSE(out.found);
}

TEST(Identify, WithoutAnyTimeThereIsStillANearestRecipe) {
    ModelTarget target(find_instruction("Hopper", "HMMA.16816.F32").spec, "Hopper");
    IdentifySettings settings;
    settings.seconds = 0;
    settings.use_registry = false;
    const Identification out = identify(target, settings);
    EXPECT_FALSE(out.found);
    EXPECT_EQ(out.recipe.operands.k, 16);
    EXPECT_GT(out.loss, 0);
}

TEST(Identify, ASumInRandomOrderIsNotSteady) {
    tb::Random random(3);
    FunctionTarget target(four_products(), [&](const VectorRow& row) {
        std::vector<float> all = addends(row);
        for (std::size_t i = all.size(); i-- > 1;) std::swap(all[i], all[random.below(i + 1)]);
        float sum = 0;
        for (const float x : all) sum += x;
        return std::uint64_t{std::bit_cast<std::uint32_t>(sum)};
    });
    const Identification out = identify(target, blind());
    EXPECT_FALSE(out.found);
    ASSERT_TRUE(out.unsteady);
    EXPECT_FALSE(out.unsteady->steady());
}

TEST(Identify, ASingleLieIsFoundOutAndSaid) {
    const Spec spec = find_instruction("Hopper", "HMMA.16816.F32").spec;
    const DotAdd dot(spec);
    std::uint64_t answers = 0;
    FunctionTarget target(dot.operands(), [&](const VectorRow& row) {
        return dot(row.operands()) ^ (++answers == 2500 ? 4U : 0U);
    });
    const Identification out = identify(target, blind());
    EXPECT_TRUE(out.found);
    ASSERT_EQ(out.changed.size(), 1U);
    EXPECT_EQ(out.changed[0].usual ^ out.changed[0].other, 4U);
}

}  // namespace
}  // namespace karat::probe
