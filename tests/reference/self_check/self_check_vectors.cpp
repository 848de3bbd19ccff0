// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "reference/dot_add.hpp"
#include "reference/encoding.hpp"
#include "reference/presets.hpp"
#include "reference/recorded.hpp"
#include "reference/self_check/self_check.hpp"

namespace reference {

namespace {

Params fp8_chain(const char* input, int terms) {
    Params p = nvidia(input, "fp32", 32, 13, -120);
    p = with_derived(p, 13);
    p.terms = terms;
    return p;
}

// The parameters for each recorded file, by its name without .vec.
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

bool agrees(const Params& p, const RecordedRow& row) {
    const std::uint64_t got = dot_add(p, row.a, row.b, {}, {}, row.c);
    return row.d ? got == *row.d : decode(got, format_named(p.d)).is_nan();
}

int replay(const std::string& path, const Params& p) {
    const std::vector<RecordedRow> rows = recorded_rows(path);
    const auto mismatches =
        std::ranges::count_if(rows, [&p](const RecordedRow& row) { return !agrees(p, row); });
    return report_replay(path, rows.size(), static_cast<int>(mismatches));
}

}  // namespace

int replay_family(
    const std::string& folder, const std::string& prefix,
    const std::function<std::uint64_t(const std::string& name, const RecordedRow& row)>& evaluate) {
    int mismatches = 0;
    const std::vector<std::string> files = recorded_files(folder, prefix);
    for (const std::string& path : files) {
        const std::string name = std::filesystem::path(path).stem().string();
        const std::vector<RecordedRow> rows = recorded_rows(path);
        const auto wrong = std::count_if(
            rows.begin(), rows.end(), [&](const RecordedRow& row) { return evaluate(name, row) != row.d; });
        mismatches += report_replay(path, rows.size(), static_cast<int>(wrong));
    }
    if (files.empty()) {
        std::printf("no %s*.vec in %s: only hand-derived results were checked\n", prefix.c_str(),
                    folder.c_str());
    }
    return mismatches;
}

int report_replay(const std::string& path, std::size_t rows, int mismatches) {
    std::printf("%s: %zu vectors, %d mismatches\n", path.c_str(), rows, mismatches);
    return rows == 0 ? 1 : mismatches;
}

int replay_vectors(const std::string& folder) {
    const std::map<std::string, Params> known = known_files();
    int mismatches = 0;
    for (const std::string& path : recorded_files(folder, "")) {
        const auto found = known.find(std::filesystem::path(path).stem().string());
        if (found == known.end()) {
            std::printf("%s: no known parameters\n", path.c_str());
            ++mismatches;
            continue;
        }
        mismatches += replay(path, found->second);
    }
    return mismatches;
}

}  // namespace reference
