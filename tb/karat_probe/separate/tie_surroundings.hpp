// SPDX-License-Identifier: Apache-2.0
// Addends around a tie that leave it where it is but for bits that are dropped: two that cancel, far above it
// or below it, or a small c. Where a recipe drops others of these bits, d differs.
#pragma once
#include <cstddef>
#include <optional>
#include <vector>

#include "karat/recipe/recipe.hpp"
#include "karat_probe/separate/aims.hpp"
#include "karat_probe/separate/row_draft.hpp"

namespace karat::probe {

/// What reaches a sum without being rounded.
struct UnroundedAddends {
    std::vector<std::size_t> products;
    bool c = false;
    std::optional<int> c_bits = std::nullopt;  ///< the width of c, unless it is exact
};

struct Surroundings {
    VectorRow row;
    bool keeps_c = false;  ///< c is one of them
    int top = 0;           ///< the exponent of the tie
    double beside = 0;     ///< to be added to the tie, for a recipe that drops bits to drop this, too
};

class TieSurroundings {
   public:
    /// Keeps references. Precondition: the operands are no integers.
    TieSurroundings(const OperandRules& rules, const Aims& aims, RowDraft& draft);
    /// Of a tie at about 2^top. `fraction`: the fraction bits to which the sum is rounded. Below the least
    /// exponent, their unit does not become smaller.
    [[nodiscard]] Surroundings operator()(const UnroundedAddends& addends, int top, int fraction,
                                          int least_exponent);

   private:
    [[nodiscard]] Surroundings cancelled_above(const UnroundedAddends& addends, int top, int fraction,
                                               int least_exponent);
    void cancelled_below(const UnroundedAddends& addends, int top);
    void small_c(int top);
    /// How far an addend may lie below another one before it is dropped.
    [[nodiscard]] int width();
    [[nodiscard]] int product(const UnroundedAddends& addends);
    /// Two addends that cancel, or nearly; one, if they are the same.
    void set_cancelling(int first, int second, int exponent);

    const OperandRules& rules_;
    const Aims& aims_;
    RowDraft& draft_;
};

}  // namespace karat::probe
