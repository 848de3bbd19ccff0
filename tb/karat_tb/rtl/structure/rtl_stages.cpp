// SPDX-License-Identifier: Apache-2.0
// Places a lane's pipeline registers.
#include <algorithm>
#include <numeric>

#include "karat_tb/rtl/structure/rtl_netlist.hpp"

namespace karat::tb {
namespace {

/// Assigns levels to runs greedily: a new run starts where the delay would exceed `limit`.
std::vector<int> runs_within(const std::vector<int>& delays, int limit) {
    std::vector<int> out;
    int run = 0;
    int sum = 0;
    for (const int delay : delays) {
        if (sum != 0 && sum + delay > limit) {
            ++run;
            sum = 0;
        }
        sum += delay;
        out.push_back(run);
    }
    return out;
}

}  // namespace

std::vector<int> divide_levels(const std::vector<int>& delays, int stages) {
    int low = *std::max_element(delays.begin(), delays.end());
    int high = std::accumulate(delays.begin(), delays.end(), 0);
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (runs_within(delays, middle).back() < stages) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    std::vector<int> runs = runs_within(delays, low);
    // too few runs: repeatedly split the first one that has two levels
    while (runs.back() + 1 < stages) {
        std::size_t at = 1;
        while (runs[at] != runs[at - 1]) ++at;
        for (std::size_t i = at; i < runs.size(); ++i) ++runs[i];
    }
    return runs;
}

/// Places each cell as late as the result allows, because values computed from a few operand bits are wide
/// and are often needed late in a chain. Then moves the cells marked `early`, which reduce many bits to few,
/// as early as their inputs allow.
std::vector<int> Netlist::levels() const {
    const std::size_t count = cells_.size();
    std::vector<int> depth(count, 1);
    for (std::size_t i = 0; i < count; ++i) {
        for (const auto& [port, from] : cells_[i].inputs) {
            for (const WirePart& part : from.parts) {
                const int producer = producer_of(part);
                if (producer >= 0)
                    depth[i] = std::max(depth[i], depth[static_cast<std::size_t>(producer)] + 1);
            }
        }
    }
    const int deepest = count == 0 ? 0 : *std::max_element(depth.begin(), depth.end());
    std::vector<int> level(count, deepest - 1);
    for (std::size_t i = count; i-- > 0;) {
        for (const auto& [port, from] : cells_[i].inputs) {
            for (const WirePart& part : from.parts) {
                const int producer = producer_of(part);
                if (producer < 0) continue;
                int& before = level[static_cast<std::size_t>(producer)];
                before = std::min(before, level[i] - 1);
            }
        }
    }
    for (std::size_t i = 0; i < count; ++i) {
        if (!cells_[i].early) continue;
        int earliest = 0;
        for (const auto& [port, from] : cells_[i].inputs) {
            for (const WirePart& part : from.parts) {
                const int producer = producer_of(part);
                if (producer >= 0)
                    earliest = std::max(earliest, level[static_cast<std::size_t>(producer)] + 1);
            }
        }
        level[i] = earliest;
    }
    return level;
}

int Netlist::depth() const {
    const std::vector<int> level = levels();
    return level.empty() ? 0 : *std::max_element(level.begin(), level.end()) + 1;
}

template <class Visit>
void Netlist::for_each_read(const Visit& visit) const {
    for (std::size_t i = 0; i < cells_.size(); ++i) {
        for (const auto& [port, from] : cells_[i].inputs) {
            for (const WirePart& part : from.parts) {
                if (part.constant.empty()) visit(part, stage_of_[i]);
            }
        }
    }
}

void Netlist::place(int stages, Wire result) {
    const std::vector<int> level = levels();
    std::vector<int> delays(static_cast<std::size_t>(depth()), 1);
    for (std::size_t i = 0; i < cells_.size(); ++i) {
        if (cells_[i].early) continue;
        int& delay = delays[static_cast<std::size_t>(level[i])];
        delay = std::max(delay, cells_[i].delay);
    }
    const std::vector<int> run = divide_levels(delays, std::max(stages, 1));
    stages_ = stages;
    result_ = result;
    stage_of_.clear();
    for (std::size_t i = 0; i < cells_.size(); ++i) {
        const int stage = run[static_cast<std::size_t>(level[i])];
        stage_of_.push_back(stage);
        for (const auto& [port, wire] : cells_[i].outputs) {
            Node& made = wires_[static_cast<std::size_t>(wire)];
            made.stage = made.last = stage;
        }
    }
    for (Node& wire : wires_) {
        if (wire.is_input) wire.stage = stages_ + 1;
    }
    for_each_read([&](const WirePart& part, int stage) {
        Node& wire = wires_[static_cast<std::size_t>(part.wire)];
        if (wire.is_input) wire.stage = std::min(wire.stage, stage);
        wire.last = std::max(wire.last, stage);
    });
    for_each_read([&](const WirePart& part, int stage) {
        Node& wire = wires_[static_cast<std::size_t>(part.wire)];
        if (stage != wire.last) return;
        for (int bit = part.low; bit < part.low + part.width; ++bit)
            wire.seen[static_cast<std::size_t>(bit)] = true;
    });
    Node& d = wires_[static_cast<std::size_t>(result)];
    d.last = stages_;
    d.seen.assign(d.seen.size(), true);
}

}  // namespace karat::tb
