// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/stimulus/directed/rounding_edges.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "karat/arithmetic/integers.hpp"
#include "karat/arithmetic/round.hpp"
#include "karat/format/unpack.hpp"
#include "karat_tb/stimulus/directed/hard_to_round.hpp"
#include "karat_tb/stimulus/directed/stimulus_facts.hpp"
#include "karat_tb/stimulus/operand_bits.hpp"

namespace karat::tb {
namespace {

int half_of_subnormals(const FormatInfo& f) { return f.min_exponent() - f.fraction_bits - 1; }

}  // namespace

RoundingEdges::RoundingEdges(const Spec& spec, std::size_t m, std::size_t n)
    : dot_(spec), formats_(spec), m_(m), n_(n), k_(static_cast<std::size_t>(spec.k)) {
    const StimulusFacts facts(dot_.program());
    kept_ = facts.widest;
    output_ = facts.output_fraction;
    half_ = half_of_subnormals(info(facts.product));
}

void RoundingEdges::one_bit_left(Tile& tile, int top, Random& random) {
    if (k_ % 2 != 0) {
        for (std::size_t i = 0; i < m_; ++i) tile.a[i * k_ + k_ - 1] = encode_zero(formats_.a.id, false);
    }
    for (std::uint64_t& c : tile.c)
        c = compose(formats_.c, random.coin(),
                    top - static_cast<int>(walk_++ % static_cast<std::uint64_t>(kept_ + 8)), 0);
}

void RoundingEdges::c_cancels(Tile& tile, Random& random) {
    const std::size_t place = random.below(k_);
    for (std::size_t i = 0; i < m_ * k_; ++i) {
        if (i % k_ != place) tile.a[i] = encode_zero(formats_.a.id, false);
    }
    for (std::size_t i = 0; i < m_; ++i) {
        for (std::size_t j = 0; j < n_; ++j) {
            const Unpacked a = unpack(tile.a[i * k_ + place], formats_.a);
            const Unpacked b = unpack(tile.b[j * k_ + place], formats_.b);
            const uint128 product = uint128{a.significand} * b.significand;
            if (product == 0) continue;
            const int top = bit_length(product) - 1;
            const int drop = top - formats_.c.fraction_bits;
            const auto fraction = static_cast<std::uint64_t>(drop > 0 ? product >> drop : product << -drop);
            const std::uint64_t bit = std::uint64_t{1}
                                      << (walk_++ % static_cast<std::uint64_t>(formats_.c.fraction_bits));
            tile.c[i * n_ + j] =
                compose(formats_.c, a.negative == b.negative,
                        a.exponent + b.exponent - formats_.a.fraction_bits - formats_.b.fraction_bits + top,
                        fraction ^ bit);
        }
    }
}

/// 2^power - |x|, with the sign of x. Zero if the difference is not positive, does not fit in 63 bits, is
/// subnormal in c's format, or has more bits than c.
std::uint64_t RoundingEdges::missing(const Unpacked& x, int power) const {
    const int last = x.exponent - formats_.d.fraction_bits;
    const std::uint64_t whole = power >= last && power - last < 63 ? std::uint64_t{1} << (power - last) : 0;
    if (whole <= x.significand) return encode_zero(formats_.c.id, x.negative);
    const std::uint64_t rest = whole - x.significand;
    const int drop = bit_length(rest) - 1 - formats_.c.fraction_bits;
    if (last + bit_length(rest) - 1 < formats_.c.min_exponent() ||
        (drop > 0 && std::countr_zero(rest) < drop))
        return encode_zero(formats_.c.id, x.negative);
    return compose(formats_.c, x.negative, last + bit_length(rest) - 1,
                   drop > 0 ? rest >> drop : rest << -drop);
}

/// The new c of lane (i, j). `way` is 0 to 3: the four kinds of c_answers, in order. Precondition: the lane's
/// c is 0.
std::uint64_t RoundingEdges::answer(Tile& tile, std::size_t i, std::size_t j, std::uint64_t way) const {
    std::uint64_t& c = tile.c[i * n_ + j];
    const std::uint64_t d = dot_(tile.operands(i, j, n_));
    const Unpacked x = unpack(d, formats_.d);
    if (x.number_class != NumberClass::finite) return c;
    const std::uint64_t opposite = formats_.c.negated(d);
    if (way == 0) return opposite;
    if (way == 1) return opposite ^ std::uint64_t{1} << formats_.c.ignored_low_bits;
    if (way == 2) return missing(x, x.exponent - formats_.d.fraction_bits + bit_length(x.significand));
    c = opposite;
    const Unpacked rest = unpack(dot_(tile.operands(i, j, n_)), formats_.d);  // what the rounding of d lost
    return rest.number_class == NumberClass::finite ? missing(rest, x.exponent - output_) : opposite;
}

void RoundingEdges::c_answers(Tile& tile, Random& random) {
    if (formats_.c.id != formats_.d.id) return;
    for (std::uint64_t& c : tile.c) c = encode_zero(formats_.c.id, false);
    for (std::size_t i = 0; i < m_; ++i) {
        for (std::size_t j = 0; j < n_; ++j) tile.c[i * n_ + j] = answer(tile, i, j, random.below(4));
    }
}

/// Sets the exponent e_a + e_b of a product, as far as the formats allow.
void RoundingEdges::product(Tile& tile, std::size_t place, int exponent, Fractions fractions,
                            Random& random) {
    const int low = std::max(formats_.a.min_exponent(), exponent - formats_.b.max_exponent());
    const int high = std::min(formats_.a.max_exponent(), exponent - formats_.b.min_exponent());
    const int of_a = low <= high ? random.between(low, high)
                                 : (exponent < 0 ? formats_.a.min_exponent() : formats_.a.max_exponent());
    for (std::size_t i = 0; i < m_; ++i)
        tile.a[i * k_ + place] = compose(formats_.a, random.coin(), of_a, fractions.a);
    for (std::size_t j = 0; j < n_; ++j)
        tile.b[j * k_ + place] = compose(formats_.b, random.coin(), exponent - of_a, fractions.b);
}

/// Places a hard-to-round product whose half bit has the weight 2^half.
void RoundingEdges::hard_to_round_at(Tile& tile, std::size_t place, int half, Random& random) {
    const HardToRoundProduct hard = hard_to_round_product(formats_.a, formats_.b, random);
    product(tile, place, half - hard.half, {hard.a_fraction, hard.b_fraction}, random);
}

/// Gives an addend this exponent: product `addend`, or c if `addend` is k. `plain`: a power of two, which may
/// be a subnormal c, otherwise random fraction bits.
void RoundingEdges::power(Tile& tile, std::size_t addend, int exponent, bool plain, Random& random) {
    const auto fraction = [&] { return plain ? 0 : random.bits(); };
    const FormatInfo& of_c = formats_.c;
    const int place = exponent - (of_c.min_exponent() - of_c.fraction_bits);
    if (addend == k_ && plain && place >= 0 && place < of_c.fraction_bits) {
        for (std::uint64_t& c : tile.c)
            c = compose(of_c, random.coin(), of_c.min_exponent() - 1, std::uint64_t{1} << place);
    } else if (addend == k_) {
        for (std::uint64_t& c : tile.c) c = compose(of_c, random.coin(), exponent, fraction());
    } else {
        product(tile, addend, exponent, {fraction(), fraction()}, random);
    }
}

/// Draws a product exponent. A product 2^-below times as large is in range too, and so is the sum of a few
/// such products.
int RoundingEdges::any_top(int below, Random& random) const {
    const int least = formats_.a.min_exponent() + formats_.b.min_exponent();
    const int most =
        std::min(formats_.a.max_exponent() + formats_.b.max_exponent(), formats_.d.max_exponent()) - 1;
    return random.between(std::min(most, least + below), most);
}

void RoundingEdges::neighbours(Tile& tile, Random& random) {
    const int f = std::min(formats_.a.fraction_bits, formats_.b.fraction_bits);
    if (k_ < 2 || f < 2) return;
    const int apart = f > 3 ? 3 : 0;
    const std::int64_t one = std::int64_t{1} << f;
    // all significands stay in [1, 2)
    const auto room = static_cast<std::uint64_t>(one - 2 * std::int64_t{apart} - 2);
    const std::int64_t n = one + apart + 1 + static_cast<std::int64_t>(random.below(room));
    const int j = random.between(-apart, apart);
    if (random.coin()) {
        for (std::uint64_t& a : tile.a) a = encode_zero(formats_.a.id, random.coin());
    }
    const int top = any_top(0, random);
    const std::size_t x = random.below(k_);
    const std::size_t y = (x ^ 1) < k_ ? x ^ 1 : x - 1;
    const auto put = [&](std::size_t place, std::int64_t a, std::int64_t b) {
        const auto fraction = [&](std::int64_t significand, const FormatInfo& format) {
            return static_cast<std::uint64_t>(significand - one) << (format.fraction_bits - f);
        };
        product(tile, place, top, {fraction(a, formats_.a), fraction(b, formats_.b)}, random);
    };
    put(x, n, n + j);
    put(y, n - 1, n + j + 1);
}

/// A product next to a tie of its own, and a single bit below it that decides. The bit walks, or lies at the
/// last place of the product, so that it takes the sum across the tie. False if products have too few bits.
/// Precondition: all addends are zeros.
bool RoundingEdges::lone_product(Tile& tile, Random& random) {
    const auto drawn = hard_to_round_alone(formats_.a, formats_.b, output_, random);
    if (!drawn) return false;
    const std::size_t place = random.below(k_);
    const std::size_t other = (place + 1 + random.below(k_)) % (k_ + 1);
    const int last = drawn->last + random.between(-1, 1);
    const int walk = -static_cast<int>(walk_++ % static_cast<std::uint64_t>(2 * output_ + 4)) - 1;
    const int bit = random.coin() ? walk : std::min(last, 0);
    const int room =
        other == k_ ? formats_.c.min_exponent() - formats_.a.min_exponent() - formats_.b.min_exponent() : 0;
    const int half = any_top(output_ + 1 - bit + std::max(room, 0), random) - output_ - 1;
    const HardToRoundProduct& hard = drawn->product;
    product(tile, place, half - hard.half, {hard.a_fraction, hard.b_fraction}, random);
    power(tile, other, half + bit, true, random);
    return true;
}

void RoundingEdges::tie(Tile& tile, Random& random) {
    for (std::uint64_t& a : tile.a) a = encode_zero(formats_.a.id, random.coin());
    for (std::uint64_t& c : tile.c) c = encode_zero(formats_.c.id, random.coin());
    const bool long_products = formats_.a.fraction_bits + formats_.b.fraction_bits > output_;
    if (long_products && random.coin() && lone_product(tile, random)) return;
    const std::size_t addends = k_ + 1;
    std::array<std::size_t, 3> place{random.below(addends), random.below(addends), random.below(addends)};
    // a tree of two-input adders adds these first
    if (random.coin() && (place[0] ^ 1) < k_) place[1] = place[0] ^ 1;
    const int below =
        1 + static_cast<int>(walk_++ % static_cast<std::uint64_t>(std::max(kept_, output_) + 4));
    // c may be above all products, which only have to reach its half ulp
    const int above = place[0] == k_ ? output_ + 1 : 0;
    const int top = std::min(any_top(output_ + below - above, random) + above, formats_.d.max_exponent() - 1);
    const int half = top - output_ - 1;
    if (place[1] < k_ && random.coin()) {
        hard_to_round_at(tile, place[1], half, random);
    } else {
        power(tile, place[2], half - below, true, random);
        power(tile, place[1], half, true, random);
    }
    power(tile, place[0], top, random.one_in(4), random);
}

void RoundingEdges::hard_to_round_products(Tile& tile, Random& random) {
    for (std::size_t place = 0; place < k_; ++place) hard_to_round_at(tile, place, half_, random);
    if (random.coin()) {
        for (std::uint64_t& c : tile.c) c = encode_zero(formats_.c.id, random.coin());
    }
}

}  // namespace karat::tb
