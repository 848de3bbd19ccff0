// SPDX-License-Identifier: Apache-2.0
// The direct calls of the model for dpi_bench.sv.
#include <time.h>

#include <array>
#include <cstdint>
#include <vector>

#include "karat/instruction/registry.hpp"
#include "karat/simd/tile_engine.hpp"

namespace {

/// CPU time of this thread, so that other processes do not count.
double now() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
}

const karat::TileEngine& engine() {
    static const karat::TileEngine instance{
        karat::DotAdd(karat::find_instruction("Hopper", "HMMA.16816.F32").spec)};
    return instance;
}

std::uint64_t ordinary(int i) {
    return static_cast<std::uint64_t>((i & 1) << 15 | (12 + i % 7) << 10 | ((i * 37) & 1023));
}

template <class Call>
double nanoseconds_a_call(int calls, Call&& call) {
    const double start = now();
    for (int i = 0; i < calls; ++i) call(i);
    return (now() - start) / calls;
}

volatile std::uint64_t sink;  // prevents the compiler from removing the calls

}  // namespace

extern "C" {

double bench_now() { return now(); }

double bench_bare_dot_add(int calls) {
    std::array<std::uint64_t, 16> a{};
    std::array<std::uint64_t, 16> b{};
    for (int i = 0; i < 16; ++i) {
        a[static_cast<std::size_t>(i)] = ordinary(i);
        b[static_cast<std::size_t>(i)] = ordinary(3 * i + 1);
    }
    return nanoseconds_a_call(calls, [&](int i) {
        sink = engine().dot()({a, b, {}, {}, 0x3f800000U + static_cast<std::uint64_t>(i)});
    });
}

double bench_bare_tile(int calls) {
    static karat::TileWorkspace workspace;
    std::vector<std::uint16_t> a(256);
    std::vector<std::uint16_t> b(128);
    std::vector<std::uint32_t> c(128);
    std::vector<std::uint32_t> d(128);
    for (std::size_t i = 0; i < 256; ++i) a[i] = static_cast<std::uint16_t>(ordinary(static_cast<int>(i)));
    for (std::size_t i = 0; i < 128; ++i) b[i] = static_cast<std::uint16_t>(ordinary(static_cast<int>(i)));
    return nanoseconds_a_call(calls, [&](int i) {
        c[0] = 0x3f800000U + static_cast<std::uint32_t>(i);
        engine().run(16, 8,
                     {{std::as_bytes(std::span(a)), 16},
                      {std::as_bytes(std::span(b)), 16, true},
                      {std::as_bytes(std::span(c)), 8},
                      {},
                      {}},
                     {std::as_writable_bytes(std::span(d)), 8}, workspace);
        sink = d[127];
    });
}
}
