// SPDX-License-Identifier: Apache-2.0
// Recipes that differ only in how they are written.
#include "karat_probe/diff/unrolled.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "../recipe/recipe_maker.hpp"
#include "karat/evaluate/evaluator.hpp"
#include "karat/instruction/registry.hpp"
#include "karat/recipe/edits/edits.hpp"
#include "karat/recipe/edits/sites.hpp"
#include "karat/recipe/families/families.hpp"
#include "karat/recipe/families/parts.hpp"
#include "karat/recipe/json/recipe_json.hpp"
#include "karat_probe/separate/separate.hpp"

namespace karat::probe {
namespace {

Recipe recipe_of(const char* arch, const char* instruction) {
    return expand(find_instruction(arch, instruction).spec);
}

Recipe with_addends_reversed(const Recipe& recipe) {
    return editing::with_sums(recipe, {}, [](Sum& sum) { std::ranges::reverse(sum.terms); });
}

/// VDPBF16PS is a chain of two fused multiply-adds. The same as a sum inside a sum:
Recipe nested_vdpbf16ps() {
    using namespace families;
    Recipe out = vdpbf16ps();
    Sum step = *out.result.chain->step;
    const auto one = [&](Expression start, int k) {
        Sum sum = step;
        sum.terms = {exactly(product()), exactly(std::move(start))};
        sum.terms[0].select.list = {k};
        return sum;
    };
    Sum inner = one(operand_c(), 1);
    inner.terms[0].select = {};
    Sum outer = one(of(std::move(inner)), 0);
    outer.terms[1].select.list = {1};
    out.result = of(std::move(outer));
    return out;
}

TEST(Unrolled, AChainIsItsStepsInsideEachOther) {
    const Recipe chain = families::vdpbf16ps();
    const Recipe nested = nested_vdpbf16ps();
    EXPECT_FALSE(chain == nested);
    EXPECT_EQ(unrolled(chain), unrolled(nested));
    EXPECT_TRUE(separate(chain, nested, {4000, 500, 2000, 3}).empty());
}

TEST(Unrolled, TheOrderOfAddendsMattersOnlyForTheNanHandedOn) {
    const Recipe fused = recipe_of("Hopper", "HMMA.16816.F32");
    EXPECT_FALSE(fused == with_addends_reversed(fused));
    EXPECT_EQ(unrolled(fused), unrolled(with_addends_reversed(fused)));
    const Recipe amx = families::amx(Format::bf16, 4);  // its NaN is the first one
    Recipe swapped = editing::with_sums(amx, {}, [](Sum& sum) {
        for (Term& term : sum.terms) {
            if (term.select.parts == 2) term.select.pattern = Pattern::contiguous;
        }
    });
    EXPECT_NE(unrolled(amx), unrolled(swapped));
}

/// round(sum(x, product of k = 1)), where x is round(sum(product of k = 0, c)), written as a sum or as a
/// chain of one step.
Recipe two_steps(bool chained) {
    using namespace families;
    Sum step = addition({product(), chained ? acc() : operand_c()},
                        OutputRule::ieee(Format::fp32, Rounding::RNE), "step");
    Expression first = of(step);
    if (chained) {
        Chain chain;
        chain.start = operand_c();
        chain.step = Child<Sum>(step);
        first = {ExpressionKind::chain, {}, Child<Chain>(std::move(chain))};
    }
    Sum outer = addition({first, product()}, *step.round, "outer");
    for (int i = 0; i < 2; ++i) outer.terms[static_cast<std::size_t>(i)].select.list = {i};
    outer.specials = SpecialsOf::operands;
    return {operand_rules(Format::bf16, Format::fp32, 2), of(std::move(outer))};
}

TEST(Unrolled, SpecialsOfOperandsAreNotLookedForBelowAChain) {
    const Recipe sum = two_steps(false);
    const Recipe chain = two_steps(true);
    EXPECT_NE(unrolled(sum), unrolled(chain));
    // the first step overflows to +inf, the last product is -inf
    VectorRow row;
    row.a = {0x7F00, 0xFF80};
    row.b = {0x7F00, 0x3F80};
    row.c = 0;
    EXPECT_NE(Evaluator(sum)(row.operands()), Evaluator(chain)(row.operands()));
}

/// round(sum(inner(product), c)) beside round(sum(product, c)).
std::pair<Recipe, Recipe> with_inner_sum(Recipe flat, const std::function<void(Sum& inner)>& change) {
    Recipe nested = flat;
    Sum outer = *flat.result.sum;
    Sum inner;
    inner.terms = {outer.terms[0]};
    change(inner);
    outer.terms[0] = families::exactly(families::of(std::move(inner)));
    nested.result = families::of(std::move(outer));
    return {std::move(flat), std::move(nested)};
}

Recipe exact_sum(const char* arch, const char* instruction, ZeroSum zero_sum) {
    Spec spec = find_instruction(arch, instruction).spec;
    spec.algorithm = Algorithm::exact;
    spec.F = {24};
    spec.exponent_floor.reset();
    spec.zero_sum = zero_sum;
    return expand(spec);
}

TEST(Unrolled, AnExactInnerSumIsItsAddends) {
    const Recipe flat = exact_sum("Hopper", "HMMA.16816.F32", ZeroSum::ieee);
    const auto [x, y] = with_inner_sum(flat, [](Sum& inner) { inner.zero_sum = ZeroSum::ieee; });
    EXPECT_EQ(unrolled(x), unrolled(y));
    EXPECT_TRUE(separate(x, y, {4000, 500, 2000, 3}).empty());
    // products that are all -0 give +0 here
    const auto [u, v] = with_inner_sum(flat, [](Sum& inner) { inner.zero_sum = ZeroSum::positive; });
    EXPECT_NE(unrolled(u), unrolled(v));
    EXPECT_FALSE(separate(u, v, {4000, 500, 2000, 3}).empty());
}

TEST(Unrolled, IntegersWrapAtTheEndIfTheyWrapAlike) {
    const Recipe flat = expand(find_instruction("Ampere", "IMMA.16816.S8.S8").spec);
    const auto rounded_to = [&](Format format) {
        return with_inner_sum(flat, [&](Sum& inner) {
            inner.round = *flat.result.sum->round;
            inner.round->format = format;
            inner.round->fraction = info(format).fraction_bits;
        });
    };
    const auto [x, y] = rounded_to(Format::int32);
    EXPECT_EQ(unrolled(x), unrolled(y));
    const auto [u, v] = rounded_to(Format::int16);
    EXPECT_NE(unrolled(u), unrolled(v));
    EXPECT_FALSE(separate(u, v, {4000, 500, 2000, 3}).empty());
}

TEST(Unrolled, TheDistanceCountsAttributes) {
    const Recipe recipe = recipe_of("Hopper", "HMMA.16816.F32");
    const auto one = [](Term& term) { term.F = {23}; };
    const Recipe changed = editing::with_terms(recipe, {"result.sum[1]"}, one);
    EXPECT_EQ(distance(unrolled(recipe), unrolled(changed)), 1U);
    EXPECT_EQ(distance(unrolled(recipe), unrolled(editing::with_terms(recipe, {}, one))), 17U);
}

/// Recipes that are called the same must give the same results.
TEST(Unrolled, EqualFormsAreTheSameArithmetic) {
    test::RecipeMaker maker(17);
    std::size_t equal = 0;
    const auto check = [&](const Recipe& x, const Recipe& y) {
        if (x == y || unrolled(x) != unrolled(y)) return;
        ++equal;
        EXPECT_TRUE(separate(x, y, {900, 60, 300, 7}).empty()) << to_json_text(x) << to_json_text(y);
    };
    for (int i = 0; i < 120; ++i) {
        const Recipe recipe = maker.make();
        check(recipe, with_addends_reversed(recipe));
        const std::vector<Edit> near = edits(recipe, EditReach::near);
        for (std::size_t j = 0; j < near.size(); j += 5) check(recipe, near[j].recipe);
    }
    EXPECT_GT(equal, 60U);
}

}  // namespace
}  // namespace karat::probe
