// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/separate/partners.hpp"

#include <algorithm>
#include <iterator>

namespace karat::probe {

Partners::Partners(const Program& program) : met_first_(static_cast<std::size_t>(program.operands().k) + 1) {
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
        }
    }
}

int Partners::of(int operand, tb::Random& random) const {
    const std::vector<int>& met = met_first_[static_cast<std::size_t>(operand)];
    return met.empty() ? -1 : met[random.below(met.size())];
}

}  // namespace karat::probe
