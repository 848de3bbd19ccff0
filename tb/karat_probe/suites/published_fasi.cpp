// SPDX-License-Identifier: Apache-2.0
// The findings of Fasi et al. for V100, T4 and A100.
#include <array>

#include "karat_probe/suites/published.hpp"

namespace karat::probe {
namespace {

constexpr const char* kTable = "Fasi et al.";

struct Gpu {
    const char* name;
    const char* arch;
    const char* fp32_result;
    const char* fp16_result;
    const char* e;
    const char* guard_digits;
};
constexpr std::array kGpus{
    Gpu{"V100", "Volta", "HMMA.884.F32.F32", "HMMA.884.F16.F16", "2^-24", "no"},
    Gpu{"T4", "Turing", "HMMA.1688.F32", "HMMA.1688.F16", "2^-25", "yes"},
    Gpu{"A100", "Ampere", "HMMA.16816.F32", "HMMA.16816.F16", "2^-25", "yes"},
};

struct Claim {
    const char* row;
    const char* printed;
    const char* test;
};
/// The same on all three GPUs.
constexpr std::array kClaims{
    Claim{"1: subnormal a = 2^-24 times 4 is 2^-22", "yes", "1a"},
    Claim{"1: subnormal c = 2^-149 comes back", "yes", "1b"},
    Claim{"1: 2^-14 times 2^-1 is 2^-15", "yes", "1c"},
    Claim{"1: 2^-14 - 2^-15 is 2^-15", "yes", "1d"},
    Claim{"2: products are exact: 4(1-2^-10+2^-22)", "yes", "2a"},
    Claim{"4: rounding of the result", "RZ", "4"},
    Claim{"6: normalisation in addition", "at the end", "6a"},
    Claim{"6: normalisation in subtraction", "at the end", "6b"},
    Claim{"7: two carry bits, all four orders", "yes", "7a"},
    Claim{"7: third carry bit", "yes", "7b"},
    Claim{"8: monotonic", "no", "8"},
};
/// fp64 on the A100.
constexpr std::array kFp64Claims{
    Claim{"9: fp64, rounding", "RNE", "9a"},
    Claim{"9: fp64, normalisation", "between additions", "6a"},
    Claim{"9: fp64, monotonic", "yes", "8"},
    Claim{"9: fp64, starts from the largest", "not from the largest", "9b"},
};

}  // namespace

std::vector<PublishedCell> fasi_cells() {
    std::vector<PublishedCell> out;
    for (const Gpu& gpu : kGpus) {
        for (const Claim& claim : kClaims)
            out.push_back(
                {kTable, claim.row, gpu.name, claim.printed, gpu.arch, gpu.fp32_result, claim.test});
        out.push_back(
            {kTable, "2: products are exact, fp16 result", gpu.name, "yes", gpu.arch, gpu.fp16_result, "2b"});
        out.push_back({kTable, "3: 1 and e in every place gives 1", gpu.name,
                       std::string("lost, e = ") + gpu.e, gpu.arch, gpu.fp32_result, "3"});
        out.push_back(
            {kTable, "5: guard digits", gpu.name, gpu.guard_digits, gpu.arch, gpu.fp32_result, "5"});
    }
    out.push_back({kTable, "1: bf16, 2^-126 times 2^-1 is 2^-127", "A100", "yes", "Ampere",
                   "HMMA.16816.F32.BF16", "1c"});
    for (const Claim& claim : kFp64Claims)
        out.push_back({kTable, claim.row, "A100", claim.printed, "Ampere", "DMMA.884", claim.test});
    return out;
}

}  // namespace karat::probe
