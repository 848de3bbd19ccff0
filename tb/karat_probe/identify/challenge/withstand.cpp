// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/challenge/withstand.hpp"

#include <algorithm>
#include <string>

#include "karat_probe/identify/challenge/alternatives.hpp"
#include "karat_probe/identify/challenge/challenge_plan.hpp"
#include "karat_probe/identify/knobs/knob_form.hpp"
#include "karat_probe/identify/trees/bare_tree.hpp"

namespace karat::probe {
namespace {

/// Before any neighbour is evaluated: this refutes most wrong guesses, at little cost. A guess that follows a
/// late refutation is usually nearly right, so that few of these dot-adds would show its fault.
constexpr ChallengeEffort kUnaimed{0, 300, 0};
constexpr ChallengeEffort kFewUnaimed{0, 100, 0};

/// With fewer challenges nothing is confirmed, nor without one of many dot-adds that are aimed at nothing. A
/// fifth of the guesses that went without it were wrong.
constexpr std::size_t kLeast = 3;
/// After so many late refutations the next guess is often wrong as well. It is not confirmed if a challenge
/// had no questions left for its DetectionEffort, unless so many dot-adds were asked about the guess itself,
/// or about guesses of the same tree by challenges with a DetectionEffort.
constexpr int kManyLate = 2;
constexpr std::uint64_t kEnoughAsked = 5000;

constexpr std::chrono::milliseconds kFirstLook{150};  ///< for the record, before the first challenge
constexpr std::chrono::milliseconds kLook{1500};      ///< and before the others
constexpr std::chrono::milliseconds kProofs{1500};    ///< after each challenge but the first
constexpr std::size_t kBeforeMany = 2;                ///< the last challenge before those of many questions
/// Rivals are looked for once: after this challenge if this share of the time is left, or else after the next
/// one.
constexpr std::size_t kBeforeRivals = 3;
constexpr std::chrono::duration<double> kLeisure{0.35};
constexpr std::chrono::seconds kLeastForRivals{2};  ///< with less, none are looked for

/// How far the challenges of a guess came that none of them refuted.
struct Progress {
    std::size_t finished = 0;
    bool many = false;        ///< with many dot-adds that are aimed at nothing
    bool hurried = false;     ///< the time ended before all that the guess needs
    bool impatient = false;   ///< it left too little for the patient one
    bool cut_short = false;   ///< it left too little for one with a DetectionEffort
    bool in_full = false;     ///< it was enough for one of these
    bool left_out = false;    ///< there were no questions for one
    bool past_many = false;   ///< the first with a DetectionEffort was passed, or not affordable
    bool rivalled = false;    ///< rivals were looked for
    std::uint64_t asked = 0;  ///< dot-adds before the first challenge
    /// Dot-adds that challenges with a DetectionEffort asked about earlier guesses of the same tree.
    std::uint64_t detected = 0;

    [[nodiscard]] bool is_enough(const Inquiry& inquiry) const {
        const bool none_left = inquiry.asked() + kManyUnaimed + kBesidesUnaimed > inquiry.settings.most_asked;
        return finished >= kLeast && (many || none_left);
    }
    [[nodiscard]] Challenged verdict(const Inquiry& inquiry) const {
        const bool too_little = impatient || (cut_short && !in_full);
        if (hurried || (too_little && inquiry.refuted_late)) return Challenged::unfinished;
        const bool asked_enough = inquiry.asked() + detected >= asked + kEnoughAsked;
        if (left_out && !asked_enough && inquiry.late_refutations >= kManyLate) return Challenged::unfinished;
        return is_enough(inquiry) ? Challenged::withstood : Challenged::unfinished;
    }
};

/// The challenges of one guess.
class Trial {
   public:
    Trial(const Guess& guess, Inquiry& inquiry, int round, const Doubts& doubts)
        : guess_(guess),
          inquiry_(inquiry),
          doubts_(doubts),
          tree_(unfitted_tree(guess.recipe)),
          described_(guess.knobs || knob_form(guess.recipe)),
          challenge_(guess.recipe, inquiry.target, inquiry.record(), seed(inquiry, round), inquiry.budget) {}

    Challenged run() {
        const std::size_t recorded = inquiry_.record().size();
        const Challenged out = challenged();
        inquiry_.out.tested = tested_since(recorded);
        return out;
    }

   private:
    Challenged challenged() {
        progress_.asked = inquiry_.asked();
        for (const auto& [number, detected] : inquiry_.detected)
            if (detected.tree == tree_) progress_.detected += detected.all;
        inquiry_.exclusions.note(neighbours());
        neighbours().clear();
        if (refuted_unaimed()) return Challenged::refuted;
        neighbours() = neighbours_of(guess_.recipe);
        exclude_recorded(kFirstLook);
        Alternatives others(guess_.recipe, guess_.knobs);
        for (const std::size_t number : order_of_challenges(inquiry_.refuted_late)) {
            const PlannedChallenge planned = planned_challenge(number, tree_, inquiry_);
            const bool spent = inquiry_.budget.spent();
            progress_.left_out |= planned.left_out && !spent;
            progress_.past_many |= number == kBeforeRivals;
            if (!spent && !is_affordable(planned, inquiry_)) continue;
            if (spent || (number >= kLeast && !has_time(planned, inquiry_))) {
                if (planned.asked_before && !spent) continue;
                progress_.hurried = !planned.is_last() || !described_;
                break;
            }
            if (refuted(planned, others)) return Challenged::refuted;
            note_passed(planned);
            if (doubted_after(number)) return Challenged::refuted;
            if (number != 0) prove_equal(neighbours(), guess_.recipe, inquiry_.budget, kProofs);
        }
        others.shorten(neighbours(), inquiry_.record(), inquiry_.exclusions, inquiry_.budget);
        return progress_.verdict(inquiry_);
    }
    [[nodiscard]] Tested tested_since(std::size_t recorded) const {
        const Record& record = inquiry_.record();
        Tested out{record.size() - recorded, 0};
        for (std::size_t i = recorded; i < record.size(); ++i)
            out.drawn += record.kind(i) == QuestionKind::directed ? 1 : 0;
        return out;
    }
    static std::uint64_t seed(const Inquiry& inquiry, int round) {
        return inquiry.settings.seed * 1000 + 10 * static_cast<std::uint64_t>(round);
    }
    [[nodiscard]] std::vector<Neighbour>& neighbours() const { return inquiry_.out.neighbours; }
    void exclude_recorded(std::chrono::milliseconds most) {
        exclude_by_record(challenge_.guess(), neighbours(), inquiry_.record(), inquiry_.exclusions,
                          inquiry_.budget, most);
    }
    /// Whether the target contradicts the guess in one of a few dot-adds that are aimed at nothing. Asks
    /// nothing once half of the questions are spent.
    bool refuted_unaimed() {
        const ChallengeEffort& effort = inquiry_.refuted_late ? kFewUnaimed : kUnaimed;
        if (inquiry_.asked() + effort.unchosen > inquiry_.settings.most_asked / 2) return false;
        std::vector<Neighbour> none;
        const std::size_t wrong = challenge_(none, effort);
        inquiry_.report("unaimed: " + std::to_string(wrong) + " wrong");
        return wrong != 0;
    }
    bool refuted(const PlannedChallenge& planned, Alternatives& others) {
        // most wrong guesses fail the first challenge, for which not every neighbour has to be known
        if (planned.number == 1) exclude_recorded(kLook);
        others.refill(neighbours(), inquiry_.record(), inquiry_.exclusions, inquiry_.budget,
                      planned.number == 0 ? kFirstLook : kLook);
        const std::uint64_t before = inquiry_.asked();
        const std::size_t wrong = challenge_(neighbours(), planned.effort);
        note_detected(planned, inquiry_.asked() - before, wrong == 0);
        const auto open = std::ranges::count_if(neighbours(), &Neighbour::open);
        inquiry_.report("challenge " + std::to_string(planned.number) + ": " + std::to_string(wrong) +
                        " wrong, " + std::to_string(open) + " neighbours left");
        if (wrong == 0) {
            inquiry_.passed.insert_or_assign(planned.number, tree_);
            return false;
        }
        if (planned.is_late()) {
            inquiry_.refuted_late = planned.number;
            ++inquiry_.late_refutations;
        }
        return true;
    }
    void note_detected(const PlannedChallenge& planned, std::uint64_t asked, bool passed) {
        if (!planned.detects) return;
        Detected& detected = inquiry_.detected[planned.number];
        if (!(detected.tree == tree_)) detected = {tree_};
        const std::uint64_t whole = planned.effort.detection.most_asked;
        detected.asked += passed && !planned.cut_short ? whole : std::min(asked, whole);
        detected.all += asked;
    }
    void note_passed(const PlannedChallenge& planned) {
        progress_.impatient |= planned.cut_short && planned.is_patient();
        progress_.cut_short |= planned.cut_short && planned.detects && !planned.is_last();
        progress_.in_full |= planned.asked_before || (planned.detects && !planned.cut_short);
        if (inquiry_.budget.spent()) return;
        // the patient challenge counts as enough by itself: the others may not be affordable
        const bool is_enough = planned.is_patient() && planned.effort.most_asked != 0;
        progress_.finished += is_enough ? kLeast : 1;
        progress_.many |= planned.effort.unchosen >= kManyUnaimed;
    }
    bool doubted_after(std::size_t number) {
        // before the questions that are aimed at nothing, of which there are many
        if ((number == 0 || number == kBeforeMany) && doubts_.simpler()) return true;
        if (!is_time_for_rivals(number)) return false;
        progress_.rivalled = true;
        return doubts_.rivalled();
    }
    [[nodiscard]] bool is_time_for_rivals(std::size_t number) const {
        const auto left = inquiry_.budget.end - inquiry_.budget.now();
        if (progress_.rivalled || left < kLeastForRivals) return false;
        if (number == kBeforeRivals && left > kLeisure * inquiry_.settings.seconds) return true;
        return number > kBeforeRivals && progress_.past_many && left > kForRivals;
    }

    const Guess& guess_;
    Inquiry& inquiry_;
    const Doubts& doubts_;
    Recipe tree_;  ///< of the guess, without its attributes
    /// By knobs. Other guesses are wrong more often, and need the last challenge as well.
    bool described_;
    Challenger challenge_;
    Progress progress_;
};

}  // namespace

Challenged withstands(const Guess& guess, Inquiry& inquiry, int round, const Doubts& doubts) {
    return Trial(guess, inquiry, round, doubts).run();
}

}  // namespace karat::probe
