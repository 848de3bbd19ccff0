// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/stimulus/directed/integer_tiles.hpp"

#include <cstdlib>

#include "karat/format/unpack.hpp"

namespace karat::tb {
namespace {

std::int64_t value(std::uint64_t encoding, const FormatInfo& f) {
    const Unpacked x = unpack(encoding, f);
    const auto magnitude = static_cast<std::int64_t>(x.significand);
    return x.negative ? -magnitude : magnitude;
}

}  // namespace

std::uint64_t c_for_sum(const OperandRules& rules, std::span<const std::uint64_t> a,
                        std::span<const std::uint64_t> b, std::int64_t goal) {
    std::int64_t rest = goal;
    for (std::size_t k = 0; k < a.size(); ++k) {
        const std::int64_t x = value(a[k], info(rules.a));
        const std::int64_t y = value(b[k], info(rules.b));
        rest -= rules.multiplier == Multiplier::xor_ ? x ^ y : x * y;
    }
    return info(rules.c).encoding(rest < 0, static_cast<std::uint64_t>(std::llabs(rest)));
}

std::int64_t near_an_end(const OperandRules& rules, Random& random) {
    const FormatInfo& d = info(rules.d);
    const bool negative = random.coin();
    const auto end = static_cast<std::int64_t>(d.max_finite_code(negative));
    return (negative ? -end : end) + random.between(-2, 2);
}

std::uint64_t IntegerTiles::element(const FormatInfo& f, OperandClass operand_class, bool negative,
                                    Random& random) const {
    switch (operand_class) {
        case OperandClass::near_one:
            return f.encoding(random.coin(), random.below(3));
        case OperandClass::carry_growth:
            return random.one_in(8) ? 0 : f.encoding(negative, f.max_finite_code());
        case OperandClass::zeros:
            if (!random.one_in(4)) return 0;
            break;
        default:
            break;
    }
    if (random.one_in(8)) return f.encoding(random.coin(), std::uint64_t{1} << random.below(f.bits));
    return random.bits() & f.encoding_mask();
}

Tile IntegerTiles::next(Random& random) {
    Tile tile;
    tile.operand_class = kIntegerClasses[turn_++ % kIntegerClasses.size()];
    const auto k = static_cast<std::size_t>(rules_.k);
    const auto fill = [&](std::vector<std::uint64_t>& out, std::size_t count, Format format) {
        const bool negative = random.coin();
        const bool mixed = random.one_in(4);
        for (std::size_t i = 0; i < count; ++i)
            out.push_back(
                element(info(format), tile.operand_class, mixed ? random.coin() : negative, random));
    };
    fill(tile.a, m_ * k, rules_.a);
    fill(tile.b, n_ * k, rules_.b);
    fill(tile.c, m_ * n_, rules_.c);
    const bool cancels = tile.operand_class == OperandClass::cancel_many;
    if (!cancels && tile.operand_class != OperandClass::overflow) return tile;
    for (std::size_t i = 0; i < tile.c.size(); ++i) {
        const std::int64_t goal = cancels ? random.between(-1, 1) : near_an_end(rules_, random);
        tile.c[i] = c_for_sum(rules_, std::span(tile.a).subspan(i / n_ * k, k),
                              std::span(tile.b).subspan(i % n_ * k, k), goal);
    }
    return tile;
}

}  // namespace karat::tb
