// SPDX-License-Identifier: Apache-2.0
// Each proof that an attribute has no effect: where it holds, and where it must not be claimed.
#include <gtest/gtest.h>

#include <algorithm>

#include "karat/error.hpp"
#include "karat/instruction/registry.hpp"
#include "karat/recipe/families/families.hpp"
#include "karat/recipe/json/recipe_json.hpp"
#include "karat/recipe/recipe_path.hpp"
#include "karat_probe/diff/canonical.hpp"
#include "karat_probe/diff/unrolled.hpp"
#include "karat_probe/separate/separate.hpp"

namespace karat::probe {
namespace {

struct Setting {
    const char* path;
    boost::json::value value;
};

Recipe changed(const char* arch, const char* name, const std::vector<Setting>& settings) {
    Recipe out = expand(find_instruction(arch, name).spec);
    for (const Setting& each : settings) out = with_attribute(out, each.path, each.value);
    return out;
}

bool proved_equal(const Recipe& x, const Recipe& y) {
    return unrolled(canonical(x).recipe) == unrolled(canonical(y).recipe);
}

/// The settings are proved to make no difference, and no dot-add was found on which they do.
void expect_void(const char* arch, const char* name, const std::vector<Setting>& settings) {
    SCOPED_TRACE(std::string(name) + " " + settings[0].path);
    const Recipe before = changed(arch, name, {});
    const Recipe after = changed(arch, name, settings);
    EXPECT_FALSE(before == after);
    EXPECT_TRUE(proved_equal(before, after)) << to_json_text(canonical(after).recipe);
    EXPECT_TRUE(separate(before, after, {6000, 1000, 3000, 5}).empty());
}

/// The settings make a difference, so that the proof would be wrong.
void expect_seen(const char* arch, const char* name, const std::vector<Setting>& settings) {
    SCOPED_TRACE(std::string(name) + " " + settings[0].path);
    const Recipe before = changed(arch, name, {});
    const Recipe after = changed(arch, name, settings);
    EXPECT_FALSE(proved_equal(before, after));
    EXPECT_FALSE(separate(before, after, {40000, 4000, 20000, 5}).empty());
}

TEST(VoidAttributes, ConversionsThatNoResultShows) {
    expect_void("Hopper", "HMMA.16816.F32", {{"operands.convert_c", "fp32"}});  // what c is already
    expect_void("Hopper", "HMMA.16816.F32", {{"operands.convert_c", "fp64"}});
    expect_void("x86", "VDPBF16PS", {{"operands.convert", "fp64"}});  // every sum is exact
    expect_void("x86", "VDPBF16PS", {{"operands.convert_c", "fp32"}});
    expect_seen("Hopper", "HMMA.16816.F32", {{"operands.convert", "fp32"}});
}

TEST(VoidAttributes, ProductsThatCannotOverflow) {
    const std::vector<Setting> both{{"operands.product_overflow", "inf"}, {"result.specials", "operands"}};
    expect_void("Hopper", "HMMA.16816.F32", both);
    expect_seen("Hopper", "HMMA.16816.F32.BF16", both);  // bf16 products reach 2^255
}

TEST(VoidAttributes, SpecialsOfOperandsAndOfAddends) {
    expect_void("Hopper", "HMMA.16816.F32", {{"result.specials", "operands"}});
    // the sum of products does not overflow before c is added
    expect_void("CDNA3", "v_mfma_f32_32x32x8_f16", {{"result.specials", "addends"}});
    // a chain over k whose step rounds: an overflow of a step is an infinity that comes later
    expect_seen("CDNA2", "v_mfma_f32_32x32x4bf16", {{"result.chain.specials", "operands"}});
}

TEST(VoidAttributes, ZerosThatRaiseNoGrid) {
    expect_void("Hopper", "HMMA.16816.F32", {{"result.sum[1].zero", "minus126"}});
    expect_void("CDNA3", "v_mfma_f32_32x32x8_f16", {{"result.sum[1].zero", nullptr}});
    expect_void("Ampere", "DMMA.884", {{"result.chain.sum[0].zero", "format_min"}});
    expect_void("CDNA3", "v_mfma_f32_32x32x8_f16", {{"result.sum[0].zero", "terms"}});
    expect_seen("Hopper", "HMMA.16816.F32", {{"result.sum[0].zero", "minus126"}});
    expect_seen("CDNA3", "v_mfma_f32_32x32x8_f16", {{"result.sum[0].zero", nullptr}});
}

TEST(VoidAttributes, FloorsOfFixedPointSums) {
    expect_void("CDNA3", "v_mfma_f32_32x32x8_f16", {{"result.sum[0].of.floor", -126}});
    expect_seen("CDNA3", "v_mfma_f32_32x32x8_f16", {{"result.sum[0].of.floor", 0}});
}

TEST(VoidAttributes, LeadingBitsOfSubnormals) {
    expect_void("Hopper", "HMMA.16816.F32", {{"result.sum[1].compared_by", "leading"}});
    expect_seen("Hopper", "HMMA.16816.F32", {{"result.sum[0].compared_by", "leading"}});
}

TEST(VoidAttributes, StickyBitsThatTruncationIgnores) {
    expect_void("Hopper", "HMMA.16816.F32", {{"result.sticky", "ored"}});
    expect_seen("Hopper", "HMMA.16816.F16", {{"result.sticky", "ored"}});  // rounds to nearest
}

TEST(VoidAttributes, ACommonGridOfOneWidth) {
    expect_void("Hopper", "HGMMA.64xNx16.F32", {{"result.floor", nullptr}, {"result.grid", "common"}});
}

TEST(VoidAttributes, TinyNegativeAddends) {
    expect_void("Hopper", "HMMA.16816.F32", {{"result.sum[1].drop_tiny_negative", true}});
    expect_seen("CDNA3", "v_mfma_f32_32x32x8_f16", {{"result.sum[1].drop_tiny_negative", true}});
}

TEST(VoidAttributes, SignsOfZeros) {
    expect_void("Hopper", "HMMA.16816.F32", {{"operands.zero_product_sign", "positive"}});
    expect_void("CDNA3", "v_mfma_f32_32x32x8_f16", {{"result.sum[0].of.zero_sum", "ieee"}});
    expect_seen("Ampere", "DMMA.884", {{"operands.zero_product_sign", "positive"}});
    expect_seen("Hopper", "HMMA.16816.F32", {{"result.zero_sum", "ieee"}});
}

TEST(VoidAttributes, FlushesBelowTheSameNumber) {
    expect_void("x86", "VDPBF16PS", {{"operands.flush_below", "fp32"}});
    expect_seen("CDNA2", "v_mfma_f32_32x32x8f16", {{"operands.flush_below", "fp32"}});
}

/// The subnormals of e4m3 are above 2^-126.
TEST(VoidAttributes, FlushesOfNumbersThatAFormatDoesNotHave) {
    const char* const name = "mma.m16n8k32.f32.e4m3.e4m3.f32";
    expect_void("Hopper", name, {{"operands.flush_a", true}, {"operands.flush_below", "fp32"}});
    expect_void("Hopper", name, {{"operands.flush_b", true}, {"operands.flush_below", "fp32"}});
    expect_void("Hopper", "HMMA.16816.F16", {{"operands.flush_c", true}, {"operands.flush_below", "fp32"}});
    expect_seen("Hopper", name, {{"operands.flush_a", true}});
    expect_seen("Hopper", "HMMA.16816.F32", {{"operands.flush_c", true}, {"operands.flush_below", "fp32"}});
}

TEST(VoidAttributes, FlushesOfAccumulatorsThatAFormatKeepsLarge) {
    const auto recipe = [](const std::string& c, const std::string& below, const std::string& acc) {
        return recipe_from_json_text(
            R"({"karat_recipe":1,"operands":{"a":"fp16","b":"fp16","d":"fp32","k":4,"c":")" + c + "\"" +
            below + R"(},"result":{"slices":2,"start":"c","chain":{"sum":[{"of":"product"},{"of":"acc")" +
            acc + R"(}],"round":{"format":"fp16"}},"last":{"format":"fp32"}}})");
    };
    const std::string below = R"(,"flush_below":"fp32")";
    const std::string flush = R"(,"flush":true)";
    EXPECT_TRUE(proved_equal(recipe("fp16", below, flush), recipe("fp16", "", "")));
    EXPECT_FALSE(proved_equal(recipe("fp16", "", flush), recipe("fp16", "", "")));
    EXPECT_FALSE(proved_equal(recipe("fp32", below, flush), recipe("fp32", "", "")));  // the first one is c
}

TEST(VoidAttributes, RoundingsOfExactProducts) {
    const std::string product = "result.chain.sum[1].of.sum[0].of.sum[0].of.round.";
    const auto expect = [&](const char* attribute, const boost::json::value& value) {
        expect_void("CDNA2", "v_mfma_f32_32x32x8f16", {{(product + attribute).c_str(), value}});
    };
    expect("rounding", "RZ");
    expect("fraction", 21);  // a product of two fp16 numbers has 22 bits
    expect_seen("CDNA2", "v_mfma_f32_32x32x8f16", {{(product + "fraction").c_str(), 20}});
}

/// 17 addends below 4 have 7 bits above the grid's last bit but F: with F = 17 every sum fits into fp32.
TEST(VoidAttributes, RoundingsOfSumsThatTheAlignmentKeepsShort) {
    const auto rounded = [](int width, const char* rounding) {
        return changed(
            "Hopper", "HMMA.16816.F32",
            {{"result.sum[0].F", width}, {"result.sum[1].F", width}, {"result.round.rounding", rounding}});
    };
    for (const char* rounding : {"RNE", "RNA", "RU", "RA", "RO"}) {
        SCOPED_TRACE(rounding);
        for (const int width : {2, 14, 17}) {
            EXPECT_TRUE(proved_equal(rounded(width, "RZ"), rounded(width, rounding))) << width;
            EXPECT_TRUE(
                separate(rounded(width, "RZ"), rounded(width, rounding), {6000, 1000, 3000, 5}).empty());
        }
        EXPECT_FALSE(proved_equal(rounded(18, "RZ"), rounded(18, rounding)));
        EXPECT_FALSE(separate(rounded(18, "RZ"), rounded(18, rounding), {40000, 4000, 20000, 5}).empty());
    }
}

TEST(VoidAttributes, WidthsThatRoundingToNearestDoesNotSee) {
    // two fp32 numbers: what lies 49 bits below the larger one is less than a quarter of its last place
    expect_void("CDNA2", "v_mfma_f32_32x32x8f16", {{"result.chain.sum[1].F", 49}});
    expect_void("CDNA2", "v_mfma_f32_32x32x8f16", {{"result.chain.sum[0].F", 60}});
    expect_seen("CDNA2", "v_mfma_f32_32x32x8f16", {{"result.chain.sum[1].F", 24}});
}

TEST(VoidAttributes, TruncationSeesTheSignOfWhatIsFarBelow) {
    const Recipe exact = changed("CDNA2", "v_mfma_f32_32x32x8f16", {{"result.chain.round.rounding", "RZ"}});
    const Recipe narrow = with_attribute(exact, "result.chain.sum[0].F", 49);
    EXPECT_FALSE(proved_equal(exact, narrow));
    EXPECT_FALSE(separate(exact, narrow, {40000, 4000, 20000, 5}).empty());
}

TEST(VoidAttributes, IntegersModulo) {
    expect_void("Ampere", "IMMA.16816.S8.S8", {{"result.round.rounding", "RZ"}});
    expect_void("Ampere", "IMMA.16816.S8.S8", {{"result.round.nan", "riscv"}});
    const Recipe once = changed("Ampere", "IMMA.16816.S8.S8", {});
    Chain chain;
    chain.slices.parts = 4;
    chain.start.kind = ExpressionKind::c;
    Sum step = *once.result.sum;
    for (Term& term : step.terms) {
        if (term.of.kind == ExpressionKind::c) term.of.kind = ExpressionKind::acc;
    }
    chain.step = Child<Sum>(std::move(step));
    Recipe steps = once;
    steps.result = {ExpressionKind::chain, {}, Child<Chain>(std::move(chain))};
    EXPECT_TRUE(proved_equal(once, steps));  // wraps at the end or in each step
    EXPECT_TRUE(separate(once, steps, {6000, 1000, 3000, 5}).empty());
}

}  // namespace
}  // namespace karat::probe
