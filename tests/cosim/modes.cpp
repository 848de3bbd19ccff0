// SPDX-License-Identifier: Apache-2.0
// Tests the mode input and the status flags of the SystemC harness with a SystemC design that has both: it
// runs in each mode alone, then with the modes mixed. One design per process:
//   cosim_modes CASE
#include <iostream>
#include <map>

#include "karat/error.hpp"
#include "karat_cosim/cosimulation.hpp"
#include "karat_tb/check/report.hpp"
#include "karat_tb/stimulus/sources.hpp"

namespace {

using namespace karat;

constexpr int kK = 4, kLanes = 2;

Spec specification(int mode) {
    Spec spec;
    spec.k = kK;
    spec.output_rounding = mode == 0 ? Rounding::RZ : Rounding::RNE;
    return spec;
}

/// Whether each run of a case must fail: mode 0, mode 1, mixed.
struct Case {
    std::array<bool, 3> fails;
    bool wrong_results = false;  ///< and not only wrong flags
};
constexpr Case kRight{{false, false, false}};
constexpr Case kWrongFlags{{true, true, true}};
const std::map<std::string, Case> kCases{{"right", kRight},
                                         {"sticky", kRight},
                                         {"sticky_over_reset", kWrongFlags},
                                         {"never_inexact", kWrongFlags},
                                         {"flags_of_lane_0", kWrongFlags},
                                         {"mode_of_before", {{false, false, true}, true}},
                                         {"only_mode_1", {{true, false, true}, true}},
                                         {"mode_1_rounds_up", {{false, true, true}, true}}};

/// One row of two lanes; takes one cycle.
struct Unit : sc_core::sc_module {
    sc_core::sc_in<bool> clk_i, rst_ni, valid_i, ready_i;
    sc_core::sc_in<sc_dt::sc_bv<1>> mode_i;
    sc_core::sc_out<bool> ready_o, valid_o;
    sc_core::sc_in<sc_dt::sc_bv<kK * 16>> a_i;
    sc_core::sc_in<sc_dt::sc_bv<kLanes * kK * 16>> b_i;
    sc_core::sc_in<sc_dt::sc_bv<kLanes * 32>> c_i;
    sc_core::sc_out<sc_dt::sc_bv<kLanes * 32>> d_o;
    sc_core::sc_out<sc_dt::sc_bv<kLanes * 4>> flags_o;

    static inline std::string what;
    static bool sticky() { return what.starts_with("sticky"); }

    explicit Unit(const sc_core::sc_module_name& name)
        : sc_module(name), dots_{DotAdd(specification(0)), DotAdd(specification_of_unit())} {
        SC_HAS_PROCESS(Unit);
        SC_METHOD(cycle);
        sensitive << clk_i.pos();
        dont_initialize();
    }

   private:
    static Spec specification_of_unit() {
        Spec spec = specification(1);
        if (what == "mode_1_rounds_up") spec.output_rounding = Rounding::RU;
        return spec;
    }
    template <class Port>
    static std::uint64_t element(const Port& port, int index, int width) {
        return port.read().range(index * width + width - 1, index * width).to_uint64();
    }

    void cycle() {
        if (!rst_ni.read() && what != "sticky_over_reset") raised_ = {};
        if (!rst_ni.read()) before_ = static_cast<std::size_t>(mode_i.read().to_uint64());
        const bool taken = rst_ni.read() && valid_i.read() && ready_o.read();
        if (taken) answer();
        const bool holds = rst_ni.read() && (taken || (valid_o.read() && !ready_i.read()));
        valid_o.write(holds);
        ready_o.write(rst_ni.read() && !holds);
    }

    void answer() {
        const auto now = static_cast<std::size_t>(mode_i.read().to_uint64());
        const std::size_t mode = what == "mode_of_before" ? before_ : what == "only_mode_1" ? 1 : now;
        before_ = now;
        sc_dt::sc_bv<kLanes * 32> d;
        sc_dt::sc_bv<kLanes * 4> raised;
        for (int lane = 0; lane < kLanes; ++lane) {
            std::vector<std::uint64_t> a, b;
            for (int k = 0; k < kK; ++k) {
                a.push_back(element(a_i, k, 16));
                b.push_back(element(b_i, lane * kK + k, 16));
            }
            Flags flags;
            d.range(lane * 32 + 31, lane * 32) =
                static_cast<unsigned>(dots_[mode].flagged({a, b, {}, {}, element(c_i, lane, 32)}, {}, flags));
            std::uint32_t& kept = raised_[static_cast<std::size_t>(lane)];
            kept = (sticky() ? kept : 0U) | flags.bits();
            raised.range(lane * 4 + 3, lane * 4) = what == "flags_of_lane_0" ? raised_[0]
                                                   : what == "never_inexact" ? kept & 14U
                                                                             : kept;
        }
        d_o.write(d);
        flags_o.write(raised);
    }

    std::array<DotAdd, 2> dots_;
    std::array<std::uint32_t, kLanes> raised_{};
    std::size_t before_ = 0;
};

/// The tiles of a source, with modes 0 and 1 in turns of one, two and three tiles.
class Turns final : public tb::TileSource {
   public:
    explicit Turns(tb::TileSource& source) : source_(source) {}
    [[nodiscard]] std::optional<tb::Tile> next() override {
        std::optional<tb::Tile> tile = source_.next();
        if (tile) tile->mode = count_ * count_ / 3 % 2;
        ++count_;
        return tile;
    }

   private:
    tb::TileSource& source_;
    std::uint32_t count_ = 0;
};

/// One run, which begins with a reset. Whether it ended as the case says.
bool as_expected(cosim::Cosimulation& all, tb::TileSource& source, tb::ModeBoards& boards, std::size_t run) {
    tb::FlagBoard flags({.sticky = Unit::sticky()}, 1, kLanes);
    tb::CheckSettings settings;
    settings.count = 400;
    settings.flags = &flags;
    const tb::CheckResult result = all.run(source, boards, settings);
    std::cout << (run == 2 ? "mixed" : "mode " + std::to_string(run)) << ": "
              << tb::verdict_name(result.verdict) << ' ' << result.reason << '\n'
              << boards.tiles() << " tiles, " << boards.mismatches() << " mismatches\n"
              << flags.report() << boards.mistaken_mode().value_or("") << '\n';
    const Case& wanted = kCases.at(Unit::what);
    const bool fails = wanted.fails[run];
    return result.verdict == (fails ? tb::Verdict::mismatched : tb::Verdict::passed) &&
           boards.tiles() >= 20 && (boards.mismatches() != 0) == (fails && wanted.wrong_results) &&
           (wanted.wrong_results || (flags.mismatches() != 0) == fails);
}

}  // namespace

int sc_main(int argc, char** argv) {
    Unit::what = argc == 2 ? argv[1] : "";
    if (!kCases.contains(Unit::what)) {
        std::cerr << "usage: cosim_modes CASE, one of";
        for (const auto& [name, expected] : kCases) std::cerr << ' ' << name;
        std::cerr << '\n';
        return 2;
    }
    const std::array dots{DotAdd(specification(0)), DotAdd(specification(1))};
    sc_core::sc_signal<bool> clock;
    cosim::PinsOf<Unit> pins("pins", clock);
    cosim::Cosimulation all(pins, clock, {{0, specification(0)}, {1, specification(1)}}, 1, kLanes);
    const auto tiles = [](std::uint32_t mode) {
        return tb::make_source("directed", specification(static_cast<int>(mode)), 1, kLanes, 1);
    };
    bool good = true;
    for (std::uint32_t mode = 0; mode < 2; ++mode) {
        tb::Scoreboard board(dots[mode], 1, kLanes);
        tb::ModeBoards alone(mode, board);
        good = as_expected(all, *tiles(mode), alone, mode) && good;
    }
    tb::Scoreboard truncated(dots[0], 1, kLanes);
    tb::Scoreboard nearest(dots[1], 1, kLanes);
    tb::ModeBoards boards({{0, &truncated}, {1, &nearest}});
    const auto source = tiles(0);
    Turns turns(*source);
    return as_expected(all, turns, boards, 2) && good ? 0 : 1;
}
