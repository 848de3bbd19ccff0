// SPDX-License-Identifier: Apache-2.0
// The integer kernel gives the same bits as DotAdd: all pairs of formats, k from 1 on, wrap and saturate, any
// layout, chains, and every instruction set of this machine.
#include <gtest/gtest.h>

#include <array>
#include <numeric>
#include <random>
#include <tuple>
#include <utility>

#include "karat/recipe/families/families.hpp"
#include "karat/recipe/json/spec_json.hpp"
#include "karat/simd/tile_engine.hpp"
#include "stored_tile.hpp"

namespace karat::test {
namespace {

constexpr std::array kOperands{Format::int4,  Format::uint4, Format::int8,
                               Format::uint8, Format::int16, Format::b1};
constexpr std::array kOverflows{Overflow::wrap, Overflow::saturate};

Spec integers(Format a, Format b, int k, Overflow overflow) {
    Spec spec;
    spec.algorithm = Algorithm::exact;
    spec.a = a;
    spec.b = b;
    spec.c = spec.d = Format::int32;
    spec.k = k;
    spec.overflow = overflow;
    return spec;
}

/// Both operands of one bit, and the exclusive or.
Spec exclusive_ors(int k, Overflow overflow) {
    Spec spec = integers(Format::b1, Format::b1, k, overflow);
    spec.multiplier = Multiplier::xor_;
    return spec;
}

/// Encodings by kind: 0 random, 1 all the least integer, 2 all the greatest, 3 either of them, 4 the least in
/// a and the greatest in b. c is random, extreme, or at most 2^17 from an end of its range.
class Draw {
   public:
    Draw(std::uint64_t seed, unsigned kind) : random_(seed), kind_(kind) {}

    std::uint64_t operand(Format format, bool is_a) {
        const FormatInfo& f = info(format);
        const std::uint64_t least = f.sign_bit();
        const std::uint64_t greatest = f.encoding_mask() ^ least;
        switch (kind_) {
            case 1:
                return least;
            case 2:
                return greatest;
            case 3:
                return (random_() & 1U) != 0 ? least : greatest;
            case 4:
                return is_a ? least : greatest;
            default:
                return random_() & f.encoding_mask();
        }
    }
    std::uint64_t c() {
        constexpr std::uint64_t kMask = 0xffffffffU;
        const std::uint64_t end = (random_() & 1U) != 0 ? 0x80000000U : 0x7fffffffU;
        switch (random_() % 4) {
            case 0:
                return end;
            case 1:
                return end ^ (random_() & 0x1ffffU);
            case 2:
                return random_() % 3 == 0 ? 0 : kMask;
            default:
                return random_() & kMask;
        }
    }

   private:
    std::mt19937_64 random_;
    unsigned kind_;
};
constexpr unsigned kKinds = 5;

tb::Tile make_tile(const Spec& spec, std::size_t m, std::size_t n, std::uint64_t seed, unsigned kind) {
    Draw draw(seed, kind);
    const auto k = static_cast<std::size_t>(spec.k);
    tb::Tile tile;
    for (std::size_t i = 0; i < m * k; ++i) tile.a.push_back(draw.operand(spec.a, true));
    for (std::size_t i = 0; i < n * k; ++i) tile.b.push_back(draw.operand(spec.b, false));
    for (std::size_t i = 0; i < m * n; ++i) tile.c.push_back(draw.c());
    return tile;
}

/// Runs one tile on every instruction set, with a workspace that other specifications have used.
void expect_same_bits(const Spec& spec, std::size_t m, std::size_t n, std::uint64_t seed, unsigned kind) {
    SCOPED_TRACE(to_json_text(spec) + ", " + std::to_string(m) + " x " + std::to_string(n) + ", kind " +
                 std::to_string(kind) + ", seed " + std::to_string(seed));
    const DotAdd dot(spec);
    const tb::Tile tile = make_tile(spec, m, n, seed, kind);
    std::vector<std::uint64_t> expected;
    for (std::size_t lane = 0; lane < m * n; ++lane)
        expected.push_back(dot(tile.operands(lane / n, lane % n, n)));
    static TileWorkspace workspace;
    for (const Simd simd : usable_simd()) {
        const TileEngine engine(dot, simd);
        ASSERT_TRUE(engine.is_fast());
        StoredTile stored(dot, tile, m, n, static_cast<unsigned>(seed % 80));
        engine.run(m, n, stored.operands(), stored.d.mutable_view(), workspace);
        for (std::size_t lane = 0; lane < m * n; ++lane) {
            ASSERT_EQ(expected[lane], stored.d.at(lane / n, lane % n))
                << name_of(simd)
                << describe(dot.operands(), tile.operands(lane / n, lane % n, n),
                            {"readable", expected[lane]}, {"engine", stored.d.at(lane / n, lane % n)});
        }
    }
    EXPECT_EQ(workspace.repaired(), 0U);
}

constexpr std::array<std::array<std::size_t, 2>, 6> kSizes{
    {{4, 32}, {1, 1}, {5, 19}, {33, 3}, {3, 70}, {16, 8}}};

void expect_same_bits(const Spec& spec, std::uint64_t& seed) {
    for (unsigned kind = 0; kind < kKinds; ++kind, ++seed) {
        const auto [m, n] = kSizes[seed % kSizes.size()];
        expect_same_bits(spec, m, n, seed, kind);
        if (testing::Test::HasFailure()) return;
    }
}

TEST(IntegerTiles, EveryPairOfFormats) {
    std::uint64_t seed = 1;
    for (const Format a : kOperands) {
        for (const Format b : kOperands) {
            for (const Overflow overflow : kOverflows) {
                for (const int k : {1, 2, 3, 7, 16, 32, 33, 64, 127, 256})
                    expect_same_bits(integers(a, b, k, overflow), seed);
                if (HasFailure()) return;
            }
        }
    }
}

TEST(IntegerTiles, ExclusiveOr) {
    std::uint64_t seed = 1;
    for (const Overflow overflow : kOverflows) {
        for (const int k : {1, 2, 3, 5, 8, 15, 16, 17, 64, 128, 256, 1024}) {
            expect_same_bits(exclusive_ors(k, overflow), seed);
            if (HasFailure()) return;
        }
    }
}

TEST(IntegerTiles, EveryK) {
    std::uint64_t seed = 3;
    for (int k = 1; k <= 256; ++k) {
        for (const Overflow overflow : kOverflows) {
            expect_same_bits(integers(Format::int8, Format::uint8, k, overflow), 6, 9, ++seed, 0);
            expect_same_bits(integers(Format::int4, Format::int4, k, overflow), 6, 9, ++seed, 3);
            expect_same_bits(integers(Format::int16, Format::int16, k, overflow), 6, 9, ++seed, 1);
            if (HasFailure()) return;
        }
    }
}

/// The greatest k at which an exact sum of products fits int32 for sure, and the next.
TEST(IntegerTiles, SumsAtTheEndsOfInt32) {
    std::uint64_t seed = 5;
    for (const auto& [a, b, k] : {std::tuple{Format::int16, Format::uint8, 257},
                                  {Format::int16, Format::int8, 511},
                                  {Format::int16, Format::int16, 1},
                                  {Format::uint8, Format::uint8, 1023},
                                  {Format::int16, Format::int16, 1023}}) {
        for (const int more : {0, 1}) {
            for (const Overflow overflow : kOverflows) {
                expect_same_bits(integers(a, b, k + more, overflow), seed);
                expect_same_bits(integers(b, a, k + more, overflow), seed);
                if (HasFailure()) return;
            }
        }
    }
}

/// Every layout of the four matrices, with lines that start within a byte.
TEST(IntegerTiles, Layouts) {
    for (const Format format : kOperands) {
        for (std::uint64_t layout = 0; layout < 80; ++layout) {
            expect_same_bits(integers(format, format, 19, Overflow::saturate), 7, 37, layout, 0);
            expect_same_bits(exclusive_ors(19, Overflow::saturate), 7, 37, layout, 0);
            if (HasFailure()) return;
        }
    }
}

/// A chain over a longer k.
struct ChainCase {
    Spec spec;
    std::size_t m, n, dot_adds;
    bool ordered;  ///< permutes k
    unsigned layout;
};

/// Computes the inner part of a chain on D itself, without its first dot-add, and compares each lane with
/// successive calls of DotAdd.
void expect_same_chain(const ChainCase& test, std::uint64_t seed) {
    SCOPED_TRACE(to_json_text(test.spec) + ", seed " + std::to_string(seed));
    const DotAdd dot(test.spec);
    std::mt19937_64 random(seed);
    const auto k = static_cast<std::size_t>(test.spec.k);
    const std::size_t all = k * test.dot_adds;
    const auto column_major = [&](unsigned bit) { return (test.layout >> bit & 1U) != 0; };
    const StoredMatrix a(test.m, all, test.spec.a, column_major(0), 3, random);
    const StoredMatrix b(all, test.n, test.spec.b, column_major(1), 1, random);
    const StoredMatrix c(test.m, test.n, Format::int32, column_major(2), 2, random);
    std::vector<std::uint32_t> order(all);
    std::iota(order.begin(), order.end(), 0U);
    if (test.ordered) std::ranges::shuffle(order, random);
    const Region region{1, test.m - 1, 2, test.n - 2};
    const DotAddRange range{1, test.dot_adds - 1, test.ordered ? order.data() : nullptr};
    TileWorkspace workspace;
    for (const Simd simd : usable_simd()) {
        StoredMatrix d = c;
        const TileEngine engine(dot, simd);
        engine.run_chain(region, range, {a.view(), b.view(), d.view(), {}, {}}, d.mutable_view(), workspace);
        for (std::size_t i = 0; i < test.m; ++i) {
            for (std::size_t j = 0; j < test.n; ++j) {
                std::uint64_t expected = c.at(i, j);
                for (std::size_t p = k; i >= 1 && j >= 2 && p < all; p += k) {
                    std::vector<std::uint64_t> x, y;
                    for (std::size_t q = p; q < p + k; ++q) x.push_back(a.at(i, order[q]));
                    for (std::size_t q = p; q < p + k; ++q) y.push_back(b.at(order[q], j));
                    expected = dot({x, y, {}, {}, expected});
                }
                ASSERT_EQ(expected, d.at(i, j)) << name_of(simd) << ", lane " << i << ", " << j;
            }
        }
    }
}

TEST(IntegerTiles, Chains) {
    std::uint64_t seed = 1;
    for (const Format format : {Format::int4, Format::int8, Format::int16, Format::b1}) {
        for (const Overflow overflow : kOverflows) {
            for (const int k : {3, 4, 16, 32}) {
                for (const bool ordered : {false, true}) {
                    Spec spec = integers(format, Format::int16, k, overflow);
                    expect_same_chain({spec, 6, 37, 1 + 600 / static_cast<std::size_t>(k), ordered,
                                       static_cast<unsigned>(seed)},
                                      seed);
                    spec = format == Format::b1 ? exclusive_ors(k, overflow)
                                                : integers(format, Format::uint8, k, overflow);
                    expect_same_chain({spec, 70, 5, 5, ordered, static_cast<unsigned>(seed)}, seed);
                    ++seed;
                    if (HasFailure()) return;
                }
            }
        }
    }
}

/// Formats and roundings that the kernel does not compute are left to the readable model.
TEST(IntegerTiles, WhatHasNoKernel) {
    Spec spec = integers(Format::int32, Format::int8, 4, Overflow::wrap);
    EXPECT_FALSE(TileEngine(DotAdd(spec)).is_fast());
    spec = integers(Format::int8, Format::int8, 4, Overflow::wrap);
    spec.c = Format::int16;
    EXPECT_FALSE(TileEngine(DotAdd(spec)).is_fast());
    spec.c = Format::int32;
    spec.d = Format::int16;
    EXPECT_FALSE(TileEngine(DotAdd(spec)).is_fast());
}

Term term(ExpressionKind kind, std::vector<int> list = {}) {
    Term out;
    out.of.kind = kind;
    out.select.list = std::move(list);
    return out;
}

Expression rounded(std::vector<Term> terms) {
    Sum sum;
    sum.terms = std::move(terms);
    sum.round = OutputRule{};
    sum.round->format = Format::int32;
    sum.round->fraction = 31;
    sum.round->overflow = Overflow::saturate;
    return {ExpressionKind::sum, Child(std::move(sum)), {}};
}

bool has_kernel(std::vector<Term> terms) {
    Recipe recipe = expand(integers(Format::int8, Format::int8, 4, Overflow::saturate));
    recipe.result = rounded(std::move(terms));
    return TileEngine(DotAdd(recipe)).is_fast();
}

/// The kernel adds all products and c in any order, but rounds only once.
TEST(IntegerTiles, WhichSumsHaveAKernel) {
    const Term product = term(ExpressionKind::product);
    const Term c = term(ExpressionKind::c);
    EXPECT_TRUE(has_kernel({product, c}));
    EXPECT_TRUE(has_kernel({c, product}));
    EXPECT_TRUE(
        has_kernel({term(ExpressionKind::product, {3, 1}), c, term(ExpressionKind::product, {0, 2})}));
    Term inner;
    inner.of = rounded({product});
    EXPECT_FALSE(has_kernel({inner, c}));
    inner.of = rounded({c});
    EXPECT_FALSE(has_kernel({product, inner}));
    inner.of = rounded({product, c});
    EXPECT_FALSE(has_kernel({inner}));
}

}  // namespace
}  // namespace karat::test
