// SPDX-License-Identifier: Apache-2.0
// The nearest specification, without choices that a fault of the library explains better.
#include <algorithm>
#include <utility>

#include "karat_probe/findings/finder.hpp"

namespace karat::probe {
namespace {

/// Rows of a choice that a fault explains as well.
std::size_t shared(const NamedFault& fault, const IntentChoice& choice) {
    return static_cast<std::size_t>(std::ranges::count_if(
        choice.rows, [&](std::size_t i) { return std::ranges::binary_search(fault.rows, i); }));
}

bool explains_all(const NamedFault& fault, const IntentChoice& choice) {
    return shared(fault, choice) == choice.rows.size();
}

bool explains_nearly_all(const NamedFault& fault, const IntentChoice& choice) {
    return shared(fault, choice) * 10 >= choice.rows.size() * 9;
}

std::size_t amiss(const Balance& balance) { return balance.spoilt + balance.missed; }

/// Whether a fault explains as much as a choice and is less often amiss: never, or the choice often is.
bool is_less_often_amiss(const NamedFault& fault, const IntentChoice& choice) {
    if (choice.confirmed) return amiss(fault) < amiss(choice);  // it contradicts more than choices may
    const bool is_often_amiss = amiss(choice) * 20 > choice.gained;
    return fault.rows.size() >= choice.gained && amiss(fault) < amiss(choice) &&
           (is_often_amiss || amiss(fault) == 0);
}

/// Whether a fault that explains more makes a choice superfluous.
bool makes_superfluous(const NamedFault& fault, const IntentChoice& choice) {
    return explains_all(fault, choice) && amiss(fault) <= amiss(choice) &&
           fault.rows.size() >= 2 * choice.rows.size() &&
           fault.rows.size() >= choice.rows.size() + Balance::kFewest;
}

}  // namespace

Intent Finder::sound_intent() {
    std::set<std::string> excluded = excluded_;
    Intent intent = nearest_intent(start_, repeated_, excluded, confirms());
    for (std::size_t i = 0; i < intent.choices.size();) {
        IntentChoice& choice = intent.choices[i];
        const auto faults = borne_out(choice.without, repeated_, wrong_by(choice.without));
        const auto same = [&](const NamedFault& fault) { return explains_nearly_all(fault, choice); };
        const auto better = [&](const NamedFault& fault) {
            return makes_superfluous(fault, choice) || (same(fault) && is_less_often_amiss(fault, choice));
        };
        if (intent.unexplained == 0 || std::ranges::none_of(faults, better)) {
            const auto rival = std::ranges::find_if(faults, same);
            if (rival != faults.end()) choice.fault = rival->meaning;
            ++i;
            continue;
        }
        excluded.insert(title(choice.edit));
        intent = nearest_intent(start_, repeated_, excluded, confirms());
        i = 0;
    }
    for (std::set<std::string> keys = in_place_of_one_fault(intent); !keys.empty();
         keys = in_place_of_one_fault(intent)) {
        excluded.merge(keys);  // with other values they would come near to the fault as well
        intent = nearest_intent(start_, repeated_, excluded, confirms());
    }
    return intent;
}

std::set<std::string> Finder::in_place_of_one_fault(const Intent& intent) {
    if (intent.choices.size() < 2) return {};
    std::vector<Recipe> bases{start_};
    if (intent.choices.size() > 2) {
        for (const IntentChoice& choice : intent.choices) bases.push_back(choice.only);
    }
    for (const Recipe& base : bases) {
        for (const NamedFault& fault : borne_out(base, repeated_, wrong_by(base))) {
            std::set<std::string> keys;
            std::size_t amiss_of_choices = 0;
            for (const IntentChoice& choice : intent.choices) {
                if (choice.only == base || !explains_all(fault, choice)) continue;
                keys.insert(choice.edit.key);
                amiss_of_choices += amiss(choice);
            }
            if (keys.size() > 1 && amiss(fault) <= amiss_of_choices) return keys;
        }
    }
    return {};
}

}  // namespace karat::probe
