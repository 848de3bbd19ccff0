// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/challenge/challenge_plan.hpp"

#include <algorithm>
#include <cstdint>

namespace karat::probe {
namespace {

/// First little, which refutes most of the others. Then rows made for each neighbour that is left. Then many
/// that tell neighbours apart again and again, and others that are chosen for no neighbour. Then rows of
/// which one in 10^5 tells a neighbour apart: that takes time but few questions, so that enough of them are
/// left for the next guess if one of these rows refutes this one. At last many again.
constexpr std::chrono::milliseconds kAiming{2000};
constexpr std::chrono::milliseconds kOnceMore{1000};
constexpr std::chrono::milliseconds kPatience{3000};
constexpr std::chrono::milliseconds kEnoughPatience{6000};  ///< has priority over the last challenge
constexpr std::chrono::milliseconds kMostPatience{18000};   ///< if there is time for that one, too
constexpr DetectionEffort kOften{150'000, 5000, std::chrono::milliseconds{6500}};
constexpr DetectionEffort kMoreOften{150'000, 6000, std::chrono::milliseconds{5000}};
/// At least, if guesses of the same tree were asked about before: that is in the record, which this guess
/// agrees with.
constexpr DetectionEffort kOnceAgain{100'000, 1500, std::chrono::milliseconds{2500}};
constexpr std::array<ChallengeEffort, kChallenges> kEfforts{
    ChallengeEffort{600, 100, 400},
    ChallengeEffort{3000, 200, 600},
    ChallengeEffort{200, 200, 600, kAiming},
    ChallengeEffort{2000, kManyUnaimed, kBesidesUnaimed, kOnceMore, kOften},
    ChallengeEffort{1'000'000, 300, 300, kPatience},
    ChallengeEffort{3000, 2 * kManyUnaimed, kBesidesUnaimed, kOnceMore, kMoreOften},
};
constexpr std::chrono::milliseconds kReserve{1500};  ///< for one that is begun, besides its aiming
/// With less time than this for a guess that follows a late refutation, the first challenges are shortened:
/// without enough patience such a guess is not confirmed.
constexpr std::chrono::milliseconds kUnhurried{22000};
constexpr std::chrono::milliseconds kForTheOthers{9000};  ///< after the first with a DetectionEffort

bool is_hurried(const Inquiry& inquiry) {
    return inquiry.refuted_late && inquiry.budget.end - inquiry.budget.now() < kUnhurried;
}

/// Whether the patient challenge comes before the first one with a DetectionEffort.
bool comes_early(const Inquiry& inquiry) { return inquiry.refuted_late == kPatientChallenge; }

std::uint64_t questions_left(const Inquiry& inquiry) {
    return inquiry.settings.most_asked - std::min(inquiry.settings.most_asked, inquiry.asked());
}

/// With no more questions than may still be asked, of which those that are aimed at nothing come first. Time
/// is left for these, too, and for what follows, which is more if the guess is tried in a hurry.
ChallengeEffort within_limit(ChallengeEffort effort, const Inquiry& inquiry, std::chrono::milliseconds least,
                             std::chrono::milliseconds in_a_hurry) {
    const std::uint64_t left = questions_left(inquiry);
    const std::uint64_t for_unchosen = left - std::min(left, effort.most_asked);
    if (for_unchosen >= kManyUnaimed) effort.unchosen = std::min(effort.unchosen, for_unchosen);
    effort.detection.most_asked =
        std::min(effort.detection.most_asked, for_unchosen - std::min(for_unchosen, effort.unchosen));
    const auto time = std::chrono::duration_cast<std::chrono::milliseconds>(
        inquiry.budget.end - inquiry.budget.now() - effort.aiming - kReserve);
    auto most = time - least;
    if (is_hurried(inquiry)) most = std::min(most, std::max(time - in_a_hurry, effort.detection.most / 2));
    effort.detection.most = std::clamp(most, std::chrono::milliseconds{0}, effort.detection.most);
    return effort;
}

/// What is left of it after so many dot-adds.
DetectionEffort rest_of(const DetectionEffort& whole, std::uint64_t asked) {
    if (asked == 0 || whole.rows == 0) return whole;
    const double spent = static_cast<double>(asked) / static_cast<double>(whole.most_asked);
    const double left = std::max(0.0, 1 - spent);
    const auto part = [&](std::uint64_t of) {
        return static_cast<std::uint64_t>(left * static_cast<double>(of));
    };
    const auto time = std::chrono::duration_cast<std::chrono::milliseconds>(left * whole.most);
    return {std::max(kOnceAgain.rows, part(whole.rows)),
            std::max(kOnceAgain.most_asked, part(whole.most_asked)), std::max(kOnceAgain.most, time)};
}

/// What it takes for the next guess of a tree, of which it refuted none. It was in vain for most neighbours,
/// and the time is better spent on patience. One that refutes is mostly done by then.
ChallengeEffort once_more(ChallengeEffort effort) {
    constexpr int part = 3;
    effort.rows /= part;
    effort.judging /= part;
    effort.aiming /= part;
    return effort;
}

ChallengeEffort shortened(ChallengeEffort effort) {
    effort.judging /= 2;
    effort.aiming /= 2;
    return effort;
}

/// Takes the time that rivals and the other challenges do not need; if that is little, up to kEnoughPatience.
/// If too few questions are left for the last challenge, takes them. If it leaves no time for that one, asks
/// many that are aimed at nothing.
ChallengeEffort patient(ChallengeEffort effort, const Inquiry& inquiry) {
    constexpr std::uint64_t for_rivals = 400;
    const ChallengeEffort& last = kEfforts[kLastChallenge];
    const std::uint64_t left = questions_left(inquiry);
    effort.most_asked = std::min(effort.most_asked, left);
    const std::uint64_t needed =
        effort.most_asked + effort.unchosen + for_rivals + kManyUnaimed + last.most_asked;
    if (left < needed) effort.unchosen = std::min(left - effort.most_asked, 2 * std::uint64_t{kManyUnaimed});
    const auto time = std::chrono::duration_cast<std::chrono::milliseconds>(inquiry.budget.end -
                                                                            inquiry.budget.now() - kReserve);
    auto unneeded = time - kForRivals - last.aiming - last.detection.most;
    if (comes_early(inquiry)) unneeded -= kOnceMore + kOften.most;
    const auto whole =
        std::clamp(std::max(unneeded, std::min(time, kEnoughPatience)), effort.aiming, kMostPatience);
    if (time - whole < last.aiming && left >= effort.most_asked + kManyUnaimed)
        effort.unchosen = std::max<std::uint64_t>(effort.unchosen, kManyUnaimed);
    effort.judging = whole / 3;
    effort.aiming = whole - effort.judging;
    return effort;
}

/// Asks all other questions that are left as well, up to a limit. They are aimed at nothing.
ChallengeEffort with_the_rest(ChallengeEffort effort, const Inquiry& inquiry) {
    constexpr std::uint64_t most = 4 * kManyUnaimed;
    const std::uint64_t left = questions_left(inquiry);
    const std::uint64_t chosen = effort.most_asked + effort.detection.most_asked;
    effort.unchosen = std::clamp(left - std::min(left, chosen), effort.unchosen, most);
    return within_limit(effort, inquiry, {}, {});
}

ChallengeEffort with_means(std::size_t number, const ChallengeEffort& effort, const Inquiry& inquiry) {
    if (number == kPatientChallenge) return patient(effort, inquiry);
    return number == kLastChallenge
               ? with_the_rest(effort, inquiry)
               : within_limit(effort, inquiry, kForRivals, comes_early(inquiry) ? kForRivals : kForTheOthers);
}

}  // namespace

std::array<std::size_t, kChallenges> order_of_challenges(std::optional<std::size_t> refuted_late) {
    if (!refuted_late) return {0, 1, 2, 3, 4, 5};
    switch (*refuted_late) {
        case kLateChallenge:
            return {2, 0, 1, 3, 4, 5};
        case kPatientChallenge:  // what excludes most neighbours comes before it
            return {2, 0, 1, 4, 3, 5};
        default:
            return {3, 2, 0, 1, 4, 5};
    }
}

PlannedChallenge planned_challenge(std::size_t number, const Recipe& tree, const Inquiry& inquiry) {
    ChallengeEffort whole = kEfforts[number];
    const auto before = inquiry.detected.find(number);
    const auto passed = inquiry.passed.find(number);
    if (number <= kLateChallenge && passed != inquiry.passed.end() && passed->second == tree)
        whole = once_more(whole);
    if (number < kPatientChallenge && is_hurried(inquiry)) whole = shortened(whole);
    PlannedChallenge out{number, {}};
    if (before != inquiry.detected.end() && before->second.tree == tree) {
        out.asked_before = before->second.asked >= whole.detection.most_asked;
        whole.detection = rest_of(whole.detection, before->second.asked);
    }
    out.effort = with_means(number, whole, inquiry);
    out.detects = out.effort.detection.most_asked != 0;
    out.left_out = whole.detection.rows != 0 && !out.detects && !out.asked_before;
    const bool aims = !inquiry.target.formats().are_integers();
    out.cut_short = out.is_patient()
                        ? aims && 3 * (out.effort.aiming + out.effort.judging) < 2 * kEnoughPatience
                        : out.detects && 2 * out.effort.detection.most < whole.detection.most;
    return out;
}

bool is_affordable(const PlannedChallenge& planned, const Inquiry& inquiry) {
    return inquiry.asked() + planned.effort.most_asked + planned.effort.unchosen <=
           inquiry.settings.most_asked;
}

bool has_time(const PlannedChallenge& planned, const Inquiry& inquiry) {
    return inquiry.budget.now() + planned.effort.aiming + kReserve <= inquiry.budget.end;
}

}  // namespace karat::probe
