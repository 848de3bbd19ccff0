// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/stimulus/directed/chain_boundary.hpp"

#include <algorithm>

#include "karat/arithmetic/round.hpp"
#include "karat/recipe/families/families.hpp"
#include "karat_tb/stimulus/operand_bits.hpp"

namespace karat::tb {

ChainBoundarySource::ChainBoundarySource(const Spec& spec, std::size_t m, std::size_t n, std::uint64_t seed)
    : spec_(spec), facts_(Program(expand(spec))), m_(m), n_(n), scales_(spec, seed), random_(seed) {}

std::optional<Tile> ChainBoundarySource::next() {
    const FormatInfo& fa = info(spec_.a);
    const FormatInfo& fb = info(spec_.b);
    const FormatInfo& fc = info(spec_.c);
    const FormatInfo& fd = info(spec_.d);
    const auto k = static_cast<std::size_t>(spec_.k);
    std::vector<bool> first(k, false);
    std::size_t terms = std::max<std::size_t>(1, k / 2);
    if (facts_.steps.empty()) {
        std::fill_n(first.begin(), terms, true);
    } else {
        terms = facts_.steps[0].size();
        for (const int j : facts_.steps[0]) first[static_cast<std::size_t>(j)] = true;
    }
    const auto mode = index_++ % 4;  // 0 cancels, 1 overflows, 2 tiny, 3 one bit
    const bool cancels = mode == 0 || mode == 3;
    // c is a one-bit subnormal, which would be lost next to any product
    const bool speck = mode == 3 && random_.coin();
    const int low = fa.min_exponent() + fb.min_exponent();
    const int high = fa.max_exponent() + fb.max_exponent();
    const int f = facts_.width;
    int p = random_.between(std::max(low, -30), std::min(high, 30));
    if (mode == 1) p = std::min(high, fd.max_exponent());
    if (mode == 2) p = std::max(low, fd.min_exponent() - random_.between(0, fd.fraction_bits));
    const int after = cancels ? p - random_.between(0, f) : p + random_.between(-2, f);

    Tile tile;
    tile.operand_class = OperandClass::chain_boundary;
    tile.a.resize(m_ * k);
    tile.b.resize(n_ * k);
    tile.c.resize(m_ * n_);
    std::size_t seen = 0;
    for (std::size_t j = 0; j < k; ++j) {
        const bool in_first = first[j];
        const int goal = std::clamp(in_first ? p : after + random_.between(-1, 1), low, high);
        const int ea =
            std::clamp(goal - random_.between(-2, 2), std::max(fa.min_exponent(), goal - fb.max_exponent()),
                       std::min(fa.max_exponent(), goal - fb.min_exponent()));
        // cancels the previous product of the first operation
        const bool pair = cancels && in_first && seen % 2 == 1;
        std::size_t partner = j;
        for (std::size_t i = 0; pair && i < j; ++i) partner = first[i] ? i : partner;
        for (std::size_t i = 0; i < m_; ++i) {
            tile.a[i * k + j] =
                pair ? tile.a[i * k + partner] : compose(fa, mode != 1 && random_.coin(), ea, random_.bits());
        }
        for (std::size_t i = 0; i < n_; ++i) {
            tile.b[i * k + j] = pair ? fb.negated(tile.b[i * k + partner])
                                     : compose(fb, mode != 1 && random_.coin(), goal - ea, random_.bits());
        }
        const bool alone = in_first && seen % 2 == 0 && seen + 1 == terms;
        if (mode == 3 && (!in_first || alone || speck)) {
            for (std::size_t i = 0; i < m_; ++i) tile.a[i * k + j] = encode_zero(spec_.a, random_.coin());
        }
        seen += in_first ? 1 : 0;
    }
    const int e_c = cancels ? after : mode == 1 ? fc.max_exponent() : fc.min_exponent() - 1;
    for (std::uint64_t& c : tile.c) {
        c = compose(fc, mode != 1 && random_.coin(), e_c, random_.bits());
        if (speck) {
            c = compose(fc, random_.coin(), fc.min_exponent() - 1,
                        std::uint64_t{1} << random_.below(static_cast<std::uint64_t>(fc.fraction_bits)));
        } else if (mode == 3) {
            c = compose(fc, random_.coin(), after, 0);
        }
    }
    scales_.fill(tile, m_, n_, OperandClass::chain_boundary);
    return tile;
}

}  // namespace karat::tb
