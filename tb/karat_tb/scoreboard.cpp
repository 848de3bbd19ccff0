// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/scoreboard.hpp"

namespace karat::tb {

Scoreboard::Scoreboard(const DotAdd& dot, std::size_t m, std::size_t n, std::size_t keep)
    : dot_(dot), m_(m), n_(n), keep_(keep), by_lane_(m * n), by_class_(kOperandClasses), lanes_of_class_(kOperandClasses) {}

void Scoreboard::compare(const Tile& tile, const std::vector<std::uint64_t>& results) {
    const auto k = static_cast<std::size_t>(dot_.spec().k);
    const auto operand_class = static_cast<std::size_t>(tile.operand_class);
    for (std::size_t i = 0; i < m_; ++i) {
        for (std::size_t j = 0; j < n_; ++j) {
            const std::size_t lane = i * n_ + j;
            const std::span<const std::uint64_t> a = std::span(tile.a).subspan(i * k, k);
            const std::span<const std::uint64_t> b = std::span(tile.b).subspan(j * k, k);
            const std::uint64_t expected = dot_({a, b, {}, {}, tile.c[lane]});
            ++lanes_of_class_[operand_class];
            if (dot_.matches(expected, results[lane])) continue;
            ++mismatch_count_;
            ++by_lane_[lane];
            ++by_class_[operand_class];
            if (kept_.size() < keep_) {
                kept_.push_back(
                    {tiles_, i, j, tile.operand_class, {a.begin(), a.end()}, {b.begin(), b.end()}, tile.c[lane], expected, results[lane]});
            }
        }
    }
    ++tiles_;
}

}  // namespace karat::tb
