// SPDX-License-Identifier: Apache-2.0
// How large a sum can become on each of its grids: which addends can occur together with the largest one, and
// their values after alignment.
#pragma once
#include <optional>

#include "karat/recipe/bounds/bounds.hpp"

namespace karat {

/// The reach of one operation. The bounds of its addends must be known.
class Reach {
   public:
    Reach(const Program& program, const Operation& op, const SumBounds& sum);

    /// The largest |sum| in units of 2^low. Precondition: all sums are multiples of 2^low.
    [[nodiscard]] BigInt largest(int low) const;
    /// Weight of the unit of the finest grid on which |sum| reaches value * 2^low; nullopt if the grid is not
    /// fixed or no sum reaches it.
    [[nodiscard]] std::optional<int> finest_unit(const BigInt& value, int low) const;

   private:
    [[nodiscard]] BigInt cap(const AddendBounds& x, int exponent) const;
    [[nodiscard]] BigInt aligned(const AddendBounds& x, Rounding rounding, int place) const;
    [[nodiscard]] BigInt at(int place, bool as_aligned) const;

    const Program& program_;
    const Operation& op_;
    const SumBounds& sum_;
    bool common_;
    int base_;        ///< all values in this class are in units of 2^base_
    int low_, high_;  ///< places of the grid: e_max, or the weight of a common grid's unit
};

}  // namespace karat
