// SPDX-License-Identifier: Apache-2.0
// Directed tiles for integers: sums at and beyond both ends of the range, sums of zero, extreme operands.
#pragma once
#include <array>
#include <span>

#include "karat/recipe/recipe.hpp"
#include "karat_tb/stimulus/random.hpp"
#include "karat_tb/stimulus/tile_source.hpp"

namespace karat::tb {

/// The classes that IntegerTiles generates in turn.
inline constexpr std::array kIntegerClasses{OperandClass::uniform_bits, OperandClass::near_one,
                                            OperandClass::cancel_many,  OperandClass::carry_growth,
                                            OperandClass::overflow,     OperandClass::zeros};

class IntegerTiles {
   public:
    /// Precondition: `rules` are those of integers.
    IntegerTiles(const OperandRules& rules, std::size_t m, std::size_t n) : rules_(rules), m_(m), n_(n) {}
    /// The next tile; the classes take turns.
    [[nodiscard]] Tile next(Random& random);

   private:
    [[nodiscard]] std::uint64_t element(const FormatInfo& f, OperandClass operand_class, bool negative,
                                        Random& random) const;

    OperandRules rules_;
    std::size_t m_, n_;
    std::size_t turn_ = 0;
};

/// The c that makes the sum of the products and c equal `goal`, or the nearest value of c's format.
[[nodiscard]] std::uint64_t c_for_sum(const OperandRules& rules, std::span<const std::uint64_t> a,
                                      std::span<const std::uint64_t> b, std::int64_t goal);
/// One end of the range of d, or up to two beyond it or before it.
[[nodiscard]] std::int64_t near_an_end(const OperandRules& rules, Random& random);

}  // namespace karat::tb
