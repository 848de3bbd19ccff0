// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/rtl/verilate.hpp"

#include <cstdlib>

#include "karat/error.hpp"
#include "karat_tb/rtl/process.hpp"

namespace karat::tb {

namespace fs = std::filesystem;

std::vector<fs::path> harness_files(const fs::path& root) {
    const fs::path side = root / "tb/candidate";
    return {side / "karat_candidate.h", side / "verilated_candidate.cpp", side / "required_ports.hpp",
            side / "verilated_stops.hpp"};
}

int verilate(const Verilation& what, const fs::path& root, const fs::path& work) {
    std::string flags = "-fPIC -DVL_USER_FINISH -DVL_USER_STOP -DVL_USER_FATAL -I" +
                        (root / "tb/candidate").string() + " -DKARAT_M=" + std::to_string(what.m) +
                        " -DKARAT_N=" + std::to_string(what.n);
    if (what.mode_bits != 0) flags += " -DKARAT_MODE_BITS=" + std::to_string(what.mode_bits);
    std::vector<std::string> words{"verilator", "--cc",     "--exe",      "--build",      "-j",    "2", "-O3",
                                   "--assert",  "--prefix", "Vcandidate", "--top-module", what.top};
    words.insert(words.end(), what.words.begin(), what.words.end());
    words.insert(words.end(), {(root / "tb/candidate/verilated_candidate.cpp").string(), "--Mdir",
                               work.string(), "-o", "candidate.so", "-CFLAGS", flags, "-LDFLAGS", "-shared"});
    // Variables of Verilator's makefile. Most of a build is the compilation of the model: -O1 takes a quarter
    // less time than its -Os, and the model is as fast. OPT_SLOW is for what runs once, in large models.
    words.insert(words.end(), {"-MAKEFLAGS", "OPT_FAST=-O1 OPT_SLOW=-O0 OPT_GLOBAL=-O2"});
    // Verilator's run-time library is the same for every candidate, so ccache, if installed, compiles it only
    // once.
    if (std::getenv("OBJCACHE") == nullptr && run_program({"ccache", "--version"}, "/dev/null").succeeded())
        words.insert(words.end(), {"-MAKEFLAGS", "OBJCACHE=ccache"});
    if (what.waves) words.insert(words.end(), {"--trace-fst", "-LDFLAGS", "-lz"});
    const auto [status, start_error] = run_program(words, (work / "build.log").string());
    if (start_error != 0) throw Error(start_failure("verilator", "verilator", start_error));
    return status;
}

}  // namespace karat::tb
