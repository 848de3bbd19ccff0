// SPDX-License-Identifier: Apache-2.0
// Sums whose order depends on the operands' magnitudes are no trees, and no tree is taken for one of them.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "../recipe/recipe_maker.hpp"
#include "box.hpp"
#include "karat/instruction/registry.hpp"
#include "karat/recipe/json/spec_json.hpp"
#include "karat/recipe/own_recipe.hpp"
#include "karat_probe/suites/mma_sim.hpp"
#include "karat_probe/suites/report.hpp"
#include "karat_probe/target/model_target.hpp"

namespace karat::probe::test {
namespace {

using Before = std::function<bool(float, float)>;

/// c and the products in this order.
std::vector<float> addends_of(const Terms& terms) {
    std::vector<float> all{terms.c};
    all.insert(all.end(), terms.products.begin(), terms.products.end());
    return all;
}

float in_order(const std::vector<float>& all) { return sum_of({{all.begin() + 1, all.end()}, all.front()}); }

/// Adds products and c in the order of a relation.
Box::Compute sorted_sum(const Before& before) {
    return [before](const Terms& terms) {
        std::vector<float> all = addends_of(terms);
        std::ranges::stable_sort(all, before);
        return in_order(all);
    };
}

/// Begins with the largest addend and leaves the others in their order, which begins with product 1.
float largest_first(const Terms& terms) {
    std::vector<float> all = addends_of(terms);
    std::rotate(all.begin(), all.begin() + 2, all.end());
    const auto largest = std::ranges::max_element(all, {}, [](float x) { return std::fabs(x); });
    std::rotate(all.begin(), largest, largest + 1);
    return in_order(all);
}

void expect_sorted(const Box::Compute& compute) {
    const ProbeReport report = probed(compute);
    EXPECT_FALSE(report.trusted());
    constexpr std::string_view depends = "the order of summation depends on the operands' magnitudes: ";
    EXPECT_TRUE(report.contradiction.starts_with(depends)) << report.contradiction;
    EXPECT_NE(report_text(report).find("\nno tree of sums: the order of summation depends on the"),
              std::string::npos)
        << report_text(report);
    EXPECT_TRUE(report_json(report).at("contradiction").as_string().starts_with(depends));
    EXPECT_EQ(tree_in(report), nullptr);
    const Finding& order = finding_of(report.suites[0], "summation-order");
    EXPECT_EQ(order.outcome, Outcome::undecided);
    EXPECT_NE(order.verdict.find(depends), std::string::npos) << order.verdict;
    EXPECT_EQ(order.verdict.find("exactly one"), std::string::npos) << order.verdict;
}

// The questions on order alone would find one fused sum, no loss, and a sequential sum.
TEST(Sorted, SmallestFirst) {
    expect_sorted(sorted_sum([](float x, float y) { return std::fabs(x) < std::fabs(y); }));
}
TEST(Sorted, LargestToSmallest) {
    expect_sorted(sorted_sum([](float x, float y) { return std::fabs(x) > std::fabs(y); }));
}
TEST(Sorted, LargestFirst) { expect_sorted(largest_first); }

TEST(Sorted, AnOrderByPlaceIsATree) {
    for (int turn = 0; turn < 5; ++turn) {
        const ProbeReport report = probed([turn](const Terms& terms) {
            std::vector<float> all = addends_of(terms);
            std::rotate(all.begin(), all.begin() + turn, all.end());
            return in_order(all);
        });
        EXPECT_TRUE(report.trusted()) << report.contradiction;
        EXPECT_NE(tree_in(report), nullptr);
    }
}

/// The contradiction that the questions on order find in a model, and whether they find a tree.
std::pair<std::string, bool> contradiction_of(const Spec& spec) {
    ModelTarget target(spec, "model");
    Session session(target);
    Finding order;
    try {
        mma_sim::summation_order(session, order);
    } catch (const NotExpressible&) {
        // an order that cannot be asked
    }
    return {session.settled.contradiction, session.settled.tree.has_value()};
}

// A tree whose sums are exact inside, or of unequal widths, is not taken for an order by magnitude.
TEST(Sorted, ARandomTreeIsNot) {
    karat::test::RecipeMaker maker(7);
    int found = 0;
    for (int i = 0; i < 1000; ++i) {
        const Spec spec = spec_of(maker.make());
        const auto [contradiction, has_tree] = contradiction_of(spec);
        EXPECT_EQ(contradiction, "") << to_json_text(spec);
        found += has_tree ? 1 : 0;
    }
    EXPECT_GT(found, 300);
}

TEST(Sorted, NoInstructionIs) {
    for (const Instruction& instruction : registry()) {
        if (instruction.spec.k > 64) continue;  // they take long
        EXPECT_EQ(contradiction_of(instruction.spec).first, "")
            << name_of(instruction.arch) << ' ' << instruction.name;
    }
}

}  // namespace
}  // namespace karat::probe::test
