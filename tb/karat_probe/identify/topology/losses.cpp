// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/topology/losses.hpp"

#include <algorithm>
#include <ranges>
#include <utility>

namespace karat::probe {

Losses::Losses(const Program& program, std::vector<int> magnitudes)
    : program_(program), magnitudes_(std::move(magnitudes)), uses_(program.slots()) {
    for (std::size_t n = 0; n < program.operations().size(); ++n) {
        for (const AddendGroup& group : program.groups(program.operations()[n])) {
            for (const Slot slot : program.addends(group)) uses_[slot] = {n, group.term};
        }
    }
}

Losses::Set Losses::known(const Loss& loss) {
    constexpr std::size_t most = 64;  // later ones share the last bit
    return losses_.try_emplace(loss, Set{1} << std::min(losses_.size(), most - 1)).first->second;
}

Losses::Set Losses::beside(Slot y, Slot x, bool held) {
    return known({uses_[y].term, uses_[x].term, held, magnitude_});
}

/// The first operation that both values go into.
std::size_t Losses::common(Slot a, Slot b) const {
    // operations are in evaluation order, so that the earlier one is below
    std::size_t x = uses_[a].op;
    std::size_t y = uses_[b].op;
    while (x != y) {
        std::size_t& lower = x < y ? x : y;
        lower = uses_[program_.operations()[lower].result].op;
    }
    return x;
}

Slot Losses::below(std::size_t op, Slot from) const {
    while (uses_[from].op != op) from = program_.operations()[uses_[from].op].result;
    return from;
}

Losses::Set Losses::ways(const Places& places) {
    magnitude_ = magnitudes_.empty() ? 0 : magnitudes_[places.y];
    const std::size_t cancels = common(places.x, places.minus_x);
    const std::size_t meets = std::min(common(places.y, places.x), common(places.y, places.minus_x));
    Set out = meets > cancels ? 0 : beside_x(places, meets, cancels);
    // an unrounded sum keeps the largest exponent of its addends
    for (std::size_t op = cancels; program_.operations()[op].round == nullptr;) {
        const Slot sum = program_.operations()[op].result;
        op = uses_[sum].op;
        if (op >= meets) out |= beside(op == meets ? below(op, places.y) : sum, sum, true);
    }
    return out;
}

/// From where y meets X, or -X, to where they cancel.
Losses::Set Losses::beside_x(const Places& places, std::size_t meets, std::size_t cancels) {
    Set out = 0;
    for (const Slot x : {places.x, places.minus_x}) {
        if (common(places.y, x) == meets) out |= beside(below(meets, places.y), below(meets, x));
    }
    for (std::size_t op = meets; op != cancels;) {
        const Operation& sum = program_.operations()[op];
        if (sum.round != nullptr) out |= known({sum.sum, nullptr, false, magnitude_});
        op = uses_[sum.result].op;
        out |= beside(sum.result, sum.result);
        if (op != cancels) continue;
        for (const Slot x : {places.x, places.minus_x}) out |= beside(sum.result, below(op, x));
    }
    return out;
}

void Losses::note(const Places& places, bool lost) {
    Count& count = counts_[ways(places)];
    ++(lost ? count.lost : count.kept);
}

std::size_t Losses::unexplained(Set losses) const {
    std::size_t out = 0;
    for (const auto& [ways, count] : counts_) out += (ways & losses) != 0 ? count.kept : count.lost;
    return out;
}

std::set<const Term*> Losses::passed_by(Slot place) const {
    std::set<const Term*> out;
    for (const Use* use = &uses_[place]; use->term != nullptr;) {
        out.insert(use->term);
        use = &uses_[program_.operations()[use->op].result];
    }
    return out;
}

std::size_t Losses::unlike() const {
    std::map<std::set<const Term*>, std::map<int, std::size_t>> ways;
    for (std::size_t place = 0; place < magnitudes_.size(); ++place)
        ++ways[passed_by(static_cast<Slot>(place))][magnitudes_[place]];
    std::size_t alike = 0;
    for (const auto& [way, counts] : ways) alike += std::ranges::max(std::views::values(counts));
    return magnitudes_.size() - alike;
}

/// From these losses, one more or less at a time, as long as that explains more.
std::size_t Losses::descended(Set losses) const {
    std::size_t least = unexplained(losses);
    for (bool better = true; std::exchange(better, false);) {
        for (std::size_t i = 0; i < std::min<std::size_t>(losses_.size(), 64); ++i) {
            const Set other = losses ^ Set { 1 } << i;
            const std::size_t left = unexplained(other);
            if (left >= least) continue;
            least = left;
            losses = other;
            better = true;
        }
    }
    return least;
}

std::size_t Losses::unexplained() const {
    // what some kept y passes loses nothing; nor what most of those that take the same way pass
    Set never = 0;
    Set rarely = 0;
    for (const auto& [ways, count] : counts_) {
        if (count.kept != 0) never |= ways;
        if (count.kept > count.lost) rarely |= ways;
    }
    std::size_t least = unexplained(~never);
    for (const Set start : {~never, ~rarely, Set{0}, ~Set{0}}) {
        if (least == 0) break;
        least = std::min(least, descended(start));
    }
    return least;
}

}  // namespace karat::probe
