// SPDX-License-Identifier: Apache-2.0
// Rows whose sum is a tie of the last rounding, or one unit of the sum beside it, although bits were dropped.
// Where the recipe drops a bit more or less than a unit does, d differs. That shows in hardly any other row
// if d has few bits.
#pragma once
#include <cstddef>
#include <optional>
#include <vector>

#include "karat/recipe/program.hpp"
#include "karat_probe/separate/aims.hpp"
#include "karat_probe/separate/row_draft.hpp"
#include "karat_probe/separate/row_source.hpp"
#include "karat_probe/separate/sum_shift.hpp"
#include "karat_probe/separate/wide_sum.hpp"

namespace karat::probe {

class TieRows final : public RowSource {
   public:
    /// Precondition: the operands are no integers.
    TieRows(const Program& program, std::uint64_t seed);
    TieRows(const TieRows&) = delete;  // its parts refer to each other
    TieRows& operator=(const TieRows&) = delete;

    /// The next row. It is any row if none of some was moved to a tie. Never ends.
    [[nodiscard]] std::optional<VectorRow> next() override;
    /// A row with further addends, or with another c, such that its sum is a tie or beside one; nothing if
    /// that was not reached, or if nothing is dropped then.
    [[nodiscard]] std::optional<VectorRow> moved(const VectorRow& row);

   private:
    /// One large addend of the last rounded sum, and others of which bits are dropped.
    [[nodiscard]] VectorRow crowded();
    [[nodiscard]] int product();
    /// A value near the sum at which the last rounding changes d, or one unit of the sum beside it.
    [[nodiscard]] double boundary(double sum);
    OperandRules rules_;
    std::vector<std::size_t> products_;  ///< that no rounding comes between and the last one
    Aims aims_;
    RowDraft draft_;
    WideSum wide_, exact_;
    SumShift shift_;
};

}  // namespace karat::probe
