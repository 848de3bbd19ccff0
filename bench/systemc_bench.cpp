// SPDX-License-Identifier: Apache-2.0
// The cost of the socket: one tile of a Hopper HMMA.16816.F32, computed by the bare engine, through the
// extension, and through the memory map. Prints the ratios. Exit status 1 if a call through the extension
// takes more than twice as long as the bare engine.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "karat/instruction/registry.hpp"
#include "karat/simd/tile_engine.hpp"
#include "karat_systemc/instruction_module.hpp"
#include "karat_systemc/tile_extension.hpp"

namespace {

using karat::systemc::Window;

/// Packed operands near 1.0: fp16 0x3800..0x3FFF of both signs, and fp32 with the same exponents.
struct Operands {
    std::vector<std::byte> a = std::vector<std::byte>(16 * 16 * 2);
    std::vector<std::byte> b = std::vector<std::byte>(8 * 16 * 2);
    std::vector<std::byte> c = std::vector<std::byte>(16 * 8 * 4);
    std::vector<std::byte> d = std::vector<std::byte>(16 * 8 * 4);

    Operands() {
        std::mt19937_64 random(1);
        for (auto* fp16 : {&a, &b}) {
            for (std::size_t i = 0; i < fp16->size() / 2; ++i) {
                karat::store_packed(*fp16, i, 16, 0x3800 | (random() & 0x87FF));
            }
        }
        for (std::size_t i = 0; i < c.size() / 4; ++i)
            karat::store_packed(c, i, 32, 0x3F000000 | (random() & 0x80FFFFFF));
    }
};

class Bench {
   public:
    Bench()
        : engine_(karat::DotAdd(karat::find_instruction("Hopper", "HMMA.16816.F32").spec)),
          module_("tile", "Hopper", "HMMA.16816.F32") {
        extension_.data = {operands_.a, operands_.b, operands_.c, {}, {}, operands_.d};
    }

    void bare(benchmark::State& state) {
        for (auto _ : state) {
            engine_.run(16, 8,
                        {{operands_.a, 16, false}, {operands_.b, 16, true}, {operands_.c, 8, false}, {}, {}},
                        {operands_.d, 8, false}, workspace_);
            benchmark::DoNotOptimize(operands_.d.data());
        }
    }
    void extension(benchmark::State& state) {
        tlm::tlm_generic_payload payload;
        payload.set_command(tlm::TLM_IGNORE_COMMAND);
        payload.set_extension(&extension_);
        for (auto _ : state) {
            send(payload);
            benchmark::DoNotOptimize(operands_.d.data());
        }
        payload.clear_extension(&extension_);
    }
    /// Five transactions: write A, B, C, start; read D.
    void memory_map(benchmark::State& state) {
        const karat::systemc::MemoryMap& map = module_.map();
        std::uint32_t start = karat::systemc::kStart;
        for (auto _ : state) {
            access(tlm::TLM_WRITE_COMMAND, map[Window::a].offset, operands_.a.data(), operands_.a.size());
            access(tlm::TLM_WRITE_COMMAND, map[Window::b].offset, operands_.b.data(), operands_.b.size());
            access(tlm::TLM_WRITE_COMMAND, map[Window::c].offset, operands_.c.data(), operands_.c.size());
            access(tlm::TLM_WRITE_COMMAND, karat::systemc::reg::control, &start, sizeof start);
            access(tlm::TLM_READ_COMMAND, map[Window::d].offset, operands_.d.data(), operands_.d.size());
        }
    }

   private:
    void access(tlm::tlm_command command, std::uint64_t address, void* data, std::size_t length) {
        tlm::tlm_generic_payload payload;
        payload.set_command(command);
        payload.set_address(address);
        payload.set_data_ptr(static_cast<unsigned char*>(data));
        payload.set_data_length(static_cast<unsigned int>(length));
        payload.set_streaming_width(static_cast<unsigned int>(length));
        send(payload);
    }
    void send(tlm::tlm_generic_payload& payload) {
        sc_core::sc_time delay;
        (*module_.socket.get_base_export().operator->()).b_transport(payload, delay);
        if (!payload.is_response_ok()) std::abort();
    }

    karat::TileEngine engine_;
    karat::TileWorkspace workspace_;
    karat::systemc::InstructionModule module_;
    Operands operands_;
    karat::systemc::TileExtension extension_;
};

/// Prints as usual, and keeps the shortest time of each benchmark, which other programs have disturbed least.
class Reporter : public benchmark::ConsoleReporter {
   public:
    std::map<std::string, double> least;

    Reporter() : ConsoleReporter(OO_Tabular) {}
    void ReportRuns(const std::vector<Run>& runs) override {
        for (const Run& run : runs) {
            if (run.run_type != Run::RT_Iteration) continue;
            const double time = run.GetAdjustedCPUTime();
            const auto [at, first] = least.try_emplace(run.run_name.function_name, time);
            if (!first) at->second = std::min(at->second, time);
        }
        ConsoleReporter::ReportRuns(runs);
    }
};

}  // namespace

int sc_main(int argc, char** argv) {
    Bench bench;
    const auto add = [&](const char* name, void (Bench::*run)(benchmark::State&)) {
        benchmark::RegisterBenchmark(name, [&bench, run](benchmark::State& state) { (bench.*run)(state); })
            ->Repetitions(20)
            ->MinTime(0.05);
    };
    add("bare", &Bench::bare);
    add("extension", &Bench::extension);
    add("memory_map", &Bench::memory_map);
    // Interleaved, so that a slow phase of the machine does not affect only one of them.
    std::string interleaved = "--benchmark_enable_random_interleaving=true";
    std::vector<char*> arguments(argv, argv + argc);
    arguments.insert(arguments.begin() + 1, interleaved.data());
    argc = static_cast<int>(arguments.size());
    arguments.push_back(nullptr);
    benchmark::Initialize(&argc, arguments.data());
    Reporter reporter;
    benchmark::RunSpecifiedBenchmarks(&reporter);
    for (const char* name : {"bare", "extension", "memory_map"}) {
        if (!reporter.least.contains(name)) return 0;  // no ratio if a filter has excluded one
    }
    const double ratio = reporter.least["extension"] / reporter.least["bare"];
    std::printf("16 x 8 x 16 tile: extension %.2f, memory map %.2f times the bare engine\n", ratio,
                reporter.least["memory_map"] / reporter.least["bare"]);
    return ratio <= 2.0 ? 0 : 1;
}

int main(int argc, char** argv) {
    setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
    return sc_core::sc_elab_and_sim(argc, argv);
}
