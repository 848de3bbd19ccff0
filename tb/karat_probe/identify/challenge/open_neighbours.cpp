// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/challenge/open_neighbours.hpp"

#include <algorithm>
#include <map>
#include <string>

#include "karat_probe/identify/judging/shuffle.hpp"

namespace karat::probe {
namespace {

constexpr std::size_t kAtATime = 8;  ///< values of an attribute that are no numbers

std::int64_t number_of(const OpenNeighbours::Open* open) { return open->neighbour->edit.value.as_int64(); }

}  // namespace

OpenNeighbours::OpenNeighbours(const Evaluator& guess, std::vector<Neighbour>& neighbours,
                               std::uint64_t seed) {
    std::map<std::string, std::size_t> keys;
    for (Neighbour& neighbour : neighbours) {
        if (!neighbour.open()) continue;
        const std::size_t attribute = keys.try_emplace(neighbour.edit.key, keys.size()).first->second;
        all_.push_back({&neighbour, {guess, neighbour.evaluator}, attribute});
    }
    tb::Random random(seed);
    shuffle(all_, random);
    attributes_.resize(keys.size());
    for (const Open& open : all_) {
        Attribute& of = attributes_[open.attribute];
        (open.neighbour->edit.value.is_int64() ? of.numbers : of.others).push_back(&open);
    }
    for (Attribute& attribute : attributes_) std::ranges::sort(attribute.numbers, {}, number_of);
    watch();
}

void OpenNeighbours::watch() {
    watched_.clear();
    for (const Attribute& of : attributes_) {
        if (!of.numbers.empty()) watched_.push_back(of.numbers.front());
        if (of.numbers.size() > 1) watched_.push_back(of.numbers.back());
        const std::size_t count = std::min(kAtATime, of.others.size());
        watched_.insert(watched_.end(), of.others.begin(),
                        of.others.begin() + static_cast<std::ptrdiff_t>(count));
    }
}

void OpenNeighbours::take_turns() {
    for (Attribute& of : attributes_) {
        if (of.others.size() <= kAtATime) continue;
        std::rotate(of.others.begin(), of.others.begin() + static_cast<std::ptrdiff_t>(kAtATime),
                    of.others.end());
    }
    watch();
}

bool OpenNeighbours::exclude(const Operands& in, std::uint64_t d, BaseValues& base_values, std::size_t index,
                             std::optional<std::size_t> attribute) {
    std::vector<bool> looked_at(attributes_.size());
    if (attribute) looked_at[*attribute] = true;
    for (const Open* open : watched_) {
        if (!looked_at[open->attribute] && open->continued(in, base_values) != d)
            looked_at[open->attribute] = true;
    }
    bool any = false;
    const auto differs = [&](const Open* open) {
        if (open->continued(in, base_values) == d) return false;
        open->neighbour->excluded_by = index;
        any = true;
        return true;
    };
    for (std::size_t i = 0; i < attributes_.size(); ++i) {
        if (!looked_at[i]) continue;
        std::erase_if(attributes_[i].numbers, differs);
        std::erase_if(attributes_[i].others, differs);
    }
    if (any) watch();
    return any;
}

const OpenNeighbours::Open* OpenNeighbours::of_attribute(std::size_t attribute, std::size_t turn) const {
    const Attribute& of = attributes_[attribute];
    const std::size_t ends = std::min<std::size_t>(2, of.numbers.size());
    if (ends + of.others.size() == 0) return nullptr;
    const std::size_t at = turn % (ends + of.others.size());
    if (at >= ends) return of.others[at - ends];
    return at == 0 ? of.numbers.front() : of.numbers.back();
}

}  // namespace karat::probe
