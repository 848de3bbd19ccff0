// SPDX-License-Identifier: Apache-2.0
// A matrix product needs little memory in addition to its operands. This program counts all of its
// allocations.
#include <gtest/gtest.h>
#include <malloc.h>

#include <atomic>
#include <cstdlib>
#include <new>
#include <ostream>

#include "karat/instruction/registry.hpp"
#include "karat_gemm/gemm.hpp"

namespace {

std::atomic<std::ptrdiff_t> held{0};
std::atomic<std::ptrdiff_t> most{0};

void* counted(void* memory) {
    if (memory == nullptr) throw std::bad_alloc();
    const std::ptrdiff_t now = held += static_cast<std::ptrdiff_t>(malloc_usable_size(memory));
    for (std::ptrdiff_t seen = most; now > seen && !most.compare_exchange_weak(seen, now);) {
    }
    return memory;
}
void uncounted(void* memory) noexcept {
    if (memory != nullptr) held -= static_cast<std::ptrdiff_t>(malloc_usable_size(memory));
    std::free(memory);
}

}  // namespace

void* operator new(std::size_t size) { return counted(std::malloc(size)); }
void* operator new(std::size_t size, std::align_val_t alignment) {
    const auto to = static_cast<std::size_t>(alignment);
    return counted(std::aligned_alloc(to, (size + to - 1) / to * to));
}
// The other forms are replaced too, because a sanitizer's versions do not call the ones above.
void* operator new(std::size_t size, const std::nothrow_t& /*tag*/) noexcept {
    void* const memory = std::malloc(size);
    return memory == nullptr ? nullptr : counted(memory);
}
void* operator new[](std::size_t size) { return operator new(size); }
void operator delete[](void* memory) noexcept { uncounted(memory); }
void operator delete[](void* memory, std::size_t /*size*/) noexcept { uncounted(memory); }
void operator delete(void* memory) noexcept { uncounted(memory); }
void operator delete(void* memory, std::size_t /*size*/) noexcept { uncounted(memory); }
void operator delete(void* memory, std::align_val_t /*alignment*/) noexcept { uncounted(memory); }
void operator delete(void* memory, std::size_t /*size*/, std::align_val_t /*alignment*/) noexcept {
    uncounted(memory);
}

namespace karat::test {
namespace {

struct Case {
    const char* arch;
    const char* instruction;
    std::size_t n;
    int threads;
};

void PrintTo(const Case& x, std::ostream* out) {
    *out << x.arch << ' ' << x.instruction << ' ' << x.n << ' ' << x.threads;
}

class Memory : public testing::TestWithParam<Case> {};

TEST_P(Memory, OperandsAndATenth) {
    const Case& at = GetParam();
    const Spec spec = find_instruction(at.arch, at.instruction).spec;
    const auto bytes = [&](Format format) {
        return at.n * at.n * static_cast<std::size_t>(info(format).bits) / 8;
    };
    // all elements are the same finite value, because random bits would give too many special values
    std::vector<std::byte> a(bytes(spec.a), std::byte{0x3c});
    std::vector<std::byte> b(bytes(spec.b), std::byte{0x3c});
    std::vector<std::byte> d(bytes(spec.d));
    const Gemm gemm(spec, {.threads = at.threads});
    ASSERT_TRUE(gemm.engine().is_fast());
    const std::ptrdiff_t before = held;
    most = before;
    gemm.run({at.n, at.n, at.n}, {{a, at.n, false}, {b, at.n, true}, {}, {}, {}}, {d, at.n, false});
    const auto extra = static_cast<double>(most - before);
    const auto operands = static_cast<double>(a.size() + b.size() + d.size());
    EXPECT_GT(extra, 0) << "no allocation was counted";
    EXPECT_LE(extra, 0.1 * operands) << "operands " << operands << " bytes";
    RecordProperty("extra_percent", std::to_string(100 * extra / operands));
    std::printf("%s %s, %zu^3, %d threads: operands %.0f KiB, extra memory %.1f %%\n", at.arch,
                at.instruction, at.n, at.threads, operands / 1024, 100 * extra / operands);
}

INSTANTIATE_TEST_SUITE_P(
    Gemm, Memory,
    testing::Values(Case{"Hopper", "HMMA.16816.F32", 512, 1}, Case{"Hopper", "HMMA.16816.F32", 1024, 2},
                    Case{"Hopper", "QGMMA.64x8x32.F32.E4M3.E4M3", 1024, 1},
                    Case{"CDNA3", "v_mfma_f32_32x32x8_f16", 512, 1}, Case{"Hopper", "DMMA.884", 512, 1},
                    Case{"Hopper", "HMMA.16816.F32", 1021, 2}  // k is not a multiple of 16
                    ));

}  // namespace
}  // namespace karat::test
