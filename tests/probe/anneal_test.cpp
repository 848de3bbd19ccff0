// SPDX-License-Identifier: Apache-2.0
// Annealing leaves guesses that no single step improves.
#include "karat_probe/identify/search/anneal.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "karat/recipe/edits/sites.hpp"
#include "karat/recipe/json/recipe_json.hpp"
#include "karat_probe/identify/attributes/attributes.hpp"
#include "karat_probe/identify/trees/bare_tree.hpp"
#include "karat_probe/identify/trees/tree_edits.hpp"
#include "karat_probe/target/formats.hpp"
#include "probe/answers.hpp"
#include "probe/nodes.hpp"
#include "recipe/recipe_maker.hpp"

namespace karat::probe {
namespace {

/// A sum of all products and c with these attributes, rounded to d.
Recipe annealed_recipe(const std::string& sum, const std::string& product, const std::string& c,
                       const std::string& round) {
    return recipe_from_json_text(
        R"({"karat_recipe":1,"operands":{"a":"fp16","b":"fp16","c":"fp16","d":"bf16","k":4},"result":{)" +
        sum + R"("sum":[{"of":"c")" + c + R"(},{"of":"product")" + product +
        R"(}],"round":{"format":"bf16")" + round + "}}}");
}

/// The tree of a recipe with the formats of its roundings, and everything else as if nothing were known.
Recipe without_attributes(const Recipe& recipe) {
    Recipe out = editing::with_terms(bare_tree(recipe), {}, [](Term& term) {
        if (editing::is_sum(term)) term.zero = ZeroPart::counted;
    });
    out.operands = formats_of(recipe.operands);
    return editing::with_rounds(out, {}, [](OutputRule& rule) {
        const Format format = rule.format;
        rule = {};
        rule.format = format;
        rule.fraction = info(format).fraction_bits;
    });
}

TEST(Anneal, ImprovesGuessesThatNoStepImproves) {
    constexpr int recipes = 8;
    test::RecipeMaker maker(1);
    tb::Random random(1);
    int stuck = 0, better = 0;
    for (int i = 0; i < recipes; ++i) {
        const Recipe right = maker.make();
        const Record record = answers_of(right);
        Budget budget = seconds(20);
        const Guess guess =
            climb({without_attributes(right)}, kRecipes, record, budget, {1000, kAllKinds, false});
        if (guess.loss == 0) continue;
        ++stuck;
        const auto until = budget.now() + std::chrono::seconds(3);
        const Guess other = anneal(guess, kRecipes, record, budget, until, random);
        EXPECT_LE(other.loss, guess.loss + kSlack);
        better += other.loss < guess.loss - kSlack ? 1 : 0;
    }
    EXPECT_GE(stuck, 3);
    EXPECT_GE(2 * better, stuck) << better << " of " << stuck;
}

TEST(Anneal, GivesBackTheGuessIfThereIsNoTime) {
    const Recipe start = annealed_recipe("", "", "", "");
    const Record record = answers_of(annealed_recipe("", R"(,"F":20)", R"(,"F":20)", ""));
    Budget budget = seconds(60);
    tb::Random random(1);
    const Guess same = anneal({start}, kRecipes, record, budget, budget.now(), random);
    EXPECT_EQ(same.recipe, start);
    EXPECT_GT(same.loss, 0);
}

TEST(FitAttributes, ExplainsMoreAndKeepsTheTree) {
    const Recipe start = annealed_recipe("", "", "", "");
    const Recipe right =
        annealed_recipe("", R"(,"F":20)", R"(,"F":22,"rounding":"RD")", R"(,"rounding":"RU")");
    const Record record = answers_of(right);
    Budget budget = seconds(60);
    tb::Random random(1);
    const Guess guess{start, loss_of(Evaluator(start), record, budget)};
    const Guess fitted = fit_attributes(guess, record, budget, {4}, random);
    EXPECT_LT(fitted.loss, guess.loss);
    EXPECT_EQ(test::nodes_of(fitted.recipe), test::nodes_of(start));
}

/// Where few answers are wrong, a width and its rounding are drawn together.
TEST(FitAttributes, FindsAWidthWithItsRoundingInAFewAnswers) {
    constexpr int few = 6;
    const auto recipe = [](const std::string& width) {
        return recipe_from_json_text(
            R"({"karat_recipe":1,"operands":{"a":"fp16","b":"fp16","c":"fp32","d":"fp32","k":4},"result":{)"
            R"("sum":[{"F":24,"rounding":"RNE","of":{"sum":[{)" +
            width + R"("of":{"sum":[{"of":"product"},{"of":"c"}]}}]}}],"round":{"format":"fp32"}}})");
    };
    const Evaluator right(recipe(R"("F":25,"rounding":"RU",)"));
    const Recipe start = recipe("");
    const Evaluator exact(start);
    const Record all = answers_of(right.program().recipe());
    Record record;
    int wrong = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const bool agrees = all.agrees(exact, i);
        if (agrees || ++wrong <= few) record.add(all.kind(i), all.row(i), all.answer(i));
    }
    ASSERT_GE(wrong, 2);
    Budget budget = seconds(60);
    const double before = loss_of(exact, record, budget);
    int found = 0;
    for (const std::uint64_t seed : {1, 2, 3, 4, 5, 6, 7, 8}) {
        tb::Random random(seed);
        found += fit_attributes({start, before}, record, budget, {1}, random).loss == 0 ? 1 : 0;
    }
    EXPECT_GE(found, 4);
}

/// To bfloat16's fraction, upwards. Another format with this fraction does the same to normal numbers.
bool is_inner_bf16_up(const editing::RoundSite& site) {
    return !site.result && site.rule.fraction == info(Format::bf16).fraction_bits &&
           site.rule.rounding == Rounding::RU;
}

/// A width that imitates a rounding is replaced by it. Nothing else changes: the rest of the tree is right.
TEST(FitEdit, FindsTheRoundingThatAWidthImitated) {
    const auto inner = [](const std::string& width, const std::string& round) {
        return recipe_from_json_text(
            R"({"karat_recipe":1,"operands":{"a":"fp16","b":"fp16","c":"fp32","d":"fp32","k":8},)"
            R"("result":{"sum":[{"of":"c","F":24},{"zero":"counted","F":24,"parts":2,"of":{"sum":[)"
            R"({"of":"product")" +
            width + "}]" + round + R"(}}],"round":{"format":"fp32","rounding":"RZ"}}})");
    };
    const Recipe right = inner("", R"(,"round":{"format":"bf16","rounding":"RU"})");
    const Recipe imitation = inner(R"(,"F":7,"rounding":"RU")", "");
    const Record record = answers_of(right);
    Budget budget = seconds(60);
    tb::Random random(1);
    const double before = loss_of(Evaluator(imitation), record, budget);
    ASSERT_GT(before, 0);
    const std::vector<TreeEdit> edits = edited_trees(imitation);
    const Recipe wide =
        inner(R"(,"rounding":"RU")", R"(,"round":{"format":"fp64","nan":"any","overflow":"ieee"})");
    const auto edit = std::ranges::find(edits, wide, &TreeEdit::recipe);
    ASSERT_NE(edit, edits.end());
    const Guess fitted = fit_edit(*edit, before, record, budget, random);
    EXPECT_LT(fitted.loss, before);
    const auto rounds = editing::find_sites(fitted.recipe).rounds;
    EXPECT_TRUE(std::ranges::any_of(rounds, is_inner_bf16_up));
}

/// The attributes elsewhere are not touched if those at the node do not help.
TEST(FitEdit, GivesUpWhereTheNodeDoesNotHelp) {
    const Recipe start = annealed_recipe("", R"(,"F":20)", R"(,"F":22)", "");
    const Record record = answers_of(annealed_recipe("", R"(,"F":20)", R"(,"F":22)", R"(,"rounding":"RU")"));
    Budget budget = seconds(60);
    tb::Random random(1);
    const Guess same = fit_edit({start, "nowhere"}, 0, record, budget, random);
    EXPECT_EQ(same.recipe, start);
    EXPECT_GT(same.loss, 0);
    EXPECT_LT(fit_edit({start, "nowhere"}, 10, record, budget, random).loss, same.loss);
}

/// The tree that is right explains most as soon as its new rounding is fitted.
TEST(RoughlyFitted, TellsWhichTreeIsRight) {
    const auto inner = [](const std::string& round) {
        return recipe_from_json_text(
            R"({"karat_recipe":1,"operands":{"a":"bf16","b":"bf16","c":"fp32","d":"fp32","k":4},)"
            R"("result":{"sum":[{"of":"c","F":24},{"zero":"counted","F":24,"parts":2,"of":{"sum":[)"
            R"({"of":"product"}])" +
            round + R"(}}],"round":{"format":"fp32","rounding":"RZ"}}})");
    };
    const Record record = answers_of(inner(R"(,"round":{"format":"bf16","rounding":"RU"})"));
    Budget budget = seconds(60);
    tb::Random random(1);
    const Recipe start = inner("");
    const Guess from{start, loss_of(Evaluator(start), record, budget), std::nullopt};
    const std::vector<TreeEdit> edits = edited_trees(start);
    const std::vector<Guess> fitted = roughly_fitted(edits, from, record, budget, random);
    ASSERT_EQ(fitted.size(), edits.size());
    const auto best = std::ranges::min_element(fitted, {}, &Guess::loss);
    const double most = from.loss / 10;
    EXPECT_LT(loss_of(Evaluator(best->recipe), record, budget), most);
    EXPECT_TRUE(std::ranges::any_of(editing::find_sites(best->recipe).rounds, is_inner_bf16_up));
    // many trees are wrong
    EXPECT_GT(std::ranges::count_if(fitted, [&](const Guess& x) { return x.loss > most; }),
              static_cast<std::ptrdiff_t>(edits.size() / 3));
}

}  // namespace
}  // namespace karat::probe
