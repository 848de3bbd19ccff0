// SPDX-License-Identifier: Apache-2.0
// Where the time of a check goes: the Verilated Hopper FDA tile (2 x 2 lanes), the golden check with its
// scoreboard, and the stimulus. Prints ratios within one run, from the fastest of several repetitions. Exit
// status 1 if the golden check and the scoreboard take more than a quarter of the design's own time.
// Usage: check_bench [SYSTEMC_CHECK]. SYSTEMC_CHECK is a program that does the same check through SystemC. It
// is timed as well; exit status 1 if it takes more than three times as long.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "karat/instruction/registry.hpp"
#include "karat_tb/check/check.hpp"
#include "karat_tb/rtl/rtl_build.hpp"
#include "karat_tb/stimulus/stimulus.hpp"

namespace {

using namespace karat;
using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kTiles = 50000;
constexpr int kRepetitions = 7;

double seconds(Clock::time_point from) { return std::chrono::duration<double>(Clock::now() - from).count(); }

/// Forwards every cycle and adds up the time that the design itself takes.
class Timed final : public tb::Candidate {
   public:
    explicit Timed(tb::Candidate& inner) : inner_(inner) {}
    [[nodiscard]] const karat_candidate_ports& ports() const override { return inner_.ports(); }
    void cycle(karat_candidate_cycle& io) override {
        const auto start = Clock::now();
        inner_.cycle(io);
        spent += seconds(start);
    }
    double spent = 0;

   private:
    tb::Candidate& inner_;
};

struct Times {
    double design = 1e9, golden = 1e9, stimulus = 1e9, whole = 1e9;
    void least(const Times& other) {
        design = std::min(design, other.design);
        golden = std::min(golden, other.golden);
        stimulus = std::min(stimulus, other.stimulus);
        whole = std::min(whole, other.whole);
    }
};

Times measure(const DotAdd& dot, const std::string& library) {
    Times out;
    const auto candidate = tb::load_candidate(library);
    tb::CheckSettings settings;
    settings.count = kTiles;
    {
        Timed timed(*candidate);
        tb::Stimulus stimulus(dot.spec(), 2, 2, 1);
        tb::Scoreboard board(dot, 2, 2);
        if (tb::run_check(timed, stimulus, board, settings).verdict != tb::Verdict::passed) std::exit(2);
        out.design = timed.spent;
    }
    {
        tb::Stimulus stimulus(dot.spec(), 2, 2, 1);
        tb::Scoreboard board(dot, 2, 2);
        const auto start = Clock::now();
        if (tb::run_check(*candidate, stimulus, board, settings).verdict != tb::Verdict::passed) std::exit(2);
        out.whole = seconds(start);
    }
    tb::Stimulus stimulus(dot.spec(), 2, 2, 1);
    tb::Scoreboard board(dot, 2, 2);
    out.golden = out.stimulus = 0;
    for (std::uint64_t i = 0; i < kTiles; ++i) {
        auto start = Clock::now();
        tb::Tile tile = *stimulus.next();
        out.stimulus += seconds(start);
        std::vector<tb::Answer> answers(4);
        for (std::size_t lane = 0; lane < answers.size(); ++lane)
            answers[lane].d = dot(tile.operands(lane / 2, lane % 2, 2));
        start = Clock::now();
        board.compare(std::move(tile), std::move(answers));
        out.golden += seconds(start);
    }
    return out;
}

double least_time(const std::string& command) {
    double least = 1e9;
    for (int i = 0; i < kRepetitions; ++i) {
        const auto start = Clock::now();
        if (std::system(command.c_str()) != 0) std::exit(2);
        least = std::min(least, seconds(start));
    }
    return least;
}

}  // namespace

int main(int argc, char** argv) {
    setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 0);
    const DotAdd dot(find_instruction("Hopper", "HMMA.16816.F32").spec);
    tb::RtlTile tile;
    tile.spec = dot.spec();
    const std::string library = tb::build_candidate(tile, false, nullptr);
    Times times;
    for (int i = 0; i < kRepetitions; ++i) times.least(measure(dot, library));
    const double us = 1e6 / kTiles;
    std::printf("Hopper HMMA.16816.F32, 2 x 2 lanes, %llu tiles, microseconds per tile:\n",
                static_cast<unsigned long long>(kTiles));
    std::printf("  Verilated design          %6.2f\n", times.design * us);
    std::printf("  golden check, scoreboard  %6.2f   %5.1f %% of the design (at most 25 %%)\n",
                times.golden * us, 100 * times.golden / times.design);
    std::printf("  stimulus                  %6.2f\n", times.stimulus * us);
    std::printf("  the whole check           %6.2f\n", times.whole * us);
    if (argc > 1) {
        const std::string count = " --count " + std::to_string(kTiles) + " --quiet >/dev/null";
        const double systemc = least_time(std::string(argv[1]) + count);
        std::printf(
            "  the same through SystemC  %6.2f   %5.2f x (at most 3; includes the start of the process)\n",
            systemc * us, systemc / times.whole);
        if (systemc > 3 * times.whole) return 1;
    }
    return times.golden <= 0.25 * times.design ? 0 : 1;
}
