// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/findings/fault_names.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "karat_tb/faults/faults.hpp"

namespace karat::probe {
namespace {

constexpr std::size_t kMostFaults = 6;
constexpr std::size_t kFirst = 80;  ///< mismatches by which most faults are ruled out

/// One fault of the library, ready to run. Nothing if the neighbouring tiles that it mixes are not known.
struct Suspect {
    std::string key;
    std::string meaning;
    std::function<std::optional<std::uint64_t>(const UnitAnswer&)> answer;
    std::function<std::uint64_t(const Operands&)> alone;
};

std::vector<Suspect> suspects_of(const Recipe& recipe, bool mixing) {
    std::vector<Suspect> out;
    if (!mixing) {
        for (tb::Fault& fault : tb::faults_of(recipe)) {
            std::string key = fault.key;
            std::string meaning = fault.meaning;
            const auto model = std::make_shared<tb::FaultyModel>(recipe, std::move(fault));
            const auto alone = [model](const Operands& in) { return (*model)(in); };
            out.push_back({std::move(key), std::move(meaning),
                           [alone](const UnitAnswer& one) { return alone(one.row.operands()); }, alone});
        }
        return out;
    }
    for (tb::NeighbourFault& fault : tb::neighbour_faults_of(recipe)) {
        std::string key = fault.key;
        std::string meaning = fault.meaning;
        const auto model = std::make_shared<tb::NeighbourModel>(recipe, std::move(fault));
        out.push_back({std::move(key),
                       std::move(meaning),
                       [model](const UnitAnswer& one) -> std::optional<std::uint64_t> {
                           if (one.neighbours.size() != 2) return std::nullopt;
                           return (*model)(one.row.operands(),
                                           {one.neighbours[0].operands(), one.neighbours[1].operands()});
                       },
                       {}});
    }
    return out;
}

class Namer {
   public:
    Namer(const Recipe& recipe, const UnitAnswers& answers, std::vector<std::size_t> rows, bool mixing)
        : golden_(recipe),
          answers_(answers),
          left_(std::move(rows)),
          suspects_(suspects_of(recipe, mixing)) {}

    std::vector<NamedFault> run() {
        std::vector<NamedFault> out;
        while (out.size() < kMostFaults && left_.size() >= Balance::kFewest) {
            std::optional<NamedFault> best = best_fault();
            if (!best) break;
            std::erase_if(left_, [&](std::size_t i) {
                return std::binary_search(best->rows.begin(), best->rows.end(), i);
            });
            out.push_back(std::move(*best));
        }
        return out;
    }

   private:
    enum class Effect : std::uint8_t { none, gained, missed };

    [[nodiscard]] Effect effect(const Suspect& suspect, const UnitAnswer& one) const {
        const auto d = suspect.answer(one);
        if (!d) return Effect::none;
        if (golden_.agrees(*d, *one.row.d)) return Effect::gained;
        return *d == golden_.evaluator()(one.row.operands()) ? Effect::none : Effect::missed;
    }
    [[nodiscard]] bool may_explain(const Suspect& suspect) const {
        const std::size_t stride = left_.size() / kFirst + 1;
        for (std::size_t i = 0; i < left_.size(); i += stride) {
            if (effect(suspect, answers_.wrong[left_[i]]) == Effect::gained) return true;
        }
        return false;
    }
    [[nodiscard]] std::size_t spoilt_by(const Suspect& suspect, std::size_t most) const {
        std::size_t spoilt = 0;
        for (const UnitAnswer& one : answers_.right) {
            const auto d = suspect.answer(one);
            if (d && !golden_.agrees(*d, *one.row.d) && ++spoilt > most) break;
        }
        return spoilt;
    }
    [[nodiscard]] std::optional<NamedFault> best_fault() const {
        std::optional<NamedFault> best;
        long best_net = 0;
        for (const Suspect& suspect : suspects_) {
            if (!may_explain(suspect)) continue;
            NamedFault now;
            for (const std::size_t i : left_) {
                const Effect what = effect(suspect, answers_.wrong[i]);
                if (what == Effect::gained) now.rows.push_back(i);
                if (what == Effect::missed) ++now.missed;
            }
            now.gained = now.rows.size();
            const long net = static_cast<long>(now.gained) - static_cast<long>(now.missed / 4);
            if (!now.is_substantial() || net <= best_net) continue;
            now.spoilt = spoilt_by(suspect, now.gained / Balance::kFifty);
            if (!now.is_sound()) continue;
            now.key = suspect.key;
            now.meaning = suspect.meaning;
            now.answer = suspect.alone;
            best_net = net;
            best = std::move(now);
        }
        return best;
    }

    Agreement golden_;
    const UnitAnswers& answers_;
    std::vector<std::size_t> left_;
    std::vector<Suspect> suspects_;
};

}  // namespace

std::vector<NamedFault> named_faults(const Recipe& recipe, const UnitAnswers& answers,
                                     std::vector<std::size_t> rows, bool mixing) {
    std::sort(rows.begin(), rows.end());
    return Namer(recipe, answers, std::move(rows), mixing).run();
}

std::function<std::uint64_t(const Operands&)> fault_of(const Recipe& recipe, const std::string& key) {
    for (tb::Fault& fault : tb::faults_of(recipe)) {
        if (fault.key != key) continue;
        const auto model = std::make_shared<tb::FaultyModel>(recipe, std::move(fault));
        return [model](const Operands& in) { return (*model)(in); };
    }
    return {};
}

}  // namespace karat::probe
