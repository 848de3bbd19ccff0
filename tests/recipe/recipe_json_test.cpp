// SPDX-License-Identifier: Apache-2.0
// The JSON of a recipe: round trips, and errors that name the path of the wrong node.
#include "karat/recipe/json/recipe_json.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include "../algorithm/spec_maker.hpp"
#include "../unit/specs.hpp"
#include "karat/instruction/registry.hpp"
#include "karat/recipe/check.hpp"
#include "karat/recipe/families/families.hpp"
#include "recipe_maker.hpp"

namespace karat::test {
namespace {

namespace json = boost::json;

// ---- round trips --------------------------------------------------------------------------------

/// Compares the text too, because equality of recipes ignores names.
void expect_comes_back(const Recipe& recipe) {
    const std::string text = to_json_text(recipe);
    SCOPED_TRACE(text);
    const Recipe back = recipe_from_json_text(text);
    EXPECT_TRUE(back == recipe);
    EXPECT_EQ(to_json_text(back), text);
    EXPECT_TRUE(recipe_from_json(to_json(recipe)) == recipe);
}

TEST(RecipeJson, EveryInstructionComesBack) {
    for (const Instruction& instruction : registry()) {
        SCOPED_TRACE(instruction.name);
        expect_comes_back(expand(instruction.spec));
    }
}

TEST(RecipeJson, EveryExpandedSpecComesBack) {
    SpecMaker maker(1);
    for (int i = 0; i < 400 && !HasFailure(); ++i) {
        for (unsigned a = 0; a + 1 < EnumNames<Algorithm>::names.size(); ++a) {
            expect_comes_back(expand(maker.make(static_cast<Algorithm>(a))));
        }
    }
}

TEST(RecipeJson, EveryRandomRecipeComesBack) {
    RecipeMaker maker(4);
    for (int i = 0; i < 2'000 && !HasFailure(); ++i) expect_comes_back(maker.make());
}

constexpr const char* kFda = R"({"karat_recipe": 1, "operands": {"k": 4}, "result": {
    "name": "fused dot-add", "floor": -133,
    "sum": [{"of": "product", "F": 25}, {"of": "c", "F": 25}],
    "round": {"format": "fp32", "rounding": "RZ"}}})";

TEST(RecipeJson, WhatIsLeftOutIsAtItsDefault) {
    const Recipe recipe = recipe_from_json_text(kFda);
    EXPECT_EQ(recipe.operands.a, Format::fp16);
    EXPECT_EQ(recipe.operands.k, 4);
    const Sum& sum = *recipe.result.sum;
    EXPECT_EQ(sum.label.text, "fused dot-add");
    EXPECT_EQ(sum.floor, -133);
    EXPECT_EQ(sum.terms.at(0).F, Width{25});
    EXPECT_EQ(sum.terms.at(0).rounding, Rounding::RZ);
    EXPECT_EQ(sum.terms.at(1).of.kind, ExpressionKind::c);
    EXPECT_EQ(sum.round->rounding, Rounding::RZ);
    EXPECT_EQ(sum.round->fraction, 23);
    const std::string written =
        R"({"karat_recipe":1,"operands":{"a":"fp16","b":"fp16","c":"fp32","d":"fp32","k":4},)"
        R"("result":{"name":"fused dot-add","floor":-133,)"
        R"("sum":[{"of":"product","F":25},{"of":"c","F":25}],"round":{"format":"fp32","rounding":"RZ"}}})";
    EXPECT_EQ(to_json_text(recipe), written) << "defaults must be left out";
}

TEST(RecipeJson, PositionsAreNumbersAndRuns) {
    json::value value = json::parse(kFda);
    json::array& sum = value.at("result").at("sum").as_array();
    sum[0].as_object()["k"] = json::parse(R"([2, "0..1", 3])");
    const Recipe recipe = recipe_from_json(value.as_object());
    EXPECT_EQ(recipe.result.sum->terms.at(0).select.list, (std::vector<int>{2, 0, 1, 3}));
    sum[0].as_object()["k"] = json::parse(R"(["0..3"])");
    EXPECT_EQ(json::serialize(to_json(recipe_from_json(value.as_object())).at("result").at("sum").at(0)),
              R"({"of":"product","F":25,"k":["0..3"]})");
}

// ---- errors -------------------------------------------------------------------------------------

void expect_recipe_refused(const std::string& text, const std::string& path,
                           const std::vector<std::string>& parts) {
    SCOPED_TRACE(text.substr(0, 300));
    expect_refused([&] { (void)recipe_from_json_text(text); }, path, parts);
}

/// kFda with `what` replaced by `by`.
std::string fda_with(const std::string& what, const std::string& by) {
    std::string out = kFda;
    const std::size_t at = out.find(what);
    EXPECT_NE(at, std::string::npos) << what;
    return out.replace(at, what.size(), by);
}

TEST(RecipeJson, RefusalsNameTheNode) {
    struct Wrong {
        const char *what, *by, *path;
        std::vector<std::string> parts;
    };
    const std::vector<Wrong> all{
        {R"("c", "F": 25)",
         R"("c", "F": 0)",
         "result.sum[1].F",
         {"result.sum[1].F: 0 is not allowed; use 1..1024 or \"exact\""}},
        {R"("c", "F": 25)", R"("c", "F": "24")", "result.sum[1].F", {"\"24\"", "1..1024"}},
        {R"("c", "F": 25)",
         R"("c", "f": 25)",
         "result.sum[1].f",
         {"result.sum[1].f: unknown key \"f\"; nearest: F"}},
        {R"("c", "F": 25)", R"("c", "roundin": "RZ")", "result.sum[1].roundin", {"nearest: rounding"}},
        {R"("c", "F": 25)", R"("c", "rounding": "RX")", "result.sum[1].rounding", {"\"RX\"", "RZ, RD"}},
        {R"("c", "F": 25)",
         R"("c", "zero": "counted")",
         "result.sum[1].zero",
         {"\"counted\"", "ignored, minus126 or format_min"}},
        {R"("c", "F": 25)",
         R"("c", "cutoff": true)",
         "result.sum[1].cutoff",
         {"true is not allowed; use an integer"}},
        {R"("c", "F": 25)",
         R"("c", "parts": 3)",
         "result.sum[1].parts",
         {"3 parts do not divide 4 products"}},
        {R"("c", "F": 25)", R"("c", "part": -1)", "result.sum[1].part", {"-1", "0 or more"}},
        {R"("c", "F": 25)", R"("c", "part": 1)", "result.sum[1].part", {"1 is not allowed; use 0..0"}},
        {R"("c", "F": 25)", R"("c", "k": [])", "result.sum[1].k", {"[]", "list of positions"}},
        {R"("c", "F": 25)", R"("c", "k": [1, "3..2"])", "result.sum[1].k", {"\"3..2\""}},
        {R"("c", "F": 25)", R"("c", "k": ["0..99999999999"])", "result.sum[1].k", {"0..99999999999"}},
        {R"("c", "F": 25)", R"("c", "k": [1.5])", "result.sum[1].k", {"1.5", "0..1023"}},
        {R"("c", "F": 25)", R"("c", "k": [4])", "result.sum[1].k", {"4 is not a position in a slice of 4"}},
        {R"("of": "c")", R"("of": "d")", "result.sum[1].of", {"\"d\" is not allowed", "\"product\", \"c\""}},
        {R"("of": "c")", R"("of": "sum")", "result.sum[1].of", {"\"sum\" is not allowed"}},
        {R"("of": "c")", R"("of": {"sum": []})", "result.sum[1].of.sum", {"[]", "needs at least one addend"}},
        {R"("of": "c")", R"("of": {"summ": []})", "result.sum[1].of.summ", {"nearest: sum"}},
        {R"("of": "c")", R"("of": {"floor": 1})", "result.sum[1].of", {"\"sum\" is missing"}},
        {R"("of": "c", )", "", "result.sum[1]", {"\"of\" is missing"}},
        {R"({"of": "c", "F": 25})", R"("c")", "result.sum[1]", {"\"c\" is not an addend such as"}},
        {R"("of": "c")", R"("of": "acc")", "result.sum[1]", {"acc is only defined inside a chain"}},
        {R"("of": "c")", R"("of": "product")", "result", {"product 0 is added 2 times"}},
        {R"(, {"of": "c", "F": 25})", "", "result", {"c is added 0 times"}},
        {R"("floor": -133)", R"("floor": 5000)", "result.floor", {"5000", "-2000..2000"}},
        {R"("floor": -133)", R"("grid": "commen")", "result.grid", {"\"commen\"", "own or common"}},
        {R"("name": "fused dot-add")", R"("name": 5)", "result.name", {"5 is not allowed"}},
        {R"("name": "fused dot-add")", R"("name": "a\nb")", "result.name", {"control characters"}},
        {R"("floor": -133)", R"("flor": -133)", "result.flor", {"nearest: floor"}},
        {R"("format": "fp32", )", "", "result.round", {"\"format\" is missing"}},
        {R"("format": "fp32")",
         R"("format": "fp16")",
         "result.round.format",
         {"fp16 is not the format of d, fp32"}},
        {R"("format": "fp32")",
         R"("format": "fp32", "fraction": 24)",
         "result.round.fraction",
         {"24", "1..23"}},
        {R"("format": "fp32")", R"("formatt": "fp32")", "result.round.formatt", {"nearest: format"}},
        {R"({"k": 4})", R"({"k": 0})", "operands.k", {"operands.k: 0", "1..1024"}},
        {R"({"k": 4})", R"({"kk": 4})", "operands.kk", {"nearest: k"}},
        {R"({"k": 4})", "4", "operands", {"operands: 4 is not an object such as"}},
        {R"({"k": 4})", R"({"a": "fp17"})", "operands.a", {"\"fp17\"", "fp16"}},
        {R"("operands")", R"("operand")", "operand", {"nearest: operands"}},
        {R"("result")", R"("results")", "results", {"nearest: result"}},
        {R"("karat_recipe": 1)", R"("karat_recipe": 2)", "karat_recipe", {"use 1"}},
        {R"("karat_recipe": 1, )", "", "karat_recipe", {"missing"}},
    };
    ASSERT_NO_THROW((void)recipe_from_json_text(kFda));
    for (const Wrong& wrong : all)
        expect_recipe_refused(fda_with(wrong.what, wrong.by), wrong.path, wrong.parts);
    expect_recipe_refused(R"({"karat_recipe": 1})", "result", {"missing"});
    expect_recipe_refused("[]", "", {"JSON object"});
    expect_recipe_refused("{", "", {"not JSON at character"});
}

std::string chain_with(const std::string& rest) {
    return R"({"karat_recipe": 1, "operands": {"k": 4}, "result": {)" + rest + R"(,
        "chain": {"sum": [{"of": "product"}, {"of": "acc"}], "round": {"format": "fp32"}}}})";
}

TEST(RecipeJson, RefusalsNameTheNodeOfAChain) {
    EXPECT_NO_THROW((void)recipe_from_json_text(chain_with(R"("slices": 2, "start": "c")")));
    expect_recipe_refused(chain_with(R"("slices": 3, "start": "c")"), "result.slices",
                          {"3 slices do not divide 4"});
    expect_recipe_refused(chain_with(R"("slices": 0, "start": "c")"), "result.slices", {"0", "1..1024"});
    expect_recipe_refused(chain_with(R"("slices": 4, "pattern": "pairs", "start": "c")"), "result.pattern",
                          {"even number"});
    expect_recipe_refused(chain_with(R"("k": [7], "start": "c")"), "result.k", {"7 is not a position"});
    expect_recipe_refused(chain_with(R"("slices": 2)"), "result", {"\"start\" is missing"});
    expect_recipe_refused(chain_with(R"("slices": 2, "start": "product")"), "result.start",
                          {"a single value"});
    expect_recipe_refused(chain_with(R"("slices": 2, "start": 0)"), "result.start", {"0 is not allowed"});
    expect_recipe_refused(chain_with(R"("slices": 2, "start": {"of": "c", "part": 1})"), "result.start.part",
                          {"0..0"});
    expect_recipe_refused(chain_with(R"("slices": 2, "start": {"of": {"sum": [{"of": "c", "F": -3}]}})"),
                          "result.start.of.sum[0].F", {"-3"});
    expect_recipe_refused(
        chain_with(R"("slices": 2, "start": {"of": {"sum": [{"of": "c", "flush": true}]}})"),
        "result.start.of.sum[0].flush", {"applies only to acc"});
    expect_recipe_refused(
        R"({"karat_recipe": 1, "operands": {"k": 4}, "result": {"start": {"of": {"sum": [{"of": "c"}]}},
            "chain": {"sum": [{"of": "product"}, {"of": "acc", "flush": true}],
                      "round": {"format": "fp32"}}}})",
        "result.chain.sum[1].flush", {"fixed-point sum"});
    expect_recipe_refused(
        R"({"karat_recipe": 1, "operands": {"k": 4}, "result": {"start": {"of": {"sum": [{"of": "c"}]}},
            "chain": {"sum": [{"of": "product"}, {"of": "acc", "zero": "minus126"}],
                      "round": {"format": "fp32"}}}})",
        "result.chain.sum[1].zero", {"acc is a fixed-point sum here; use ignored"});
    expect_recipe_refused(chain_with(R"("slices": 2, "start": "c", "last": {"format": "fp16"})"),
                          "result.chain.round.format", {"fp16 is not the format of d"});
    expect_recipe_refused(chain_with(R"("slices": 2, "start": "c", "round": {"format": "fp32"})"),
                          "result.round", {"unknown key"});
    expect_recipe_refused(chain_with(R"("slices": 2, "start": "c", "chain": {})"), "result.chain",
                          {"appears twice"});
}

TEST(RecipeJson, EveryStepAddsAccOnce) {
    const auto steps = [](const std::string& terms) {
        return R"({"karat_recipe": 1, "operands": {"k": 4}, "result": {"slices": 2, "start": "c",
            "chain": {"sum": [)" +
               terms + R"(], "round": {"format": "fp32"}}}})";
    };
    EXPECT_NO_THROW((void)recipe_from_json_text(steps(R"({"of": "product"}, {"of": "acc"})")));
    expect_recipe_refused(steps(R"({"of": "product"})"), "result.chain", {"acc is added 0 times"});
    expect_recipe_refused(steps(R"({"of": "product"}, {"of": "acc"}, {"of": {"sum": [{"of": "acc"}]}})"),
                          "result.chain", {"acc is added 2 times; each step must add it exactly once"});
}

/// A recipe with scale factors, additional `operands`, and `terms` as the addends besides c.
std::string scaled_with(const std::string& operands, const std::string& terms) {
    return R"({"karat_recipe": 1, "operands": {"k": 4, "scale": "ue8m0")" + operands +
           R"(}, "result": {"sum": [)" + terms + R"(, {"of": "c", "F": 25}], "round": {"format": "fp32"}}})";
}

TEST(RecipeJson, ScaleFactorsAreUsedOnce) {
    const std::string blocks = R"(, "scale_block": 4)";
    const auto sum_of = [](const std::string& addend) { return R"({"of": {"sum": [)" + addend + "]"; };
    EXPECT_NO_THROW((void)recipe_from_json_text(scaled_with("", R"({"of": "product", "scaled": true})")));
    EXPECT_NO_THROW((void)recipe_from_json_text(
        scaled_with(blocks, sum_of(R"({"of": "product"})") + R"(}, "scaled": true})")));
    expect_recipe_refused(scaled_with("", R"({"of": "product"})"), "operands.scale", {"no addend is scaled"});
    expect_recipe_refused(
        scaled_with(blocks, sum_of(R"({"of": "product", "scaled": true})") + R"(}, "scaled": true})"),
        "result.sum[0].scaled", {"its products are already scaled"});
    const std::string inner = sum_of(R"({"of": "product"})") + R"(}, "scaled": true})";
    expect_recipe_refused(scaled_with(blocks, sum_of(inner) + R"(}, "scaled": true})"),
                          "result.sum[0].scaled", {"the sum below it is already scaled"});
    expect_recipe_refused(scaled_with(blocks, sum_of(R"({"of": "product"})") +
                                                  R"(, "round": {"format": "fp32"}}, "scaled": true})"),
                          "result.sum[0].scaled", {"this sum is rounded"});
}

TEST(RecipeJson, ACommonGridHasNoCutoff) {
    std::string text = kFda;
    text.replace(text.find(R"("floor": -133)"), 13, R"("grid": "common")");
    EXPECT_NO_THROW((void)recipe_from_json_text(text));
    text.replace(text.find(R"("c", "F": 25)"), 12, R"("c", "F": 25, "cutoff": 3)");
    expect_recipe_refused(text, "result.sum[1].cutoff", {"3 is not allowed; a common grid"});
}

// ---- repeated keys ------------------------------------------------------------------------------

TEST(RepeatedKeys, AreRefusedAfterUnescapingAtEveryDepth) {
    expect_recipe_refused(fda_with(R"("c", "F": 25)", R"("c", "F": 25, "\u0046": 24)"), "result.sum[1].F",
                          {"result.sum[1]: key \"F\" appears twice"});
    expect_recipe_refused(fda_with(R"("rounding": "RZ")", R"("rounding": "RZ", "roun\u0064ing": "RZ")"),
                          "result.round.rounding", {"appears twice"});
    expect_recipe_refused(fda_with(R"("operands")", R"("result": 1, "operands")"), "result",
                          {"key \"result\" appears twice"});
    EXPECT_NO_THROW((void)recipe_from_json_text(fda_with(R"("F": 25)", R"("\u0046": 25)")))
        << "a key that appears once is accepted in any spelling";
    expect_text_refused(spec_text("fda", R"("F": 12, "\u0046": 13)"), "F", {"key \"F\" appears twice"});
    expect_text_refused(spec_text("fda", R"("F": {"x": 1, "\u0078": 2})"), "F.x",
                        {"F: key \"x\" appears twice"});
    EXPECT_NO_THROW((void)spec_from_json_text(spec_text("fda", R"("F": 12, "F_c": 13)")));
}

// ---- depth --------------------------------------------------------------------------------------

/// `depth` sums nested around a sum. `chains`: chains instead of sums.
std::string nested(int depth, bool chains) {
    const std::string round = R"(, "round": {"format": "fp32"}})";
    std::string e = R"({"sum": [{"of": "product"}, {"of": "c"}])" + round;
    for (int i = 0; i < depth; ++i) {
        e = chains ? R"({"start": {"of": )" + e +
                         R"(, "k": [0]}, "k": ["1..3"], "chain": {"sum": [{"of": "acc"}])" + round + "}"
                   : R"({"sum": [{"of": )" + e + "}]" + round;
    }
    return R"({"karat_recipe": 1, "operands": {"k": 4}, "result": )" + e + "}";
}

TEST(RecipeJson, DepthIsBounded) {
    const Recipe deepest = recipe_from_json_text(nested(kMaxDepth - 1, false));
    EXPECT_TRUE(recipe_from_json_text(to_json_text(deepest)) == deepest);
    expect_refused([] { (void)recipe_from_json_text(nested(kMaxDepth, false)); },
                   [] {
                       std::string path = "result";
                       for (int i = 0; i <= kMaxDepth; ++i) path += ".sum[0].of";
                       return path;
                   }(),
                   {"nested deeper than 64 sums"});
    for (const bool chains : {false, true})
        EXPECT_THROW((void)recipe_from_json_text(nested(2'000, chains)), SpecError);
    EXPECT_THROW((void)recipe_from_json_text(std::string(100'000, '[')), SpecError);
    std::string objects;
    for (int i = 0; i < 100'000; ++i) objects += R"({"sum":[)";
    EXPECT_THROW((void)recipe_from_json_text(objects), SpecError);
}

}  // namespace
}  // namespace karat::test
