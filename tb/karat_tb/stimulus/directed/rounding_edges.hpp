// SPDX-License-Identifier: Apache-2.0
// Sums in which everything hangs on one bit: what is left after cancellation, and which way a tie goes.
#pragma once
#include "karat/evaluate/dot_add.hpp"
#include "karat/format/unpack.hpp"
#include "karat/recipe/spec.hpp"
#include "karat_tb/stimulus/operand_formats.hpp"
#include "karat_tb/stimulus/random.hpp"
#include "karat_tb/stimulus/tile_source.hpp"

namespace karat::tb {

/// Rewrites parts of a filled tile of m x n lanes. The bit in question takes each place in its turn, from one
/// call to the next.
class RoundingEdges {
   public:
    RoundingEdges(const Spec& spec, std::size_t m, std::size_t n);
    /// Pairs of products (2i, 2i + 1) cancel already: an odd last product becomes 0, and c one bit, from
    /// 2^top down to below all that a sum keeps.
    void one_bit_left(Tile& tile, int top, Random& random);
    /// One product, and c against it but for one bit of c: every count of leading zeros, with any bits below.
    void c_cancels(Tile& tile, Random& random);
    /// Two products that differ in their last places, of one sign or of two: n (n + j) and (n - 1) (n + j +
    /// 1) are j + 1 apart.
    void neighbours(Tile& tile, Random& random);
    /// Where c has d's format: c against what the products give without it, or beside that by an ulp, or so
    /// that the sum is the next power of two: what is left is what one of the roundings lost, or one bit. Or
    /// c is what the lowest bits of the products' sum lack of an ulp: a carry runs from the last place kept
    /// into the result. The scale factors have to be there.
    void c_answers(Tile& tile, Random& random);
    /// One addend, a second of half an ulp of the result beside it, and a third, of one bit, far below, for
    /// or against; or, in place of these two, a hard product. No others.
    void tie(Tile& tile, Random& random);
    /// Every product lies on a tie of the subnormals of the format that products are rounded to, or beside
    /// one; half the time c is 0.
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
    void power(Tile& tile, std::size_t addend, int exponent, bool plain, Random& random);

    DotAdd dot_;
    OperandFormats formats_;
    std::size_t m_, n_, k_;
    int kept_ = 0;    ///< bits that the alignments keep
    int output_ = 0;  ///< fraction bits of the result
    int half_ = 0;    ///< exponent of half a subnormal ulp of the format that products are rounded to
    std::uint64_t walk_ = 0;
};

}  // namespace karat::tb
