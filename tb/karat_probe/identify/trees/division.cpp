// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/trees/division.hpp"

#include <algorithm>
#include <set>

#include "karat/recipe/program.hpp"

namespace karat::probe {

std::vector<Pattern> different_patterns(int parts, int size) {
    if (parts == 1 || parts == size) return {Pattern::contiguous};
    std::vector<Pattern> out;
    std::set<std::vector<std::vector<int>>> seen;
    for (const Pattern pattern : kEveryPattern) {
        std::vector<std::vector<int>> divided;
        for (int i = 0; i < parts; ++i) {
            divided.push_back(part_positions(pattern, i, parts, size));
            std::ranges::sort(divided.back());
        }
        if (seen.insert(std::move(divided)).second) out.push_back(pattern);
    }
    return out;
}

void each_division(int size, const std::function<void(int parts, Pattern pattern)>& body) {
    for (int parts = 1; parts <= size; ++parts) {
        if (size % parts != 0) continue;
        for (const Pattern pattern : different_patterns(parts, size)) body(parts, pattern);
    }
}

}  // namespace karat::probe
