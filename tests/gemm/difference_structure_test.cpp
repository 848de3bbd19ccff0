// SPDX-License-Identifier: Apache-2.0
// Structure of differences: planted structure is found, and random differences have none.
#include <gtest/gtest.h>

#include <random>

#include "karat_gemm/structure.hpp"

namespace karat {
namespace {

TEST(Structure, PublishedExamples) {
    // worked by hand: ranks 1..5 and 6..10, H = 12 / 110 * 2 * 5 * 2.5^2 = 6.818, chi squared with 1
    EXPECT_NEAR(kruskal_wallis({{1, 2, 3, 4, 5}, {6, 7, 8, 9, 10}}), 0.009023, 1e-6);
    // with ties: ranks (2, 2, 2, 5, 5) and (5, 8.5, 8.5, 8.5, 8.5); H = 5.7709 / (1 - 108 / 990) = 6.4776
    EXPECT_NEAR(kruskal_wallis({{1, 1, 1, 2, 2}, {2, 3, 3, 3, 3}}), 0.010924, 1e-6);
    // five rows that rank three situations alike: Q = 2 * (25 + 25) / 10 = 10, exp(-5)
    EXPECT_NEAR(friedman({{1, 2, 3}, {1, 5, 9}, {0, 1, 2}, {2, 3, 4}, {7, 8, 9}}), 0.006738, 1e-6);
    EXPECT_NEAR(sign_test(0, 10), 2.0 / 1024, 1e-12);
    EXPECT_EQ(sign_test(5, 5), 1);
}

TEST(Structure, NothingToCompareIsNoStructure) {
    EXPECT_EQ(kruskal_wallis({}), 1);
    EXPECT_EQ(kruskal_wallis({{1, 2, 3, 4, 5, 6}}), 1);
    EXPECT_EQ(kruskal_wallis({{1, 2, 3, 4}, {5, 6, 7, 8}}), 1);  // too few in each
    EXPECT_EQ(kruskal_wallis({{2, 2, 2, 2, 2}, {2, 2, 2, 2, 2}}), 1);
    EXPECT_EQ(friedman({{1, 2}}), 1);
    EXPECT_EQ(friedman(std::vector(10, std::vector<double>{3, 3, 3})), 1);
    EXPECT_EQ(sign_test(0, 0), 1);
}

/// Sizes of differences as they are: many zeros and a long tail.
std::vector<std::vector<double>> drawn(std::mt19937_64& random, std::size_t groups, std::size_t size) {
    std::vector<std::vector<double>> out(groups, std::vector<double>(size));
    std::geometric_distribution<int> ulps(0.4);
    for (auto& group : out)
        for (double& value : group) value = ulps(random);
    return out;
}

TEST(Structure, RandomDifferencesHaveNone) {
    std::mt19937_64 random(1);
    std::size_t unlikely = 0;
    for (int i = 0; i < 500; ++i) {
        const auto groups = drawn(random, 8, 64);
        EXPECT_GE(kruskal_wallis(groups), Dependence::kSignificant);
        EXPECT_GE(friedman(groups), Dependence::kSignificant);
        unlikely += kruskal_wallis(groups) < 0.05 ? 1 : 0;
        unlikely += friedman(groups) < 0.05 ? 1 : 0;
    }
    EXPECT_GT(unlikely, 25U);  // 1000 tests at 5 %: the probabilities are right, not merely large
    EXPECT_LT(unlikely, 80U);
}

TEST(Structure, PlantedStructureIsFound) {
    std::mt19937_64 random(2);
    for (int i = 0; i < 50; ++i) {
        auto groups = drawn(random, 8, 64);
        for (double& value : groups[5]) value += 3;
        const auto found = dependence("rows", "ulp", std::vector<std::string>(8, "some"), groups);
        EXPECT_TRUE(found.found()) << found.p;
        EXPECT_GT(found.parts[5].mean, found.parts[4].mean);
        auto rows = drawn(random, 64, 8);
        for (auto& row : rows) row[3] += 3;
        EXPECT_TRUE(repeated_dependence("block of k", "", std::vector<std::string>(8, "k"), rows).found());
    }
}

}  // namespace
}  // namespace karat
