// SPDX-License-Identifier: Apache-2.0
// Two recipes may compute different sums and round them to the same d. Another addend can put the sums on
// either side of a tie, or of another boundary of the rounding, so that d differs as well.
#pragma once
#include <cstdint>
#include <optional>

#include "karat/evaluate/evaluator.hpp"
#include "karat/vectors/vector_file.hpp"
#include "karat_probe/separate/side_by_side.hpp"
#include "karat_probe/separate/wide_sum.hpp"
#include "karat_tb/stimulus/random.hpp"

namespace karat::probe {

class Unmasking {
   public:
    /// Keeps references to the evaluators. Precondition: their operands are the same, and no integers.
    Unmasking(const Evaluator& x, const Evaluator& y, std::uint64_t seed);
    Unmasking(const Unmasking&) = delete;
    Unmasking& operator=(const Unmasking&) = delete;

    /// Whether the results differ on a row.
    [[nodiscard]] bool differ(const VectorRow& row);

    /// The row with addends changed or added so that the results of x and y differ; nothing if their sums do
    /// not differ on it, or if no such row was met. Precondition: the results do not differ on the row.
    [[nodiscard]] std::optional<VectorRow> operator()(const VectorRow& row);
    /// Dot-adds evaluated so far.
    [[nodiscard]] std::uint64_t evaluations() const { return evaluations_; }

   private:
    /// The number with the fewest bits that lies between the sums of both recipes on a row, which differ.
    [[nodiscard]] std::optional<double> between_sums(const VectorRow& row);
    /// A value that a rounding of either recipe treats unlike its neighbours, for a sum near `between`.
    [[nodiscard]] double boundary(double between);

    const Evaluator& x_;
    SideBySide both_;
    WideSum wide_x_, wide_y_;
    SideBySide wide_;
    tb::Random random_;
    std::uint64_t evaluations_ = 0;
};

}  // namespace karat::probe
