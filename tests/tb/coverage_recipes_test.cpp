// SPDX-License-Identifier: Apache-2.0
// Coverage of recipes that no knobs describe: nested sums, common grids, chains as addends.
#include <gtest/gtest.h>

#include <set>

#include "../recipe/varied_recipes.hpp"
#include "karat_tb/stimulus/steer/steered_source.hpp"

namespace karat::test {
namespace {

/// The bins hit by dot-adds that are aimed at every bin, `tries` for each.
std::set<std::uint32_t> hit_by_aim(const CoverageModel& model, int tries) {
    tb::HoleAim aim(model, 5);
    std::set<std::uint32_t> out;
    std::vector<std::uint32_t> hit;
    for (const Bin& bin : model.bins()) {
        for (int i = 0; i < tries; ++i) {
            hit.clear();
            const tb::DotOperands x = aim.attempt(bin);
            model.evaluate(x.view(), hit);
            out.insert(hit.begin(), hit.end());
        }
    }
    return out;
}

TEST(CoverageOfRecipes, ExcludedBinsAreNeverHitAndMostOthersAre) {
    VariedRecipes maker(21);
    std::size_t reachable = 0;
    std::size_t reached = 0;
    for (int i = 0; i < 120; ++i) {
        const CoverageModel model(maker.make());
        std::set<std::string> names;
        for (const Bin& bin : model.bins())
            EXPECT_TRUE(names.insert(bin.name).second) << bin.name << " occurs twice in recipe " << i;
        ASSERT_EQ(model.sites().size(), model.program().operations().size());
        const std::set<std::uint32_t> hit = hit_by_aim(model, 4);
        for (std::size_t b = 0; b < model.bins().size(); ++b) {
            reachable += model.reachable(b) ? 1 : 0;
            const bool is_hit = hit.contains(static_cast<std::uint32_t>(b));
            reached += model.reachable(b) && is_hit ? 1 : 0;
            EXPECT_TRUE(model.reachable(b) || !is_hit)
                << model.bins()[b].name << ": " << model.bins()[b].reason << ", recipe " << i;
        }
    }
    EXPECT_GT(reached * 100, reachable * 80) << reached << " of " << reachable;
}

}  // namespace
}  // namespace karat::test
