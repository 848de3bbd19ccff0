// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/withstand.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <string>

#include "karat_probe/identify/alternatives.hpp"
#include "karat_probe/identify/tree_moves.hpp"

namespace karat::probe {
namespace {

/// Before any neighbour is evaluated: this refutes most wrong guesses, at little cost.
constexpr ChallengeEffort kUnaimed{0, 300, 0};

/// With fewer challenges nothing is confirmed, nor without one of this many dot-adds that are aimed at
/// nothing. A fifth of the guesses that went without it were wrong.
constexpr std::size_t kLeast = 3;
/// Where a guess was wrong after this many challenges, the next one is confirmed by all but the last.
constexpr std::size_t kLate = 2;
/// After so many late refutations the next guess is often wrong as well. It is not confirmed if a challenge
/// had no questions left for its DetectionEffort.
constexpr int kManyLate = 2;
constexpr std::size_t kMany = 1000;
constexpr std::size_t kBesides = 600;  ///< those that such a challenge asks besides

/// First little, which refutes most of the others. Then rows made for each neighbour that is left. Then many
/// that tell neighbours apart again and again, and others that are chosen for no neighbour. At last the rows
/// that one in 10^5 tells, which takes time but few questions.
constexpr std::chrono::milliseconds kAiming{2000};
constexpr std::chrono::milliseconds kOnceMore{1000};
constexpr std::chrono::milliseconds kPatience{3000};
constexpr std::chrono::milliseconds kMostPatience{12000};  ///< if there is time
constexpr std::chrono::milliseconds kForTheRest{5000};     ///< of the last challenge, after its aiming
constexpr DetectionEffort kOften{150'000, 5000, std::chrono::milliseconds{6500}};
constexpr DetectionEffort kMoreOften{200'000, 7000, std::chrono::milliseconds{8000}};
/// Instead, if a guess of the same tree has passed that: it is in the record, which this guess agrees with.
constexpr DetectionEffort kOnceAgain{100'000, 1500, std::chrono::milliseconds{2500}};
constexpr std::array kEfforts{
    ChallengeEffort{600, 100, 400},
    ChallengeEffort{3000, 200, 600},
    ChallengeEffort{200, 200, 600, kAiming},
    ChallengeEffort{2000, 1000, kBesides, kOnceMore, kOften},
    ChallengeEffort{3000, 2000, kBesides, kOnceMore, kMoreOften},
    ChallengeEffort{0, 4000, 300, kPatience},
};
constexpr std::size_t kLast = kEfforts.size() - 1;
using Order = std::array<std::size_t, kEfforts.size()>;
constexpr std::chrono::milliseconds kFirstLook{150};  ///< for the record, before the first challenge
constexpr std::chrono::milliseconds kLook{1500};      ///< and before the others
constexpr std::chrono::milliseconds kProofs{1500};    ///< after each challenge but the first
constexpr std::size_t kBeforeMany = 2;                ///< the last challenge before those of many questions
/// The challenges after which rivals are looked for; after the first one if this share of the time is left.
constexpr std::size_t kFirstRivals = 3;
constexpr std::size_t kLastRivals = 4;
constexpr std::chrono::duration<double> kLeisure{0.35};
constexpr std::chrono::milliseconds kReserve{1500};  ///< for one that is begun, besides its aiming
constexpr std::chrono::seconds kForRivals{4};        ///< with less time left, none are looked for

/// With no more questions than may still be asked, of which those that are aimed at nothing come first. Time
/// is left for these, too.
ChallengeEffort within_limit(ChallengeEffort effort, const Inquiry& inquiry) {
    const std::uint64_t left =
        inquiry.settings.most_asked - std::min(inquiry.settings.most_asked, inquiry.asked());
    const std::uint64_t for_unchosen = left - std::min(left, effort.most_asked);
    if (for_unchosen >= kMany) effort.unchosen = std::min(effort.unchosen, for_unchosen);
    effort.detection.most_asked =
        std::min(effort.detection.most_asked, for_unchosen - std::min(for_unchosen, effort.unchosen));
    const auto time = inquiry.budget.end - inquiry.budget.now() - effort.aiming - kReserve;
    effort.detection.most = std::clamp(std::chrono::duration_cast<std::chrono::milliseconds>(time),
                                       std::chrono::milliseconds{0}, effort.detection.most);
    return effort;
}

/// Less of it if an earlier guess of the same tree has passed the challenge.
ChallengeEffort of_turn(std::size_t turn, const Recipe& tree, const Inquiry& inquiry) {
    ChallengeEffort out = kEfforts[turn];
    const auto passed = inquiry.passed.find(turn);
    if (passed != inquiry.passed.end() && passed->second == tree) out.detection = kOnceAgain;
    return out;
}

/// The last challenge takes the time and the questions that are left.
ChallengeEffort with_the_rest(ChallengeEffort effort, const Inquiry& inquiry) {
    const std::uint64_t left =
        inquiry.settings.most_asked - std::min(inquiry.settings.most_asked, inquiry.asked());
    effort.most_asked = std::min(effort.most_asked, left);
    effort.unchosen = std::min(effort.unchosen, left - effort.most_asked);
    const auto time = inquiry.budget.end - inquiry.budget.now() - kForTheRest;
    effort.aiming =
        std::clamp(std::chrono::duration_cast<std::chrono::milliseconds>(time), effort.aiming, kMostPatience);
    return effort;
}

/// The order of the challenges. One that refuted a guess late comes first, then rows that are made for one
/// neighbour at a time: the next guess is likely to be wrong in much the same way. The last challenge takes
/// the rest of the time, and stays last.
Order order_of_challenges(std::optional<std::size_t> refuted_late) {
    Order out{};
    std::iota(out.begin(), out.end(), 0);
    if (!refuted_late) return out;
    for (const std::size_t first : {kLate, std::min(*refuted_late, kLast - 1)})
        std::stable_partition(out.begin(), out.end(), [&](std::size_t turn) { return turn == first; });
    return out;
}

/// Whether the target contradicts the recipe in one of a few dot-adds that are aimed at nothing. Asks nothing
/// once half of the questions are spent.
bool refuted_unaimed(Challenger& challenge, Inquiry& inquiry) {
    if (inquiry.asked() + kUnaimed.unchosen > inquiry.settings.most_asked / 2) return false;
    std::vector<Neighbour> none;
    const std::size_t wrong = challenge(none, kUnaimed);
    inquiry.report("unaimed: " + std::to_string(wrong) + " wrong");
    return wrong != 0;
}

/// Whether rivals are looked for after this challenge.
bool is_time_for_rivals(std::size_t turn, const Inquiry& inquiry) {
    const auto left = inquiry.budget.end - inquiry.budget.now();
    return (turn == kFirstRivals && left > kLeisure * inquiry.settings.seconds) ||
           (turn == kLastRivals && left > kForRivals);
}

/// How far the challenges of a guess came that none of them refuted.
struct Progress {
    std::size_t finished = 0;
    bool many = false;       ///< with many dot-adds that are aimed at nothing
    bool hurried = false;    ///< the time ended before all but the last
    bool cut_short = false;  ///< it left less than half of a DetectionEffort
    bool left_out = false;   ///< there were no questions for one

    [[nodiscard]] Challenged verdict(const Inquiry& inquiry) const {
        const bool enough = many || inquiry.asked() + kMany + kBesides > inquiry.settings.most_asked;
        if ((hurried || cut_short) && inquiry.refuted_late) return Challenged::unfinished;
        if (left_out && inquiry.late_refutations >= kManyLate) return Challenged::unfinished;
        return finished >= kLeast && enough ? Challenged::withstood : Challenged::unfinished;
    }
};

}  // namespace

Challenged withstands(const Guess& guess, Inquiry& inquiry, int round, const Doubts& doubts) {
    const Recipe& recipe = guess.recipe;
    const std::uint64_t seed = inquiry.settings.seed * 1000 + 10 * static_cast<std::uint64_t>(round);
    Challenger challenge(recipe, inquiry.target, inquiry.record(), seed, inquiry.budget);
    inquiry.exclusions.note(inquiry.out.neighbours);
    inquiry.out.neighbours.clear();
    if (refuted_unaimed(challenge, inquiry)) return Challenged::refuted;
    inquiry.out.neighbours = neighbours_of(recipe);
    const auto exclude_recorded = [&](std::chrono::milliseconds most) {
        exclude_by_record(challenge.guess(), inquiry.out.neighbours, inquiry.record(), inquiry.exclusions,
                          inquiry.budget, most);
    };
    exclude_recorded(kFirstLook);
    Alternatives others(recipe, guess.knobs);
    const Recipe tree = unfitted_tree(recipe);
    Progress progress;
    for (const std::size_t turn : order_of_challenges(inquiry.refuted_late)) {
        if (inquiry.budget.spent()) {
            progress.hurried = turn < kLast;
            break;
        }
        const ChallengeEffort whole = of_turn(turn, tree, inquiry);
        const ChallengeEffort effort =
            turn == kLast ? with_the_rest(whole, inquiry) : within_limit(whole, inquiry);
        const bool detects = effort.detection.most_asked != 0;
        const bool cut_short = detects && 2 * effort.detection.most < whole.detection.most;
        progress.left_out |= whole.detection.rows != 0 && !detects;
        if (inquiry.asked() + effort.most_asked + effort.unchosen > inquiry.settings.most_asked) continue;
        if (turn >= kLeast && inquiry.budget.now() + effort.aiming + kReserve > inquiry.budget.end) {
            progress.hurried = turn < kLast;
            break;
        }
        // most wrong guesses fail the first challenge, for which not every neighbour has to be known
        if (turn == 1) exclude_recorded(kLook);
        others.refill(inquiry.out.neighbours, inquiry.record(), inquiry.exclusions, inquiry.budget,
                      turn == 0 ? kFirstLook : kLook);
        const std::size_t wrong = challenge(inquiry.out.neighbours, effort);
        const auto open = std::count_if(inquiry.out.neighbours.begin(), inquiry.out.neighbours.end(),
                                        [](const Neighbour& neighbour) { return neighbour.open(); });
        inquiry.report("challenge " + std::to_string(turn) + ": " + std::to_string(wrong) + " wrong, " +
                       std::to_string(open) + " neighbours left");
        if (wrong != 0 && turn >= kLate) {
            inquiry.refuted_late = turn;
            ++inquiry.late_refutations;
        }
        if (wrong != 0) return Challenged::refuted;
        progress.cut_short |= cut_short;
        if (detects && !cut_short) inquiry.passed.insert_or_assign(turn, tree);
        if (!inquiry.budget.spent()) {
            // the last one takes long, and those before it may have too many questions
            progress.finished += turn == kLast ? kLeast : 1;
            progress.many |= effort.unchosen >= kMany;
        }
        // before the questions that are aimed at nothing, of which there are many
        if ((turn == 0 || turn == kBeforeMany) && doubts.simpler()) return Challenged::refuted;
        if (is_time_for_rivals(turn, inquiry) && doubts.rivalled()) return Challenged::refuted;
        if (turn != 0) prove_equal(inquiry.out.neighbours, recipe, inquiry.budget, kProofs);
    }
    others.shorten(inquiry.out.neighbours, inquiry.record(), inquiry.exclusions, inquiry.budget);
    return progress.verdict(inquiry);
}

}  // namespace karat::probe
