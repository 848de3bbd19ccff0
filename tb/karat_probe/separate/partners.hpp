// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "karat/recipe/program.hpp"
#include "karat_tb/stimulus/random.hpp"

namespace karat::probe {

/// The operands that meet in a recipe before others join them: what a sum far below d does shows only where
/// its own addends cancel. Operand i < k is product i, operand k is c.
class Partners {
   public:
    explicit Partners(const Program& program);

    /// One of those that `operand` meets first; -1 if it meets none.
    [[nodiscard]] int of(int operand, tb::Random& random) const;
    /// Those that are added to others for the first time in the same sum as `operand`, and `operand` itself.
    /// In a chain, the products of one step, and c with those of the first.
    [[nodiscard]] std::vector<int> beside(int operand) const;

   private:
    std::vector<std::vector<int>> met_first_;  ///< by operand
    std::vector<std::size_t> met_in_;          ///< by operand: the slot of that sum
};

}  // namespace karat::probe
