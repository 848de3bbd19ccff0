// SPDX-License-Identifier: Apache-2.0
// Recipes that differ only in how they are written.
#include "karat_probe/diff/unrolled.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "../recipe/recipe_maker.hpp"
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
