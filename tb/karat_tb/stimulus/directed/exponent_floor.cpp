// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/stimulus/directed/exponent_floor.hpp"

#include <algorithm>
#include <optional>

#include "karat/arithmetic/round.hpp"
#include "karat_tb/stimulus/operand_bits.hpp"

namespace karat::tb {
namespace {

int least_power(const FormatInfo& f) { return f.min_exponent() - f.fraction_bits; }

/// The encoding of 2^exponent, which may be a subnormal. Precondition: the format can represent it.
std::uint64_t power_of_two(const FormatInfo& f, int exponent, bool negative) {
    if (exponent >= f.min_exponent()) return compose(f, negative, exponent, 0);
    return compose(f, negative, f.min_exponent() - 1, std::uint64_t{1} << (exponent - least_power(f)));
}

struct Pair {
    int a, b;
};

/// Exponents of two operands whose product is 2^exponent.
std::optional<Pair> factors(const FormatInfo& fa, const FormatInfo& fb, int exponent, Random& random) {
    const int low = std::max(least_power(fa), exponent - fb.max_exponent());
    const int high = std::min(fa.max_exponent(), exponent - least_power(fb));
    if (low > high) return std::nullopt;
    const int a = random.between(low, high);
    return Pair{a, exponent - a};
}

}  // namespace

bool aim_at_exponent_floor(Tile& tile, const Spec& spec, const StimulusFacts& facts, std::size_t m,
                           std::size_t n, Random& random) {
    if (!facts.floored) return false;
    const FormatInfo& fa = info(spec.a);
    const FormatInfo& fb = info(spec.b);
    const FormatInfo& fc = info(spec.c);
    const FormatInfo& fd = info(spec.d);
    const auto k = static_cast<std::size_t>(spec.k);
    const int whole = fd.min_exponent() - facts.output_fraction;
    const int unit = facts.floored->floor - facts.floored->width;
    const int main = whole - (random.coin() ? 1 : 0);
    const auto first = factors(fa, fb, main, random);
    const auto speck = factors(fa, fb, unit + random.between(-2, 1), random);
    const bool main_in_c = !first || k == 1;
    if (!speck || (main_in_c && main < least_power(fc))) return false;
    const std::size_t at = random.below(k);
    const std::size_t other = (at + 1 + (k > 2 ? random.below(k - 1) : 0)) % k;
    for (std::size_t i = 0; i < m * k; ++i) tile.a[i] = encode_zero(spec.a, random.coin());
    for (std::size_t i = 0; i < n * k; ++i) tile.b[i] = encode_zero(spec.b, random.coin());
    for (std::uint64_t& c : tile.c)
        c = main_in_c ? power_of_two(fc, main, random.coin()) : encode_zero(spec.c, random.coin());
    for (std::size_t i = 0; i < m; ++i) tile.a[i * k + at] = power_of_two(fa, speck->a, random.coin());
    for (std::size_t j = 0; j < n; ++j) tile.b[j * k + at] = power_of_two(fb, speck->b, random.coin());
    if (main_in_c || other == at) return true;
    for (std::size_t i = 0; i < m; ++i) tile.a[i * k + other] = power_of_two(fa, first->a, random.coin());
    for (std::size_t j = 0; j < n; ++j) tile.b[j * k + other] = power_of_two(fb, first->b, random.coin());
    return true;
}

bool aim_below_least_normal(Tile& tile, const Spec& spec, const StimulusFacts& facts, std::size_t m,
                            std::size_t n, Random& random) {
    if (!facts.flushes_result) return false;
    const FormatInfo& fa = info(spec.a);
    const FormatInfo& fb = info(spec.b);
    const FormatInfo& fc = info(spec.c);
    const int normal = info(spec.d).min_exponent();
    const auto k = static_cast<std::size_t>(spec.k);
    const auto speck = factors(fa, fb, normal - facts.output_fraction - random.between(1, 4), random);
    if (!speck || normal < least_power(fc) || normal > fc.max_exponent()) return false;
    const std::size_t at = random.below(k);
    for (std::size_t i = 0; i < m * k; ++i) tile.a[i] = encode_zero(spec.a, random.coin());
    for (std::size_t i = 0; i < n * k; ++i) tile.b[i] = encode_zero(spec.b, random.coin());
    for (std::uint64_t& c : tile.c) c = power_of_two(fc, normal, random.coin());
    for (std::size_t i = 0; i < m; ++i) tile.a[i * k + at] = power_of_two(fa, speck->a, random.coin());
    for (std::size_t j = 0; j < n; ++j) tile.b[j * k + at] = power_of_two(fb, speck->b, random.coin());
    return true;
}

}  // namespace karat::tb
