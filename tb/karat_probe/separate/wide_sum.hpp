// SPDX-License-Identifier: Apache-2.0
// The sum that a recipe rounds to d, seen with more bits than d has.
#pragma once
#include <optional>
#include <vector>

#include "karat/evaluate/evaluator.hpp"
#include "karat/recipe/edits/sites.hpp"

namespace karat::probe {

/// A recipe without its last rounding, or without the last two if one follows the other at once.
class WideSum {
   public:
    /// Precondition: the operands are not integers.
    explicit WideSum(const Recipe& recipe);
    /// Of a sum inside the recipe: without any rounding, and exact above it. It gives that sum if the other
    /// addends of the sums above are zero. `rounding`: what follows the sum in the recipe.
    [[nodiscard]] static WideSum of_inner(const Recipe& recipe, const editing::SumSite& site,
                                          const OutputRule& rounding);

    /// The sum of a dot-add, rounded to odd with 53 bits: an inexact one is never taken for an exact one.
    /// Nothing if it is infinite or NaN.
    [[nodiscard]] std::optional<double> operator()(const Operands& in) const;
    /// Of what the evaluator gives.
    [[nodiscard]] static std::optional<double> value(std::uint64_t d);
    [[nodiscard]] const Evaluator& evaluator() const { return evaluator_; }
    /// The roundings left out, the one to d first. With of_inner, that of the inner sum.
    [[nodiscard]] const std::vector<OutputRule>& roundings() const { return roundings_; }

   private:
    struct Parts {
        Recipe recipe;
        std::vector<OutputRule> roundings;
    };
    explicit WideSum(Parts parts);
    [[nodiscard]] static Parts widened(const Recipe& recipe);

    Evaluator evaluator_;
    std::vector<OutputRule> roundings_;
};

}  // namespace karat::probe
