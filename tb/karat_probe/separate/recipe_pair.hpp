// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

#include "karat/evaluate/dot_add.hpp"
#include "karat_probe/separate/separate.hpp"

namespace karat::probe {

/// Two recipes, ready to be compared on many dot-adds.
class RecipePair {
   public:
    /// Throws SpecError for an invalid recipe, and Error if formats, k, scale factors or metadata differ.
    RecipePair(const Recipe& x, const Recipe& y);

    [[nodiscard]] const DotAdd& x() const { return x_; }
    [[nodiscard]] const DotAdd& y() const { return y_; }
    /// What `row` must fit: formats_of() either recipe.
    [[nodiscard]] const OperandRules& formats() const { return formats_; }

    /// Whether the results differ. Two NaNs do not if the NaN of a recipe is `any`.
    [[nodiscard]] bool differ(const Operands& in) const { return differ(x_(in), y_(in)); }
    [[nodiscard]] bool differ(std::uint64_t x, std::uint64_t y) const;
    /// The row as a witness, if the recipes differ on it.
    [[nodiscard]] std::optional<Witness> witness(const VectorRow& row) const;

   private:
    DotAdd x_, y_;
    OperandRules formats_;
    bool any_nan_;
};

}  // namespace karat::probe
