// SPDX-License-Identifier: Apache-2.0
// Puts the sum of a dot-add at a value at which a rounding shows what is in its last bits.
#pragma once
#include <cstddef>
#include <vector>

#include "karat/recipe/recipe.hpp"
#include "karat/vectors/vector_file.hpp"
#include "karat_tb/stimulus/random.hpp"

namespace karat::probe {

/// The exponent of the last bit that is set. Precondition: not zero.
[[nodiscard]] int last_bit(double value);

/// A value near a sum that a rounding treats unlike its neighbours: a tie, an end of a range, or 0. `rules`:
/// the last rounding, and the one before it if that follows at once.
[[nodiscard]] double boundary_near(double sum, const std::vector<OutputRule>& rules, tb::Random& random);

class SumShift {
   public:
    /// Keeps references. `products`: those that may be set. `c`: whether c may be changed. Precondition: the
    /// operands are no integers.
    SumShift(const OperandRules& rules, tb::Random& random, std::vector<std::size_t> products, bool c = true);
    /// The same with all products.
    SumShift(const OperandRules& rules, tb::Random& random);
    /// Adds a value to c, or puts it into products that are zero, as far as they have the bits. `keeps_c`:
    /// only into products.
    void operator()(VectorRow& row, double value, bool keeps_c = false);

   private:
    /// These return what was added.
    [[nodiscard]] double add_to_c(VectorRow& row, double value) const;
    [[nodiscard]] double add_product(VectorRow& row, double value);

    const OperandRules& rules_;
    tb::Random& random_;
    std::vector<std::size_t> products_;
    bool c_ = true;
};

}  // namespace karat::probe
