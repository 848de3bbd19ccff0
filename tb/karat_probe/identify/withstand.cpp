// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/withstand.hpp"

#include <algorithm>

#include "karat_probe/separate/separate.hpp"

namespace karat::probe {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::seconds kDeepening{12};

/// Searches for witnesses against each neighbour that is still left, and asks them. First a little for
/// each, then more.
bool deepened(const Recipe& guess, Inquiry& inquiry) {
    const Evaluator evaluator(guess);
    std::vector<Neighbour*> open;
    for (Neighbour& neighbour : inquiry.out.neighbours) {
        if (!neighbour.excluded_by && !neighbour.equal) open.push_back(&neighbour);
    }
    // widths of whole sums first: few dot-adds tell them apart
    std::stable_partition(open.begin(), open.end(), [](const Neighbour* neighbour) {
        return neighbour->edit.key.starts_with("width@");
    });
    const auto until =
        std::min(Clock::now() + kDeepening, inquiry.begin + (inquiry.budget.end - inquiry.begin) * 3 / 4);
    std::vector<VectorRow> rows;
    std::vector<Neighbour*> whose;
    for (const Effort effort : {Effort{1600, 0, 200, inquiry.settings.seed}, Effort{8000, 500, 1000, 2}}) {
        for (Neighbour*& neighbour : open) {
            if (neighbour == nullptr || Clock::now() > until) continue;
            for (Witness& witness : separate(guess, neighbour->edit.recipe, effort)) {
                rows.push_back(std::move(witness.row));
                whose.push_back(neighbour);
                neighbour = nullptr;
            }
        }
    }
    const std::vector<std::uint64_t> answers = inquiry.target(rows);
    bool right = true;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        right = right && answers[i] == evaluator(rows[i].operands());
        whose[i]->excluded_by = inquiry.record().size();
        inquiry.record().add(QuestionKind::chosen, std::move(rows[i]), answers[i]);
    }
    inquiry.report(std::to_string(open.size()) + " neighbours left: " + std::to_string(rows.size()) +
                   " dot-adds, " + (right ? "0" : "some") + " wrong");
    return right;
}

}  // namespace

bool withstands(const Recipe& guess, Inquiry& inquiry, int round) {
    inquiry.out.neighbours = neighbours_of(guess);
    exclude_by_record(inquiry.out.neighbours, inquiry.record(), inquiry.budget);
    std::size_t before = 0;
    ChallengeEffort effort{600, 100, 400};
    for (int turn = 0; turn < 4 && !inquiry.budget.spent(); ++turn) {
        const std::uint64_t asked = inquiry.asked();
        if (asked + effort.most_asked + effort.unchosen > inquiry.settings.most_asked) break;
        before = challenge(guess, inquiry.out.neighbours, inquiry.target, inquiry.record(), effort,
                           inquiry.settings.seed * 1000 + static_cast<std::uint64_t>(10 * round + turn),
                           inquiry.budget);
        inquiry.report("challenge " + std::to_string(turn) + ": " + std::to_string(before) + " wrong");
        if (before != 0) return false;
        prove_equal(inquiry.out.neighbours, guess, inquiry.budget);
        effort = {2500, 800, 600};
    }
    return deepened(guess, inquiry);
}

}  // namespace karat::probe
