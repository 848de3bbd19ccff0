// SPDX-License-Identifier: Apache-2.0
// Compares the design's answers with the golden model, lane by lane.
#pragma once
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "karat/compare/lane_mismatch.hpp"
#include "karat_tb/check/kept_mismatches.hpp"
#include "karat_tb/stimulus/tile_source.hpp"

namespace karat::tb {

using karat::Answer;

/// One tile and its answers; lane (i, j) is answers[i*n + j].
struct Observation {
    Tile tile;
    std::vector<Answer> answers;
};

/// One tile with its answers and the expected results, lane by lane.
struct ComparedTile {
    const Tile& tile;
    std::span<const std::uint64_t> expected;
    std::span<const Answer> answers;
    std::uint64_t number = 0;  ///< 0-based
    std::uint64_t cycle = 0;   ///< in which the answer was taken; 0: unknown
};

class Scoreboard {
   public:
    struct Limits {
        /// Most that are kept with their operands (KeptMismatches); all are counted.
        std::size_t mismatches = 1000;
        std::size_t history_bytes = 0;  ///< most bytes of tiles and answers kept for a diagnosis
    };
    Scoreboard(const DotAdd& dot, std::size_t m, std::size_t n, Limits limits);
    Scoreboard(const DotAdd& dot, std::size_t m, std::size_t n) : Scoreboard(dot, m, n, Limits{}) {}

    /// Compares the answers to one tile; lane (i, j) is answers[i*n + j]. Call it for the tiles in order.
    /// `cycle`: the one that took the answer; 0: unknown.
    void compare(Tile tile, std::vector<Answer> answers, std::uint64_t cycle = 0);
    /// The same with expected results from another source, such as a golden module behind a socket.
    void compare(Tile tile, const std::vector<std::uint64_t>& expected, std::vector<Answer> answers,
                 std::uint64_t cycle = 0);

    /// Sets a callback for each compared tile; coverage collection uses it.
    void on_compared(std::function<void(const Tile&)> observer) { observer_ = std::move(observer); }
    /// Sets a callback for each compared tile with its answers; a record of them uses it.
    void on_answers(std::function<void(const ComparedTile&)> observer) { answers_ = std::move(observer); }

    [[nodiscard]] const DotAdd& dot() const { return dot_; }
    [[nodiscard]] std::uint64_t tiles() const { return tiles_; }
    [[nodiscard]] std::uint64_t lanes() const { return tiles_ * m_ * n_; }
    [[nodiscard]] std::size_t rows() const { return m_; }
    [[nodiscard]] std::size_t columns() const { return n_; }
    [[nodiscard]] std::uint64_t mismatches() const { return mismatch_count_; }
    [[nodiscard]] const KeptMismatches& kept_mismatches() const { return kept_; }
    [[nodiscard]] const std::vector<Mismatch>& kept() const { return kept_.all(); }
    /// The first tiles with their answers, and whether these are all tiles of the run.
    [[nodiscard]] const std::vector<Observation>& history() const { return history_; }
    [[nodiscard]] bool history_is_whole() const { return history_.size() == tiles_; }
    /// Mismatches of each lane i*n + j and of each operand class; compared lanes of each operand class.
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
    std::vector<std::uint64_t> expected_;  // results for the current tile
    std::function<void(const ComparedTile&)> answers_;
    KeptMismatches kept_;
    std::vector<Observation> history_;
    std::vector<std::uint64_t> by_lane_, by_class_, lanes_of_class_;
};

}  // namespace karat::tb
