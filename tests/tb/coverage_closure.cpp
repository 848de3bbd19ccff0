// SPDX-License-Identifier: Apache-2.0
// Closes the coverage of every instruction of the registry by steering: prints a line each, fails if a hole
// is left, an excluded bin is hit, or one takes more than two minutes. `coverage_closure [PART]` takes only
// names that contain PART.
#include <chrono>
#include <cstdio>
#include <string>

#include "karat/instruction/registry.hpp"
#include "karat_tb/stimulus/steer/steer.hpp"

namespace {

using namespace karat;

/// Whether all is well.
bool close(const std::string& name, const Spec& spec, std::size_t m, std::size_t n) {
    constexpr double kSeconds = 120;
    const auto start = std::chrono::steady_clock::now();
    Coverage coverage(DotAdd(spec), m, n);
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
    const std::string part = argc > 1 ? argv[1] : "";
    bool good = true;
    int count = 0;
    for (const Instruction& instruction : registry()) {
        const std::string name = std::string(name_of(instruction.arch)) + " " + instruction.name;
        if (name.find(part) == std::string::npos) continue;
        good &= close(name, instruction.spec, 1, 1);
        ++count;
    }
    const std::string tile = "Hopper HMMA.16816.F32";
    if (tile.find(part) != std::string::npos)
        good &= close(tile, find_instruction("Hopper", "HMMA.16816.F32").spec, 2, 2);
    return good && count > 0 ? 0 : 1;
}
