// SPDX-License-Identifier: Apache-2.0
// The ways to divide products into equal parts.
#include "karat_probe/identify/trees/division.hpp"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace karat::probe {
namespace {

using Patterns = std::vector<Pattern>;

TEST(Division, LeavesOutPatternsThatMakeNoDifference) {
    const Patterns one{Pattern::contiguous};
    EXPECT_EQ(different_patterns(1, 8), one);
    EXPECT_EQ(different_patterns(8, 8), one);
    EXPECT_EQ(different_patterns(2, 2), one);
    // pairs are 0 1, 2 3, ... in turn: with two products in each part they are contiguous
    EXPECT_EQ(different_patterns(4, 8), (Patterns{Pattern::contiguous, Pattern::interleaved}));
    EXPECT_EQ(different_patterns(2, 8),
              (Patterns{Pattern::contiguous, Pattern::interleaved, Pattern::pairs}));
}

TEST(Division, IntoEveryNumberOfEqualParts) {
    std::vector<std::pair<int, Pattern>> all;
    each_division(4, [&](int parts, Pattern pattern) { all.emplace_back(parts, pattern); });
    EXPECT_EQ(all, (std::vector<std::pair<int, Pattern>>{{1, Pattern::contiguous},
                                                         {2, Pattern::contiguous},
                                                         {2, Pattern::interleaved},
                                                         {4, Pattern::contiguous}}));
}

}  // namespace
}  // namespace karat::probe
