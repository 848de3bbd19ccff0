// SPDX-License-Identifier: Apache-2.0
// The faults that mix tiles or lanes: registers of the wrong cycle, wires of the wrong lane. The unit does
// not repeat their mismatches when it is asked them alone.
#include <algorithm>
#include <utility>

#include "karat_probe/findings/finder.hpp"

namespace karat::probe {

void Finder::add_mixing_faults(std::vector<std::size_t>& left) {
    std::vector<std::size_t> asked;
    for (const std::size_t i : left) {
        if (unit_ == nullptr || !repeats_[i]) asked.push_back(i);
    }
    if (asked.empty()) return;
    // the arithmetic of the mixed operands is the unit's own
    const std::vector<NamedFault> faults = mixing_faults(keys_of(faults_), out_.recipe, answers_, asked);
    for (const NamedFault& fault : faults) {
        std::erase_if(left, [&](std::size_t i) { return std::ranges::binary_search(fault.rows, i); });
        const auto known = std::ranges::find(out_.bugs, fault.meaning, &Bug::name);
        if (known == out_.bugs.end())
            out_.bugs.push_back(bug_of(fault, faults, true, answers_));
        else
            known->rows.insert(known->rows.end(), fault.rows.begin(), fault.rows.end());
    }
    if (unit_ != nullptr && faults.size() == 1) place_unseen(faults.front(), asked, left);
}

void Finder::place_unseen(const NamedFault& fault, const std::vector<std::size_t>& asked,
                          std::vector<std::size_t>& left) {
    const auto is_unseen = [&](std::size_t i) { return !fault.mixed(answers_.wrong[i]); };
    const auto unseen = static_cast<std::size_t>(std::ranges::count_if(asked, is_unseen));
    constexpr std::size_t nearly_all = 9;  // of ten rows with known neighbours
    if (unseen == 0 || fault.rows.size() * 10 < (asked.size() - unseen) * nearly_all) return;
    Bug& bug = *std::ranges::find(out_.bugs, fault.meaning, &Bug::name);
    std::erase_if(left, [&](std::size_t i) {
        if (repeats_[i] || !is_unseen(i)) return false;
        bug.rows.push_back(i);
        ++bug.unseen;
        return true;
    });
}

}  // namespace karat::probe
