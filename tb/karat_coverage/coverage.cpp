// SPDX-License-Identifier: Apache-2.0
#include "karat_coverage/coverage.hpp"

#include <algorithm>

namespace karat {

Coverage::Coverage(const DotAdd& dot, std::size_t m, std::size_t n, bool has_c)
    : dot_(dot),
      model_(dot.program().recipe(), has_c),
      m_(m),
      n_(n),
      counts_(model_.bins().size() * m * n),
      lanes_hit_(model_.bins().size()) {
    for (std::size_t i = 0; i < bins().size(); ++i) hole_count_ += model_.reachable(i) ? 1 : 0;
}

void Coverage::add(std::size_t bin, std::size_t lane, std::uint64_t count) {
    std::uint64_t& cell = counts_[bin * lanes() + lane];
    if (cell == 0 && count != 0 && ++lanes_hit_[bin] == lanes() && model_.reachable(bin)) --hole_count_;
    cell += count;
}

void Coverage::sample(const TileElements& tile) {
    for (std::size_t i = 0; i < m_; ++i) {
        for (std::size_t j = 0; j < n_; ++j) {
            scratch_.clear();
            model_.evaluate(tile.operands(i, j, n_), scratch_);
            for (const std::uint32_t bin : scratch_) add(bin, i * n_ + j, 1);
        }
    }
    ++tiles_;
}

std::uint64_t Coverage::count(std::size_t bin) const {
    std::uint64_t sum = 0;
    for (std::size_t lane = 0; lane < lanes(); ++lane) sum += count(bin, lane);
    return sum;
}

namespace {

/// Indices of the bins for which `holds` is true.
template <class Condition>
std::vector<std::size_t> bins_that(std::size_t count, const Condition& holds) {
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < count; ++i) {
        if (holds(i)) out.push_back(i);
    }
    return out;
}

}  // namespace

std::vector<std::size_t> Coverage::holes() const {
    return bins_that(bins().size(), [&](std::size_t i) { return model_.reachable(i) && !is_hit(i); });
}

std::vector<std::size_t> Coverage::excluded() const {
    return bins_that(bins().size(), [&](std::size_t i) { return !model_.reachable(i); });
}

std::vector<std::size_t> Coverage::contradictions() const {
    return bins_that(bins().size(),
                     [&](std::size_t i) { return !model_.reachable(i) && is_hit_somewhere(i); });
}

double Coverage::percentage() const {
    const std::size_t reachable = bins().size() - excluded().size();
    return hole_count_ == 0
               ? 100.0
               : 100.0 * static_cast<double>(reachable - hole_count_) / static_cast<double>(reachable);
}

double Coverage::lane_percentage() const {
    std::size_t all = 0;
    std::size_t hit = 0;
    for (std::size_t i = 0; i < bins().size(); ++i) {
        if (!model_.reachable(i)) continue;
        all += lanes();
        hit += lanes_hit_[i];
    }
    return all == hit ? 100.0 : 100.0 * static_cast<double>(hit) / static_cast<double>(all);
}

std::string Coverage::exclusions() const {
    struct Reason {
        std::size_t first_bin, count;
    };
    std::vector<Reason> reasons;
    for (const std::size_t i : excluded()) {
        const auto same = [&](const Reason& r) { return bins()[r.first_bin].reason == bins()[i].reason; };
        const auto at = std::find_if(reasons.begin(), reasons.end(), same);
        if (at == reasons.end())
            reasons.push_back({i, 1});
        else
            ++at->count;
    }
    std::string out;
    for (const Reason& r : reasons) {
        out += "excluded: " + bins()[r.first_bin].name +
               (r.count == 1 ? "" : " and " + std::to_string(r.count - 1) + " more") + ": " +
               bins()[r.first_bin].reason + '\n';
    }
    return out;
}

std::string Coverage::report(std::size_t most_holes, std::size_t most_excluded) const {
    struct Group {
        std::string name;
        std::size_t reachable = 0, hit = 0, excluded = 0;
    };
    std::vector<Group> groups;
    for (std::size_t i = 0; i < bins().size(); ++i) {
        const std::string name = bins()[i].name.substr(0, bins()[i].name.find('/'));
        auto at = std::find_if(groups.begin(), groups.end(), [&](const Group& g) { return g.name == name; });
        if (at == groups.end()) at = groups.insert(groups.end(), Group{name});
        (model_.reachable(i) ? at->reachable : at->excluded) += 1;
        at->hit += model_.reachable(i) && is_hit(i) ? 1 : 0;
    }
    const auto percent = [](std::size_t part, std::size_t whole) {  // rounded down, so 100 means all
        const std::size_t tenths = whole == 0 ? 1000 : part * 1000 / whole;
        return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " %";
    };
    const std::size_t reachable = bins().size() - excluded().size();
    std::string out = "coverage " + percent(reachable - hole_count_, reachable) + ": " +
                      std::to_string(reachable - hole_count_) + " of " + std::to_string(reachable) +
                      " bins in each of " + std::to_string(lanes()) + " lanes, " +
                      std::to_string(excluded().size()) + " excluded, " + std::to_string(tiles_) + " tiles\n";
    for (const Group& g : groups) {
        out += "  " + g.name + std::string(g.name.size() < 10 ? 10 - g.name.size() : 1, ' ') +
               percent(g.hit, g.reachable) + "  (" + std::to_string(g.hit) + "/" +
               std::to_string(g.reachable) + ", " + std::to_string(g.excluded) + " excluded)\n";
    }
    out += exclusions();
    for (const std::size_t i : contradictions()) {
        out +=
            "ERROR: excluded bin hit: " + bins()[i].name + " (excluded because " + bins()[i].reason + ")\n";
    }
    const auto list = holes();
    for (std::size_t i = 0; i < std::min(most_holes, list.size()); ++i) {
        out += "hole: " + bins()[list[i]].name;
        if (lanes() > 1)
            out += "  (" + std::to_string(lanes_hit_[list[i]]) + " of " + std::to_string(lanes()) + " lanes)";
        out += '\n';
    }
    if (list.size() > most_holes)
        out += "  and " + std::to_string(list.size() - most_holes) + " more holes\n";
    const auto without = excluded();
    for (std::size_t i = 0; i < std::min(most_excluded, without.size()); ++i) {
        out += "excluded: " + bins()[without[i]].name + ": " + bins()[without[i]].reason + '\n';
    }
    return out;
}

}  // namespace karat
