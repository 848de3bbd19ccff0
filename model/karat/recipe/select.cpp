// SPDX-License-Identifier: Apache-2.0
// Selection of the k that each part of a slice takes.
#include "karat/recipe/pattern.hpp"
#include "karat/recipe/program.hpp"

namespace karat {

std::vector<int> part_positions(Pattern pattern, int i, int parts, int size) {
    const int length = size / parts;
    std::vector<int> out(static_cast<std::size_t>(length));
    for (int j = 0; j < length; ++j)
        out[static_cast<std::size_t>(j)] = pattern_index(pattern, i, j, parts, length);
    return out;
}

std::vector<std::vector<int>> select_parts(const Select& select, std::span<const int> slice) {
    std::vector<int> chosen;
    if (select.list.empty()) {
        chosen.assign(slice.begin(), slice.end());
    } else {
        for (const int at : select.list) chosen.push_back(slice[static_cast<std::size_t>(at)]);
    }
    std::vector<std::vector<int>> out;
    for (int i = 0; i < select.parts; ++i) {
        if (select.index != Select::kEach && select.index != i) continue;
        std::vector<int>& part = out.emplace_back();
        for (const int at :
             part_positions(select.pattern, i, select.parts, static_cast<int>(chosen.size()))) {
            part.push_back(chosen[static_cast<std::size_t>(at)]);
        }
    }
    return out;
}

}  // namespace karat
