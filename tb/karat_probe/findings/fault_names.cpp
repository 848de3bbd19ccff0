// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/findings/fault_names.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "karat_tb/faults/faults.hpp"

namespace karat::probe {
namespace {

constexpr std::size_t kMostFaults = 6;
constexpr std::size_t kFirst = 80;     ///< mismatches by which most faults are ruled out
constexpr std::size_t kMostTied = 12;  ///< that explain equally much, tried on the unit

/// One fault of the library, ready to run. Nothing if the neighbouring tiles that it mixes are not known.
struct Suspect {
    std::string key;
    std::string meaning;
    std::function<std::optional<std::uint64_t>(const UnitAnswer&)> answer;
    std::function<std::uint64_t(const Operands&)> alone;
};

using Model = std::function<std::uint64_t(const Operands&)>;

Model model_of(const Recipe& recipe, tb::Fault fault) {
    const auto model = std::make_shared<tb::FaultyModel>(recipe, std::move(fault));
    return [model](const Operands& in) { return (*model)(in); };
}

Suspect suspect_of(const Recipe& recipe, const tb::Fault& fault) {
    const Model model = model_of(recipe, fault);
    return {fault.key, fault.meaning, [model](const UnitAnswer& one) { return model(one.row.operands()); },
            model};
}

std::vector<Suspect> suspects_of(const Recipe& recipe) {
    std::vector<Suspect> out;
    for (const tb::Fault& fault : tb::faults_of(recipe)) out.push_back(suspect_of(recipe, fault));
    return out;
}

/// All of them in one design, in this order; nothing if the recipe lacks one.
std::optional<tb::Fault> joined(const std::vector<tb::Fault>& faults, const std::vector<std::string>& keys) {
    tb::Fault out;
    for (const std::string& key : keys) {
        const auto it = std::ranges::find(faults, key, &tb::Fault::key);
        if (it == faults.end()) return std::nullopt;
        out = tb::both(std::move(out), *it);
    }
    return out;
}

/// The other faults, each together with those of `beside`.
std::vector<Suspect> suspects_beside(const Recipe& recipe, const std::vector<tb::Fault>& faults,
                                     const tb::Fault& beside, const std::vector<std::string>& keys) {
    std::vector<Suspect> out;
    for (const tb::Fault& fault : faults) {
        if (std::ranges::find(keys, fault.key) == keys.end())
            out.push_back(suspect_of(recipe, tb::both(beside, fault)));
    }
    return out;
}

std::optional<Operands> operands_of(const std::optional<VectorRow>& row) {
    return row ? std::optional(row->operands()) : std::nullopt;
}

std::optional<std::uint64_t> mixed_answer(const tb::NeighbourModel& model, const UnitAnswer& one) {
    const Surroundings& around = one.around;
    tb::Neighbours neighbours{operands_of(around.previous), operands_of(around.next)};
    if (around.tile)
        neighbours.lane.emplace(tb::LaneOfTile{*around.tile, one.lane / around.columns,
                                               one.lane % around.columns, around.columns});
    return model(one.row.operands(), neighbours);
}

/// The faults that mix tiles or lanes, in a unit that also has the fault `beside`.
std::vector<Suspect> mixing_suspects_of(const Recipe& recipe, const tb::Fault& beside) {
    std::vector<Suspect> out;
    for (tb::NeighbourFault& fault : tb::neighbour_faults_of(recipe)) {
        std::string key = fault.key;
        std::string meaning = fault.meaning;
        const auto model = std::make_shared<tb::NeighbourModel>(recipe, std::move(fault), beside.hooks);
        out.push_back({std::move(key),
                       std::move(meaning),
                       [model](const UnitAnswer& one) { return mixed_answer(*model, one); },
                       {}});
    }
    return out;
}

class Namer {
   public:
    /// `before`: what the unit answers without the suspects; empty: as `recipe` says.
    Namer(const Recipe& recipe, const UnitAnswers& answers, std::vector<std::size_t> rows,
          std::vector<Suspect> suspects, Model before, const Believed& believed)
        : recipe_(recipe),
          golden_(recipe),
          answers_(answers),
          left_(std::move(rows)),
          suspects_(std::move(suspects)),
          before_(std::move(before)),
          believed_(believed) {}

    std::vector<NamedFault> run() {
        std::vector<NamedFault> out;
        while (out.size() < kMostFaults && left_.size() >= Balance::kFewest) {
            std::optional<NamedFault> best = best_fault(out);
            if (!best) break;
            std::erase_if(left_, [&](std::size_t i) {
                return std::binary_search(best->rows.begin(), best->rows.end(), i);
            });
            out.push_back(std::move(*best));
            drop_explained_together(out);
        }
        return out;
    }

    /// The one that explains most and is believed beside those named before; none if no suspect is sound.
    [[nodiscard]] std::optional<NamedFault> best_fault(const std::vector<NamedFault>& named) const {
        std::vector<std::pair<long, NamedFault>> ranked;
        for (const Suspect& suspect : suspects_) {
            if (!may_explain(suspect)) continue;
            NamedFault now = explained_by(suspect);
            const long net = static_cast<long>(now.gained) - static_cast<long>(now.missed / 4);
            if (now.is_substantial() && net > 0) ranked.emplace_back(net, std::move(now));
        }
        std::ranges::stable_sort(ranked, std::greater{}, &std::pair<long, NamedFault>::first);
        std::optional<NamedFault> best;
        std::optional<std::size_t> against_best;
        std::size_t tied = 0;
        long least = 0;  // what the best explains, less what it contradicts
        for (auto& [net, fault] : ranked) {
            if (best && (net < least || tied == kMostTied)) break;
            const Suspect& suspect = *std::ranges::find(suspects_, fault.keys.front(), &Suspect::key);
            const bool at_times = may_act_at_times(suspect, fault);
            fault.spoilt =
                spoilt_by(suspect, at_times ? answers_.right.size() : fault.gained / Balance::kFifty);
            if (at_times && !fault.is_sound()) fault.meaning += ", but not always";
            const long now = at_times ? net : net - static_cast<long>(fault.spoilt);
            if (!(at_times || fault.is_sound()) ||
                (best && (now < least || (now == least && against_best == 0U))))
                continue;
            const auto against = believed_ ? believed_(fault, named) : std::optional<std::size_t>(0);
            tied = best && now == least ? tied + 1 : 0;
            if (!against || (best && now == least && *against >= *against_best)) continue;
            best = std::move(fault);
            against_best = against;
            least = now;
        }
        return best;
    }

   private:
    enum class Effect : std::uint8_t { none, gained, missed };

    /// A pipeline may take operands of another tile only after a stall, or for one tile in three. That the
    /// answer is then right for just these operands is no chance.
    [[nodiscard]] static bool may_act_at_times(const Suspect& suspect, const NamedFault& fault) {
        constexpr std::size_t fewest = 8;
        const bool mixes_tiles = !suspect.alone;
        return mixes_tiles && fault.gained >= fewest && fault.missed * 10 <= fault.gained;
    }

    /// What the named faults explain only together must not be blamed on another one.
    void drop_explained_together(const std::vector<NamedFault>& named) {
        if (named.size() < 2) return;
        const Model together = with_faults(recipe_, keys_of(named));
        if (!together) return;  // they mix tiles
        std::erase_if(left_, [&](std::size_t i) {
            const UnitAnswer& one = answers_.wrong[i];
            return golden_.agrees(together(one.row.operands()), *one.row.d);
        });
    }

    [[nodiscard]] NamedFault explained_by(const Suspect& suspect) const {
        NamedFault out;
        for (const std::size_t i : left_) {
            const Effect what = effect(suspect, answers_.wrong[i]);
            if (what == Effect::gained) out.rows.push_back(i);
            if (what == Effect::missed) ++out.missed;
        }
        out.gained = out.rows.size();
        out.keys = {suspect.key};
        out.meaning = suspect.meaning;
        out.answer = suspect.alone;
        out.before = before_;
        return out;
    }
    [[nodiscard]] Effect effect(const Suspect& suspect, const UnitAnswer& one) const {
        const auto d = suspect.answer(one);
        if (!d) return Effect::none;
        if (golden_.agrees(*d, *one.row.d)) return Effect::gained;
        return *d == without(one) ? Effect::none : Effect::missed;
    }
    [[nodiscard]] std::uint64_t without(const UnitAnswer& one) const {
        const Operands in = one.row.operands();
        return before_ ? before_(in) : golden_.evaluator()(in);
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
        const auto is_spoilt = [&](const UnitAnswer& one) {
            const auto d = suspect.answer(one);
            return d && !golden_.agrees(*d, *one.row.d) && golden_.agrees(without(one), *one.row.d);
        };
        for (const UnitAnswer& one : answers_.right) {
            if (is_spoilt(one) && ++spoilt > most) return spoilt;
        }
        // a choice may make right what is wrong by the given specification
        for (const UnitAnswer& one : answers_.wrong) {
            if (is_spoilt(one) && ++spoilt > most) break;
        }
        return spoilt;
    }
    const Recipe& recipe_;
    Agreement golden_;
    const UnitAnswers& answers_;
    std::vector<std::size_t> left_;
    std::vector<Suspect> suspects_;
    Model before_;
    const Believed& believed_;
};

}  // namespace

std::vector<std::string> keys_of(const std::vector<NamedFault>& faults) {
    std::vector<std::string> out;
    for (const NamedFault& fault : faults) out.insert(out.end(), fault.keys.begin(), fault.keys.end());
    return out;
}

std::vector<NamedFault> named_faults(const Recipe& recipe, const UnitAnswers& answers,
                                     std::vector<std::size_t> rows, const Believed& believed) {
    std::sort(rows.begin(), rows.end());
    return Namer(recipe, answers, std::move(rows), suspects_of(recipe), {}, believed).run();
}

std::vector<NamedFault> mixing_faults(const std::vector<std::string>& beside, const Recipe& recipe,
                                      const UnitAnswers& answers, std::vector<std::size_t> rows) {
    std::optional<tb::Fault> all;
    if (!beside.empty()) all = joined(tb::faults_of(recipe), beside);
    std::sort(rows.begin(), rows.end());
    std::vector<Suspect> suspects = mixing_suspects_of(recipe, all.value_or(tb::Fault{}));
    std::map<std::string, Suspect> by_key;
    for (const Suspect& suspect : suspects) by_key.emplace(suspect.key, suspect);
    std::vector<NamedFault> out = Namer(recipe, answers, std::move(rows), std::move(suspects),
                                        all ? model_of(recipe, *all) : Model{}, {})
                                      .run();
    for (NamedFault& fault : out) fault.mixed = by_key.at(fault.keys.front()).answer;
    return out;
}

std::optional<NamedFault> fault_beside(const std::vector<std::string>& beside, const Recipe& recipe,
                                       const UnitAnswers& answers, std::vector<std::size_t> rows,
                                       const Believed& believed) {
    const std::vector<tb::Fault> faults = tb::faults_of(recipe);
    const std::optional<tb::Fault> first = joined(faults, beside);
    if (!first) return std::nullopt;
    std::sort(rows.begin(), rows.end());
    return Namer(recipe, answers, std::move(rows), suspects_beside(recipe, faults, *first, beside),
                 model_of(recipe, *first), believed)
        .best_fault({});
}

std::function<std::uint64_t(const Operands&)> with_faults(const Recipe& recipe,
                                                          const std::vector<std::string>& keys) {
    std::optional<tb::Fault> all = joined(tb::faults_of(recipe), keys);
    return all ? model_of(recipe, std::move(*all)) : Model{};
}

}  // namespace karat::probe
