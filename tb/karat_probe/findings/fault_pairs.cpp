// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/findings/fault_pairs.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "karat_tb/faults/faults.hpp"

namespace karat::probe {
namespace {

constexpr std::size_t kSeeds = 3;            ///< mismatches for which pairs are looked for
constexpr std::size_t kMostFaultPairs = 40;  ///< judged by all answers
constexpr std::size_t kPairSample = 12;      ///< mismatches by which pairs are compared first
constexpr std::size_t kFewestOfPair = 5;     ///< answers that a pair must explain
constexpr std::size_t kMostOfKind = 64;      ///< instances: kinds with more are in no pair, which saves time

using FaultPair = std::pair<std::size_t, std::size_t>;

class PairSearch {
   public:
    PairSearch(const std::vector<std::string>& beside, const Recipe& recipe, const UnitAnswers& answers,
               const std::vector<std::size_t>& rows)
        : recipe_(recipe),
          golden_(recipe),
          answers_(answers),
          rows_(rows),
          faults_(tb::faults_of(recipe)),
          before_(with_faults(recipe, beside)) {
        for (const std::string& key : beside) {
            const auto it = std::ranges::find(faults_, key, &tb::Fault::key);
            beside_ = tb::both(std::move(beside_), *it);
            faults_.erase(it);
        }
        std::map<std::string, std::size_t> count;
        for (const tb::Fault& fault : faults_) ++count[fault.kind];
        std::erase_if(faults_, [&](const tb::Fault& fault) { return count[fault.kind] > kMostOfKind; });
    }

    std::optional<NamedFault> run(const Believed& believed) {
        std::map<FaultPair, std::size_t> pairs;
        for (std::size_t i = 0; i < kSeeds; ++i)
            note_pairs(answers_.wrong[rows_[i * rows_.size() / kSeeds]], pairs);
        std::vector<std::pair<std::size_t, FaultPair>> ranked;
        for (const auto& [pair, count] : pairs) ranked.emplace_back(explained_of_sample(pair), pair);
        std::ranges::stable_sort(ranked, std::greater{}, &std::pair<std::size_t, FaultPair>::first);
        if (ranked.size() > kMostFaultPairs) ranked.resize(kMostFaultPairs);
        std::optional<NamedFault> best;
        for (const auto& [count, pair] : ranked) {
            NamedFault now = judged(pair);
            if (now.gained < kFewestOfPair || now.spoilt != 0 || !now.is_sound()) continue;
            if (best && now.gained <= best->gained) continue;
            if (!believed || believed(now, {}).has_value()) best = std::move(now);
        }
        return best;
    }

   private:
    [[nodiscard]] tb::FaultyModel model(const tb::Fault& more) const {
        return {recipe_, tb::both(beside_, more)};
    }
    /// The pairs that explain one answer, of which neither fault does by itself. At least one of them changes
    /// the answer by itself.
    void note_pairs(const UnitAnswer& one, std::map<FaultPair, std::size_t>& pairs) const {
        const Operands in = one.row.operands();
        const std::uint64_t before = before_(in);
        for (std::size_t i = 0; i < faults_.size(); ++i) {
            const std::uint64_t d = model(faults_[i])(in);
            if (d == before || golden_.agrees(d, *one.row.d)) continue;
            for (std::size_t j = 0; j < faults_.size(); ++j) {
                if (i == j || faults_[i].kind == faults_[j].kind) continue;
                if (golden_.agrees(model(tb::both(faults_[i], faults_[j]))(in), *one.row.d)) ++pairs[{i, j}];
            }
        }
    }
    [[nodiscard]] std::size_t explained_of_sample(const FaultPair& pair) const {
        const tb::FaultyModel both = model(tb::both(faults_[pair.first], faults_[pair.second]));
        const std::size_t stride = rows_.size() / kPairSample + 1;
        std::size_t out = 0;
        for (std::size_t i = 0; i < rows_.size(); i += stride) {
            const UnitAnswer& one = answers_.wrong[rows_[i]];
            out += golden_.agrees(both(one.row.operands()), *one.row.d) ? 1 : 0;
        }
        return out;
    }
    [[nodiscard]] NamedFault judged(const FaultPair& pair) const {
        const tb::Fault& first = faults_[pair.first];
        const tb::Fault& second = faults_[pair.second];
        const auto both = std::make_shared<tb::FaultyModel>(model(tb::both(first, second)));
        NamedFault out;
        for (const std::size_t i : rows_) {
            const UnitAnswer& one = answers_.wrong[i];
            const std::uint64_t d = (*both)(one.row.operands());
            if (golden_.agrees(d, *one.row.d))
                out.rows.push_back(i);
            else if (d != before_(one.row.operands()))
                ++out.missed;
        }
        out.gained = out.rows.size();
        if (out.gained < kFewestOfPair) return out;
        for (const auto* list : {&answers_.right, &answers_.wrong}) {
            for (const UnitAnswer& one : *list) {
                const Operands in = one.row.operands();
                if (golden_.agrees(before_(in), *one.row.d) && !golden_.agrees((*both)(in), *one.row.d))
                    ++out.spoilt;
            }
        }
        out.keys = {first.key, second.key};
        out.meaning = first.meaning + "; and " + second.meaning;
        out.answer = [both](const Operands& in) { return (*both)(in); };
        out.before = before_;
        return out;
    }

    const Recipe& recipe_;
    Agreement golden_;
    const UnitAnswers& answers_;
    const std::vector<std::size_t>& rows_;
    std::vector<tb::Fault> faults_;  ///< without those beside
    std::function<std::uint64_t(const Operands&)> before_;
    tb::Fault beside_;
};

std::size_t agreements(const std::function<std::uint64_t(const Operands&)>& model, const Agreement& golden,
                       const UnitAnswers& answers) {
    std::size_t out = 0;
    for (const auto* list : {&answers.right, &answers.wrong}) {
        out += static_cast<std::size_t>(std::ranges::count_if(*list, [&](const UnitAnswer& one) {
            return golden.agrees(model(one.row.operands()), *one.row.d);
        }));
    }
    return out;
}

}  // namespace

std::optional<NamedFault> fault_pair(const std::vector<std::string>& beside, const Recipe& recipe,
                                     const UnitAnswers& answers, const std::vector<std::size_t>& rows,
                                     const Believed& believed) {
    if (rows.size() < kFewestOfPair) return std::nullopt;
    return PairSearch(beside, recipe, answers, rows).run(believed);
}

std::optional<Replacement> better_sibling(const std::vector<NamedFault>& faults, const Recipe& recipe,
                                          const UnitAnswers& answers, const std::vector<std::size_t>& rows) {
    if (faults.size() < 2) return std::nullopt;
    const Agreement golden(recipe);
    const std::vector<tb::Fault> all = tb::faults_of(recipe);
    std::optional<Replacement> best;
    std::size_t best_gained = 0;
    std::size_t agreed = 0;  // counted when the first candidate needs it
    for (std::size_t place = 0; place < faults.size(); ++place) {
        const auto now = std::ranges::find(all, faults[place].keys.front(), &tb::Fault::key);
        if (faults[place].keys.size() != 1 || now == all.end()) continue;
        for (const tb::Fault& other : all) {
            if (other.kind != now->kind || other.key == now->key) continue;
            std::vector<NamedFault> replaced = faults;
            replaced[place].keys = {other.key};
            const auto model = with_faults(recipe, keys_of(replaced));
            const auto gained = static_cast<std::size_t>(std::ranges::count_if(rows, [&](std::size_t i) {
                const UnitAnswer& one = answers.wrong[i];
                return golden.agrees(model(one.row.operands()), *one.row.d);
            }));
            if (gained <= best_gained) continue;
            if (agreed == 0) agreed = agreements(with_faults(recipe, keys_of(faults)), golden, answers);
            if (agreements(model, golden, answers) < agreed + gained) continue;
            best_gained = gained;
            best = {place, other.key, other.meaning};
        }
    }
    return best;
}

}  // namespace karat::probe
