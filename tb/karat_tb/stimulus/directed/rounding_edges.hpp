// SPDX-License-Identifier: Apache-2.0
// Sums whose result depends on a single bit: the remainder of a cancellation, or the direction of a tie.
#pragma once
#include "karat/evaluate/dot_add.hpp"
#include "karat/format/unpack.hpp"
#include "karat/recipe/spec.hpp"
#include "karat_tb/stimulus/operand_formats.hpp"
#include "karat_tb/stimulus/random.hpp"
#include "karat_tb/stimulus/tile_source.hpp"

namespace karat::tb {

/// Rewrites parts of a filled tile of m x n lanes. The decisive bit walks through all places from call to
/// call.
class RoundingEdges {
   public:
    RoundingEdges(const Spec& spec, std::size_t m, std::size_t n);
    /// Leaves a single bit. Precondition: the products 2i and 2i + 1 cancel. An unpaired last product becomes
    /// 0, and c becomes a single bit, which walks from 2^top down to below the last bit that a sum keeps.
    void one_bit_left(Tile& tile, int top, Random& random);
    /// Keeps one product. c becomes its negative with one bit flipped. The walk over that bit gives every
    /// number of leading zeros, with arbitrary bits below.
    void c_cancels(Tile& tile, Random& random);
    /// Two products that differ only in their last places, with equal or opposite signs: n (n + j) and
    /// (n - 1) (n + j + 1) are j + 1 apart.
    void neighbours(Tile& tile, Random& random);
    /// Rewrites c in every lane, if c has d's format. Let d0 be the result for c = 0. c becomes one of four
    /// kinds: -d0; -d0 with its last bit flipped; the value that takes d0 to the next power of two; or the
    /// value that takes the bits lost from d0 to an ulp of d0. The first three leave what a rounding lost, or
    /// one bit. In the last one a carry runs from the last bit kept into the result. Precondition: the scale
    /// factors are filled in.
    void c_answers(Tile& tile, Random& random);
    /// Three addends: a large one, one of half an ulp of the result, and a single bit further below, with
    /// random signs. A hard-to-round product may replace the last two. Or, if products have more bits than
    /// the result, a product next to a tie of its own, and a single bit further below. All other addends are
    /// zeros.
    void tie(Tile& tile, Random& random);
    /// Puts every product on or next to a tie between subnormals of the format that products are rounded to.
    /// c is 0 half the time.
    void hard_to_round_products(Tile& tile, Random& random);

   private:
    struct Fractions {
        std::uint64_t a, b;
    };
    [[nodiscard]] std::uint64_t missing(const Unpacked& x, int power) const;
    [[nodiscard]] std::uint64_t answer(Tile& tile, std::size_t i, std::size_t j, std::uint64_t way) const;
    [[nodiscard]] int any_top(int below, Random& random) const;
    void product(Tile& tile, std::size_t place, int exponent, Fractions fractions, Random& random);
    void hard_to_round_at(Tile& tile, std::size_t place, int half, Random& random);
    bool lone_product(Tile& tile, Random& random);
    void power(Tile& tile, std::size_t addend, int exponent, bool plain, Random& random);

    DotAdd dot_;
    OperandFormats formats_;
    std::size_t m_, n_, k_;
    int kept_ = 0;    ///< most fraction bits that an alignment keeps, except those of c
    int output_ = 0;  ///< fraction bits of the result
    int half_ = 0;    ///< exponent of half a subnormal ulp of the format that products are rounded to
    std::uint64_t walk_ = 0;
};

}  // namespace karat::tb
