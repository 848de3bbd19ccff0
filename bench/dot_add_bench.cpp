// SPDX-License-Identifier: Apache-2.0
// The readable model on one thread, without tracing: dot-adds per second for some instructions.
#include <benchmark/benchmark.h>

#include <array>
#include <cmath>
#include <random>

#include "karat/evaluate/dot_add.hpp"
#include "karat/instruction/registry.hpp"
#include "karat/text/text.hpp"

namespace {

/// Operands of about the magnitude of N(0,1): encodings of both signs with exponents from -8 to 3,
/// clamped to the range of the format.
std::vector<std::uint64_t> ordinary(karat::Format format, std::size_t count, std::mt19937_64& random) {
    const karat::FormatInfo& f = karat::info(format);
    std::vector<std::uint64_t> out;
    for (std::size_t i = 0; i < count; ++i) {
        const int low = std::max(f.min_exponent(), -8);
        const int high = std::min(f.max_exponent() - 1, 3);
        const int exponent = low + static_cast<int>(random() % static_cast<std::uint64_t>(high - low + 1));
        const std::uint64_t code = (static_cast<std::uint64_t>(exponent + f.bias) << f.fraction_bits) |
                                   (random() & f.fraction_mask());
        out.push_back((code | ((random() & 1) != 0 ? f.sign_bit() : 0)) << f.ignored_low_bits);
    }
    return out;
}

void dot_adds(benchmark::State& state, const char* arch, const char* name) {
    const karat::DotAdd dot(karat::find_instruction(arch, name).spec);
    const auto k = static_cast<std::size_t>(dot.spec().k);
    constexpr std::size_t kRows = 64;
    std::mt19937_64 random(1);
    const auto a = ordinary(dot.spec().a, kRows * k, random);
    const auto b = ordinary(dot.spec().b, kRows * k, random);
    const auto c = ordinary(dot.spec().c, kRows, random);
    std::vector<std::uint64_t> scales(
        dot.scale_count(), dot.spec().scale ? karat::encoding_from_value("1", *dot.spec().scale) : 0);
    std::size_t row = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(dot(
            {std::span(a).subspan(row * k, k), std::span(b).subspan(row * k, k), scales, scales, c[row]}));
        row = (row + 1) % kRows;
    }
    state.SetItemsProcessed(state.iterations());
}

}  // namespace

BENCHMARK_CAPTURE(dot_adds, hopper_hmma_16816_f32, "Hopper", "HMMA.16816.F32");
BENCHMARK_CAPTURE(dot_adds, hopper_hmma_16816_f32_bf16, "Hopper", "HMMA.16816.F32.BF16");
BENCHMARK_CAPTURE(dot_adds, ampere_hmma_16816_f32, "Ampere", "HMMA.16816.F32");
BENCHMARK_CAPTURE(dot_adds, hopper_qgmma_e4m3, "Hopper", "QGMMA.64x8x32.F32.E4M3.E4M3");
BENCHMARK_CAPTURE(dot_adds, rtx_blackwell_omma_mxfp4, "RTXBlackwell", "OMMA.SF.16864.F32.E2M1.E2M1.E8");
BENCHMARK_CAPTURE(dot_adds, cdna3_32x32x8_f16, "CDNA3", "v_mfma_f32_32x32x8_f16");
BENCHMARK_CAPTURE(dot_adds, cdna3_16x16x32_fp8, "CDNA3", "v_mfma_f32_16x16x32_fp8_fp8");
BENCHMARK_CAPTURE(dot_adds, cdna2_32x32x8_f16, "CDNA2", "v_mfma_f32_32x32x8f16");
BENCHMARK_CAPTURE(dot_adds, hopper_dmma_884, "Hopper", "DMMA.884");
