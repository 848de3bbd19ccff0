// SPDX-License-Identifier: Apache-2.0
// Tests the mode input and the status flags of the SystemC harness with a SystemC design that has both. One
// design per process:
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

/// How each case must end.
const std::map<std::string, tb::Verdict> kCases{{"right", tb::Verdict::passed},
                                                {"sticky", tb::Verdict::passed},
                                                {"sticky_over_reset", tb::Verdict::mismatched},
                                                {"never_inexact", tb::Verdict::mismatched},
                                                {"flags_of_lane_0", tb::Verdict::mismatched},
                                                {"mode_of_before", tb::Verdict::mismatched},
                                                {"only_mode_1", tb::Verdict::mismatched}};

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
        : sc_module(name), dots_{DotAdd(specification(0)), DotAdd(specification(1))} {
        SC_HAS_PROCESS(Unit);
        SC_METHOD(cycle);
        sensitive << clk_i.pos();
        dont_initialize();
    }

   private:
    template <class Port>
    static std::uint64_t element(const Port& port, int index, int width) {
        return port.read().range(index * width + width - 1, index * width).to_uint64();
    }

    void cycle() {
        if (!rst_ni.read() && what != "sticky_over_reset") raised_ = {};
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

/// The flags, and not the results, differ where the case says so.
bool is_as_expected(const tb::CheckResult& result, const tb::ModeBoards& boards, const tb::FlagBoard& flags) {
    const bool wrong_mode = Unit::what == "mode_of_before" || Unit::what == "only_mode_1";
    return result.verdict == kCases.at(Unit::what) && boards.tiles() >= 20 &&
           (boards.mismatches() != 0) == wrong_mode &&
           (wrong_mode || (flags.mismatches() != 0) == (result.verdict == tb::Verdict::mismatched));
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
    tb::Scoreboard truncated(dots[0], 1, kLanes);
    tb::Scoreboard nearest(dots[1], 1, kLanes);
    tb::ModeBoards boards({{0, &truncated}, {1, &nearest}});
    tb::FlagBoard flags({.sticky = Unit::sticky()}, 1, kLanes);
    tb::CheckSettings settings;
    settings.count = 400;
    settings.flags = &flags;
    sc_core::sc_signal<bool> clock;
    cosim::PinsOf<Unit> pins("pins", clock);
    const auto source = tb::make_source("directed", specification(0), 1, kLanes, 1);
    Turns turns(*source);
    const tb::CheckResult result = cosim::simulate(pins, clock, turns, boards, settings);
    std::cout << tb::verdict_name(result.verdict) << ": " << result.reason << '\n'
              << boards.tiles() << " tiles, " << boards.mismatches() << " mismatches\n"
              << flags.report() << boards.mistaken_mode().value_or("") << '\n';
    return is_as_expected(result, boards, flags) ? 0 : 1;
}
