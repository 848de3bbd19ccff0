// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <vector>

#include "dot_add.hpp"
#include "encoding.hpp"
#include "presets.hpp"
#include "self_check.hpp"

namespace reference {

namespace {

Params fp8_chain(const char* input, int terms) {
    Params p = nvidia(input, "fp32", 32, 13, -120);
    p = with_derived(p, 13);
    p.terms = terms;
    return p;
}

// Recorded file (without .vec) -> parameters, after ARITHMETIC sections 5 and 6.
std::map<std::string, Params> known_files() {
    std::map<std::string, Params> files = {
        {"V100_HMMA_884_F32_F32", nvidia("fp16", "fp32", 4, 23, -131)},
        {"V100_HMMA_884_F16_F16", nvidia("fp16", "fp16", 4, 23, -19)},
        {"A100_HMMA_1684_F32_TF32", nvidia("tf32", "fp32", 4, 24, -132)},
        {"A100_HMMA_1688_F32", nvidia("fp16", "fp32", 8, 24, -132)},
        {"A100_HMMA_1688_F32_BF16", nvidia("bf16", "fp32", 8, 24, -132)},
        {"A100_HMMA_1688_F16", nvidia("fp16", "fp16", 8, 24, -20)},
        {"L40S_HMMA_1688_F32", nvidia("fp16", "fp32", 8, 24, -132)},
        {"L40S_HMMA_1688_F16", nvidia("fp16", "fp16", 8, 24, -20)},
        {"L40S_QMMA_16832_F32_E4M3_E4M3", fp8_chain("e4m3", 16)},
        {"L40S_QMMA_16832_F32_E5M2_E5M2", fp8_chain("e5m2", 16)},
        {"H100_HMMA_1684_F32_TF32", nvidia("tf32", "fp32", 4, 25, -133)},
        {"H100_QGMMA_64x8x32_F32_E4M3_E4M3", fp8_chain("e4m3", 32)},
        {"H100_QGMMA_64x8x32_F32_E5M2_E5M2", fp8_chain("e5m2", 32)},
        {"H100_mma_m16n8k32_f16_e4m3_e4m3_f16", emulated_fp8("e4m3", "fp16", -21)},
        {"H100_mma_m16n8k32_f16_e5m2_e5m2_f16", emulated_fp8("e5m2", "fp16", -21)},
        {"B200_mma_m16n8k32_f16_e4m3_e4m3_f16", emulated_fp8("e4m3", "fp16", -21)},
        {"B200_mma_m16n8k32_f32_e4m3_e4m3_f32", emulated_fp8("e4m3", "fp32", -133)},
    };
    for (const std::string gpu : {"H100", "B200"}) {
        files[gpu + "_HMMA_16816_F32"] = nvidia("fp16", "fp32", 16, 25, -133);
        files[gpu + "_HMMA_16816_F32_BF16"] = nvidia("bf16", "fp32", 16, 25, -133);
        files[gpu + "_HMMA_16816_F16"] = nvidia("fp16", "fp16", 16, 25, -21);
    }
    return files;
}

struct Vector {
    std::vector<std::uint64_t> a, b;
    std::uint64_t c = 0;
    std::string d;
};

Vector parse(const std::string& line, std::size_t k) {
    std::istringstream words(line);
    const auto hexadecimal = [&words] {
        std::uint64_t value = 0;
        words >> std::hex >> value;
        return value;
    };
    Vector vector;
    std::generate_n(std::back_inserter(vector.a), k, hexadecimal);
    std::generate_n(std::back_inserter(vector.b), k, hexadecimal);
    vector.c = hexadecimal();
    words >> vector.d;
    return vector;
}

bool agrees(const Params& p, const Vector& vector) {
    const std::uint64_t got = dot_add(p, vector.a, vector.b, {}, {}, vector.c);
    if (vector.d == "nan") {
        return decode(got, format_named(p.d)).is_nan();
    }
    return !vector.d.empty() && got == std::stoull(vector.d, nullptr, 16);
}

int replay(const std::string& path, const Params& p) {
    std::ifstream file(path);
    int rows = 0;
    int mismatches = 0;
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line.front() == '#') {
            continue;
        }
        ++rows;
        mismatches += agrees(p, parse(line, static_cast<std::size_t>(p.k))) ? 0 : 1;
    }
    std::printf("%s: %d vectors, %d mismatches\n", path.c_str(), rows, mismatches);
    return rows == 0 ? 1 : mismatches;
}

}  // namespace

int replay_vectors(const std::string& folder) {
    const std::map<std::string, Params> known = known_files();
    int mismatches = 0;
    std::vector<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().extension() == ".vec") {
            paths.push_back(entry.path());
        }
    }
    std::sort(paths.begin(), paths.end());
    for (const std::filesystem::path& path : paths) {
        const auto found = known.find(path.stem().string());
        if (found == known.end()) {
            std::printf("%s: no parameters known\n", path.c_str());
            ++mismatches;
            continue;
        }
        mismatches += replay(path.string(), found->second);
    }
    return mismatches;
}

}  // namespace reference
