// SPDX-License-Identifier: Apache-2.0
// Lane by lane: what the design answered against what the model says.
#pragma once
#include <cstdint>
#include <vector>

#include "karat/engine/dot_add.hpp"
#include "karat_tb/stimulus.hpp"

namespace karat::tb {

/// One lane that differs.
struct Mismatch {
    std::uint64_t tile = 0;  ///< 0-based
    std::size_t m = 0, n = 0;
    OperandClass operand_class = OperandClass::uniform_bits;
    std::vector<std::uint64_t> a, b;
    std::uint64_t c = 0;
    std::uint64_t expected = 0;
    std::uint64_t got = 0;
};

class Scoreboard {
   public:
    /// Keeps the operands of the first `keep` mismatches; counts them all.
    Scoreboard(const DotAdd& dot, std::size_t m, std::size_t n, std::size_t keep);

    /// Compares the answer to one tile, `results[i*n + j]`; tiles arrive in order.
    void compare(const Tile& tile, const std::vector<std::uint64_t>& results);

    [[nodiscard]] std::uint64_t tiles() const { return tiles_; }
    [[nodiscard]] std::uint64_t lanes() const { return tiles_ * m_ * n_; }
    [[nodiscard]] std::size_t columns() const { return n_; }
    [[nodiscard]] std::uint64_t mismatches() const { return mismatch_count_; }
    [[nodiscard]] const std::vector<Mismatch>& kept() const { return kept_; }
    /// Mismatches of lane i*n + j, and of each operand class.
    [[nodiscard]] const std::vector<std::uint64_t>& by_lane() const { return by_lane_; }
    [[nodiscard]] const std::vector<std::uint64_t>& by_class() const { return by_class_; }
    [[nodiscard]] const std::vector<std::uint64_t>& lanes_of_class() const { return lanes_of_class_; }

   private:
    const DotAdd& dot_;
    std::size_t m_, n_, keep_;
    std::uint64_t tiles_ = 0;
    std::uint64_t mismatch_count_ = 0;
    std::vector<Mismatch> kept_;
    std::vector<std::uint64_t> by_lane_, by_class_, lanes_of_class_;
};

}  // namespace karat::tb
