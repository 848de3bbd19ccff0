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

   private:
    std::vector<std::vector<int>> met_first_;  ///< by operand
};

}  // namespace karat::probe
