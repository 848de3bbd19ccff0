// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/check/scoreboard.hpp"

namespace karat::tb {

Scoreboard::Scoreboard(const DotAdd& dot, std::size_t m, std::size_t n, Limits limits)
    : dot_(dot),
      m_(m),
      n_(n),
      limits_(limits),
      by_lane_(m * n),
      by_class_(kOperandClasses),
      lanes_of_class_(kOperandClasses) {}

void Scoreboard::compare(Tile tile, std::vector<Answer> answers) {
    expected_.resize(m_ * n_);
    for (std::size_t lane = 0; lane < expected_.size(); ++lane)
        expected_[lane] = dot_(tile.operands(lane / n_, lane % n_, n_));
    compare(std::move(tile), expected_, std::move(answers));
}

void Scoreboard::compare(Tile tile, const std::vector<std::uint64_t>& expected_lanes,
                         std::vector<Answer> answers) {
    const auto operand_class = static_cast<std::size_t>(tile.operand_class);
    for (std::size_t i = 0; i < m_; ++i) {
        for (std::size_t j = 0; j < n_; ++j) {
            const std::size_t lane = i * n_ + j;
            const std::uint64_t expected = expected_lanes[lane];
            ++lanes_of_class_[operand_class];
            const Answer& got = answers[lane];
            if (is_right(dot_, expected, got)) continue;
            ++mismatch_count_;
            ++by_lane_[lane];
            ++by_class_[operand_class];
            if (kept_.size() < limits_.mismatches) {
                kept_.push_back({lane_mismatch(tiles_, i, j, tile.operands(i, j, n_), expected, got),
                                 tile.operand_class});
            }
        }
    }
    if (observer_) observer_(tile);
    const std::size_t words = tile.a.size() + tile.b.size() + tile.c.size() + tile.scale_a.size() +
                              tile.scale_b.size() + tile.metadata.size() + 2 * answers.size();
    const std::size_t bytes = words * sizeof(std::uint64_t) + sizeof(Observation);
    if (history_.size() == tiles_ && history_bytes_ + bytes <= limits_.history_bytes) {
        history_bytes_ += bytes;
        history_.push_back({std::move(tile), std::move(answers)});
    }
    ++tiles_;
}

}  // namespace karat::tb
