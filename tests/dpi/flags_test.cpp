// SPDX-License-Identifier: Apache-2.0
// C ABI: the status flags of a tile, and their comparison.
#include "karat/instruction/registry.hpp"
#include "karat/recipe/json/spec_json.hpp"
#include "stored_tile.hpp"

namespace karat::test {
namespace {

constexpr karat_flag_port kAll{15, 0, 0, KARAT_TINY_DEFAULT, 0};
constexpr std::uint32_t kInexactBit = KARAT_INEXACT;

/// The flags of a lane, as the model raises them.
std::uint32_t raised(const StoredTiles& tiles, std::size_t i, std::size_t j, const FlagRule& rule = {}) {
    const StoredTiles::DotRow row(tiles, 0, i, j);
    Flags flags;
    const Operands in{row.a, row.b, row.scale_a, row.scale_b, tiles.c.at(i, j), row.metadata};
    (void)tiles.dot.flagged(in, rule, flags);
    return flags.bits();
}

/// Flags of a tile, in storage of exactly the bytes that they need.
StoredMatrix flags_room(std::size_t m, std::size_t n, bool by_columns = false, std::size_t gap = 0) {
    return {m, n, Format::uint4, by_columns, gap};
}

/// The flags of one dot-add of fp16 with the given products.
std::uint32_t flags_of(karat_model* model, const std::vector<std::uint16_t>& a,
                       const std::vector<std::uint16_t>& b, std::uint32_t c, const karat_flag_port& port) {
    const karat_tile_operands in{
        1,  1, {a.data(), a.size() * 2, 0, 0}, {b.data(), b.size() * 2, 0, 1}, {&c, sizeof c, 0, 0}, {},
        {}, {}};
    std::uint8_t out = 0xA0;
    const karat_result to{&out, 1, 0, 0};
    EXPECT_EQ(karat_tile_flags(model, &in, &port, &to), KARAT_OK) << karat_last_error();
    EXPECT_EQ(out & 0xF0, 0xA0) << "bits beyond the matrix were written";
    return out & 0xFU;
}

TEST(CAbiFlags, ByHand) {
    const Opened exact(R"({"karat_spec": 1, "algorithm": "exact", "a": "fp16", "b": "fp16", "c": "fp16",
                           "d": "fp16", "k": 2})");
    const std::uint16_t one = 0x3c00;
    const std::uint16_t infinity = 0x7c00;
    EXPECT_EQ(flags_of(exact, {one, 0}, {one, 0}, one, kAll), 0U);
    EXPECT_EQ(flags_of(exact, {0, 0}, {infinity, 0}, one, kAll), std::uint32_t{KARAT_INVALID});
    EXPECT_EQ(flags_of(exact, {0x7bff, 0}, {0x4000, 0}, 0, kAll), KARAT_OVERFLOW | kInexactBit);
    // only the flags that the unit has
    EXPECT_EQ(flags_of(exact, {0x7bff, 0}, {0x4000, 0}, 0, {KARAT_INEXACT | KARAT_INVALID, 0, 0, 0, 0}),
              kInexactBit);
    // 2^-14 - 2^-25, which is delivered as the least normal number; 2^-14 - 2^-27
    const std::uint32_t under = KARAT_UNDERFLOW | kInexactBit;
    const auto below = [&](std::uint16_t by, int tiny) {
        return flags_of(exact, {0x0400, 0x8c00}, {one, by}, 0, {15, 0, 0, tiny, 0});
    };
    EXPECT_EQ(below(0x0800, KARAT_TINY_DEFAULT), under);
    EXPECT_EQ(below(0x0800, KARAT_TINY_ENCODED), kInexactBit);
    EXPECT_EQ(below(0x0200, KARAT_TINY_DEFAULT), kInexactBit);
    EXPECT_EQ(below(0x0200, KARAT_TINY_UNBOUNDED), kInexactBit);
    EXPECT_EQ(below(0x0200, KARAT_TINY_BEFORE), under);
    // 1 + 2^-14 with ten fraction bits in the sum
    const Opened narrow(R"({"karat_spec": 1, "algorithm": "fda", "a": "fp16", "b": "fp16", "c": "fp32",
                            "d": "fp32", "k": 2, "F": 10})");
    EXPECT_EQ(flags_of(narrow, {one, one}, {one, 0x0400}, 0, kAll), kInexactBit);
    EXPECT_EQ(flags_of(narrow, {one, one}, {one, 0x0400}, 0, {15, 0, 0, 0, 1}), 0U);
}

TEST(CAbiFlags, OfEveryLaneInEveryLayout) {
    std::mt19937_64 random(31);
    std::uint32_t seen = 0;
    for (const std::string json :
         {R"({"karat_spec": 1, "algorithm": "exact", "a": "e5m2", "b": "e5m2", "c": "fp16", "d": "fp16",
              "k": 4})",
          R"({"karat_spec": 1, "algorithm": "fda", "k": 8, "F": 20, "metadata": "2:4"})",
          R"({"karat_spec": 1, "algorithm": "gfda", "a": "e2m1", "b": "e2m3", "k": 8, "group": 4,
              "scale": "ue8m0", "scale_block": 4})"}) {
        const Opened model(json);
        const DotAdd dot(spec_from_json_text(json));
        for (int round = 0; round < 20; ++round) {
            const StoredTiles tiles(dot, 3, 5, 1, {1, round % 2 == 0, true, false, true}, random);
            const karat_tile_operands in = tiles.view();
            for (const bool by_columns : {false, true}) {
                StoredMatrix out = flags_room(3, 5, by_columns, by_columns ? 2 : 0);
                const karat_result to = result_of(out);
                ASSERT_EQ(karat_tile_flags(model, &in, &kAll, &to), KARAT_OK) << karat_last_error();
                std::uint32_t any = 0;
                for (std::size_t lane = 0; lane < 15; ++lane) {
                    EXPECT_EQ(out.at(lane / 5, lane % 5), raised(tiles, lane / 5, lane % 5));
                    any |= static_cast<std::uint32_t>(out.at(lane / 5, lane % 5));
                }
                seen |= any;
                StoredMatrix one = flags_room(1, 1);
                const karat_flag_port per_tile{15, 1, 0, 0, 0};
                const karat_result to_one = result_of(one);
                ASSERT_EQ(karat_tile_flags(model, &in, &per_tile, &to_one), KARAT_OK) << karat_last_error();
                EXPECT_EQ(one.at(0, 0), any);
            }
        }
    }
    EXPECT_EQ(seen, 15U) << "the operands do not raise every flag";
}

/// A tile with the right flags, which the tests then modify.
class CAbiCompareFlags : public testing::Test {
   protected:
    CAbiCompareFlags() { raise(); }
    void raise() {
        for (std::size_t lane = 0; lane < 6; ++lane)
            got.set(lane / 3, lane % 3, raised(tiles, lane / 3, lane % 3));
    }
    karat_status compare(const karat_flag_port& port) {
        const karat_tile_operands in = tiles.view();
        const karat_matrix flags = matrix_of(port.per_tile != 0 ? all : got);
        const karat_matrix unknown = matrix_of(port.per_tile != 0 ? all_x : x);
        const karat_result kept = result_of(port.per_tile != 0 ? all_before : before);
        const karat_result mask = result_of(port.per_tile != 0 ? all_wrong : wrong);
        std::size_t length = 0;
        report.assign(65536, '\0');
        const karat_status status = karat_compare_flags(model, 41, &in, &port, &flags, &unknown, &kept, &mask,
                                                        &out, report.data(), report.size(), &length);
        report.resize(length);
        return status;
    }
    std::mt19937_64 random{12};
    std::string json =
        R"({"karat_spec": 1, "algorithm": "exact", "a": "fp16", "b": "fp16", "c": "fp32", "d": "fp32",
            "k": 4})";
    Opened model{json};
    DotAdd dot{spec_from_json_text(json)};
    StoredTiles tiles{dot, 2, 3, 1, {1, false, true, false, true}, random};
    StoredMatrix got = flags_room(2, 3, true, 1), x = flags_room(2, 3), before = flags_room(2, 3),
                 wrong = flags_room(2, 3);
    StoredMatrix all = flags_room(1, 1), all_x = flags_room(1, 1), all_before = flags_room(1, 1),
                 all_wrong = flags_room(1, 1);
    karat_flag_comparison out{9, 9, 9, 9, 9, 9, 9, 9};
    std::string report;
};

TEST_F(CAbiCompareFlags, RightFlags) {
    wrong.set(1, 1, 15);
    EXPECT_EQ(compare(kAll), KARAT_OK) << karat_last_error();
    EXPECT_EQ(out.compared, 6U);
    EXPECT_EQ(out.mismatches, 0U);
    EXPECT_EQ(out.missing | out.without_cause, 0U);
    EXPECT_EQ(report, "");
    EXPECT_EQ(wrong.at(1, 1), 0U);
    const karat_tile_operands in = tiles.view();
    const karat_matrix flags = matrix_of(got);
    EXPECT_EQ(karat_compare_flags(model, 1, &in, &kAll, &flags, nullptr, nullptr, nullptr, nullptr, nullptr,
                                  0, nullptr),
              KARAT_OK)
        << karat_last_error();
}

TEST_F(CAbiCompareFlags, WrongFlagsAreNamedAndMasked) {
    const std::uint32_t first = raised(tiles, 0, 2);
    const std::uint32_t second = raised(tiles, 1, 1);
    got.set(0, 2, first ^ KARAT_INEXACT);
    got.set(1, 1, second ^ KARAT_OVERFLOW ^ KARAT_INVALID);
    EXPECT_EQ(compare(kAll), KARAT_MISMATCH);
    EXPECT_STREQ(karat_last_error(), "tile 41, lane (0,2): 2 of 6 sets of flags differ");
    EXPECT_EQ(out.mismatches, 2U);
    EXPECT_EQ(out.m, 0U);
    EXPECT_EQ(out.n, 2U);
    EXPECT_EQ(out.expected, first);
    EXPECT_EQ(out.got, first ^ KARAT_INEXACT);
    EXPECT_EQ(out.missing ^ out.without_cause, 13U);
    EXPECT_EQ(out.missing & out.without_cause, 0U);
    EXPECT_EQ(report.find("wrong flags: tile 41, lane (0,2): expected "), 0U) << report;
    EXPECT_NE(report.find(first == 0 ? "none; got inexact" : "inexact; got "), std::string::npos) << report;
    EXPECT_NE(report.find("a hex"), std::string::npos) << report;
    for (std::size_t lane = 0; lane < 6; ++lane)
        EXPECT_EQ(wrong.at(lane / 3, lane % 3), lane == 2 ? 1U : lane == 4 ? 12U : 0U) << lane;
}

TEST_F(CAbiCompareFlags, FlagsThatTheUnitLacksAreIgnored) {
    got.set(0, 2, raised(tiles, 0, 2) ^ KARAT_INEXACT);
    EXPECT_EQ(compare({KARAT_INVALID | KARAT_OVERFLOW, 0, 0, 0, 0}), KARAT_OK) << karat_last_error();
    EXPECT_EQ(compare({KARAT_INVALID | KARAT_INEXACT, 0, 0, 0, 0}), KARAT_MISMATCH);
}

TEST_F(CAbiCompareFlags, UnknownBitsAreWrong) {
    x.set(1, 0, KARAT_UNDERFLOW);
    EXPECT_EQ(compare(kAll), KARAT_MISMATCH);
    EXPECT_EQ(wrong.at(1, 0), std::uint64_t{KARAT_UNDERFLOW});
    EXPECT_NE(report.find("; X or Z: underflow"), std::string::npos) << report;
    EXPECT_EQ(compare({KARAT_INEXACT, 0, 0, 0, 0}), KARAT_OK) << "an unknown flag that is not compared";
}

TEST_F(CAbiCompareFlags, OfATile) {
    std::uint32_t any = 0;
    for (std::size_t lane = 0; lane < 6; ++lane) any |= raised(tiles, lane / 3, lane % 3);
    all.set(0, 0, any);
    EXPECT_EQ(compare({15, 1, 0, 0, 0}), KARAT_OK) << karat_last_error();
    EXPECT_EQ(out.compared, 1U);
    all.set(0, 0, any ^ KARAT_INVALID);
    EXPECT_EQ(compare({15, 1, 0, 0, 0}), KARAT_MISMATCH);
    EXPECT_STREQ(karat_last_error(), "tile 41: 1 of 1 sets of flags differ");
    EXPECT_EQ(report.find("a hex"), std::string::npos) << "a drawing of one lane: " << report;
}

TEST_F(CAbiCompareFlags, StickyFlagsStayUntilTheCallerClearsThem) {
    const karat_flag_port sticky{15, 0, 1, 0, 0};
    EXPECT_EQ(compare(sticky), KARAT_OK) << karat_last_error();
    for (std::size_t lane = 0; lane < 6; ++lane)
        EXPECT_EQ(before.at(lane / 3, lane % 3), raised(tiles, lane / 3, lane % 3));
    before.set(0, 0, 15);
    before.set(1, 2, before.at(1, 2) | KARAT_INVALID);
    EXPECT_EQ(compare(sticky), KARAT_MISMATCH) << "the flags of earlier tiles are gone";
    EXPECT_EQ(out.mismatches, 2U);
    got.set(0, 0, 15);
    got.set(1, 2, got.at(1, 2) | KARAT_INVALID);
    EXPECT_EQ(compare(sticky), KARAT_OK) << karat_last_error();
    // the model's flags stay, whatever the design raised
    got.set(0, 0, 0);
    EXPECT_EQ(compare(sticky), KARAT_MISMATCH);
    EXPECT_EQ(before.at(0, 0), 15U);
    EXPECT_EQ(report.find("a hex"), std::string::npos) << report;
}

TEST_F(CAbiCompareFlags, Refusals) {
    const karat_tile_operands in = tiles.view();
    const karat_result to = result_of(before);
    const karat_matrix flags = matrix_of(got);
    const auto tile_flags = [&](const karat_flag_port& port) {
        return karat_tile_flags(model, &in, &port, &to);
    };
    const auto compared = [&](const karat_flag_port& port, const karat_matrix* seen,
                              const karat_result* kept) {
        return karat_compare_flags(model, 0, &in, &port, seen, nullptr, kept, nullptr, &out, nullptr, 0,
                                   nullptr);
    };
    expect_refused(KARAT_BAD_ARGUMENT, {"port.bits = 0: must be 1 to 15"}, [&] {
        return tile_flags({0, 0, 0, 0, 0});
    });
    expect_refused(KARAT_BAD_ARGUMENT, {"port.bits = 16"}, [&] { return tile_flags({16, 0, 0, 0, 0}); });
    expect_refused(KARAT_BAD_ARGUMENT, {"port.tiny = 4: must be 0 to 3"}, [&] {
        return tile_flags({15, 0, 0, 4, 0});
    });
    expect_refused(KARAT_BAD_ARGUMENT, {"port.tiny = -1"}, [&] { return tile_flags({15, 0, 0, -1, 0}); });
    expect_refused(KARAT_BAD_ARGUMENT, {"port is NULL"},
                   [&] { return karat_tile_flags(model, &in, nullptr, &to); });
    expect_refused(KARAT_BAD_ARGUMENT, {"in is NULL"},
                   [&] { return karat_tile_flags(model, nullptr, &kAll, &to); });
    expect_refused(KARAT_BAD_ARGUMENT, {"flags is NULL"},
                   [&] { return karat_tile_flags(model, &in, &kAll, nullptr); });
    expect_refused(KARAT_BAD_HANDLE, {"NULL"}, [&] { return karat_tile_flags(nullptr, &in, &kAll, &to); });
    expect_refused(KARAT_BAD_ARGUMENT, {"got is NULL"}, [&] { return compared(kAll, nullptr, nullptr); });
    const karat_flag_port sticky{15, 0, 1, 0, 0};
    expect_refused(KARAT_BAD_ARGUMENT, {"since_reset is NULL"},
                   [&] { return compared(sticky, &flags, nullptr); });
    karat_result small = to;
    small.bytes = 2;  // six sets of flags need three
    expect_refused(KARAT_BAD_OPERAND, {"since_reset", "bytes"},
                   [&] { return compared(sticky, &flags, &small); });
    expect_refused(KARAT_BAD_OPERAND, {"flags", "bytes"},
                   [&] { return karat_tile_flags(model, &in, &kAll, &small); });
    karat_tile_operands large = in;
    large.m = 65536;
    large.n = 2;
    expect_refused(KARAT_BAD_ARGUMENT, {"flags of 65536 x 2 lanes"},
                   [&] { return karat_tile_flags(model, &large, &kAll, &to); });
    // a call that is refused leaves everything as it was
    const auto kept = before.data;
    const karat_result mask = result_of(wrong);
    expect_refused(KARAT_BAD_ARGUMENT, {"buffer is NULL"}, [&] {
        return karat_compare_flags(model, 0, &in, &sticky, &flags, nullptr, &to, &mask, &out, nullptr, 8,
                                   nullptr);
    });
    EXPECT_EQ(before.data, kept);
    EXPECT_EQ(out.compared, 9U);
}

TEST_F(CAbiCompareFlags, AReportThatDoesNotFit) {
    got.set(0, 0, got.at(0, 0) ^ KARAT_INEXACT);
    const karat_tile_operands in = tiles.view();
    const karat_matrix flags = matrix_of(got);
    std::string small(16, '?');
    EXPECT_EQ(karat_compare_flags(model, 0, &in, &kAll, &flags, nullptr, nullptr, nullptr, &out, small.data(),
                                  small.size(), nullptr),
              KARAT_MISMATCH);
    EXPECT_STREQ(small.c_str(), "wrong flags: ti");
    EXPECT_EQ(out.mismatches, 1U);
}

}  // namespace
}  // namespace karat::test
