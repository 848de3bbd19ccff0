// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/separate/partners.hpp"

#include <algorithm>
#include <iterator>

namespace karat::probe {

Partners::Partners(const Program& program)
    : met_first_(static_cast<std::size_t>(program.operands().k) + 1), met_in_(met_first_.size()) {
    std::vector<std::vector<int>> below(program.slots());  // operands, by slot
    for (int i = 0; i <= program.operands().k; ++i) below[static_cast<std::size_t>(i)] = {i};
    for (const Operation& op : program.operations()) {
        std::vector<int>& all = below[op.result];
        for (const AddendGroup& group : program.groups(op)) {
            for (const Slot slot : program.addends(group))
                std::ranges::copy(below[slot], std::back_inserter(all));
        }
        if (all.size() < 2) continue;
        for (const int operand : all) {
            std::vector<int>& met = met_first_[static_cast<std::size_t>(operand)];
            if (!met.empty()) continue;
            std::ranges::remove_copy(all, std::back_inserter(met), operand);
            met_in_[static_cast<std::size_t>(operand)] = op.result;
        }
    }
}

int Partners::of(int operand, tb::Random& random) const {
    const std::vector<int>& met = met_first_[static_cast<std::size_t>(operand)];
    return met.empty() ? -1 : met[random.below(met.size())];
}

std::vector<int> Partners::beside(int operand) const {
    std::vector<int> out;
    for (std::size_t i = 0; i < met_in_.size(); ++i)
        if (met_in_[i] == met_in_[static_cast<std::size_t>(operand)]) out.push_back(static_cast<int>(i));
    return out;
}

}  // namespace karat::probe
