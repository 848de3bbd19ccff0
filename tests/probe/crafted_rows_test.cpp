// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/separate/crafted_rows.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "karat/evaluate/evaluator.hpp"
#include "karat_probe/separate/partners.hpp"
#include "small_recipes.hpp"

namespace karat::probe {
namespace {

/// c meets product 0 in a sum of their own, to which the other 15 are added.
Recipe begins_with_a_sum(const std::string& addend) {
    return recipe_from_json_text(
        R"({"karat_recipe":1,"operands":{"a":"fp16","b":"fp16","c":"fp32","d":"fp32","k":16},"result":{)"
        R"("k":["1..15"],"start":{"k":[0],"of":{"sum":[{)" +
        addend +
        R"("of":{"sum":[{"of":"product"},{"of":"c"}]}}],"round":{"format":"e5m2","rounding":"RA"}}},)"
        R"("chain":{"sum":[{"of":"product"},{"of":"acc"}],"round":{"format":"fp32"}}}})");
}

std::set<int> all_of(const Partners& partners, int operand) {
    tb::Random random(1);
    std::set<int> out;
    for (int i = 0; i < 100; ++i) out.insert(partners.of(operand, random));
    return out;
}

TEST(Partners, MeetBeforeOthersJoinThem) {
    const Partners partners{Program(begins_with_a_sum(""))};
    EXPECT_EQ(all_of(partners, 0), std::set{16});
    EXPECT_EQ(all_of(partners, 16), std::set{0});
    EXPECT_EQ(all_of(partners, 1).size(), 16U);
    const Partners of_one_sum{Program(with_sum(R"("sum":[{"of":"product"},{"of":"c"}])"))};
    EXPECT_EQ(all_of(of_one_sum, 4), (std::set{0, 1, 2, 3}));
}

TEST(Partners, AreBesideThoseOfTheSameStep) {
    const Partners partners{Program(begins_with_a_sum(""))};
    EXPECT_EQ(partners.beside(0), (std::vector{0, 16}));
    EXPECT_EQ(partners.beside(5).size(), 15U);
    const Partners of_one_sum{Program(with_sum(R"("sum":[{"of":"product"},{"of":"c"}])"))};
    EXPECT_EQ(of_one_sum.beside(2), (std::vector{0, 1, 2, 3, 4}));
}

/// Rows of which none is made for the width.
int told_apart(const Recipe& recipe, const Recipe& other, int tried = 20000) {
    const Evaluator x(recipe);
    const Evaluator y(other);
    const auto rows = crafted_rows(x.program(), x.program(), 1);
    int out = 0;
    for (int i = 0; i < tried; ++i) {
        const VectorRow row = *rows->next();
        out += x(row.operands()) != y(row.operands()) ? 1 : 0;
    }
    return out;
}

TEST(CraftedRows, ShowTheWidthOfASumWhoseAddendsNearlyCancel) {
    EXPECT_GE(told_apart(begins_with_a_sum(""), begins_with_a_sum(R"("F":18,"rounding":"RA",)")), 10);
}

/// A sum of two bits more or less is the same in three bits, unless it lies right below a number that has
/// them.
TEST(CraftedRows, ShowHowFarAWideProductIsRoundedAway) {
    const auto recipe = [](const std::string& addend) {
        return recipe_from_json_text(
            R"({"karat_recipe":1,"operands":{"a":"fp32","b":"fp64","c":"fp32","d":"e5m2","k":1},"result":{)"
            R"("sum":[{"of":{"sum":[{"of":"product",)" +
            addend +
            R"(}],"round":{"format":"e5m2","rounding":"RZ"}}},{"of":"c","F":1}],)"
            R"("round":{"format":"e5m2","rounding":"RND"}}})");
    };
    EXPECT_GE(told_apart(recipe(R"("F":33,"rounding":"RA")"), recipe(R"("F":35,"rounding":"RNE")")), 10);
}

/// A sum that lies right below a tie by less than a factor of its product can express.
TEST(CraftedRows, ShowHowFarAProductLongerThanItsFactorsIsRoundedAway) {
    const auto recipe = [](const std::string& width) {
        return recipe_from_json_text(
            R"({"karat_recipe":1,"operands":{"a":"fp32","b":"fp32","c":"fp32","d":"fp32","k":1},"result":{)"
            R"("sum":[{"of":{"sum":[{"of":"product",)" +
            width + R"(}],"round":{"format":"e5m2"}}},{"of":"c"}],"round":{"format":"fp32"}}})");
    };
    const Recipe short_width = recipe(R"("F":23,"rounding":"RD")");
    EXPECT_GE(told_apart(short_width, recipe(R"("F":28,"rounding":"RD")"), 200000), 20);
}

/// The same where no rounding follows, but another width.
TEST(CraftedRows, ShowHowFarAProductIsAlignedInsideAnotherWidth) {
    const auto recipe = [](const std::string& width) {
        return recipe_from_json_text(
            R"({"karat_recipe":1,"operands":{"a":"e3m4","b":"fp64","c":"fp32","d":"fp32","k":1},"result":{)"
            R"("sum":[{"F":3,"rounding":"RZ","of":{"sum":[{"of":"product",)" +
            width + R"(}]}},{"of":"c"}],"round":{"format":"fp32"}}})");
    };
    EXPECT_GE(told_apart(recipe(R"("F":19,"rounding":"RA")"), recipe(R"("F":21,"rounding":"RNE")")), 5);
}

/// The last bit that the wider product keeps takes its sum beyond a tie.
TEST(CraftedRows, ShowWhatLiesBeyondATie) {
    const auto recipe = [](const std::string& width) {
        return recipe_from_json_text(
            R"({"karat_recipe":1,"operands":{"a":"fp32","b":"e2m1","c":"fp32","d":"e4m3","k":1},"result":{)"
            R"("sum":[{"of":{"sum":[{"of":"product","F":)" +
            width + R"(}],"round":{"format":"e4m3","rounding":"RND"}}},{"of":"c"}],)" +
            R"("round":{"format":"e4m3","rounding":"RA"}}})");
    };
    EXPECT_GE(told_apart(recipe("20"), recipe("19")), 5);
}

/// A product of a subnormal operand is smaller than its exponent says. One recipe drops it below 2^-45, the
/// other below 2^-47. Between them only the sign of a zero tells which.
TEST(CraftedRows, ShowTheSignOfAProductThatVanishes) {
    const auto recipe = [](const std::string& attributes) {
        return recipe_from_json_text(
            R"({"karat_recipe":1,"operands":{"a":"e4m3","b":"fp64","c":"fp64","d":"fp32","k":1},"result":{)"
            R"("zero_sum":"ieee","sum":[{"zero":"counted","of":{"zero_sum":"ieee","sum":[{"of":"product",)" +
            attributes + R"(}],"round":{"format":"e4m3"}}},{"of":"c"}],"round":{"format":"fp32"}}})");
    };
    EXPECT_GE(told_apart(recipe(R"("F":20,"compared_by":"leading","least_exponent":-25)"),
                         recipe(R"("F":20,"compared_by":"leading","least_exponent":-27)"), 200000),
              8);
}

/// In one recipe the addends have 14 bits, in the other their sum has. Where the sum is a tie, c alone is: a
/// zero product with a large factor makes its bits fall below the unit.
TEST(CraftedRows, ShowTiesBesideAZeroThatCounts) {
    const auto recipe = [](const std::string& sum) {
        return recipe_from_json_text(
            R"({"karat_recipe":1,"operands":{"a":"e4m3fnuz","b":"fp64","c":"fp16","d":"e5m2","k":4},)"
            R"("result":{"k":["1..3"],"start":{"k":[0],"of":{)" +
            sum +
            R"(,"round":{"format":"e5m2","rounding":"RNA"}}},)"
            R"("chain":{"sum":[{"of":"acc"},{"of":"product","zero":"minus126"}],)"
            R"("round":{"format":"e5m2"}}}})");
    };
    const auto addends = [](const std::string& width) {
        return R"("sum":[{"of":{"sum":[{"of":"product","F":10,"rounding":"RD","zero":"minus126"}]},)"
               R"("zero":"counted")" +
               width + R"(},{"of":"c")" + width + "}]";
    };
    EXPECT_GE(told_apart(recipe(addends(R"(,"F":14,"rounding":"RNE")")),
                         recipe(R"("sum":[{"F":14,"rounding":"RNA","of":{)" + addends("") + "}}]"), 200000),
              8);
}

/// With 20 bits of each addend, only sums of 16 and more have more bits than fp32. In groups of four that
/// takes the largest products beside a large c, and nothing in the other group.
TEST(CraftedRows, ShowTheRoundingOfSumsThatCarry) {
    const auto recipe = [](const std::string& rounding) {
        return recipe_from_json_text(
            R"({"karat_recipe":1,"operands":{"a":"fp16","b":"fp16","c":"fp32","d":"fp32","k":8},"result":{)"
            R"("k":["0..3","4..7"],"start":"c","chain":{"sum":[{"of":"product","F":20},{"of":"acc","F":20}],)"
            R"("round":{"format":"fp32","rounding":")" +
            rounding + R"("}}}})");
    };
    EXPECT_GE(told_apart(recipe("RNE"), recipe("RNA")), 10);
    EXPECT_GE(told_apart(recipe("RNE"), recipe("RZ")), 20);
}

/// With a sticky bit ties are broken by what was dropped. Without one, ties away from zero do nearly the
/// same: only where nothing was dropped is a tie a tie.
TEST(CraftedRows, ShowTiesOfWhichNothingWasDropped) {
    const auto recipe = [](const std::string& sum, const std::string& rounding) {
        return recipe_from_json_text(
            R"({"karat_recipe":1,"operands":{"a":"e5m2","b":"e4m3","c":"fp32","d":"fp32","k":16},"result":{)"
            R"("sum":[{"of":{)" +
            sum + R"("sum":[{"of":"product","F":1,"rounding":"RD"}],"round":{"format":"e4m3","rounding":")" +
            rounding + R"("}}},{"of":"c"}],"round":{"format":"fp32","rounding":"RO"}}})");
    };
    EXPECT_GE(told_apart(recipe(R"("sticky":"ored",)", "RND"), recipe("", "RNA")), 5);
}

/// An inner sum that overflows to NaN counts only if the specials of the addends do, not those of the
/// operands.
TEST(CraftedRows, ShowSpecialsBesideSumsThatOverflow) {
    const auto recipe = [](const std::string& specials) {
        return recipe_from_json_text(
            R"({"karat_recipe":1,"operands":{"a":"e2m1","b":"e3m2","c":"fp32","d":"fp32","k":4},"result":{)"
            R"("specials":")" +
            specials +
            R"(","sum":[{"of":{"sum":[{"of":"product"}],"round":{"format":"e4m3","overflow":"ieee"}}},)"
            R"({"of":"c"}],"round":{"format":"fp32"}}})");
    };
    EXPECT_GE(told_apart(recipe("operands"), recipe("addends")), 10);
}

}  // namespace
}  // namespace karat::probe
