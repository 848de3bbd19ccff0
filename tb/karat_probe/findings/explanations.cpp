// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/findings/explanations.hpp"

#include <algorithm>
#include <utility>

#include "karat/error.hpp"

namespace karat::probe {
namespace {

bool gives(const Agreement& agreement, const Operands& in, const tb::Answer& got) {
    return got.unknown == 0 && agreement.agrees(agreement.evaluator()(in), got.d);
}

/// Mismatches first: nearly every wrong recipe fails at the first one.
bool gives_all(const Agreement& agreement, const tb::Scoreboard& board) {
    const auto agrees = [&](const tb::Mismatch& mismatch) {
        return gives(agreement, mismatch.operands(), mismatch.got);
    };
    if (!std::all_of(board.kept().begin(), board.kept().end(), agrees)) return false;
    const std::size_t n = board.columns();
    for (const tb::Observation& seen : board.history()) {
        for (std::size_t lane = 0; lane < seen.answers.size(); ++lane) {
            if (!gives(agreement, seen.tile.operands(lane / n, lane % n, n), seen.answers[lane]))
                return false;
        }
    }
    return true;
}

}  // namespace

AllAnswers all_answers_of(const tb::Scoreboard& board) {
    return {[&board](const Agreement& agreement) { return gives_all(agreement, board); },
            board.history().size() * board.rows() * board.columns(), board.history_is_whole(),
            [&board](const Agreement& agreement, std::size_t most) {
                return answers_against(agreement, board, most);
            }};
}

AllAnswers all_answers_of(const UnitAnswers& answers) {
    const auto all = [&answers](const Agreement& agrees) {
        return answers.unknown == 0 &&
               std::all_of(answers.wrong.begin(), answers.wrong.end(), std::cref(agrees)) &&
               std::all_of(answers.right.begin(), answers.right.end(), std::cref(agrees));
    };
    const std::uint64_t count = answers.wrong.size() + answers.right.size();
    const auto against = [&answers](const Agreement& agrees, std::size_t most) {
        std::vector<UnitAnswer> out;
        for (const auto* list : {&answers.wrong, &answers.right}) {
            for (const UnitAnswer& answer : *list)
                if (out.size() < most && !agrees(answer)) out.push_back(answer);
        }
        return out;
    };
    return {all, count, count == answers.lanes, against};
}

SingleEdits::SingleEdits(const Recipe& recipe)
    : near_(candidates(proposed_edits(recipe, EditReach::near))),
      shapes_(candidates(proposed_edits(recipe, EditReach::shapes))) {}

std::vector<SingleEdits::Candidate> SingleEdits::candidates(std::vector<Edit> edits) {
    std::vector<Candidate> out;
    for (Edit& edit : edits) {
        try {
            Agreement agreement(edit.recipe);
            out.push_back({std::move(edit), std::move(agreement)});
        } catch (const SpecError&) {  // not every proposed edit is valid
        }
    }
    return out;
}

std::vector<Edit> SingleEdits::giving(const AllAnswers& answers) const {
    std::vector<Edit> out;
    for (const auto* list : {&near_, &shapes_}) {
        for (const Candidate& candidate : *list) {
            if (answers.given_by(candidate.agreement)) out.push_back(candidate.edit);
        }
        if (!out.empty()) break;
    }
    return out;
}

}  // namespace karat::probe
