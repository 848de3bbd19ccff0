// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/check/scoreboard.hpp"

namespace karat::tb {

Scoreboard::Scoreboard(const DotAdd& dot, std::size_t m, std::size_t n, Limits limits)
    : dot_(dot),
      m_(m),
      n_(n),
      limits_(limits),
      kept_(limits.mismatches),
      by_lane_(m * n),
      by_class_(kOperandClasses),
      lanes_of_class_(kOperandClasses) {}

void Scoreboard::compare(Tile tile, std::vector<Answer> answers, std::uint64_t cycle) {
    expected_.resize(m_ * n_);
    for (std::size_t lane = 0; lane < expected_.size(); ++lane)
        expected_[lane] = dot_(tile.operands(lane / n_, lane % n_, n_));
    compare(std::move(tile), expected_, std::move(answers), cycle);
}

void Scoreboard::compare(Tile tile, const std::vector<std::uint64_t>& expected_lanes,
                         std::vector<Answer> answers, std::uint64_t cycle) {
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
            Mismatch seen;
            seen.tile = tiles_;
            seen.m = i;
            seen.n = j;
            seen.expected = expected;
            seen.got = got;
            seen.operand_class = tile.operand_class;
            seen.kind = difference_kind(expected, got, dot_.spec().d);
            seen.cycle = cycle;
            kept_.add(seen, tile.operands(i, j, n_));
        }
    }
    if (observer_) observer_(tile);
    if (answers_) answers_({tile, expected_lanes, answers, tiles_, cycle});
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
