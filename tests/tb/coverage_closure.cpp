// SPDX-License-Identifier: Apache-2.0
// Steers the coverage of every instruction of the registry to 100 % and prints one line for each. Fails if a
// hole remains, if an excluded bin is hit, or if an instruction takes more than two minutes.
// `coverage_closure [PART]` runs only instructions whose name contains PART;
// with `--no-c PART` c is always +0.
#include <chrono>
#include <cstdio>
#include <string>

#include "karat/instruction/registry.hpp"
#include "karat_tb/stimulus/steer/steered_source.hpp"

namespace {

using namespace karat;

/// Returns whether the coverage closed in time, without contradictions.
bool close(const std::string& name, const Spec& spec, std::size_t m, std::size_t n, bool has_c) {
    constexpr double kSeconds = 120;
    const auto start = std::chrono::steady_clock::now();
    Coverage coverage(DotAdd(spec), m, n, has_c);
    tb::SteeredSource source(coverage, spec, m, n, 1);
    while (const auto tile = source.next()) coverage.sample(*tile);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    const bool good = coverage.hole_count() == 0 && coverage.contradictions().empty() && seconds < kSeconds;
    std::printf("%s %-50s %zux%zu  %6zu bins %5zu excluded %6llu tiles %6.2f s\n", good ? "ok  " : "FAIL",
                name.c_str(), m, n, coverage.bins().size(), coverage.excluded().size(),
                static_cast<unsigned long long>(coverage.tiles()), seconds);
    if (!good) std::printf("%s", coverage.report(30).c_str());
    std::fflush(stdout);
    return good;
}

}  // namespace

int main(int argc, char** argv) {
    const bool has_c = argc < 3 || std::string(argv[1]) != "--no-c";
    const std::string part = argc > 1 ? argv[argc - 1] : "";
    bool good = true;
    int count = 0;
    for (const Instruction& instruction : registry()) {
        const std::string name = std::string(name_of(instruction.arch)) + " " + instruction.name;
        if (name.find(part) == std::string::npos) continue;
        good &= close(name, instruction.spec, 1, 1, has_c);
        ++count;
    }
    const std::string tile = "Hopper HMMA.16816.F32";
    if (tile.find(part) != std::string::npos)
        good &= close(tile, find_instruction("Hopper", "HMMA.16816.F32").spec, 2, 2, has_c);
    return good && count > 0 ? 0 : 1;
}
