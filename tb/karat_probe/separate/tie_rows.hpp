// SPDX-License-Identifier: Apache-2.0
// Rows whose sum is a tie of the last rounding, or one unit of the sum beside it, although bits were dropped.
// Where the recipe drops a bit more or less than a unit does, d differs. That shows in hardly any other row
// if d has few bits. Also of other roundings inside the recipe, with zeros beside the sum that they round: in
// a chain that of the first step, to which the accumulator operand brings more bits than a step rounds to. A
// sum that is an addend of another one is rounded to the width of that addend.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "karat/recipe/program.hpp"
#include "karat_probe/separate/aims.hpp"
#include "karat_probe/separate/row_draft.hpp"
#include "karat_probe/separate/row_source.hpp"
#include "karat_probe/separate/sum_shift.hpp"
#include "karat_probe/separate/tie_surroundings.hpp"
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
    /// A rounded sum.
    struct Rounded {
        UnroundedAddends addends;
        WideSum wide;
        SumShift shift;
        int least_exponent;                   ///< below it, units of the rounding do not become smaller
        std::int64_t tried = 0, reached = 0;  ///< crowds, and those that were moved to a tie
        [[nodiscard]] bool is_seldom_reached() const {
            constexpr std::int64_t patience = 200;
            return tried >= patience * (reached + 1);
        }
        [[nodiscard]] const OutputRule& rule() const { return wide.roundings().front(); }
    };
    [[nodiscard]] Rounded rounded(UnroundedAddends addends, WideSum wide, int least_exponent);
    [[nodiscard]] Rounded last_sum(const Program& program);
    /// The last sum, or one inside; not one that crowds seldom move to a tie, unless its ties have
    /// surroundings.
    [[nodiscard]] Rounded& any_sum(bool surrounds);
    /// The exponent of the largest addend: every so many times where units do not become smaller, and
    /// sometimes the largest one.
    [[nodiscard]] int level(const Rounded& sum, std::uint64_t least_every);
    /// One large addend of the sum, and smaller ones of which bits are dropped. Sets `row` to these; returns
    /// it with the others that move the sum to a tie, unless there are none.
    [[nodiscard]] std::optional<VectorRow> crowded(Rounded& sum, VectorRow& row);
    /// A tie and its surroundings. Sets `row` to these.
    [[nodiscard]] std::optional<VectorRow> surrounded(Rounded& sum, VectorRow& row);
    [[nodiscard]] int product(const Rounded& sum);
    /// A value near the sum at which its rounding changes, or one unit of the sum beside it.
    [[nodiscard]] double boundary(double sum, const Rounded& of);
    [[nodiscard]] std::optional<VectorRow> moved(const VectorRow& row, bool keeps_c, Rounded& sum);
    OperandRules rules_;
    Aims aims_;
    RowDraft draft_;
    TieSurroundings surroundings_;
    WideSum exact_;
    Rounded last_;
    std::vector<std::unique_ptr<Rounded>> inner_;
};

}  // namespace karat::probe
