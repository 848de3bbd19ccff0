// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/rtl/verilate.hpp"

#include <cstdlib>

#include "karat/error.hpp"
#include "karat_tb/rtl/process.hpp"
#include "karat_tb/rtl/runtime_objects.hpp"

namespace karat::tb {

namespace fs = std::filesystem;

namespace {

// Variables of Verilator's makefile. Most of a build is the compilation of the model: -O1 takes a quarter
// less time than its -Os, and the model is as fast. OPT_SLOW is for what runs once, in large models.
constexpr const char* kFast = "OPT_FAST=-O1";
constexpr const char* kSlow = "OPT_SLOW=-O0";
constexpr const char* kGlobal = "OPT_GLOBAL=-O2";

/// Runs a program; returns its exit status. Throws Error if it cannot be started.
int run(const std::vector<std::string>& words, const std::string& package, const fs::path& work) {
    const auto [status, start_error] = run_program(words, (work / "build.log").string());
    if (start_error != 0) throw Error(start_failure(words[0], package, start_error));
    return status;
}

int make(const fs::path& work) {
    RuntimeObjects runtime(work, kGlobal);
    runtime.fetch();
    const char* const program = std::getenv("MAKE");
    std::vector<std::string> words{program == nullptr || *program == '\0' ? "make" : program,
                                   "-C",
                                   work.string(),
                                   "-f",
                                   "Vcandidate.mk",
                                   "-j",
                                   "2",
                                   kFast,
                                   kSlow,
                                   kGlobal};
    if (std::getenv("OBJCACHE") == nullptr && run_program({"ccache", "--version"}, "/dev/null").succeeded())
        words.emplace_back("OBJCACHE=ccache");
    const int status = run(words, "make", work);
    if (status == 0) runtime.keep();
    return status;
}

}  // namespace

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
    std::vector<std::string> words{"verilator", "--cc",     "--exe",      "-j",           "2",     "-O3",
                                   "--assert",  "--prefix", "Vcandidate", "--top-module", what.top};
    words.insert(words.end(), what.words.begin(), what.words.end());
    words.insert(words.end(), {(root / "tb/candidate/verilated_candidate.cpp").string(), "--Mdir",
                               work.string(), "-o", "candidate.so", "-CFLAGS", flags, "-LDFLAGS", "-shared"});
    if (what.waves) words.insert(words.end(), {"--trace-fst", "-LDFLAGS", "-lz"});
    const int status = run(words, "verilator", work);
    return status == 0 ? make(work) : status;
}

}  // namespace karat::tb
