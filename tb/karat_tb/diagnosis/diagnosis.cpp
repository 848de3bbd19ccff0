// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/diagnosis/diagnosis.hpp"

#include <algorithm>
#include <boost/json/object.hpp>
#include <numeric>
#include <optional>

#include "karat/error.hpp"
#include "karat/recipe/recipe_path.hpp"

namespace karat::tb {
namespace {

/// Nothing if the edited recipe is invalid.
std::optional<Evaluator> evaluator_of(const Recipe& recipe) {
    try {
        return Evaluator(recipe);
    } catch (const SpecError&) {
        return std::nullopt;
    }
}

/// One answer with its operands.
struct Seen {
    Operands in;
    Answer got;
};

/// The answers on a scoreboard, and how well a recipe agrees with them.
class Answers {
   public:
    explicit Answers(const Scoreboard& board) : board_(board) {
        constexpr std::size_t most = 64;
        const std::size_t kept = board.kept().size();
        for (std::size_t i = 0; i < std::min(kept, most); ++i) {
            const Mismatch& mismatch = board.kept()[i * kept / std::min(kept, most)];
            sample_.push_back({mismatch.operands(), mismatch.got});
        }
        const std::size_t tiles = board.history().size();
        for (std::size_t i = 0; i < std::min(tiles, most); ++i) {
            const Observation& seen = board.history()[i * tiles / std::min(tiles, most)];
            const std::size_t lane = i % seen.answers.size();
            sample_.push_back(
                {seen.tile.operands(lane / board.columns(), lane % board.columns(), board.columns()),
                 seen.answers[lane]});
        }
    }

    /// Whether `evaluator` reproduces every answer.
    [[nodiscard]] bool explained_by(const Evaluator& evaluator) {
        // nearly every wrong candidate fails at the first mismatch
        for (const Mismatch& mismatch : board_.kept()) {
            if (!agrees(evaluator, {mismatch.operands(), mismatch.got})) return false;
        }
        const std::size_t n = board_.columns();
        for (const Observation& seen : board_.history()) {
            for (std::size_t lane = 0; lane < seen.answers.size(); ++lane) {
                if (!agrees(evaluator, {seen.tile.operands(lane / n, lane % n, n), seen.answers[lane]}))
                    return false;
            }
        }
        return true;
    }
    /// Number of answers that `evaluator` reproduces, in a sample of which about half are mismatches.
    [[nodiscard]] std::size_t agreements(const Evaluator& evaluator) {
        return static_cast<std::size_t>(std::count_if(
            sample_.begin(), sample_.end(), [&](const Seen& seen) { return agrees(evaluator, seen); }));
    }
    [[nodiscard]] std::uint64_t evaluations() const { return evaluations_; }

   private:
    [[nodiscard]] bool agrees(const Evaluator& evaluator, const Seen& seen) {
        if (seen.got.unknown != 0) return false;
        ++evaluations_;
        const std::uint64_t d = evaluator(seen.in);
        if (d == seen.got.d) return true;
        const OutputRule& rule = *evaluator.program().operations().back().round;
        if (rule.nan != NanEncoding::any) return false;
        const auto is_nan = [&](std::uint64_t x) {
            return unpack(x, info(rule.format)).number_class == NumberClass::nan;
        };
        return is_nan(d) && is_nan(seen.got.d);
    }

    const Scoreboard& board_;
    std::vector<Seen> sample_;
    std::uint64_t evaluations_ = 0;
};

bool has(const Diagnosis& diagnosis, const Recipe& recipe) {
    return std::any_of(diagnosis.explanations.begin(), diagnosis.explanations.end(),
                       [&](const Explanation& known) { return known.recipe() == recipe; });
}

/// Tries a second edit after `first`, until `out.tried` reaches `most`.
void try_second(const Edit& first, Answers& answers, std::size_t most, Diagnosis& out) {
    for (Edit& second : proposed_edits(first.recipe, EditReach::near)) {
        if (second.key == first.key) continue;
        if (out.tried == most) return;
        const auto evaluator = evaluator_of(second.recipe);
        if (!evaluator) continue;
        ++out.tried;
        if (answers.explained_by(*evaluator) && !has(out, second.recipe))
            out.explanations.push_back({{first, std::move(second)}});
    }
}

using Candidate = Diagnoser::Candidate;

std::vector<Candidate> candidates_of(std::vector<Edit> edits) {
    std::vector<Candidate> out;
    for (Edit& edit : edits) {
        if (auto evaluator = evaluator_of(edit.recipe))
            out.push_back({std::move(edit), std::move(*evaluator)});
    }
    return out;
}

/// The last part of an attribute's path: its name.
std::string_view last_step(std::string_view path) { return path.substr(path.rfind('.') + 1); }

/// Splits an edit of a recipe that no knobs describe into one edit for each changed attribute, named by its
/// path. Returns the edit unchanged if it changes the tree, no attribute, or more than `most` attributes.
std::vector<Edit> by_path(const Recipe& before, const Edit& edit) {
    constexpr std::size_t most = 4;
    const auto changed = changed_attributes(before, edit.recipe);
    if (!changed || changed->empty() || changed->size() > most) return {edit};
    const std::string_view first = last_step(changed->front().path);
    const bool one_kind = std::all_of(changed->begin(), changed->end(), [&](const ChangedAttribute& one) {
        return last_step(one.path) == first;
    });
    const auto or_default = [&](const boost::json::value& value, const boost::json::value& named) {
        return !value.is_null() ? value : one_kind ? named : boost::json::value("default");
    };
    std::vector<Edit> out;
    for (const ChangedAttribute& one : *changed) {
        Edit& made = out.emplace_back(edit);
        made.key = one.path;
        made.value = or_default(one.value, edit.value);
        made.was = or_default(one.was, edit.was);
    }
    return out;
}

void name_by_path(const Recipe& recipe, Explanation& explanation) {
    std::vector<Edit> named;
    const Recipe* before = &recipe;
    for (const Edit& edit : explanation.changes) {
        for (Edit& one : by_path(*before, edit)) {
            const auto earlier = std::find_if(named.begin(), named.end(),
                                              [&](const Edit& other) { return other.key == one.key; });
            if (earlier != named.end()) {  // changed twice: keep the original value
                one.was = earlier->was;
                named.erase(earlier);
            }
            named.push_back(std::move(one));
        }
        before = &edit.recipe;
    }
    explanation.changes = std::move(named);
}

void try_singles(const std::vector<Candidate>& candidates, Answers& answers, Diagnosis& out) {
    for (const Candidate& candidate : candidates) {
        ++out.tried;
        if (answers.explained_by(candidate.evaluator)) out.explanations.push_back({{candidate.edit}});
    }
}

/// Tries pairs of edits, starting with those whose first edit alone agrees with the most answers.
void try_pairs(const std::vector<const Candidate*>& firsts, Answers& answers, Diagnosis& out) {
    std::vector<std::size_t> agreements;
    agreements.reserve(firsts.size());
    for (const Candidate* first : firsts) agreements.push_back(answers.agreements(first->evaluator));
    std::vector<std::size_t> order(firsts.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t i, std::size_t j) { return agreements[i] > agreements[j]; });
    const std::size_t most = out.tried + Diagnoser::kMostPairs;
    std::size_t least = 0;  // after an explanation, only first edits that agree as well as its first edit
    for (const std::size_t i : order) {
        if (out.tried == most || agreements[i] < least) break;
        try_second(firsts[i]->edit, answers, most, out);
        if (!out.explanations.empty()) least = agreements[i];
    }
}

}  // namespace

Diagnoser::Diagnoser(const Recipe& recipe)
    : recipe_(recipe), near_(candidates_of(proposed_edits(recipe, EditReach::near))) {}

Diagnosis Diagnoser::operator()(const Scoreboard& board) const {
    Diagnosis out;
    out.whole = board.history_is_whole();
    out.lanes = board.history().size() * board.rows() * board.columns();
    if (board.mismatches() == 0) return out;
    Answers answers(board);
    try_singles(near_, answers, out);
    if (out.explanations.empty()) {
        const std::vector<Candidate> shapes = candidates_of(proposed_edits(recipe_, EditReach::shapes));
        try_singles(shapes, answers, out);
        std::vector<const Candidate*> firsts;
        for (const auto* candidates : {&near_, &shapes}) {
            for (const Candidate& candidate : *candidates) firsts.push_back(&candidate);
        }
        if (out.explanations.empty()) try_pairs(firsts, answers, out);
    }
    out.evaluations = answers.evaluations();
    return out;
}

Diagnosis diagnose(const Scoreboard& board) {
    if (board.mismatches() == 0)
        return {{}, 0, 0, board.history().size() * board.rows() * board.columns(), board.history_is_whole()};
    const Recipe& recipe = board.dot().program().recipe();
    Diagnosis out = Diagnoser(recipe)(board);
    if (board.dot().spec().algorithm == Algorithm::recipe) {
        for (Explanation& explanation : out.explanations) name_by_path(recipe, explanation);
    }
    return out;
}

std::string sentence(const Explanation& explanation) {
    std::string out = "the design behaves as ";
    std::string why;
    for (const Edit& edit : explanation.changes) {
        if (!why.empty()) out += " and ";
        out += title(edit);
        if (why.find(edit.meaning) == std::string::npos) why += (why.empty() ? ": " : "; ") + edit.meaning;
    }
    return out + why;
}

std::string cost_of(const Diagnosis& diagnosis) {
    return std::to_string(diagnosis.tried) + " edits tried, " + std::to_string(diagnosis.evaluations) +
           " evaluations";
}

boost::json::array to_json(const Diagnosis& diagnosis) {
    boost::json::array out;
    for (const Explanation& explanation : diagnosis.explanations) {
        boost::json::object changes;
        for (const Edit& edit : explanation.changes) changes[edit.key] = edit.value;
        out.push_back(std::move(changes));
    }
    return out;
}

}  // namespace karat::tb
