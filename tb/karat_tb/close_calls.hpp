// SPDX-License-Identifier: Apache-2.0
// Sums in which everything hangs on one bit: what is left after cancellation, and which way a tie goes.
#pragma once
#include "karat/algorithm/spec.hpp"
#include "karat_tb/random.hpp"
#include "karat_tb/tile_source.hpp"

namespace karat::tb {

/// Rewrites parts of a filled tile of m x n lanes. The bit in question takes each place in its turn, from one call to the next.
class CloseCalls {
   public:
    CloseCalls(const Spec& spec, std::size_t m, std::size_t n);
    /// Pairs of products (2i, 2i + 1) cancel already: an odd last product becomes 0, and c one bit, at or below 2^top.
    void one_bit_left(Tile& tile, int top, Random& random);
    /// One product, and c against it but for one bit of c: every count of leading zeros, with any bits below.
    void c_cancels(Tile& tile, Random& random);
    /// One addend, a second of half an ulp of the result beside it, and a third, of one bit, far below, for or against; no others.
    void tie(Tile& tile, Random& random);

   private:
    void power(Tile& tile, std::size_t addend, int exponent, bool plain, Random& random);

    const FormatInfo& fa_;
    const FormatInfo& fb_;
    const FormatInfo& fc_;
    const FormatInfo& fd_;
    std::size_t m_, n_, k_;
    int kept_;    ///< bits that an alignment keeps
    int output_;  ///< fraction bits of the result
    std::uint64_t walk_ = 0;
};

}  // namespace karat::tb
