// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/diff/diff.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "karat/error.hpp"
#include "karat/evaluate/dot_add.hpp"
#include "karat/instruction/registry.hpp"
#include "karat/recipe/families/families.hpp"
#include "karat/recipe/knobs/knobs.hpp"
#include "karat_probe/diff/matrix.hpp"
#include "karat_probe/diff/plain_rows.hpp"
#include "karat_probe/diff/simplicity.hpp"
#include "karat_probe/diff/tree_words.hpp"
#include "karat_probe/diff/witness_set.hpp"

namespace karat::probe {
namespace {

Spec spec_of_name(const char* arch, const char* instruction) {
    return find_instruction(arch, instruction).spec;
}

Spec hopper(const char* key = nullptr, const char* value = nullptr) {
    Spec out = spec_of_name("Hopper", "HMMA.16816.F32");
    if (key != nullptr) set_knob(out, key, value);
    return out;
}

DiffSettings quick() {
    DiffSettings out;
    out.effort = {6000, 400, 1000, 1};
    out.rate_count = 0;
    return out;
}

const AttributeDiff& of(const Diff& diff, const std::string& key) {
    for (const AttributeDiff& each : diff.attributes) {
        if (each.change.key == key) return each;
    }
    throw std::runtime_error("no difference in " + key);
}

TEST(Diff, SameRecipeIsEqual) {
    const Diff found = diff(hopper(), spec_of_name("Blackwell", "HMMA.16816.F32"), quick());
    EXPECT_TRUE(found.equal);
    EXPECT_TRUE(found.set_aside.empty());
    EXPECT_TRUE(found.attributes.empty());
    EXPECT_EQ(found.tried, 0U);
}

TEST(Diff, ProvesEqualityWhereBoundsMakeAnAttributeVoid) {
    const Diff found = diff(hopper(), hopper("exponent_floor", "-150"), quick());
    EXPECT_TRUE(found.equal);
    ASSERT_EQ(found.attributes.size(), 1U);
    EXPECT_EQ(found.attributes[0].effect, Effect::proved_void);
    EXPECT_FALSE(found.attributes[0].reason.empty());
    ASSERT_FALSE(found.set_aside.empty());
    EXPECT_EQ(found.set_aside[0].path, "result.floor");
}

TEST(Diff, AFloorThatMattersIsNotVoid) {
    const Diff found = diff(hopper(), hopper("exponent_floor", "-110"), quick());
    EXPECT_FALSE(found.equal);
    EXPECT_EQ(of(found, "exponent_floor").effect, Effect::shown);
}

TEST(Diff, FindsTheWitnessThatAPersonWouldGive) {
    const Diff found = diff(hopper(), hopper("F", "24"), quick());
    EXPECT_FALSE(found.equal);
    const AttributeDiff& F = of(found, "F");
    EXPECT_EQ(F.effect, Effect::shown);
    ASSERT_TRUE(F.witness);
    EXPECT_TRUE(F.as_given);
    // 1 * 1 - 2^-25
    EXPECT_EQ(F.witness->row.a[0], 0x3c00U);
    EXPECT_EQ(F.witness->row.b[0], 0x3c00U);
    EXPECT_EQ(F.witness->row.c, 0xb3000000U);
    EXPECT_EQ(F.witness->x, 0x3f7fffffU);
    EXPECT_EQ(F.witness->y, 0x3f800000U);
}

TEST(Diff, SplitsTheDifferenceOfTwoGenerations) {
    const Diff found = diff(hopper(), spec_of_name("Ampere", "HMMA.16816.F32"), quick());
    ASSERT_EQ(found.attributes.size(), 3U);
    EXPECT_EQ(of(found, "terms").effect, Effect::shown);
    EXPECT_EQ(of(found, "F").effect, Effect::shown);
    EXPECT_EQ(of(found, "exponent_floor").effect, Effect::proved_void);
}

/// Sums of four e2m1 products, rounded before c is added. 36 + 36 + 0.75 has 9 significant bits.
Spec rounded_first(const char* format, const char* rounding) {
    Spec out;
    out.algorithm = Algorithm::sda;
    out.a = out.b = Format::e2m1;
    out.k = 4;
    set_knob(out, "F", "exact");
    set_knob(out, "dot_format", format);
    set_knob(out, "dot_rounding", rounding);
    return out;
}

TEST(Diff, ARoundingIsVoidOnlyIfTheFormatHasEverySum) {
    const Diff wide = diff(rounded_first("fp16", "RNE"), rounded_first("fp16", "RZ"), quick());
    EXPECT_EQ(of(wide, "dot_rounding").effect, Effect::proved_void);
    EXPECT_TRUE(wide.equal);
    const Diff narrow = diff(rounded_first("bf16", "RNE"), rounded_first("bf16", "RZ"), quick());
    EXPECT_EQ(of(narrow, "dot_rounding").effect, Effect::shown);
}

TEST(Diff, NothingFoundIsNotEqual) {
    // With F = 13, no bit below the 13th of the first operation reaches the second one. The bounds do not
    // tell.
    Spec wider = spec_of_name("Ada", "QMMA.16832.F32.E4M3.E4M3");
    const Spec ada = wider;
    set_knob(wider, "chain_fraction", "19");
    const Diff found = diff(ada, wider, quick());
    EXPECT_FALSE(found.equal);
    EXPECT_FALSE(found.witness);
    EXPECT_GE(found.tried, 7000U);
    EXPECT_EQ(of(found, "chain_fraction").effect, Effect::unseen);
    EXPECT_GE(of(found, "chain_fraction").tried, 7000U);
}

TEST(Diff, AnAttributeCanNeedTheOthers) {
    const Diff found = diff(spec_of_name("Ada", "QMMA.16832.F32.E4M3.E4M3"),
                            spec_of_name("Hopper", "mma.m16n8k32.f32.e4m3.e4m3.f32"), quick());
    const AttributeDiff& rounding = of(found, "chain_rounding");
    EXPECT_EQ(rounding.effect, Effect::masked);
    EXPECT_TRUE(rounding.witness);
}

TEST(Diff, OtherTreesAreOneDifference) {
    const Diff found = diff(spec_of_name("Volta", "HMMA.884.F32.F32"),
                            spec_of_name("CDNA1", "v_mfma_f32_4x4x4f16"), quick());
    ASSERT_EQ(found.attributes.size(), 1U);
    EXPECT_EQ(found.attributes[0].change.key, "recipe");
    EXPECT_EQ(found.attributes[0].effect, Effect::shown);
    EXPECT_TRUE(found.attributes[0].as_given);
}

TEST(Diff, RefusesOtherFormats) {
    EXPECT_THROW((void)diff(hopper(), spec_of_name("Hopper", "HMMA.1688.F32"), quick()), Error);
}

TEST(Rates, CountEveryDotAdd) {
    const Recipe x = DotAdd(hopper()).program().recipe();
    const Recipe y = DotAdd(hopper("F", "24")).program().recipe();
    const auto counted = rates(x, {x, y}, 1000, 1);
    ASSERT_EQ(counted.size(), 2U);
    ASSERT_EQ(counted[0].size(), 5U);
    for (std::size_t i = 0; i < counted[0].size(); ++i) {
        EXPECT_EQ(counted[0][i].of, 1000U);
        EXPECT_EQ(counted[0][i].differ, 0U);
        EXPECT_GT(counted[1][i].differ, 0U) << counted[1][i].distribution;
        EXPECT_LT(counted[1][i].differ, 1000U);
    }
}

TEST(Rates, PositiveOperandsHaveNoSigns) {
    const Recipe x = DotAdd(hopper()).program().recipe();
    const auto counted = rates(x, {DotAdd(hopper("c_rounding", "RD")).program().recipe()}, 2000, 1)[0];
    for (const Rate& rate : counted) {
        if (rate.distribution == "normal") {
            EXPECT_GT(rate.differ, 0U);
        } else if (rate.distribution == "positive") {
            EXPECT_EQ(rate.differ, 0U);
        }
    }
}

TEST(WitnessSet, ShowsEveryDifference) {
    const Spec x = hopper();
    const Spec y = spec_of_name("Ampere", "HMMA.16816.F32");
    const auto found = witness_set(x, y, 300, 1);
    ASSERT_EQ(found.size(), 300U);
    const DotAdd of_x(x);
    const DotAdd of_y(y);
    std::set<std::vector<std::uint64_t>> different;
    for (const Witness& each : found) {
        EXPECT_EQ(of_x(each.row.operands()), each.x);
        EXPECT_EQ(of_y(each.row.operands()), each.y);
        EXPECT_NE(each.x, each.y);
        std::vector<std::uint64_t> key = each.row.a;
        key.insert(key.end(), each.row.b.begin(), each.row.b.end());
        key.push_back(each.row.c);
        different.insert(key);
    }
    EXPECT_EQ(different.size(), found.size());
    for (const char* key : {"F", "terms"}) {
        Spec alone = x;
        find_knob(key).set(alone, find_knob(key).get(y), key);
        const DotAdd changed(alone);
        const auto shown = std::count_if(found.begin(), found.end(), [&](const Witness& each) {
            return changed(each.row.operands()) != each.x;
        });
        EXPECT_GE(shown, 75) << key;
    }
}

TEST(WitnessSet, IsEmptyForEqualArithmetics) {
    EXPECT_TRUE(witness_set(hopper(), spec_of_name("Blackwell", "HMMA.16816.F32"), 10, 1).empty());
}

TEST(Matrix, PutsEqualInstructionsInOneClass) {
    const auto groups = instruction_matrix(
        [](const Instruction& each) { return each.name == "HMMA.1688.F32" || each.name == "HMMA.16816.F32"; },
        matrix_settings());
    ASSERT_EQ(groups.size(), 2U);
    EXPECT_EQ(groups[0].formats.k, 8);
    ASSERT_EQ(groups[0].classes.size(), 2U);
    EXPECT_EQ(groups[0].classes[0].members.size(), 3U);  // Turing, Ampere, Ada
    EXPECT_EQ(groups[0].classes[1].members.size(), 3U);  // Hopper, Blackwell, RTXBlackwell
    ASSERT_EQ(groups[0].diffs.size(), 1U);
    EXPECT_TRUE(groups[0].diffs[0].witness);
    EXPECT_EQ(groups[0].instructions(), 6U);
    EXPECT_EQ(groups[1].instructions(), 5U);
}

TEST(Simplicity, PrefersFewOperandsThenPlainOnes) {
    const OperandRules formats = DotAdd(hopper()).operands();
    VectorRow one;
    one.a.assign(16, 0);
    one.b.assign(16, 0);
    VectorRow two = one;
    one.c = 0x3fffffff;
    two.a[0] = two.b[0] = 0x3c00;
    EXPECT_LT(simplicity(one, formats), simplicity(two, formats));
    VectorRow plain = one;
    plain.c = 0x3f800000;
    EXPECT_LT(simplicity(plain, formats), simplicity(one, formats));
}

TEST(Simplicity, SubnormalNumbersAreLessSimpleThanAnything) {
    const OperandRules formats = DotAdd(hopper()).operands();
    VectorRow row;
    row.a.assign(16, 0);
    row.b.assign(16, 0);
    row.c = 0x1;
    VectorRow many = row;
    many.c = 0xbfffffff;
    many.a[0] = many.b[0] = 0x3fff;
    EXPECT_LT(simplicity(many, formats), simplicity(row, formats));
}

TEST(PlainRows, BeginWithTheSimplestThatHolds) {
    const OperandRules formats = DotAdd(hopper()).operands();
    const PlainRows plain(formats);
    ASSERT_GT(plain.all().size(), 1000U);
    for (std::size_t i = 1; i < plain.all().size(); ++i)
        ASSERT_LE(simplicity(plain.all()[i - 1], formats), simplicity(plain.all()[i], formats)) << i;
    const Evaluator x(expand(hopper()));
    Spec wider = hopper();
    wider.F = Width{40};
    const Evaluator y(expand(wider));
    const auto differ = [&](const VectorRow& row) { return x(row.operands()) != y(row.operands()); };
    VectorRow odd;
    odd.a.assign(16, 0);
    odd.b.assign(16, 0);
    odd.a[0] = 0x0080;  // subnormal
    odd.b[0] = 0x5800;
    odd.c = 0x2f000000;
    const VectorRow found = plain.plainest(odd, differ);
    EXPECT_TRUE(differ(found));
    EXPECT_EQ(found.b[0], 0x3c00U);
    EXPECT_EQ(found.a[0] & 0x7fffU, 0x3c00U);
    EXPECT_EQ(found.c & 0x7fffffffU, 0x32800000U);  // 2^-26
    const auto never = [](const VectorRow&) { return false; };
    EXPECT_EQ(plain.plainest(odd, never).c, odd.c);
    EXPECT_TRUE(
        PlainRows(DotAdd(find_instruction("Ampere", "IMMA.16816.S8.S8").spec).operands()).all().empty());
}

TEST(TreeWords, SayWhatDiffersBetweenTwoTrees) {
    const auto words = tree_words(expand(spec_of_name("Hopper", "HMMA.1688.F32")),
                                  expand(spec_of_name("CDNA3", "v_mfma_f32_32x32x8_f16")));
    std::vector<std::string> lines;
    for (const TreeWords& each : words) lines.push_back(each.what + ": " + each.x + " | " + each.y);
    EXPECT_EQ(lines,
              (std::vector<std::string>{"c joins: in the sum of 8 products | after a sum of products",
                                        "kept of a product: 25 fraction bits, RZ | 24 fraction bits, RZ",
                                        "kept of an inner sum: (there is none) | 31 fraction bits, RD",
                                        "kept of c: 25 fraction bits, RZ | 24 fraction bits, RD",
                                        "rounding of a sum: fp32 RZ | fp32 RNE"}));
    const Recipe same = expand(hopper());
    EXPECT_TRUE(tree_words(same, same).empty());
}

}  // namespace
}  // namespace karat::probe
