// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/close_calls.hpp"

#include <algorithm>
#include <array>

#include "karat/arithmetic/integers.hpp"
#include "karat/arithmetic/round.hpp"
#include "karat/format/unpack.hpp"
#include "karat_tb/operand_bits.hpp"

namespace karat::tb {

CloseCalls::CloseCalls(const Spec& spec, std::size_t m, std::size_t n)
    : fa_(info(spec.a)),
      fb_(info(spec.b)),
      fc_(info(spec.c)),
      fd_(info(spec.d)),
      m_(m),
      n_(n),
      k_(static_cast<std::size_t>(spec.k)),
      kept_(spec.F.is_exact() ? 24 : spec.F.bits),
      output_(spec.output_fraction.value_or(fd_.fraction_bits)) {}

void CloseCalls::one_bit_left(Tile& tile, int top, Random& random) {
    if (k_ % 2 != 0) {
        for (std::size_t i = 0; i < m_; ++i) tile.a[i * k_ + k_ - 1] = encode_zero(fa_.id, false);
    }
    for (std::uint64_t& c : tile.c)
        c = compose(fc_, random.coin(), top - static_cast<int>(walk_++ % static_cast<std::uint64_t>(kept_ + 4)), 0);
}

void CloseCalls::c_cancels(Tile& tile, Random& random) {
    const std::size_t place = random.below(k_);
    for (std::size_t i = 0; i < m_ * k_; ++i) {
        if (i % k_ != place) tile.a[i] = encode_zero(fa_.id, false);
    }
    for (std::size_t i = 0; i < m_; ++i) {
        for (std::size_t j = 0; j < n_; ++j) {
            const Unpacked a = unpack(tile.a[i * k_ + place], fa_);
            const Unpacked b = unpack(tile.b[j * k_ + place], fb_);
            const uint128 product = uint128{a.significand} * b.significand;
            if (product == 0) continue;
            const int top = bit_length(product) - 1;
            const int drop = top - fc_.fraction_bits;
            const auto fraction = static_cast<std::uint64_t>(drop > 0 ? product >> drop : product << -drop);
            const std::uint64_t bit = std::uint64_t{1} << (walk_++ % static_cast<std::uint64_t>(fc_.fraction_bits));
            tile.c[i * n_ + j] = compose(fc_, a.negative == b.negative,
                                         a.exponent + b.exponent - fa_.fraction_bits - fb_.fraction_bits + top, fraction ^ bit);
        }
    }
}

/// Makes an addend (a product, or c: the last) of this exponent as far as its formats reach; `plain`: a power of two.
void CloseCalls::power(Tile& tile, std::size_t addend, int exponent, bool plain, Random& random) {
    const auto fraction = [&] { return plain ? 0 : random.bits(); };
    if (addend == k_) {
        for (std::uint64_t& c : tile.c) c = compose(fc_, random.coin(), exponent, fraction());
        return;
    }
    const int low = std::max(fa_.min_exponent(), exponent - fb_.max_exponent());
    const int high = std::min(fa_.max_exponent(), exponent - fb_.min_exponent());
    const int of_a = low <= high ? random.between(low, high) : (exponent < 0 ? fa_.min_exponent() : fa_.max_exponent());
    for (std::size_t i = 0; i < m_; ++i) tile.a[i * k_ + addend] = compose(fa_, random.coin(), of_a, fraction());
    for (std::size_t j = 0; j < n_; ++j) tile.b[j * k_ + addend] = compose(fb_, random.coin(), exponent - of_a, fraction());
}

void CloseCalls::tie(Tile& tile, Random& random) {
    for (std::uint64_t& a : tile.a) a = encode_zero(fa_.id, random.coin());
    for (std::uint64_t& c : tile.c) c = encode_zero(fc_.id, random.coin());
    const std::size_t addends = k_ + 1;
    std::array<std::size_t, 3> place{random.below(addends), random.below(addends), random.below(addends)};
    const int least = fa_.min_exponent() + fb_.min_exponent();
    const int most = std::min(fa_.max_exponent() + fb_.max_exponent(), fd_.max_exponent()) - 1;
    const int below = 1 + static_cast<int>(walk_++ % static_cast<std::uint64_t>(std::max(kept_, output_) + 4));
    const int top = random.between(std::min(most, least + output_ + below), most);
    power(tile, place[2], top - output_ - 1 - below, true, random);
    power(tile, place[1], top - output_ - 1, true, random);
    power(tile, place[0], top, random.one_in(4), random);
}

}  // namespace karat::tb
