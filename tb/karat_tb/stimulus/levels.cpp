// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/stimulus/levels.hpp"

#include <algorithm>
#include <numeric>

#include "karat/arithmetic/round.hpp"
#include "karat_tb/stimulus/operand_bits.hpp"

namespace karat::tb {
namespace {

std::vector<std::uint64_t> patterns(const FormatInfo& f, int level) {
    const std::uint64_t all = f.fraction_mask();
    const auto ones = [](int n) { return (std::uint64_t{1} << n) - 1; };
    std::vector<std::uint64_t> out{0, all};
    for (int i = 0; i < f.fraction_bits; ++i) {
        const std::uint64_t bit = std::uint64_t{1} << i;
        out.insert(out.end(), {bit, all ^ bit, ones(i), all ^ ones(i)});
    }
    for (int low = 1; level > 1 && low < f.fraction_bits; ++low) {
        for (int high = 1; high + low < f.fraction_bits; ++high)
            out.push_back(ones(low) | (all ^ ones(f.fraction_bits - high)));
    }
    return out;
}

}  // namespace

std::vector<std::uint64_t> level_values(const FormatInfo& f, int level) {
    std::vector<std::uint64_t> out;
    for (const bool negative : {false, true}) {
        for (const int exponent : {f.min_exponent() - 1, f.min_exponent(), f.min_exponent() + 1, -1, 0, 1,
                                   f.max_exponent() - 1, f.max_exponent()}) {
            for (const std::uint64_t pattern : patterns(f, level))
                out.push_back(compose(f, negative, exponent, pattern));
        }
        if (f.has_infinity()) out.push_back(encode_infinity(OutputRule::ieee(f.id, Rounding::RNE), negative));
    }
    if (f.has_nan()) {
        out.push_back(encode_nan(f.id, NanEncoding::riscv));
        out.push_back(encode_nan(f.id, NanEncoding::nvidia));
    }
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

LevelSource::LevelSource(const Spec& spec, std::size_t m, std::size_t n, std::uint64_t seed, int level)
    : spec_(spec),
      m_(m),
      n_(n),
      level_(level),
      a_(level_values(info(spec.a), level)),
      b_(level_values(info(spec.b), level)),
      c_(level_values(info(spec.c), level)),
      scales_(spec, seed),
      random_(seed) {
    // A stride that is coprime to the number of pairs visits every pair, and makes successive pairs differ.
    stride_ = pairs() * 5 / 8 + 1;
    while (std::gcd(stride_, pairs()) != 1) ++stride_;
}

std::optional<Tile> LevelSource::next() {
    const auto k = static_cast<std::size_t>(spec_.k);
    Tile tile;
    tile.operand_class = OperandClass::levels;
    const std::uint64_t fill_a =
        random_.coin() ? encode_zero(spec_.a, random_.coin()) : a_[random_.below(a_.size())];
    const std::uint64_t fill_b =
        random_.coin() ? compose(info(spec_.b), random_.coin(), 0, 0) : b_[random_.below(b_.size())];
    tile.a.assign(m_ * k, fill_a);
    tile.b.assign(n_ * k, fill_b);
    tile.c.resize(m_ * n_);
    const std::size_t place = index_ % k;
    const std::uint64_t pair = index_ % pairs() * stride_ % pairs();
    const bool noisy = level_ > 1 && random_.one_in(4);
    for (std::size_t i = 0; i < m_; ++i) {
        std::uint64_t& x = tile.a[i * k + place];
        x = a_[(pair + i) % a_.size()];
        if (noisy) x ^= random_.bits() & info(spec_.a).fraction_mask() << info(spec_.a).ignored_low_bits;
    }
    for (std::size_t j = 0; j < n_; ++j) {
        std::uint64_t& x = tile.b[j * k + place];
        x = b_[(pair / a_.size() + j) % b_.size()];
        if (noisy) x ^= random_.bits() & info(spec_.b).fraction_mask() << info(spec_.b).ignored_low_bits;
    }
    for (std::size_t i = 0; i < tile.c.size(); ++i) tile.c[i] = c_[(index_ * 7 + i) % c_.size()];
    scales_.fill(tile, m_, n_, random_.one_in(16) ? OperandClass::scale_extremes : OperandClass::levels);
    ++index_;
    return tile;
}

}  // namespace karat::tb
