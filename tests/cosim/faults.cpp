// SPDX-License-Identifier: Apache-2.0
// Tests the SystemC harness with a SystemC design that is correct or has one fault. One design per process:
//   cosim_faults FAULT
#include <deque>
#include <iostream>
#include <map>

#include "karat/instruction/registry.hpp"
#include "karat_cosim/cosimulation.hpp"
#include "karat_tb/check/report.hpp"
#include "karat_tb/stimulus/stimulus.hpp"

namespace {

using namespace karat;

constexpr int kM = 2, kN = 2, kK = 4;

const std::map<std::string, tb::Verdict> kCases{{"none", tb::Verdict::passed},
                                                {"one_bit", tb::Verdict::mismatched},
                                                {"x_bit", tb::Verdict::mismatched},
                                                {"reorders", tb::Verdict::mismatched},
                                                {"keeps_tiles_in_reset", tb::Verdict::too_many_answers},
                                                {"never_answers", tb::Verdict::no_answer},
                                                {"drops_last", tb::Verdict::no_answer},
                                                {"never_ready", tb::Verdict::never_ready},
                                                {"answers_twice_at_end", tb::Verdict::too_many_answers}};

/// Returns the model's results after three cycles, on four-state outputs. A fault begins at tile 10.
struct FakeDesign : sc_core::sc_module {
    sc_core::sc_in<bool> clk_i, rst_ni, valid_i, ready_i;
    sc_core::sc_out<bool> ready_o, valid_o;
    sc_core::sc_in<sc_dt::sc_bv<kM * kK * 16>> a_i;
    sc_core::sc_in<sc_dt::sc_bv<kN * kK * 16>> b_i;
    sc_core::sc_in<sc_dt::sc_bv<kM * kN * 32>> c_i;
    sc_core::sc_out<sc_dt::sc_lv<kM * kN * 32>> d_o;

    static inline std::string fault;

    explicit FakeDesign(const sc_core::sc_module_name& name)
        : sc_module(name), dot_(find_instruction("Volta", "HMMA.884.F32.F32").spec) {
        SC_HAS_PROCESS(FakeDesign);
        SC_METHOD(cycle);
        sensitive << clk_i.pos();
        dont_initialize();
    }

   private:
    using Result = sc_dt::sc_lv<kM * kN * 32>;

    void cycle() {
        if (!rst_ni.read()) {
            if (fault != "keeps_tiles_in_reset") answers_.clear();
            valid_o.write(false);
            ready_o.write(false);
            return;
        }
        ++now_;
        if (valid_o.read() && ready_i.read()) answers_.pop_front();
        if (valid_i.read() && ready_o.read()) accept();
        const bool stuck = fault == "never_answers" && accepted_ > 10;
        const bool valid = !stuck && !answers_.empty() && answers_.front().first <= now_;
        valid_o.write(valid);
        if (valid) d_o.write(answers_.front().second);
        ready_o.write(answers_.size() < 4 && !(fault == "never_ready" && accepted_ > 10));
    }

    void accept() {
        ++accepted_;
        Result d;
        for (int i = 0; i < kM; ++i) {
            for (int j = 0; j < kN; ++j) {
                std::vector<std::uint64_t> a, b;
                for (int k = 0; k < kK; ++k) {
                    a.push_back(a_i.read().range((i * kK + k) * 16 + 15, (i * kK + k) * 16).to_uint64());
                    b.push_back(b_i.read().range((j * kK + k) * 16 + 15, (j * kK + k) * 16).to_uint64());
                }
                const int lane = (i * kN + j) * 32;
                const std::uint64_t c = c_i.read().range(lane + 31, lane).to_uint64();
                d.range(lane + 31, lane) = static_cast<unsigned>(dot_({a, b, {}, {}, c}));
            }
        }
        const bool now = accepted_ >= 10;
        if (fault == "one_bit" && now) d[33] = ~d[33];
        if (fault == "x_bit" && now) d[7] = sc_dt::SC_LOGIC_X;
        if (fault == "drops_last" && accepted_ == 300) return;
        answers_.emplace_back(now_ + 3, d);
        if (fault == "answers_twice_at_end" && accepted_ == 300) answers_.emplace_back(now_ + 3, d);
        if (fault == "reorders" && now && answers_.size() > 2)
            std::swap(answers_[answers_.size() - 1].second, answers_[answers_.size() - 2].second);
    }

    DotAdd dot_;
    std::deque<std::pair<std::uint64_t, Result>> answers_;
    std::uint64_t now_ = 0;
    int accepted_ = 0;
};

}  // namespace

int sc_main(int argc, char** argv) {
    const auto wanted = argc == 2 ? kCases.find(argv[1]) : kCases.end();
    if (wanted == kCases.end()) {
        std::cerr << "usage: cosim_faults FAULT, one of";
        for (const auto& [name, expected] : kCases) std::cerr << ' ' << name;
        std::cerr << '\n';
        return 2;
    }
    FakeDesign::fault = wanted->first;
    const DotAdd dot(find_instruction("Volta", "HMMA.884.F32.F32").spec);
    tb::CheckSettings settings;
    settings.count = 300;
    settings.patience = 500;
    // these faults count the tiles, so none may be lost in a reset
    if (wanted->second != tb::Verdict::passed && wanted->second != tb::Verdict::mismatched &&
        wanted->first != "keeps_tiles_in_reset")
        settings.traffic = tb::read_traffic("no-reset");
    sc_core::sc_signal<bool> clock;
    cosim::PinsOf<FakeDesign> pins("pins", clock);
    tb::Stimulus stimulus(dot.spec(), kM, kN, 1);
    tb::Scoreboard board(dot, kM, kN);
    const tb::CheckResult result = cosim::simulate(pins, clock, stimulus, board, settings);
    // the tiles that were checked before the fault (from tile 10 on) must be in the report
    const bool as_expected = result.verdict == wanted->second && board.tiles() >= 5;
    if (!as_expected)
        std::cerr << "expected " << tb::verdict_name(wanted->second) << ", got "
                  << tb::verdict_name(result.verdict) << '\n';
    const std::string report = tb::report({.result = result, .board = board});
    std::cout << report;
    const bool x_is_shown = wanted->first != "x_bit" || report.find("X or Z in bits") != std::string::npos;
    return as_expected && x_is_shown ? 0 : 1;
}
