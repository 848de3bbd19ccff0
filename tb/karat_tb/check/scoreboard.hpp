// SPDX-License-Identifier: Apache-2.0
// Lane by lane: what the design answered against what the model says.
#pragma once
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "karat/compare/lane_mismatch.hpp"
#include "karat_tb/stimulus/tile_source.hpp"

namespace karat::tb {

using karat::Answer;

/// One tile and its answers, lane i*n + j.
struct Observation {
    Tile tile;
    std::vector<Answer> answers;
};

/// One lane that differs.
struct Mismatch : LaneMismatch {
    OperandClass operand_class = OperandClass::uniform_bits;
};

class Scoreboard {
   public:
    struct Limits {
        std::size_t mismatches = 1000;  ///< kept with their operands; all are counted
        std::size_t history_bytes = 0;  ///< of tiles and answers kept, which a diagnosis needs
    };
    Scoreboard(const DotAdd& dot, std::size_t m, std::size_t n, Limits limits);
    Scoreboard(const DotAdd& dot, std::size_t m, std::size_t n) : Scoreboard(dot, m, n, Limits{}) {}

    /// Compares the answer to one tile, lane i*n + j; tiles arrive in order.
    void compare(Tile tile, std::vector<Answer> answers);
    /// The same with what is expected from elsewhere (a golden module behind a socket).
    void compare(Tile tile, const std::vector<std::uint64_t>& expected, std::vector<Answer> answers);

    /// Called with each tile that was compared, as coverage wants.
    void on_compared(std::function<void(const Tile&)> observer) { observer_ = std::move(observer); }

    [[nodiscard]] const DotAdd& dot() const { return dot_; }
    [[nodiscard]] std::uint64_t tiles() const { return tiles_; }
    [[nodiscard]] std::uint64_t lanes() const { return tiles_ * m_ * n_; }
    [[nodiscard]] std::size_t rows() const { return m_; }
    [[nodiscard]] std::size_t columns() const { return n_; }
    [[nodiscard]] std::uint64_t mismatches() const { return mismatch_count_; }
    [[nodiscard]] const std::vector<Mismatch>& kept() const { return kept_; }
    /// The first tiles, and whether they are all of them.
    [[nodiscard]] const std::vector<Observation>& history() const { return history_; }
    [[nodiscard]] bool history_is_whole() const { return history_.size() == tiles_; }
    /// Mismatches of lane i*n + j, and of each operand class.
    [[nodiscard]] const std::vector<std::uint64_t>& by_lane() const { return by_lane_; }
    [[nodiscard]] const std::vector<std::uint64_t>& by_class() const { return by_class_; }
    [[nodiscard]] const std::vector<std::uint64_t>& lanes_of_class() const { return lanes_of_class_; }

   private:
    const DotAdd& dot_;
    std::size_t m_, n_;
    Limits limits_;
    std::uint64_t tiles_ = 0;
    std::uint64_t mismatch_count_ = 0;
    std::size_t history_bytes_ = 0;
    std::function<void(const Tile&)> observer_;
    std::vector<std::uint64_t> expected_;  // of the tile in hand
    std::vector<Mismatch> kept_;
    std::vector<Observation> history_;
    std::vector<std::uint64_t> by_lane_, by_class_, lanes_of_class_;
};

}  // namespace karat::tb
