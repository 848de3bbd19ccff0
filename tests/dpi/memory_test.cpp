// SPDX-License-Identifier: Apache-2.0
// Millions of calls do not leak: after a warm-up the resident set (/proc/self/statm) grows by at most
// kBoundKiB. Usage: memory_test [MILLIONS] (of dot-adds, default 10)
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <vector>

#include "karat.h"

namespace {

constexpr long kBoundKiB = 256;

long resident_kib() {
    std::ifstream statm("/proc/self/statm");
    long total = 0, resident = 0;
    statm >> total >> resident;
    return statm ? resident * (sysconf(_SC_PAGESIZE) / 1024) : -1;
}

/// Runs `call` `count` times, after count / 10 + 1 calls as a warm-up. Returns whether every call returned
/// `expected` and the memory stayed within the bound.
bool steady(const char* what, long count, karat_status expected, const std::function<karat_status()>& call) {
    long wrong = 0;
    for (long i = 0; i < count / 10 + 1; ++i) wrong += call() != expected ? 1 : 0;
    const long before = resident_kib();
    for (long i = 0; i < count; ++i) wrong += call() != expected ? 1 : 0;
    const long growth = resident_kib() - before;
    const bool good = wrong == 0 && before > 0 && growth <= kBoundKiB;
    std::printf("%s%10ld x %-34s %ld KiB resident, growth %ld KiB (bound %ld), %ld wrong statuses\n",
                good ? "" : "FAILED: ", count, what, before, growth, kBoundKiB, wrong);
    return good;
}

}  // namespace

int main(int argc, char** argv) {
    const long millions = argc > 1 ? std::atol(argv[1]) : 10;
    karat_model* model = nullptr;
    if (millions < 1 || karat_open_instruction("Hopper", "HMMA.16816.F32", &model) != KARAT_OK) {
        std::fprintf(stderr, "usage: memory_test [MILLIONS], at least 1; %s\n", karat_last_error());
        return 2;
    }
    std::vector<std::uint64_t> a(16), b(16);
    for (std::size_t i = 0; i < 16; ++i) a[i] = b[i] = 0x3C00 + 37 * i;
    std::vector<std::uint16_t> a16(a.begin(), a.end()), b16(b.begin(), b.end());
    const std::uint32_t c = 0x3F800000;
    std::uint32_t d = 0;
    std::uint64_t d64 = 0;
    const karat_dot_operands dot{{a.data(), 16}, {b.data(), 16}, {}, {}, c, {}};
    karat_dot_operands short_dot = dot;
    short_dot.b.count = 15;
    const karat_tile_operands tile{1,  1, {a16.data(), 32, 0, 0}, {b16.data(), 32, 0, 0}, {&c, 4, 0, 0}, {},
                                   {}, {}};
    const karat_result result{&d, sizeof d, 0, 0};
    const std::uint32_t wrong = 0;
    const karat_matrix got{&wrong, 4, 0, 0};
    std::vector<char> text(65536);
    karat_model* other = nullptr;

    bool good =
        steady("dot-add", millions * 1000000, KARAT_OK, [&] { return karat_dot_add(model, &dot, &d64); });
    good &= steady("tile", 200000, KARAT_OK, [&] { return karat_tile(model, &tile, &result); });
    good &= steady("open and close", 100000, KARAT_OK, [&] {
        const karat_status status = karat_open_instruction("Hopper", "HMMA.16816.F32", &other);
        return status == KARAT_OK ? karat_close(other) : status;
    });
    good &= steady("refused dot-add", 200000, KARAT_BAD_OPERAND,
                   [&] { return karat_dot_add(model, &short_dot, &d64); });
    good &= steady("unknown instruction", 500, KARAT_BAD_NAME,
                   [&] { return karat_open_instruction("Hopper", "HMMA.1.F32", &other); });
    good &=
        steady("text that is not JSON", 20000, KARAT_BAD_SPEC, [&] { return karat_open_spec("{", &other); });
    good &= steady("closed handle", 200000, KARAT_BAD_HANDLE, [&] { return karat_close(other); });
    good &= steady("set a knob", 100000, KARAT_OK,
                   [&] { return karat_set_knob(model, "F", d64++ % 2 == 0 ? "24" : "25"); });
    good &= steady("refused knob", 20000, KARAT_BAD_SPEC, [&] { return karat_set_knob(model, "k", "0"); });
    good &= steady("mismatch and its report", 2000, KARAT_MISMATCH, [&] {
        return karat_compare(model, 1, &tile, &got, nullptr, nullptr, text.data(), text.size(), nullptr);
    });
    good &= steady("trace", 2000, KARAT_OK,
                   [&] { return karat_get_trace(model, &dot, text.data(), text.size(), nullptr); });
    good &= steady("coverage start, sample, stop", 100, KARAT_OK, [&] {
        if (karat_coverage_start(model, 1, 1) != KARAT_OK || karat_coverage_sample(model, &tile) != KARAT_OK)
            return KARAT_INTERNAL;
        return karat_coverage_stop(model);
    });
    good &= karat_close(model) == KARAT_OK;
    return good ? 0 : 1;
}
