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
#include "karat_probe/separate/wide_sum.hpp"

namespace karat::probe {

class TieRows final : public RowSource {
   public:
    /// What reaches a sum without being rounded.
    struct Addends {
        std::vector<std::size_t> products;
        bool c = false;
        std::optional<int> c_bits;  ///< the width of c, unless it is exact
    };
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
        Addends addends;
        WideSum wide;
        SumShift shift;
        int least_exponent;                   ///< below it, units of the rounding do not become smaller
        std::int64_t tried = 0, reached = 0;  ///< rows, and those that were moved to a tie
        [[nodiscard]] const OutputRule& rule() const { return wide.roundings().front(); }
    };
    [[nodiscard]] Rounded rounded(Addends addends, WideSum wide, int least_exponent);
    [[nodiscard]] Rounded last_sum(const Program& program);
    /// The exponent of the largest addend: every so many times where units do not become smaller, and
    /// sometimes the largest one.
    [[nodiscard]] int level(const Rounded& sum, std::uint64_t least_every);
    /// Addends of a sum, to which others are added until it is a tie.
    struct Crowd {
        VectorRow row;
        bool small_c = false;  ///< c is one of the small ones
        double about = 0;      ///< where a sum of zero is moved to
        double beside = 0;     ///< how far from the tie, for a recipe that drops bits to drop them
    };
    /// One large addend of the sum, and smaller ones of which bits are dropped.
    [[nodiscard]] Crowd crowded(const Rounded& sum);
    /// What leaves a tie where it is but for bits that are dropped: two addends that cancel, far above it or
    /// below it, or a small c. The tie itself is left out.
    [[nodiscard]] Crowd neighbourhood(const Rounded& sum);
    [[nodiscard]] int width();
    /// Sets two addends that cancel, or nearly; one, if they are the same.
    void set_cancelling(int first, int second, int exponent);
    [[nodiscard]] int product(const Rounded& sum);
    /// A value near the sum at which its rounding changes, or one unit of the sum beside it.
    [[nodiscard]] double boundary(double sum, const Rounded& of);
    [[nodiscard]] std::optional<VectorRow> moved(const Crowd& crowd, Rounded& sum);
    [[nodiscard]] std::optional<VectorRow> moved_beside(const Crowd& crowd, Rounded& sum);
    OperandRules rules_;
    Aims aims_;
    RowDraft draft_;
    WideSum exact_;
    Rounded last_;
    std::vector<std::unique_ptr<Rounded>> inner_;
};

}  // namespace karat::probe
