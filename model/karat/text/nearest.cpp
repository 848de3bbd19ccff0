// SPDX-License-Identifier: Apache-2.0
#include "karat/text/nearest.hpp"

#include <algorithm>
#include <compare>
#include <numeric>

#include "karat/enum_names.hpp"

namespace karat {
namespace {

struct Distance {
    std::size_t to_start;  ///< to the closest prefix of the name: characters not typed yet cost nothing
    std::size_t to_whole;  ///< to the whole name

    // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 takes the 0 of a defaulted <=> for a pointer
    auto operator<=>(const Distance&) const = default;
};

/// Levenshtein distance, computed row by row. The last row holds the distances to all prefixes of `to`.
Distance edit_distance(std::string_view from, std::string_view to) {
    std::vector<std::size_t> row(to.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < from.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < to.size(); ++j) {
            const std::size_t replaced = diagonal + (from[i] == to[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
        }
    }
    return {*std::min_element(row.begin(), row.end()), row.back()};
}

}  // namespace

std::string nearest_names(std::string_view wanted, const std::vector<std::string>& names, std::size_t count) {
    // Longer than every name. Bounds the run time for very long input.
    constexpr std::size_t kLongest = 128;
    const std::string target = to_lower(wanted.substr(0, kLongest));
    std::vector<std::pair<Distance, std::string>> ranked;
    ranked.reserve(names.size());
    const std::size_t most = (target.size() + 2) / 3;
    for (const std::string& name : names) {
        const Distance distance = edit_distance(target, to_lower(name));
        if (distance.to_start <= most) ranked.emplace_back(distance, name);
    }
    std::stable_sort(ranked.begin(), ranked.end(),
                     [](const auto& x, const auto& y) { return x.first < y.first; });
    std::string out;
    for (std::size_t i = 0; i < std::min(count, ranked.size()); ++i) {
        if (i != 0) out += ", ";
        out += ranked[i].second;
    }
    return out;
}

std::string nearest_hint(std::string_view wanted, const std::vector<std::string>& names, std::size_t count,
                         std::string_view otherwise) {
    const std::string near = nearest_names(wanted, names, count);
    return near.empty() ? std::string(otherwise) : "; nearest: " + near;
}

}  // namespace karat
