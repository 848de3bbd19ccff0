// SPDX-License-Identifier: Apache-2.0
// Compares the vector engine with OpenBLAS sgemm on one thread, alternating in one run, and with the readable
// model. Also measures the cost by size and the speed-up of two threads. Usage: gemm_bench [SIZE [NAME]].
// With a NAME, only the instructions whose names contain it are compared, and nothing else is measured.
#include <cblas.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <numeric>
#include <random>
#include <string_view>
#include <thread>

#include "karat/evaluate/lane_source.hpp"
#include "karat/instruction/registry.hpp"
#include "karat_gemm/adder.hpp"
#include "karat_gemm/gemm.hpp"

extern "C" void openblas_set_num_threads(int);

namespace {

using namespace karat;

template <class Work>
double seconds(Work work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// CPU time, for work on one thread. Depends as little as possible on the other load of the machine.
template <class Work>
double cpu_seconds(Work work) {
    const std::clock_t start = std::clock();
    work();
    return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

/// The candidates take turns, so that other load of the machine affects them alike. Rates are those of the
/// best round; ratios are the median of all rounds.
constexpr int kRounds = 15;

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

/// Square operands from N(0,1).
struct Square {
    std::size_t n;
    std::vector<float> a, b, d;
    explicit Square(std::size_t size) : n(size), a(n * n), b(n * n), d(n * n) {
        std::mt19937 random(1);
        std::normal_distribution<float> normal;
        for (float& x : a) x = normal(random);
        for (float& x : b) x = normal(random);
    }
    [[nodiscard]] double macs() const {
        return static_cast<double>(n) * static_cast<double>(n) * static_cast<double>(n);
    }
    void sgemm() {
        const int size = static_cast<int>(n);
        cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, size, size, size, 1, a.data(), size, b.data(),
                    size, 0, d.data(), size);
    }
};

/// The same operands in an instruction's formats.
struct Product {
    Spec spec;
    std::size_t n;
    std::vector<std::byte> a, b, d;
    std::vector<std::byte> scales;  ///< all 1, the same for A and B
    std::string name;
    Product(const Square& from, const char* arch, const char* instruction)
        : spec(find_instruction(arch, instruction).spec),
          n(from.n),
          name(std::string(arch) + ' ' + instruction) {
        a = in_format(from.a, spec.a);
        b = in_format(from.b, spec.b);
        d.resize(n * n * static_cast<std::size_t>(info(spec.d).bits) / 8);
        if (spec.scale)
            scales.assign(n * blocks(), static_cast<std::byte>(encoding_of(1, info(*spec.scale))));
    }
    [[nodiscard]] std::size_t blocks() const {
        return n / static_cast<std::size_t>(spec.scale_block_or_default());
    }
    static std::vector<std::byte> in_format(const std::vector<float>& values, Format format) {
        const int bits = info(format).bits;
        std::vector<std::byte> out(values.size() * static_cast<std::size_t>(bits) / 8);
        for (std::size_t i = 0; i < values.size(); ++i)
            store_packed(out, i, bits, encoding_of(values[i], info(format)));
        return out;
    }
    [[nodiscard]] TileOperands operands() const {
        return {{a, n, false}, {b, n, true}, {}, {scales, blocks(), false}, {scales, blocks(), true}};
    }
    void run(const Gemm& gemm) { gemm.run({n, n, n}, operands(), {d, n, false}); }
};

void beside_sgemm(Square& operands, const char* arch, const char* instruction) {
    Product product(operands, arch, instruction);
    const Gemm gemm(product.spec, {.threads = 1});
    double best_own = 1e9;
    double best_blas = 1e9;
    std::vector<double> of_blas, of_readable;
    const DotAdd dot(product.spec);
    const TileOperands in = product.operands();
    LaneSource source(dot, in, nullptr);
    const std::size_t dot_adds = operands.n / static_cast<std::size_t>(product.spec.k);
    constexpr std::size_t kLanes = 200;
    std::uint64_t running = 0;
    const auto some_lanes = [&] {
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
            running = 0;
            for (std::size_t i = 0; i < dot_adds; ++i)
                running = source.dot_add(lane % operands.n, lane * 7 % operands.n, i, running);
        }
    };
    for (int i = 0; i < kRounds; ++i) {
        const double own = cpu_seconds([&] { product.run(gemm); });
        const double blas = cpu_seconds([&] { operands.sgemm(); });
        const double readable =
            cpu_seconds(some_lanes) * operands.macs() / static_cast<double>(kLanes * operands.n);
        best_own = std::min(best_own, own);
        best_blas = std::min(best_blas, blas);
        of_blas.push_back(blas / own);
        of_readable.push_back(readable / own);
    }
    std::printf("%-42s %6.2f GMAC/s, %5.1f %% of sgemm's %.1f; %.0f x the readable model%s\n",
                product.name.c_str(), operands.macs() / best_own * 1e-9, 100 * median(of_blas),
                operands.macs() / best_blas * 1e-9, median(of_readable),
                gemm.engine().is_fast() ? "" : " (no kernel)");
}

/// Runs the sizes in turn, each for as many MACs as the largest. Other load of the machine affects them all,
/// but more in some rounds than in others. The cost of a size is therefore the median of its share of a
/// round.
void growth(const char* arch, const char* instruction) {
    constexpr std::array<std::size_t, 4> kSizes{128, 256, 512, 1024};
    std::vector<Product> products;
    for (const std::size_t n : kSizes) products.emplace_back(Square(n), arch, instruction);
    const Gemm gemm(products[0].spec, {.threads = 1});
    std::array<std::vector<double>, kSizes.size()> shares;
    double best = 1e9;
    for (int round = 0; round < 3 * kRounds; ++round) {
        std::array<double, kSizes.size()> cost;
        for (std::size_t i = 0; i < kSizes.size(); ++i) {
            const std::size_t ratio = kSizes.back() / kSizes[i];
            cost[i] = cpu_seconds([&] {
                for (std::size_t run = 0; run < ratio * ratio * ratio; ++run) products[i].run(gemm);
            });
        }
        const double all = std::accumulate(cost.begin(), cost.end(), 0.0);
        best = std::min(best, all);
        for (std::size_t i = 0; i < kSizes.size(); ++i) shares[i].push_back(cost[i] / all);
    }
    std::array<double, kSizes.size()> cost;
    std::ranges::transform(shares, cost.begin(),
                           [&](const auto& x) { return median(x) * best / std::pow(kSizes.back(), 3); });
    std::printf("cost per MAC, %s %s, one thread:", arch, instruction);
    for (std::size_t i = 0; i < kSizes.size(); ++i) std::printf("  %zu^3 %.4f ns", kSizes[i], 1e9 * cost[i]);
    const auto [least, most] = std::ranges::minmax(cost);
    std::printf("; the highest is %.0f %% above the lowest\n", 100 * (most / least - 1));
}

/// Speed-up of two threads: wall time of one thread divided by that of two. The speed-up of sgemm shows what
/// the machine provides at that moment. Not every round gets two whole cores, so the best tenth of the rounds
/// is shown too.
void threads(Square& operands, const char* arch, const char* instruction) {
    Product product(operands, arch, instruction);
    const std::array engines{Gemm(product.spec, {.threads = 1}), Gemm(product.spec, {.threads = 2})};
    std::vector<double> own, blas;
    for (int i = 0; i < 6 * kRounds; ++i) {
        std::array<double, 2> own_time, blas_time;
        for (std::size_t t : {0U, 1U}) {
            own_time[t] = seconds([&] { product.run(engines[t]); });
            openblas_set_num_threads(static_cast<int>(t) + 1);
            blas_time[t] = seconds([&] { operands.sgemm(); });
        }
        own.push_back(own_time[0] / own_time[1]);
        blas.push_back(blas_time[0] / blas_time[1]);
    }
    const auto best_tenth = [](std::vector<double> x) {
        std::ranges::sort(x);
        return x[x.size() * 9 / 10];
    };
    std::printf(
        "two threads: %.2f x one (sgemm %.2f x), in the best tenth of the rounds at least %.2f x (sgemm %.2f "
        "x); the machine has %u threads\n",
        median(own), median(blas), best_tenth(own), best_tenth(blas), std::thread::hardware_concurrency());
}

struct Named {
    const char* arch;
    const char* instruction;
};
constexpr std::array kInstructions{Named{"Hopper", "HMMA.16816.F32"},
                                   Named{"Hopper", "HMMA.16816.F32.BF16"},
                                   Named{"Hopper", "QGMMA.64x8x32.F32.E4M3.E4M3"},
                                   Named{"RTXBlackwell", "QMMA.16832.F32.E4M3.E4M3"},
                                   Named{"Hopper", "HMMA.1688.F32.TF32"},
                                   Named{"Ampere", "HMMA.16816.F32"},
                                   Named{"Hopper", "HMMA.16816.F16"},
                                   Named{"CDNA3", "v_mfma_f32_32x32x8_f16"},
                                   Named{"CDNA3", "v_mfma_f32_32x32x16_fp8_fp8"},
                                   Named{"CDNA2", "v_mfma_f32_32x32x8f16"},
                                   Named{"CDNA1", "v_mfma_f32_32x32x8f16"},
                                   Named{"Blackwell", "UTCOMMA.4X"},
                                   Named{"Hopper", "DMMA.884"},
                                   Named{"CDNA3", "v_mfma_f32_16x16x4_f32"},
                                   Named{"x86", "VDPBF16PS"},
                                   Named{"RDNA4", "v_wmma_f32_16x16x16_f16_w32"},
                                   Named{"RDNA4", "v_wmma_f32_16x16x16_bf16_w64"},
                                   Named{"RDNA4", "v_wmma_f16_16x16x16_f16_w32"},
                                   Named{"RDNA4", "v_dot2_f32_f16"}};

}  // namespace

int main(int argc, char** argv) {
    openblas_set_num_threads(1);
    const std::size_t n = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 512;
    if (n == 0 || n % 64 != 0 || n > 8192) {
        std::fprintf(stderr, "gemm_bench: the size must be a multiple of 64, at most 8192\n");
        return 2;
    }
    Square operands(n);
    std::printf("engine: %s, %zu^3, one thread\n", std::string(name_of(best_simd())).c_str(), n);
    const std::string_view only = argc > 2 ? argv[2] : "";
    for (const auto& [arch, instruction] : kInstructions) {
        if (std::string_view(instruction).find(only) != std::string_view::npos)
            beside_sgemm(operands, arch, instruction);
    }
    if (!only.empty()) return 0;
    growth("Hopper", "HMMA.16816.F32");
    threads(operands, "Hopper", "HMMA.16816.F32");
    return 0;
}
