// SPDX-License-Identifier: Apache-2.0
// The formulas of the known arithmetics, in a notation close to that of the papers.
#include "karat/recipe/recipe_text.hpp"

#include <gtest/gtest.h>

#include "karat/instruction/registry.hpp"
#include "karat/recipe/families/families.hpp"
#include "karat/recipe/json/recipe_json.hpp"
#include "karat/recipe/json/spec_json.hpp"

namespace karat::test {
namespace {

std::string of_instruction(const char* arch, const char* name) {
    return recipe_text(expand(find_instruction(arch, name).spec));
}
std::string of_knobs(const std::string& knobs) {
    return recipe_text(expand(spec_from_json_text(R"({"karat_spec": 1, "algorithm": )" + knobs + "}")));
}

TEST(RecipeText, FusedDotAdd) {
    EXPECT_EQ(of_instruction("Hopper", "HMMA.16816.F32"),
              "round[fp32 RZ](sum(product[25 RZ], c[25 RZ]))\n"
              "  a fp16, b fp16, c fp32, d fp32, k = 16\n"
              "  e_max is at least -133\n"
              "  a nonzero sum that rounds to zero gives +0\n");
    EXPECT_EQ(of_knobs(R"("fda", "sticky": "ored", "output_rounding": "RNE", "output_fraction": 13)"),
              "round[fp32 E8M13 RNE](sum[sticky](product[24 RZ], c[24 RZ]))\n"
              "  a fp16, b fp16, c fp32, d fp32, k = 16\n");
}

TEST(RecipeText, EmulatedFp8) {
    EXPECT_EQ(of_instruction("Hopper", "mma.m16n8k32.f32.e4m3.e4m3.f32"),
              "round[fp32 RNE](sum(chain of 2 over pairs of k from +0: round[fp32 RZ](sum(product[25 RZ], "
              "acc[25 RZ])), c))\n"
              "  a e4m3, b e4m3, c fp32, d fp32, k = 32\n"
              "  a and b are converted to fp16\n"
              "  in \"late addition of c\": an exactly zero sum has the sign that IEEE 754 specifies\n"
              "  in \"fused dot-add\": e_max is at least -133\n"
              "  in \"fused dot-add\": a nonzero sum that rounds to zero gives +0\n");
}

TEST(RecipeText, SeparatedDotAdd) {
    EXPECT_EQ(of_knobs(R"("sda", "k": 8)"),
              "round[fp32 RNE](sum(round[fp32 RNE](sum(product[24 RZ])), c))\n"
              "  a fp16, b fp16, c fp32, d fp32, k = 8\n"
              "  in \"addition of c\": an exactly zero sum has the sign that IEEE 754 specifies\n"
              "  in \"addition of c\": infinities and NaNs of the operands take precedence\n");
}

TEST(RecipeText, GroupedFusedDotAdd) {
    EXPECT_EQ(
        of_knobs(
            R"("gfda", "a": "e2m1", "b": "e2m1", "k": 64, "scale": "ue4m3", "scale_block": 16, "group": 16,
               "F": 35, "group_exponent": "scale", "zero_group": "counted", "zero_c": "minus126")"),
        "round[fp32 RZ](sum(each of 4 parts: scale(sum(product))[35 RZ], c[35 RZ]))\n"
        "  a e2m1, b e2m1, c fp32, d fp32, k = 64\n"
        "  scale factors ue4m3, one for a and one for b per 16 consecutive k\n"
        "  \"group\" is compared by the exponents of its scale factors only\n"
        "  \"group\", when zero, takes part in e_max\n"
        "  c, when zero, takes part in e_max with exponent -126\n");
}

TEST(RecipeText, Cdna3) {
    EXPECT_EQ(of_instruction("CDNA3", "v_mfma_f32_16x16x16_f16"),
              "chain of 2 over k: round[fp32 RNE](sum(sum(product[24 RZ])[31 RD], acc[24 RD]))\n"
              "  a fp16, b fp16, c fp32, d fp32, k = 16\n"
              "  a product of magnitude 2^128 or more becomes infinite\n"
              "  in \"sum of products and c\": infinities and NaNs of the operands take precedence\n"
              "  \"sum of products\", when zero, takes part in e_max\n"
              "  acc, when zero, takes part in e_max with exponent -126\n"
              "  NaN encoding any\n");
    EXPECT_EQ(formula(expand(find_instruction("CDNA3", "v_mfma_f32_16x16x32_fp8_bf8").spec)),
              "chain of 2 over k: round[fp32 RNE](sum(\n"
              "    sum(each of 2 interleaved parts: sum(product[24 RZ])[24 RD])[31 RD],\n"
              "    acc[24 RD, cut-off 25]))");
}

TEST(RecipeText, RoundedTree) {
    EXPECT_EQ(of_instruction("CDNA2", "v_mfma_f32_16x16x16f16"),
              "chain of 4 over k: round[fp32 RNE](sum(acc, pairwise[4 parts, round fp32 RNE](round[fp32 "
              "RNE](product))))\n"
              "  a fp16, b fp16, c fp32, d fp32, k = 16\n"
              "  a, b, c flushed to +0 when subnormal\n"
              "  an exactly zero sum has the sign that IEEE 754 specifies\n"
              "  NaN encoding any\n"
              "  a result that is subnormal is flushed to a zero of the same sign\n");
    EXPECT_EQ(
        formula(expand(spec_from_json_text(R"({"karat_spec": 1, "algorithm": "gps", "k": 4, "pairing": "half",
                                                     "c_place": "leaf_first"})"))),
        "round[fp32 RNE](sum(\n"
        "    k 1, 2: round[fp32 RNE](sum(\n"
        "        k 1: round[fp32 RNE](sum(c, round[fp32 RNE](product))),\n"
        "        k 0: round[fp32 RNE](product))),\n"
        "    k 0, 3: round[fp32 RNE](sum(each of 2 parts: round[fp32 RNE](product)))))");
}

/// Only sums of two halves that are rounded alike are one pairwise tree.
TEST(RecipeText, PairwiseTrees) {
    const auto text = [](const std::string& inner, const std::string& outer) {
        const auto half = [](const std::string& pattern, const std::string& of, const std::string& rounding) {
            return R"({"sum": [{"parts": 2, "pattern": ")" + pattern + R"(", "of": )" + of +
                   R"(}], "round": {"format": "fp32", "rounding": ")" + rounding + R"("}})";
        };
        const std::string pairs = half(inner, R"({"sum": [{"of": "product"}]})", "RZ");
        return formula(recipe_from_json_text(
            R"({"karat_recipe": 1, "operands": {"a": "fp16", "b": "fp16", "c": "fp32", "d": "fp32", "k": 8},
                "result": {"sum": [{"of": )" +
            half("interleaved", pairs, outer) +
            R"(}, {"of": "c"}], "round": {"format": "fp32", "rounding": "RNE"}}})"));
    };
    EXPECT_EQ(text("interleaved", "RZ"),
              "round[fp32 RNE](sum(pairwise[4 interleaved parts, round fp32 RZ](sum(product)), c))");
    const std::string no_tree = text("interleaved", "RD");
    EXPECT_EQ(no_tree.find("pairwise"), std::string::npos) << no_tree;
    EXPECT_NE(no_tree.find("each of 2 interleaved parts: round[fp32 RZ](sum("), std::string::npos) << no_tree;
    EXPECT_EQ(text("contiguous", "RZ").find("pairwise"), std::string::npos);
}

/// A chain of one step is the step, and its acc is c: also in the notes.
TEST(RecipeText, AChainOfOneStep) {
    const std::string chain = recipe_text(recipe_from_json_text(R"({
        "karat_recipe": 1, "operands": {"a": "fp16", "b": "fp16", "c": "fp32", "d": "fp32", "k": 8},
        "result": {"slices": 1, "start": "c", "chain": {
            "sum": [{"of": "product"}, {"of": "acc", "F": 24, "zero": "minus126"}],
            "round": {"format": "fp32", "rounding": "RNE"}}}})"));
    EXPECT_EQ(chain,
              "round[fp32 RNE](sum(product, c[24 RZ]))\n"
              "  a fp16, b fp16, c fp32, d fp32, k = 8\n"
              "  c, when zero, takes part in e_max with exponent -126\n");
}

TEST(RecipeText, OneAfterTheOther) {
    EXPECT_EQ(of_instruction("Hopper", "DMMA.884"),
              "chain of 4 over k: round[fp64 RNE](sum(product, acc))\n"
              "  a fp64, b fp64, c fp64, d fp64, k = 4\n"
              "  an exactly zero sum has the sign that IEEE 754 specifies\n"
              "  NaN encoding nvidia_fp64\n");
    EXPECT_EQ(of_knobs(R"("muladd", "k": 4, "flush_products": true)"),
              "chain of 4 over k: round[fp32 RNE](sum(acc, round[fp32 RNE](product)))\n"
              "  a fp16, b fp16, c fp32, d fp32, k = 4\n"
              "  an exactly zero sum has the sign that IEEE 754 specifies\n"
              "  in \"product\": a result that is subnormal is flushed to a zero of the same sign\n");
}

TEST(RecipeText, ALastStepWithItsOwnRounding) {
    Spec spec = find_instruction("Ada", "QMMA.16832.F32.E4M3.E4M3").spec;
    spec.chain_rounding = Rounding::RNE;
    EXPECT_NE(formula(expand(spec)).find("the last step rounds to [fp32 E8M13 RZ] instead)"),
              std::string::npos)
        << formula(expand(spec));
}

TEST(RecipeText, Exact) {
    EXPECT_EQ(of_knobs(R"("exact", "k": 8)"),
              "round[fp32 RNE](sum(product, c))\n"
              "  a fp16, b fp16, c fp32, d fp32, k = 8\n");
}

/// A user-defined recipe with a common grid, similar to RDNA4. docs/reference/recipes.md explains it.
TEST(RecipeText, CommonGridOfAUser) {
    const Recipe recipe = recipe_from_json_text(R"({
        "karat_recipe": 1,
        "operands": {"a": "fp16", "b": "fp16", "c": "fp32", "d": "fp32", "k": 16},
        "result": {
            "slices": 4,
            "start": "c",
            "chain": {
                "grid": "common",
                "sum": [
                    {"F": 24, "rounding": "RD", "parts": 2, "compared_by": "leading",
                     "of": {"sum": [{"of": "product"}]}},
                    {"of": "acc", "F": 26, "rounding": "RD", "compared_by": "leading", "least_exponent": -126,
                     "drop_tiny_negative": true}
                ],
                "round": {"format": "fp32", "rounding": "RNE"}
            }
        }
    })");
    EXPECT_EQ(
        recipe_text(recipe),
        "chain of 4 over k: round[fp32 RNE](sum[common grid](each of 2 parts: sum(product)[24 RD], acc[26 "
        "RD]))\n"
        "  a fp16, b fp16, c fp32, d fp32, k = 16\n"
        "  an inner sum is compared by the exponent of its leading bit\n"
        "  acc is compared by the exponent of its leading bit, but at least -126\n"
        "  acc, when negative and smaller than one unit of the grid, counts as 0 if that unit is above "
        "2^-126\n");
}

}  // namespace
}  // namespace karat::test
