// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/challenge/challenge_plan.hpp"

#include <gtest/gtest.h>

#include "karat/instruction/registry.hpp"
#include "karat/recipe/families/families.hpp"
#include "karat_probe/target/model_target.hpp"

namespace karat::probe {
namespace {

using namespace std::chrono_literals;

/// The first challenge with N-detect, if so much time is left.
PlannedChallenge planned(std::chrono::seconds left, std::optional<std::size_t> refuted_late) {
    const Spec spec = find_instruction("Volta", "HMMA.884.F32.F32").spec;
    ModelTarget target(spec, "the target");
    IdentifySettings settings;
    settings.most_asked = 20000;
    Identification out;
    Inquiry inquiry{target, settings, out, {}, {}, target.asked()};
    inquiry.budget.processor_time = true;
    inquiry.refuted_late = refuted_late;
    inquiry.budget.end = inquiry.budget.now() + left;
    return planned_challenge(3, expand(spec), inquiry);
}

/// Less than this, and it counts as cut short.
constexpr auto kHalf = 3250ms;

TEST(PlannedChallenge, LeavesTimeForThoseThatFollowALateRefutation) {
    const PlannedChallenge ample = planned(30s, 3);
    EXPECT_EQ(ample.effort.detection.most, 2 * kHalf);
    const PlannedChallenge hurried = planned(16s, 3);
    EXPECT_GE(hurried.effort.detection.most, kHalf);
    EXPECT_LE(hurried.effort.detection.most, 5500ms);
    EXPECT_FALSE(hurried.cut_short);
    EXPECT_EQ(2 * hurried.effort.judging, ample.effort.judging);
    EXPECT_EQ(2 * hurried.effort.aiming, ample.effort.aiming);
}

TEST(PlannedChallenge, IsInNoHurryWithoutALateRefutationOrAfterPatience) {
    EXPECT_EQ(planned(16s, {}).effort.detection.most, 2 * kHalf);
    EXPECT_EQ(planned(16s, kPatientChallenge).effort.detection.most, 2 * kHalf);
}

TEST(PlannedChallenge, IsCutShortIfTheTimeIsTooShortForHalfOfIt) {
    const PlannedChallenge planned_late = planned(9s, 3);
    EXPECT_LT(planned_late.effort.detection.most, kHalf);
    EXPECT_TRUE(planned_late.cut_short);
}

}  // namespace
}  // namespace karat::probe
