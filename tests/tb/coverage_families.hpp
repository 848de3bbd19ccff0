// SPDX-License-Identifier: Apache-2.0
// Specifications whose coverage the tests close.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "karat/instruction/registry.hpp"

namespace karat::test {

inline Spec spec_of(const char* arch, const char* name) { return find_instruction(arch, name).spec; }

/// At least one specification of each family of algorithms, with and without chains and scale factors.
inline std::vector<std::pair<std::string, Spec>> families() {
    std::vector<std::pair<std::string, Spec>> out{
        {"fda", spec_of("Volta", "HMMA.884.F32.F32")},
        {"fda_chain", spec_of("Ampere", "HMMA.16816.F16")},
        {"fda_late", spec_of("Hopper", "mma.m16n8k32.f16.e5m2.e4m3.f16")},
        {"fda_scaled", spec_of("RTXBlackwell", "QMMA.SF.16832.F32.E4M3.E2M1.E8")},
        {"gfda", spec_of("RTXBlackwell", "OMMA.SF.16864.F32.E2M1.E2M1.UE4M3.4X")},
        {"fdrda", spec_of("CDNA3", "v_mfma_f32_16x16x16_bf16")},
        {"gfdrda", spec_of("CDNA3", "v_mfma_f32_16x16x32_fp8_bf8")},
        {"gps", spec_of("CDNA2", "v_mfma_f32_16x16x16f16")},
        {"gps_bf16", spec_of("CDNA1", "v_mfma_f32_32x32x4bf16")},
        {"fma", spec_of("CDNA3", "v_mfma_f32_16x16x4_f32")}};
    for (const Algorithm algorithm : {Algorithm::sda, Algorithm::muladd, Algorithm::exact}) {
        Spec spec;
        spec.algorithm = algorithm;
        spec.k = 4;
        out.emplace_back(std::string(name_of(algorithm)), spec);
    }
    return out;
}

}  // namespace karat::test
