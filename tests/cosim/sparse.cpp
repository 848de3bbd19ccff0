// SPDX-License-Identifier: Apache-2.0
// Tests the metadata pins of the SystemC harness with a SystemC design. One design per process:
//   cosim_sparse CASE
#include <iostream>
#include <map>

#include "karat/error.hpp"
#include "karat_cosim/cosimulation.hpp"
#include "karat_tb/check/report.hpp"
#include "karat_tb/stimulus/sources.hpp"

namespace {

using namespace karat;

constexpr int kM = 2, kN = 3, kK = 4;

const std::map<std::string, tb::Verdict> kCases{{"right", tb::Verdict::passed},
                                                {"ignores_metadata", tb::Verdict::mismatched},
                                                {"row_0_for_all", tb::Verdict::mismatched}};

Spec dense() {
    Spec spec;
    spec.k = kK;
    return spec;
}
Spec sparse() {
    Spec spec = dense();
    spec.metadata = Metadata::two_of_four;
    return spec;
}

/// The pins without metadata. Selects the elements of B by itself and computes with the dense model, in one
/// cycle.
struct Unit : sc_core::sc_module {
    sc_core::sc_in<bool> clk_i, rst_ni, valid_i, ready_i;
    sc_core::sc_out<bool> ready_o, valid_o;
    sc_core::sc_in<sc_dt::sc_bv<kM * kK * 16>> a_i;
    sc_core::sc_in<sc_dt::sc_bv<kN * 2 * kK * 16>> b_i;
    sc_core::sc_in<sc_dt::sc_bv<kM * kN * 32>> c_i;
    sc_core::sc_out<sc_dt::sc_bv<kM * kN * 32>> d_o;

    static inline std::string what;

    explicit Unit(const sc_core::sc_module_name& name) : sc_module(name), dot_(dense()) {
        SC_HAS_PROCESS(Unit);
        SC_METHOD(cycle);
        sensitive << clk_i.pos();
        dont_initialize();
    }

   protected:
    /// Nibble `group` of row `row`.
    [[nodiscard]] virtual std::uint64_t metadata(int /*row*/, int /*group*/) const { return 0x4; }

   private:
    template <class Port>
    static std::uint64_t element(const Port& port, int index, int width) {
        return port.read().range(index * width + width - 1, index * width).to_uint64();
    }

    void cycle() {
        const bool taken = valid_i.read() && ready_o.read();
        if (taken) answer();
        const bool holds = rst_ni.read() && (taken || (valid_o.read() && !ready_i.read()));
        valid_o.write(holds);
        ready_o.write(rst_ni.read() && !holds);
    }

    void answer() {
        sc_dt::sc_bv<kM * kN * 32> d;
        for (int lane = 0; lane < kM * kN; ++lane) {
            const int row = lane / kN;
            std::vector<std::uint64_t> a, b;
            for (int k = 0; k < kK; ++k) {
                const std::uint64_t nibble = metadata(what == "row_0_for_all" ? 0 : row, k / 2);
                const auto index = static_cast<int>(k % 2 == 0 ? nibble & 3U : nibble >> 2U);
                a.push_back(element(a_i, row * kK + k, 16));
                b.push_back(element(b_i, lane % kN * 2 * kK + k / 2 * 4 + index, 16));
            }
            d.range(lane * 32 + 31, lane * 32) =
                static_cast<unsigned>(dot_({a, b, {}, {}, element(c_i, lane, 32)}));
        }
        d_o.write(d);
    }

    DotAdd dot_;
};

struct SparseUnit final : Unit {
    sc_core::sc_in<sc_dt::sc_bv<kM * kK / 2 * 4>> metadata_i;

    using Unit::Unit;

   private:
    [[nodiscard]] std::uint64_t metadata(int row, int group) const override {
        if (what == "ignores_metadata") return Unit::metadata(row, group);
        const int first = (row * kK / 2 + group) * 4;
        return metadata_i.read().range(first + 3, first).to_uint64();
    }
};

template <class Design>
tb::CheckResult simulated(tb::Scoreboard& board) {
    tb::CheckSettings settings;
    settings.count = 300;
    settings.patience = 500;
    sc_core::sc_signal<bool> clock;
    cosim::PinsOf<Design> pins("pins", clock);
    const auto source = tb::make_source("directed", sparse(), kM, kN, 1);
    return cosim::simulate(pins, clock, *source, board, settings);
}

/// A design without metadata_i is refused, with a message that names the port.
int without_pins(tb::Scoreboard& board) {
    try {
        (void)simulated<Unit>(board);
    } catch (const Error& error) {
        std::cout << error.what() << '\n';
        return std::string(error.what()).find("metadata_i has no bits") == std::string::npos ? 1 : 0;
    }
    std::cerr << "a design without metadata_i was accepted\n";
    return 1;
}

}  // namespace

int sc_main(int argc, char** argv) {
    Unit::what = argc == 2 ? argv[1] : "";
    const DotAdd dot(sparse());
    tb::Scoreboard board(dot, kM, kN);
    if (Unit::what == "without_pins") return without_pins(board);
    const auto wanted = kCases.find(Unit::what);
    if (wanted == kCases.end()) {
        std::cerr << "usage: cosim_sparse right|ignores_metadata|row_0_for_all|without_pins\n";
        return 2;
    }
    const tb::CheckResult result = simulated<SparseUnit>(board);
    std::cout << tb::report({.result = result, .board = board});
    return result.verdict == wanted->second ? 0 : 1;
}
