// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/challenge/open_neighbours.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "small_recipes.hpp"

namespace karat::probe {
namespace {

Recipe of_width(const std::string& F) {
    return with_sum(R"("sum":[{"of":"product","F":)" + F + R"(},{"of":"c","F":24}])");
}
Neighbour neighbour(const std::string& key, boost::json::value value, const Recipe& recipe) {
    Edit edit;
    edit.key = key;
    edit.value = std::move(value);
    edit.recipe = recipe;
    return {std::move(edit), Evaluator(recipe)};
}
/// 1 + 2^-exponent
VectorRow one_and(int exponent) {
    constexpr std::uint64_t one = 0x3c00;
    constexpr int bias = 15;
    VectorRow row;
    row.a = {one, static_cast<std::uint64_t>(bias - exponent) << 10, 0, 0};
    row.b = {one, one, 0, 0};
    return row;
}

class OfWidths : public ::testing::Test {
   protected:
    OfWidths() {
        for (const int F : {12, 10, 8, 11, 9})
            neighbours_.push_back(neighbour("F", F, of_width(std::to_string(F))));
        for (int i = 0; i < kOthers; ++i)
            neighbours_.push_back(
                neighbour("other", boost::json::string(std::to_string(i)), of_width(std::to_string(5))));
    }
    /// The widths that are watched.
    static std::set<std::int64_t> widths(const OpenNeighbours& open) {
        std::set<std::int64_t> out;
        for (const OpenNeighbours::Open* one : open.watched()) {
            if (one->neighbour->edit.value.is_int64()) out.insert(one->neighbour->edit.value.as_int64());
        }
        return out;
    }
    bool exclude(OpenNeighbours& open, const VectorRow& row,
                 std::optional<std::size_t> attribute = {}) const {
        BaseValues base_values;
        return open.exclude(row.operands(), guess_(row.operands()), base_values, 7, attribute);
    }

    static constexpr int kOthers = 20;
    Evaluator guess_{of_width("24")};
    std::vector<Neighbour> neighbours_;
};

TEST_F(OfWidths, TheEndsOfNumbersAreWatched) {
    OpenNeighbours open(guess_, neighbours_, 1);
    EXPECT_EQ(widths(open), (std::set<std::int64_t>{8, 12}));
    EXPECT_EQ(open.attributes(), 2U);
}

/// 8 and 9 bits lose 2^-10 beside 1. Of the two only 8 is watched.
TEST_F(OfWidths, ARowExcludesAllValuesThatDiffer) {
    OpenNeighbours open(guess_, neighbours_, 1);
    EXPECT_TRUE(exclude(open, one_and(10)));
    EXPECT_EQ(widths(open), (std::set<std::int64_t>{10, 12}));
    for (const Neighbour& one : neighbours_) {
        const bool loses = one.edit.key == "other" || one.edit.value.as_int64() < 10;
        EXPECT_EQ(one.excluded_by == 7U, loses) << one.edit.key << one.edit.value;
    }
    EXPECT_FALSE(exclude(open, one_and(10)));
}

TEST_F(OfWidths, OtherValuesTakeTurns) {
    OpenNeighbours open(guess_, neighbours_, 1);
    std::set<const Neighbour*> seen;
    for (int turn = 0; turn < 3; ++turn) {
        const std::size_t before = seen.size();
        for (const OpenNeighbours::Open* one : open.watched()) seen.insert(one->neighbour);
        EXPECT_GT(seen.size(), before);
        EXPECT_LE(open.watched().size(), 10U);
        open.take_turns();
    }
    EXPECT_EQ(seen.size(), kOthers + 2U);
}

/// A row made for a value that is not watched.
TEST_F(OfWidths, AValueIsExcludedWhoseTurnItIsNot) {
    for (Neighbour& one : neighbours_) {
        if (one.edit.key == "F" && one.edit.value.as_int64() < 10) one.excluded_by = 0;
    }
    neighbours_.push_back(neighbour("F", "nine", of_width("9")));
    for (int i = 0; i < kOthers; ++i)
        neighbours_.push_back(neighbour("F", boost::json::string(std::to_string(i)), of_width("23")));
    const auto nine = [&] {
        return std::ranges::find(neighbours_, boost::json::value("nine"),
                                 [](const auto& x) { return x.edit.value; });
    };
    OpenNeighbours open(guess_, neighbours_, 3);
    ASSERT_TRUE(
        std::ranges::none_of(open.watched(), [&](const auto* x) { return x->neighbour == &*nine(); }));
    std::set<const Neighbour*> turns;
    for (std::size_t attribute = 0; attribute < open.attributes(); ++attribute) {
        for (std::size_t turn = 0; turn < 100; ++turn)
            turns.insert(open.of_attribute(attribute, turn)->neighbour);
    }
    EXPECT_TRUE(turns.contains(&*nine()));
    for (std::size_t attribute = 0; attribute < open.attributes(); ++attribute)
        exclude(open, one_and(10), attribute);
    EXPECT_TRUE(nine()->excluded_by.has_value());
}

}  // namespace
}  // namespace karat::probe
