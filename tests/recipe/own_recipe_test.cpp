// SPDX-License-Identifier: Apache-2.0
// A user-defined recipe is accepted wherever a specification is read.
#include <gtest/gtest.h>

#include <functional>

#include "karat/error.hpp"
#include "karat/evaluate/dot_add.hpp"
#include "karat/instruction/registry.hpp"
#include "karat/recipe/families/families.hpp"
#include "karat/recipe/json/recipe_json.hpp"
#include "karat/recipe/json/spec_json.hpp"
#include "karat/recipe/knobs/knobs.hpp"
#include "karat/recipe/knobs/validate.hpp"

namespace karat {
namespace {

constexpr const char* kOwn = R"({"karat_recipe": 1,
    "operands": {"a": "fp16", "b": "fp16", "c": "fp32", "d": "fp32", "k": 4},
    "result": {"sum": [{"of": "product", "F": 20, "rounding": "RD"}, {"of": "c", "F": 24}],
               "round": {"format": "fp32", "rounding": "RNE"}}})";

std::string refusal(const std::function<void()>& work) {
    try {
        work();
    } catch (const SpecError& error) {
        return error.what();
    }
    return "no error";
}

TEST(OwnRecipe, ItsJsonIsASpecification) {
    const Spec spec = spec_from_json_text(kOwn);
    EXPECT_EQ(spec.algorithm, Algorithm::recipe);
    EXPECT_EQ(spec.k, 4);
    EXPECT_EQ(spec.c, Format::fp32);
    EXPECT_EQ(*spec.recipe, recipe_from_json_text(kOwn));
    EXPECT_EQ(spec_from_json_text(to_json_text(spec)), spec);
}

TEST(OwnRecipe, GivesTheBitsOfTheKnobsThatMeanTheSame) {
    Spec knobs;
    knobs.k = 4;
    knobs.F = {20};
    knobs.align_rounding = Rounding::RD;
    knobs.F_c = Width{24};
    knobs.c_rounding = Rounding::RZ;
    knobs.output_rounding = Rounding::RNE;
    EXPECT_EQ(expand(knobs).result, recipe_from_json_text(kOwn).result);
    const std::vector<std::uint64_t> a{0x3C00, 0xBC01, 0x0001, 0x7BFF};
    const std::vector<std::uint64_t> b{0x3C01, 0x3C00, 0x8001, 0x0400};
    const Operands in{a, b, {}, {}, 0x33800001};
    EXPECT_EQ(DotAdd(spec_from_json_text(kOwn))(in), DotAdd(knobs)(in));
}

TEST(OwnRecipe, AnAttributeIsSetByItsPath) {
    Spec spec = spec_from_json_text(kOwn);
    set_knob(spec, "result.sum[0].F", "13");
    EXPECT_EQ(spec.recipe->result.sum->terms[0].F.bits, 13);
    set_knob(spec, "result.sum[0].rounding", "default");
    EXPECT_EQ(spec.recipe->result.sum->terms[0].rounding, Rounding::RZ);
    Spec named = find_instruction("Hopper", "HMMA.16816.F32").spec;
    set_knob(named, "result.sum[1].F", "23");
    EXPECT_EQ(named.algorithm, Algorithm::recipe);
    EXPECT_EQ(named.recipe->result.sum->terms[1].F.bits, 23);
    EXPECT_EQ(named.recipe->result.sum->terms[0].F.bits, 25);
}

TEST(OwnRecipe, WrongPathsAndValuesAreRefusedByTheirPath) {
    const Spec spec = spec_from_json_text(kOwn);
    const auto set = [&](const char* path, const char* value) {
        Spec copy = spec;
        return refusal([&] { set_knob(copy, path, value); });
    };
    EXPECT_EQ(set("result.sum[2].F", "13"), "result.sum[2].F: there is no [2]");
    EXPECT_EQ(set("result.round", "5").substr(0, 13), "result.round:");
    EXPECT_EQ(set("result.sum[0].F", "0").substr(0, 16), "result.sum[0].F:");
    EXPECT_EQ(set("result.sum[0].fraction", "3").substr(0, 22), "result.sum[0].fraction");
    EXPECT_EQ(set("result.chain.sum[0].F", "3"), "result.chain.sum[0].F: there is no chain");
}

TEST(OwnRecipe, KnobsBesideItAreRefused) {
    Spec spec = spec_from_json_text(kOwn);
    EXPECT_EQ(refusal([&] { set_knob(spec, "F", "20"); }),
              "F cannot be set beside a recipe; change the recipe instead");
    // the default of the knob, which is not what the recipe does
    spec = spec_of(recipe_from_json_text(
        R"({"karat_recipe":1,"operands":{"k":2},"result":{"sum":[{"of":"product"},{"of":"c"}],)"
        R"("round":{"format":"fp32","flush":true}}})"));
    EXPECT_EQ(refusal([&] { set_knob(spec, "flush_output", "false"); }),
              "flush_output cannot be set beside a recipe; change the recipe instead");
    spec = spec_from_json_text(kOwn);
    spec.F = Width{20};
    EXPECT_EQ(refusal([&] { validate(spec); }), "F cannot be set beside a recipe; change the recipe instead");
    spec = spec_from_json_text(kOwn);
    spec.k = 8;
    EXPECT_EQ(refusal([&] { validate(spec); }), "k cannot be set beside a recipe; change the recipe instead");
    spec = Spec();
    spec.algorithm = Algorithm::recipe;
    EXPECT_EQ(refusal([&] { validate(spec); }), "recipe is missing; algorithm \"recipe\" needs one");
}

}  // namespace
}  // namespace karat
