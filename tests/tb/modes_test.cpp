// SPDX-License-Identifier: Apache-2.0
// Tiles of several modes in one run: each is packed and judged by its own mode, and a mode from the wrong
// tile is named.
#include <gtest/gtest.h>

#include <array>
#include <deque>
#include <functional>
#include <set>

#include "karat/error.hpp"
#include "karat/instruction/registry.hpp"
#include "karat_tb/check/check.hpp"
#include "karat_tb/check/tile_ports.hpp"
#include "karat_tb/stimulus/stimulus.hpp"

namespace karat::test {
namespace {

enum class Fault { none, before, after, stuck };

/// One lane with two modes, 3 and 5, that answers a tile when the next one or a pause comes.
class TwoModes final : public tb::Candidate {
   public:
    TwoModes(const DotAdd& three, const DotAdd& five, Fault fault)
        : dots_{&three, &five},
          shapes_{tb::TileShape(three.spec(), 1, 1), tb::TileShape(five.spec(), 1, 1)},
          fault_(fault) {
        const auto bytes = [](std::size_t bits) { return static_cast<std::uint32_t>((bits + 31) / 32 * 4); };
        ports_.abi = KARAT_CANDIDATE_ABI;
        ports_.m = ports_.n = 1;
        ports_.a_bytes = ports_.b_bytes = bytes(shapes_[0].k * shapes_[0].aw);
        ports_.c_bytes = bytes(shapes_[0].cw);
        ports_.d_bytes = bytes(shapes_[0].dw);
        ports_.mode_bits = 3;
    }
    [[nodiscard]] const karat_candidate_ports& ports() const override { return ports_; }

    void cycle(karat_candidate_cycle& io) override {
        io.valid_out = 0;
        io.ready_out = held_ ? io.ready_in : 1;
        EXPECT_TRUE(io.mode == 3 || io.mode == 5) << "in reset, too";
        if (io.rst_n == 0) held_ = false;
        if (io.rst_n == 0) return;
        if (held_) {
            const std::uint32_t mode = fault_ == Fault::after    ? io.mode
                                       : fault_ == Fault::before ? mode_before_
                                       : fault_ == Fault::stuck  ? 5
                                                                 : mode_;
            io.valid_out = 1;
            io.d[0] = static_cast<std::uint32_t>(answer(mode == 5 ? 1 : 0));
            if (io.ready_in != 0) held_ = false;
        }
        if (io.valid_in == 0 || io.ready_out == 0) return;
        held_ = true;
        mode_before_ = mode_;
        mode_ = io.mode;
        const std::size_t words = shapes_[0].k * shapes_[0].aw / 32;
        a_.assign(io.a, io.a + words + 1);
        b_.assign(io.b, io.b + words + 1);
        c_ = io.c[0];
    }

   private:
    [[nodiscard]] std::uint64_t answer(std::size_t mode) const {
        const tb::TileShape& shape = shapes_[mode];
        std::vector<std::uint64_t> a;
        std::vector<std::uint64_t> b;
        for (std::size_t k = 0; k < shape.k; ++k) {
            a.push_back(tb::get_element(a_, k, shape.aw));
            b.push_back(tb::get_element(b_, k, shape.bw));
        }
        return (*dots_[mode])({a, b, {}, {}, c_});
    }

    std::array<const DotAdd*, 2> dots_;
    std::array<tb::TileShape, 2> shapes_;
    Fault fault_;
    karat_candidate_ports ports_{};
    bool held_ = false;
    std::uint32_t mode_ = 3, mode_before_ = 3;
    tb::PortWords a_, b_;
    std::uint64_t c_ = 0;
};

/// Tiles of two specifications in no regular order.
class Mixed final : public tb::TileSource {
   public:
    Mixed(const Spec& three, const Spec& five) : three_(three, 1, 1, 1), five_(five, 1, 1, 2) {}
    [[nodiscard]] std::optional<tb::Tile> next() override {
        const bool five = random_.coin();
        std::optional<tb::Tile> tile = five ? five_.next() : three_.next();
        tile->mode = five ? 5 : 3;
        return tile;
    }

   private:
    tb::Stimulus three_, five_;
    tb::Random random_{7};
};

/// The run of such a design whose modes are `three` and `five`; the golden ones are the same.
std::pair<tb::CheckResult, std::optional<std::string>> run_mixed(const Spec& three, const Spec& five,
                                                                 Fault fault) {
    const DotAdd dot_three(three);
    const DotAdd dot_five(five);
    TwoModes design(dot_three, dot_five, fault);
    Mixed source(three, five);
    tb::Scoreboard board_three(dot_three, 1, 1);
    tb::Scoreboard board_five(dot_five, 1, 1);
    tb::ModeBoards boards({{3, &board_three}, {5, &board_five}});
    tb::CheckSettings settings;
    settings.count = 500;
    settings.max_mismatches = 0;
    tb::CheckResult result = tb::run_modes(design, source, boards, settings);
    EXPECT_EQ(boards.tiles(), 500U);
    EXPECT_EQ(boards.lanes(), 500U);
    EXPECT_GT(board_three.tiles(), 200U);
    EXPECT_GT(board_five.tiles(), 200U);
    return {result, boards.mistaken_mode()};
}

Spec hopper(Rounding rounding) {
    Spec out = find_instruction("Hopper", "HMMA.16816.F32").spec;
    out.output_rounding = rounding;
    return out;
}

TEST(Modes, ARightDesignPasses) {
    const auto [result, mistaken] = run_mixed(hopper(Rounding::RZ), hopper(Rounding::RU), Fault::none);
    EXPECT_EQ(result.verdict, tb::Verdict::passed);
    EXPECT_EQ(mistaken, std::nullopt);
}

TEST(Modes, FormatsOfTheSameSizeCanDiffer) {
    Spec bytes = hopper(Rounding::RZ);
    bytes.a = bytes.b = Format::e4m3;
    bytes.k = 32;
    EXPECT_EQ(run_mixed(hopper(Rounding::RZ), bytes, Fault::none).first.verdict, tb::Verdict::passed);
    const auto [result, mistaken] = run_mixed(hopper(Rounding::RZ), bytes, Fault::before);
    EXPECT_EQ(result.verdict, tb::Verdict::mismatched);
    ASSERT_TRUE(mistaken);  // operands of other formats cannot be evaluated in the other mode
    EXPECT_TRUE(mistaken->ends_with(" wrong tiles follow a tile of another mode")) << *mistaken;
}

TEST(Modes, PortsMustFitEveryMode) {
    Spec other = hopper(Rounding::RZ);
    other.k = 8;
    EXPECT_THROW((void)run_mixed(hopper(Rounding::RZ), other, Fault::none), Error);
}

TEST(Modes, AModeFromAnotherTileIsNamed) {
    const auto named = [](Fault fault) {
        const auto [result, mistaken] = run_mixed(hopper(Rounding::RZ), hopper(Rounding::RU), fault);
        EXPECT_EQ(result.verdict, tb::Verdict::mismatched);
        return mistaken.value_or("nothing");
    };
    EXPECT_NE(named(Fault::before).find("right by the mode of the tile before"), std::string::npos);
    EXPECT_NE(named(Fault::after).find("right by the mode of the tile after"), std::string::npos);
    EXPECT_NE(named(Fault::stuck).find("right by mode 5"), std::string::npos);
}

/// What is said of a unit with four modes: bit 0 is the rounding of the result, bit 1 that of the alignment.
/// `mode_of` gives the mode in which it answers a tile of mode `own` after one of mode `before`.
std::optional<std::string> said_of(
    const std::function<std::uint32_t(std::uint32_t own, std::uint32_t before)>& mode_of,
    std::size_t declared = 4, const std::set<std::uint32_t>& wrong_alone = {}) {
    std::vector<DotAdd> dots;
    for (std::uint32_t mode = 0; mode < 4; ++mode) {
        Spec spec = hopper((mode & 1) != 0 ? Rounding::RU : Rounding::RZ);
        if ((mode & 2) != 0) spec.align_rounding = Rounding::RNE;
        dots.emplace_back(spec);
    }
    std::deque<tb::Scoreboard> boards;
    for (const DotAdd& dot : dots) boards.emplace_back(dot, 1, 1);
    std::vector<tb::ModeBoards::Entry> entries;
    for (std::uint32_t mode = 0; mode < declared; ++mode) entries.push_back({mode, &boards[mode]});
    tb::ModeBoards all(entries);
    tb::Stimulus source(dots[0].spec(), 1, 1, 1);
    tb::Random random(3);
    std::uint32_t before = 0;
    for (int i = 0; i < 2000; ++i) {
        tb::Tile tile = *source.next();
        tile.mode = static_cast<std::uint32_t>(random.below(declared));
        const std::uint32_t mode = mode_of(tile.mode, before);
        const std::uint64_t right = dots[mode](tile.operands(0, 0, 1));
        const std::uint64_t d = wrong_alone.contains(mode) ? right ^ 1 : right;
        before = tile.mode;
        all.compare(std::move(tile), {{d, 0}});
    }
    return all.mistaken_mode(wrong_alone);
}

// Mode 2 has a fault of its own, and all modes are those of the tile before.
TEST(Modes, AModeThatIsWrongByItselfDoesNotHideThatTheModeIsLate) {
    using Mode = std::uint32_t;
    const auto said = said_of([](Mode, Mode before) { return before; }, 4, {2});
    ASSERT_TRUE(said);
    EXPECT_TRUE(
        said->ends_with("wrong tiles of modes that are right alone are right by the mode of the tile "
                        "before"))
        << *said;
    EXPECT_EQ(said_of([](Mode own, Mode) { return own; }, 4, {2}), std::nullopt);
}

TEST(Modes, ABitOfTheModeThatIsLateIsNamed) {
    using Mode = std::uint32_t;
    EXPECT_EQ(said_of([](Mode own, Mode) { return own; }), std::nullopt);
    const auto low = said_of([](Mode own, Mode before) { return (own & 2) | (before & 1); });
    ASSERT_TRUE(low);
    EXPECT_TRUE(low->ends_with(" wrong tiles are right if bit 0 of the mode is of the tile before")) << *low;
    const auto high = said_of([](Mode own, Mode before) { return (own & 1) | (before & 2); });
    ASSERT_TRUE(high);
    EXPECT_TRUE(high->ends_with(" wrong tiles are right if bit 1 of the mode is of the tile before"))
        << *high;
    // mode 3 was not given: after a tile of mode 1 the unit answers one of mode 2 as if it were that
    const auto unknown = said_of([](Mode own, Mode before) { return (own & 2) | (before & 1); }, 3);
    ASSERT_TRUE(unknown);
    EXPECT_TRUE(unknown->ends_with("; the mode that results in the others was not given")) << *unknown;
    // what no bit explains
    const auto other = said_of([](Mode own, Mode before) { return own == before ? own : 3 - own; });
    ASSERT_TRUE(other);
    EXPECT_TRUE(other->starts_with("all ") && other->ends_with(" follow a tile of another mode")) << *other;
}

}  // namespace
}  // namespace karat::test
