// SPDX-License-Identifier: Apache-2.0
// Gemm: chains of dot-adds for any m, n and k. The expected results are computed lane by lane with DotAdd and
// ordinary float arithmetic.
#include "karat_gemm/gemm.hpp"

#ifdef __SSE2__
#include <xmmintrin.h>
#endif

#include <bit>
#include <random>

#include "../engine/stored_tile.hpp"
#include "karat/error.hpp"
#include "karat/instruction/registry.hpp"
#include "karat/recipe/json/spec_json.hpp"
#include "karat_gemm/adder.hpp"
#include "karat_gemm/orders.hpp"

namespace karat::test {
namespace {

/// Random operands from N(0,1) with some zeros and, with `specials`, some random encodings.
struct Problem {
    Spec spec;
    std::size_t m, n, k;
    StoredMatrix a, b, c, d, scale_a, scale_b;

    Problem(const Spec& s, std::size_t rows, std::size_t columns, std::size_t depth, unsigned layout,
            std::uint64_t seed, bool specials = false)
        : spec(s),
          m(rows),
          n(columns),
          k(depth),
          a(m, k, s.a, (layout & 1U) != 0, layout >> 4U),
          b(k, n, s.b, (layout & 2U) != 0, layout >> 4U),
          c(m, n, s.c, (layout & 4U) != 0, layout >> 4U),
          d(m, n, s.d, (layout & 8U) != 0, layout >> 4U),
          scale_a(m, blocks(), s.scale.value_or(Format::ue8m0), false, 0),
          scale_b(blocks(), n, s.scale.value_or(Format::ue8m0), true, 0) {
        std::mt19937_64 random(seed);
        std::normal_distribution<double> normal;
        const auto fill = [&](StoredMatrix& x, Format format) {
            for (std::size_t i = 0; i < x.rows; ++i) {
                for (std::size_t j = 0; j < x.columns; ++j) {
                    const double value = random() % 9 == 0 ? 0.0 : normal(random);
                    x.set(i, j,
                          specials && random() % 97 == 0 ? random() & info(format).encoding_mask()
                                                         : encoding_of(value, info(format)));
                }
            }
        };
        fill(a, s.a);
        fill(b, s.b);
        fill(c, s.c);
        for (std::size_t i = 0; s.scale && i < m * blocks(); ++i)
            scale_a.set(i / blocks(), i % blocks(), 0x70 + random() % 8);
        for (std::size_t i = 0; s.scale && i < n * blocks(); ++i)
            scale_b.set(i % blocks(), i / blocks(), 0x70 + random() % 8);
    }
    [[nodiscard]] std::size_t blocks() const {
        return spec.scale ? k / static_cast<std::size_t>(spec.scale_block_or_default()) : 0;
    }
    [[nodiscard]] TileOperands operands() const {
        return {a.view(), b.view(), c.view(), scale_a.view(), scale_b.view()};
    }
    [[nodiscard]] GemmShape shape() const { return {m, n, k}; }

    /// Dot-add `index` of lane (i, j), with k in `order` and +0 beyond the end.
    [[nodiscard]] std::uint64_t dot_add(const DotAdd& dot, std::size_t i, std::size_t j, std::size_t index,
                                        std::uint64_t start,
                                        const std::vector<std::uint32_t>& order = {}) const {
        std::vector<std::uint64_t> x, y, sx, sy;
        for (std::size_t p = 0; p < static_cast<std::size_t>(spec.k); ++p) {
            const std::size_t place = index * static_cast<std::size_t>(spec.k) + p;
            const std::size_t at = order.empty() ? place : order[place];
            x.push_back(at < k ? a.at(i, at) : 0);
            y.push_back(at < k ? b.at(at, j) : 0);
        }
        for (std::size_t s = 0; s < dot.scale_count(); ++s) {
            sx.push_back(scale_a.at(i, index * dot.scale_count() + s));
            sy.push_back(scale_b.at(index * dot.scale_count() + s, j));
        }
        return dot({x, y, sx, sy, start});
    }
    [[nodiscard]] std::size_t dot_adds() const {
        return (k + static_cast<std::size_t>(spec.k) - 1) / static_cast<std::size_t>(spec.k);
    }
};

/// Compares every lane of D with `expected(i, j)`.
template <class Expected>
void expect_lanes(const Problem& p, Expected expected) {
    for (std::size_t i = 0; i < p.m; ++i) {
        for (std::size_t j = 0; j < p.n; ++j) {
            ASSERT_EQ(to_hex(p.d.at(i, j), p.spec.d), to_hex(expected(i, j), p.spec.d))
                << "lane " << i << ", " << j;
        }
    }
}

Spec named(const char* arch, const char* name) { return find_instruction(arch, name).spec; }

TEST(Gemm, ChainsOfEveryKind) {
    struct Case {
        const char *arch, *name;
        std::size_t m, n, k;
    };
    const std::vector<Case> cases{{"Hopper", "HMMA.16816.F32", 70, 37, 100},
                                  {"Hopper", "HMMA.16816.F16", 17, 130, 64},
                                  {"Ampere", "HMMA.16816.F32.BF16", 5, 300, 33},
                                  {"Hopper", "QGMMA.64x8x32.F32.E4M3.E5M2", 66, 8, 1100},
                                  {"Hopper", "HMMA.1688.F32.TF32", 33, 20, 1},
                                  {"Volta", "HMMA.884.F32.F32", 8, 8, 600},
                                  {"RTXBlackwell", "QMMA.SF.16832.F32.E4M3.E2M1.E8", 20, 18, 96},
                                  {"RTXBlackwell", "OMMA.SF.16864.F32.E2M1.E2M1.UE4M3.4X", 5, 7, 160},
                                  {"CDNA3", "v_mfma_f32_32x32x8_f16", 6, 20, 50},
                                  {"CDNA2", "v_mfma_f32_32x32x8f16", 5, 6, 40}};
    unsigned seed = 0;
    for (const Case& c : cases) {
        SCOPED_TRACE(c.name);
        Problem p(named(c.arch, c.name), c.m, c.n, c.k, seed * 5, seed, seed % 3 == 0);
        ++seed;
        if (p.spec.scale && p.k % static_cast<std::size_t>(p.spec.k) != 0)
            continue;  // padded with blocks of scale 1; tested separately below
        const DotAdd dot(p.spec);
        Gemm(p.spec, {.threads = 2}).run(p.shape(), p.operands(), p.d.mutable_view());
        expect_lanes(p, [&](std::size_t i, std::size_t j) {
            std::uint64_t running = p.c.at(i, j);
            for (std::size_t index = 0; index < p.dot_adds(); ++index)
                running = p.dot_add(dot, i, j, index, running);
            return running;
        });
        if (HasFatalFailure()) return;
    }
}

TEST(Gemm, ADesignWithoutAKernelGoesThroughTheReadableModel) {
    Spec spec = named("Hopper", "HMMA.16816.F32");
    spec.sticky = Sticky::ored;
    const Gemm gemm(spec, {.threads = 2});
    ASSERT_FALSE(gemm.engine().is_fast());
    Problem p(spec, 7, 130, 40, 3, 11);
    gemm.run(p.shape(), p.operands(), p.d.mutable_view());
    const DotAdd dot(spec);
    expect_lanes(p, [&](std::size_t i, std::size_t j) {
        std::uint64_t running = p.c.at(i, j);
        for (std::size_t index = 0; index < p.dot_adds(); ++index)
            running = p.dot_add(dot, i, j, index, running);
        return running;
    });
}

TEST(Gemm, ScaledChainIsFilledUpWithScaleOne) {
    const Spec spec = named("RTXBlackwell", "OMMA.SF.16864.F32.E2M1.E2M1.E8");  // k = 64, block 32
    Problem p(spec, 4, 5, 96, 0, 3);
    Problem full(spec, 4, 5, 128, 0, 3);
    for (std::size_t i = 0; i < 4; ++i) {
        for (std::size_t x = 0; x < 128; ++x) full.a.set(i, x, x < 96 ? p.a.at(i, x) : 0);
        for (std::size_t s = 0; s < 4; ++s) full.scale_a.set(i, s, s < 3 ? p.scale_a.at(i, s) : 127);
        for (std::size_t j = 0; j < 5; ++j) full.c.set(i, j, p.c.at(i, j));
    }
    for (std::size_t j = 0; j < 5; ++j) {
        for (std::size_t x = 0; x < 128; ++x) full.b.set(x, j, x < 96 ? p.b.at(x, j) : 0);
        for (std::size_t s = 0; s < 4; ++s) full.scale_b.set(s, j, s < 3 ? p.scale_b.at(s, j) : 127);
    }
    const Gemm gemm(spec);
    gemm.run(p.shape(), p.operands(), p.d.mutable_view());
    gemm.run(full.shape(), full.operands(), full.d.mutable_view());
    EXPECT_EQ(p.d.data, full.d.data);
}

TEST(Gemm, WithoutCTheChainStartsAtZero) {
    Problem p(named("Hopper", "HMMA.16816.F32"), 9, 9, 48, 0, 4);
    TileOperands in = p.operands();
    in.c = {};
    Gemm(p.spec).run(p.shape(), in, p.d.mutable_view());
    const DotAdd dot(p.spec);
    expect_lanes(p, [&](std::size_t i, std::size_t j) {
        std::uint64_t running = 0;
        for (std::size_t index = 0; index < 3; ++index) running = p.dot_add(dot, i, j, index, running);
        return running;
    });
}

TEST(Gemm, SplitK) {
    for (const Merge merge : {Merge::sequential, Merge::pairwise}) {
        Problem p(named("Hopper", "HMMA.16816.F32"), 20, 17, 16 * 11, 3, 5);
        Gemm(p.spec, {.order = Order::split_k, .split = 4, .merge = merge})
            .run(p.shape(), p.operands(), p.d.mutable_view());
        const DotAdd dot(p.spec);
        expect_lanes(p, [&](std::size_t i, std::size_t j) {
            const auto chain = [&](std::size_t first, std::size_t last, std::uint64_t start) {
                for (std::size_t index = first; index < last; ++index)
                    start = p.dot_add(dot, i, j, index, start);
                return std::bit_cast<float>(static_cast<std::uint32_t>(start));
            };
            const std::uint64_t c = p.c.at(i, j);
            const float c_value = std::bit_cast<float>(static_cast<std::uint32_t>(c));
            // 11 dot-adds in parts of 3, 3, 3, 2
            const float sequential = ((chain(0, 3, c) + chain(3, 6, 0)) + chain(6, 9, 0)) + chain(9, 11, 0);
            const float pairwise =
                ((chain(0, 3, 0) + chain(3, 6, 0)) + (chain(6, 9, 0) + chain(9, 11, 0))) + c_value;
            return std::uint64_t{
                std::bit_cast<std::uint32_t>(merge == Merge::sequential ? sequential : pairwise)};
        });
    }
}

TEST(Gemm, KahanAndAgainstIt) {
    for (const Order order : {Order::kahan, Order::anti_kahan}) {
        Problem p(named("Hopper", "HMMA.16816.F32"), 7, 20, 16 * 9, 0, 6);
        Gemm(p.spec, {.order = order}).run(p.shape(), p.operands(), p.d.mutable_view());
        const DotAdd dot(p.spec);
        expect_lanes(p, [&](std::size_t i, std::size_t j) {
            volatile float sum = std::bit_cast<float>(static_cast<std::uint32_t>(p.c.at(i, j)));
            volatile float error = 0;
            for (std::size_t index = 0; index < p.dot_adds(); ++index) {
                const auto partial =
                    std::bit_cast<float>(static_cast<std::uint32_t>(p.dot_add(dot, i, j, index, 0)));
                const volatile float y = order == Order::kahan ? partial - error : partial + error;
                const volatile float t = sum + y;
                const volatile float gained = t - sum;
                error = gained - y;
                sum = t;
            }
            return std::uint64_t{std::bit_cast<std::uint32_t>(static_cast<float>(sum))};
        });
    }
}

/// During its lifetime the processor flushes subnormals to zero, as in programs built with fast-math options.
class Flushing {
   public:
#ifdef __SSE2__
    Flushing() : before_(_mm_getcsr()) { _mm_setcsr(before_ | 0x8040U); }
    ~Flushing() { _mm_setcsr(before_); }

   private:
    unsigned before_;
#else
    Flushing() = default;
    ~Flushing() {}
#endif
   public:
    Flushing(const Flushing&) = delete;
    Flushing& operator=(const Flushing&) = delete;
    Flushing(Flushing&&) = delete;
    Flushing& operator=(Flushing&&) = delete;
};

/// Adder uses the processor's fp32 additions. The expected result is the fp64 sum, rounded to fp32.
TEST(Adder, InFp32IsTheSumInFp64Rounded) {
    const FormatInfo& fp32 = info(Format::fp32);
    const Adder adder(Format::fp32);
    std::mt19937_64 random(13);
    std::vector<std::uint64_t> codes{0x00000000, 0x80000000, 0x00000001, 0x80000001, 0x007fffff, 0x00800000,
                                     0x3f800000, 0x33800000, 0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000,
                                     0x7fc00000, 0xffc00001, 0x7f800001, 0x73000000};
    for (int i = 0; i < 600; ++i) codes.push_back(random() & 0xffffffffU);
    for (int i = 0; i < 600; ++i)
        codes.push_back(0x3f800000U + (random() & 0x83ffffffU));  // similar exponents
    for (const std::uint64_t x : codes) {
        for (const std::uint64_t y : codes) {
            const std::uint64_t sum = encoding_of(value_of(x, fp32) + value_of(y, fp32), fp32);
            const std::uint64_t difference = encoding_of(value_of(x, fp32) - value_of(y, fp32), fp32);
            const Flushing on;
            ASSERT_EQ(adder.add(x, y), sum) << std::hex << x << ' ' << y;
            ASSERT_EQ(adder.subtract(x, y), difference) << std::hex << x << ' ' << y;
        }
    }
}

TEST(Gemm, RandomOrderIsOnePermutation) {
    Problem p(named("Hopper", "QGMMA.64x8x32.F32.E4M3.E4M3"), 12, 9, 320, 0, 7);
    const auto order = permutation(320, 42);
    EXPECT_NE(order, permutation(320, 43));
    Gemm(p.spec, {.order = Order::random, .seed = 42}).run(p.shape(), p.operands(), p.d.mutable_view());
    const DotAdd dot(p.spec);
    expect_lanes(p, [&](std::size_t i, std::size_t j) {
        std::uint64_t running = p.c.at(i, j);
        for (std::size_t index = 0; index < 10; ++index)
            running = p.dot_add(dot, i, j, index, running, order);
        return running;
    });
}

/// Each lane adds its products in order of magnitude, smallest first. The small products are all lost in
/// natural order; in this order most of them contribute.
TEST(Gemm, ByMagnitudeKeepsSmallProducts) {
    Spec spec = named("Hopper", "HMMA.16816.F32");
    Problem p(spec, 1, 1, 64, 0, 8);
    const auto one = encoding_of(1.0, info(spec.a));
    for (std::size_t x = 0; x < 64; ++x) {
        p.a.set(0, x, one);
        p.b.set(x, 0, encoding_of(x == 0 ? 0x1p15 : 0x1p-11, info(spec.b)));
    }
    p.c.set(0, 0, 0);
    const auto value = [&] { return std::bit_cast<float>(static_cast<std::uint32_t>(p.d.at(0, 0))); };
    Gemm(spec).run(p.shape(), p.operands(), p.d.mutable_view());
    EXPECT_EQ(value(), 0x1p15F);
    Gemm(spec, {.order = Order::magnitude}).run(p.shape(), p.operands(), p.d.mutable_view());
    EXPECT_EQ(value(),
              0x1p15F + 0x1p-6F + 0x1p-7F);  // 48 small ones precede the last block; 15 in it are lost
}

/// Integers are added exactly, so their order does not matter, but nothing may be added besides.
TEST(Gemm, IntegersHaveTheOrdersThatAddNothing) {
    Spec spec;
    spec.algorithm = Algorithm::exact;
    spec.a = spec.b = Format::int8;
    spec.c = spec.d = Format::int32;
    spec.k = 4;
    spec.overflow = Overflow::wrap;
    const std::vector<std::uint64_t> a{1, 2, 3, 0xff, 5, 6, 7, 8};  // 0xff is -1
    const std::vector<std::uint64_t> b{10, 20, 30, 40, 50, 60, 70, 0x80};
    StoredMatrix x(1, 8, spec.a, false, 0), y(8, 1, spec.b, false, 0), c(1, 1, spec.c, false, 0);
    for (std::size_t i = 0; i < 8; ++i) {
        x.set(0, i, a[i]);
        y.set(i, 0, b[i]);
    }
    c.set(0, 0, 1000);
    for (const Order order : {Order::natural, Order::random}) {
        StoredMatrix d(1, 1, spec.d, false, 0);
        GemmOptions options;
        options.order = order;
        Gemm(spec, options).run({1, 1, 8}, {x.view(), y.view(), c.view(), {}, {}}, d.mutable_view());
        EXPECT_EQ(d.at(0, 0), 1000U + 10 + 40 + 90 - 40 + 250 + 360 + 490 - 8 * 128) << name_of(order);
    }
    for (const Order order : {Order::split_k, Order::kahan, Order::magnitude}) {
        GemmOptions options;
        options.order = order;
        EXPECT_THROW(Gemm(spec, options), SpecError) << name_of(order);
    }
}

TEST(Gemm, AlphaAndBeta) {
    Problem p(named("Hopper", "HMMA.16816.F32"), 70, 20, 32, 12, 9);
    const DotAdd dot(p.spec);
    const auto expected = [&](std::size_t i, std::size_t j) {
        const auto as_float = [](std::uint64_t x) {
            return std::bit_cast<float>(static_cast<std::uint32_t>(x));
        };
        const float chain = as_float(p.dot_add(dot, i, j, 1, p.dot_add(dot, i, j, 0, 0)));
        const double sum = 0.75 * double{chain} + -2.5 * double{as_float(p.c.at(i, j))};
        return std::uint64_t{std::bit_cast<std::uint32_t>(static_cast<float>(sum))};
    };
    const Gemm gemm(p.spec, {.alpha = 0.75, .beta = -2.5});
    gemm.run(p.shape(), p.operands(), p.d.mutable_view());
    expect_lanes(p, expected);
    Problem in_place = p;
    TileOperands in = in_place.operands();
    in.c = in_place.c.view();
    gemm.run(in_place.shape(), in, in_place.c.mutable_view());
    for (std::size_t i = 0; i < p.m; ++i) {
        for (std::size_t j = 0; j < p.n; ++j) ASSERT_EQ(in_place.c.at(i, j), expected(i, j));
    }
}

TEST(Gemm, BatchesAndThreadsChangeNothing) {
    const Spec spec = named("Ampere", "HMMA.16816.F32");
    Problem p(spec, 3 * 130, 70, 48, 0, 10);
    Gemm(spec, {.threads = 1}).run(p.shape(), p.operands(), p.d.mutable_view());
    Problem again = p;
    double last = 0;
    int calls = 0;
    const auto progress = [&](double share) {
        EXPECT_GT(share, last);
        last = share;
        ++calls;
    };
    // the same rows as a batch of three products with a common B
    const GemmShape batch{130, 70, 48, 3, 130 * 48, 0, 130 * 70, 130 * 70};
    Gemm(spec, {.threads = 2, .progress = progress}).run(batch, again.operands(), again.d.mutable_view());
    EXPECT_EQ(p.d.data, again.d.data);
    EXPECT_EQ(last, 1.0);
    EXPECT_EQ(calls, 9);
}

TEST(Gemm, RefusesWhatDoesNotFit) {
    Problem p(named("Hopper", "HMMA.16816.F32"), 4, 4, 32, 0, 11);
    const Gemm gemm(p.spec);
    GemmShape shape = p.shape();
    shape.k = 33;
    EXPECT_THROW(gemm.run(shape, p.operands(), p.d.mutable_view()), OperandError);
    EXPECT_THROW(Gemm(p.spec, {.order = Order::split_k, .split = 0}), SpecError);
    EXPECT_THROW(Gemm(p.spec, {.order = Order::split_k, .split = 1025}), SpecError);
    EXPECT_NO_THROW(Gemm(p.spec, {.order = Order::split_k, .split = 1024}));
    EXPECT_THROW(Gemm(p.spec, {.threads = -1}), SpecError);
    EXPECT_THROW(Gemm(p.spec, {.threads = 1025}), SpecError);
    EXPECT_NO_THROW(Gemm(p.spec, {.threads = 1024}));
    EXPECT_THROW(Gemm(named("RTXBlackwell", "OMMA.SF.16864.F32.E2M1.E2M1.E8"), {.order = Order::random}),
                 SpecError);
    Spec mixed = p.spec;
    mixed.c = Format::fp16;
    Problem q(mixed, 4, 4, 32, 0, 12);
    EXPECT_THROW(Gemm(mixed).run(q.shape(), q.operands(), q.d.mutable_view()), SpecError);
    Problem single(mixed, 4, 4, 16, 0, 12);  // no chain, so c and d may differ
    Gemm(mixed).run(single.shape(), single.operands(), single.d.mutable_view());
    const DotAdd dot(mixed);
    expect_lanes(single, [&](std::size_t i, std::size_t j) {
        return single.dot_add(dot, i, j, 0, single.c.at(i, j));
    });
}

}  // namespace
}  // namespace karat::test
