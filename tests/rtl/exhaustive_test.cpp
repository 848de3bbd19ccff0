// SPDX-License-Identifier: Apache-2.0
// Exhaustive test of reference RTL with small formats: every pair of operands with every c of a boundary set.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "karat_tb/check/candidate.hpp"
#include "karat_tb/check/check.hpp"
#include "karat_tb/check/scoreboard.hpp"
#include "karat_tb/rtl/rtl_build.hpp"
#include "karat_tb/stimulus/tile_source.hpp"

namespace karat::tb {
namespace {

constexpr std::size_t kSide = 4;  // lanes of the tile, each way

/// Edge cases of c (fp32) for the products and the rounding: zeros, subnormals, values next to a power of
/// two, values far below 1, the largest numbers, infinities, NaN.
const std::vector<std::uint64_t> kBoundary{
    0x00000000, 0x80000000, 0x00000001, 0x807fffff, 0x00800000, 0x3f800000, 0xbf800001, 0x3f7fffff,
    0xb3800000, 0x33800001, 0x34000000, 0xc3800001, 0x4b000001, 0xcb7fffff, 0x4e000000, 0x3a800001,
    0xb8ffffff, 0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000, 0x7fc00000};

/// Every row of A with every column of B, and each pair with every c.
class EverySource final : public TileSource {
   public:
    explicit EverySource(const Spec& spec)
        : k_(static_cast<std::size_t>(spec.k)), a_bits_(info(spec.a).bits), b_bits_(info(spec.b).bits) {
        a_words_ = std::size_t{1} << (static_cast<std::size_t>(a_bits_) * k_);
        b_words_ = std::size_t{1} << (static_cast<std::size_t>(b_bits_) * k_);
    }
    [[nodiscard]] std::size_t tiles() const {
        return a_words_ / kSide * (b_words_ / kSide) * kBoundary.size();
    }

    [[nodiscard]] std::optional<Tile> next() override {
        if (at_ == tiles()) return std::nullopt;
        const std::size_t shift = at_ % kBoundary.size();
        const std::size_t pair = at_ / kBoundary.size();
        const std::size_t row = pair % (a_words_ / kSide) * kSide;
        const std::size_t column = pair / (a_words_ / kSide) * kSide;
        ++at_;
        Tile tile;
        for (std::size_t i = 0; i < kSide; ++i) {
            append(tile.a, row + i, a_bits_);
            append(tile.b, column + i, b_bits_);
        }
        for (std::size_t lane = 0; lane < kSide * kSide; ++lane)
            tile.c.push_back(kBoundary[(shift + lane) % kBoundary.size()]);
        return tile;
    }

   private:
    /// Appends the k elements packed in `word`.
    void append(std::vector<std::uint64_t>& elements, std::size_t word, int bits) const {
        for (std::size_t j = 0; j < k_; ++j) {
            elements.push_back((word >> (j * static_cast<std::size_t>(bits))) &
                               ((std::uint64_t{1} << bits) - 1));
        }
    }

    std::size_t k_, a_words_ = 0, b_words_ = 0, at_ = 0;
    int a_bits_, b_bits_;
};

struct Case {
    const char* name;
    Format a, b;
    int k;
    Algorithm algorithm;
    int F;
    int output_fraction;
};

void PrintTo(const Case& one, std::ostream* out) { *out << one.name; }

class Exhaustive : public testing::TestWithParam<Case> {};

Spec spec_of(const Case& one) {
    Spec spec;
    spec.algorithm = one.algorithm;
    spec.a = one.a;
    spec.b = one.b;
    spec.k = one.k;
    spec.F = {one.F};
    spec.output_fraction = one.output_fraction;
    if (one.algorithm == Algorithm::fda) spec.exponent_floor = -133;
    if (one.algorithm == Algorithm::gfdrda) {
        spec.group = 1;
        spec.F_c = Width{24};
        spec.c_rounding = Rounding::RD;
        spec.zero_c = ZeroExponent::minus126;
        spec.c_cutoff = 25;
        spec.nan = NanEncoding::any;
    }
    return spec;
}

TEST_P(Exhaustive, EveryLaneIsRight) {
    if (std::system("verilator --version >/dev/null 2>&1") != 0)
        GTEST_SKIP() << "verilator cannot be started";
    const std::string cache = (std::filesystem::current_path() / "cache").string();
    ::setenv("KARAT_CACHE", cache.c_str(), 0);
    const Spec spec = spec_of(GetParam());
    const DotAdd dot(spec);
    const auto candidate =
        load_candidate(build_candidate({.m = kSide, .n = kSide, .stages = 1, .spec = spec}, false, nullptr));
    EverySource source(spec);
    Scoreboard board(dot, kSide, kSide, {.mismatches = 10});
    CheckSettings settings;
    settings.count = source.tiles() + 1;
    const CheckResult result = run_check(*candidate, source, board, settings);
    EXPECT_EQ(result.verdict, Verdict::passed) << result.reason;
    EXPECT_EQ(board.tiles(), source.tiles());
    EXPECT_EQ(board.mismatches(), 0U);
    RecordProperty("lanes", std::to_string(board.lanes()));
}

constexpr Algorithm fda = Algorithm::fda;
INSTANTIATE_TEST_SUITE_P(
    Products, Exhaustive,
    testing::Values(Case{"e4m3_e4m3", Format::e4m3, Format::e4m3, 1, fda, 13, 13},
                    Case{"e4m3_e5m2", Format::e4m3, Format::e5m2, 1, fda, 25, 23},
                    Case{"e5m2_e5m2", Format::e5m2, Format::e5m2, 1, fda, 25, 23},
                    Case{"e5m2_e4m3", Format::e5m2, Format::e4m3, 1, fda, 25, 23},
                    Case{"fnuz_e4m3_e4m3", Format::e4m3fnuz, Format::e4m3fnuz, 1, Algorithm::gfdrda, 24, 23},
                    Case{"fnuz_e4m3_e5m2", Format::e4m3fnuz, Format::e5m2fnuz, 1, Algorithm::gfdrda, 24, 23},
                    Case{"fnuz_e5m2_e4m3", Format::e5m2fnuz, Format::e4m3fnuz, 1, Algorithm::gfdrda, 24, 23},
                    Case{"fnuz_e5m2_e5m2", Format::e5m2fnuz, Format::e5m2fnuz, 1, Algorithm::gfdrda, 24, 23},
                    Case{"e3m2_e2m3", Format::e3m2, Format::e2m3, 1, fda, 25, 23},
                    Case{"e2m1_pairs", Format::e2m1, Format::e2m1, 2, fda, 25, 23},
                    Case{"e2m1_pairs_sda", Format::e2m1, Format::e2m1, 2, Algorithm::sda, 6, 23}),
    [](const auto& one) { return std::string(one.param.name); });

}  // namespace
}  // namespace karat::tb
