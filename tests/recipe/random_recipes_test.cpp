// SPDX-License-Identifier: Apache-2.0
// Randomly generated recipes: they evaluate, tracing does not change the result, and neither does a JSON
// round trip.
#include <gtest/gtest.h>

#include <boost/json/serialize.hpp>
#include <map>

#include "karat/evaluate/evaluator.hpp"
#include "karat/recipe/json/recipe_json.hpp"
#include "karat/recipe/recipe_text.hpp"
#include "random_operands.hpp"
#include "recipe_maker.hpp"

namespace karat::test {
namespace {

constexpr int kRecipes = 2'000;
constexpr int kDotAdds = 12;

TEST(RandomRecipes, EvaluateTracedOrNotAndAfterJson) {
    RecipeMaker maker(1);
    for (int i = 0; i < kRecipes; ++i) {
        const Recipe recipe = maker.make();
        const std::string text = to_json_text(recipe);
        SCOPED_TRACE(text);
        const Evaluator evaluate(recipe);
        const Evaluator read_back(recipe_from_json_text(text));
        RandomOperands operands(recipe.operands, static_cast<std::uint64_t>(i));
        for (int j = 0; j < kDotAdds; ++j) {
            const Operands in = operands.next();
            const std::uint64_t d = evaluate(in);
            ASSERT_EQ(d & ~info(recipe.operands.d).encoding_mask(), 0U);
            Trace trace;
            ASSERT_EQ(evaluate.traced(in, trace), d);
            ASSERT_EQ(trace.steps.size(), evaluate.program().operations().size());
            ASSERT_EQ(read_back(in), d);
        }
    }
    EXPECT_LT(maker.refused(), 2 * maker.made());
}

/// Counts each key and value in the JSON of the recipes. Tests with random recipes cover only what the
/// generator produces.
class Census {
   public:
    void count(const boost::json::value& value) {
        if (value.is_array()) {
            for (const boost::json::value& item : value.get_array()) count(item);
        }
        if (!value.is_object()) return;
        for (const auto& [key, item] : value.get_object()) {
            ++seen_[std::string(key)];
            if (item.is_string()) ++seen_[std::string(key) + "=" + std::string(item.get_string())];
            count(item);
        }
    }
    int operator[](const std::string& what) { return seen_[what]; }

   private:
    std::map<std::string, int> seen_;
};

TEST(RandomRecipes, HaveEveryAttribute) {
    RecipeMaker maker(2);
    Census census;
    for (int i = 0; i < kRecipes; ++i) census.count(to_json(maker.make()));
    for (const char* what : {"convert",
                             "convert_c",
                             "scale",
                             "scale_block",
                             "flush_a",
                             "flush_b",
                             "flush_c",
                             "flush_below",
                             "flush_sign",
                             "product_overflow",
                             "flush_products",
                             "zero_product_sign",
                             "name",
                             "grid",
                             "floor",
                             "sticky",
                             "frame",
                             "zero_sum",
                             "specials",
                             "scaled",
                             "flush",
                             "F",
                             "rounding",
                             "cutoff",
                             "compared_by=leading",
                             "compared_by=scale",
                             "least_exponent",
                             "drop_tiny_negative",
                             "zero=minus126",
                             "zero=format_min",
                             "zero=terms",
                             "zero=counted",
                             "k",
                             "parts",
                             "part",
                             "slices",
                             "pattern=interleaved",
                             "pattern=pairs",
                             "chain",
                             "last",
                             "start=c",
                             "start=zero",
                             "start",
                             "fraction",
                             "overflow",
                             "nan",
                             "underflow_sign",
                             "flush_when",
                             "of=product",
                             "of=c",
                             "of=acc"}) {
        EXPECT_GE(census[what], 20) << what;
    }
}

TEST(RandomRecipes, HaveTextsOfBoundedWidth) {
    constexpr std::size_t kColumns = 110;
    RecipeMaker maker(3);
    for (int i = 0; i < kRecipes; ++i) {
        const std::string text = formula(maker.make(), kColumns);
        int depth = 0;
        for (std::size_t at = 0, end = 0; at < text.size(); at = end + 1) {
            end = std::min(text.find('\n', at), text.size());
            ASSERT_LE(end - at, kColumns) << text;
        }
        for (const char ch : text) depth += ch == '(' ? 1 : ch == ')' ? -1 : 0;
        ASSERT_EQ(depth, 0) << text;
    }
}

}  // namespace
}  // namespace karat::test
