// SPDX-License-Identifier: Apache-2.0
// A dot-add does not allocate memory. This program counts all of its allocations.
#include <gtest/gtest.h>

#include <cstdlib>
#include <new>

#include "karat/evaluate/dot_add.hpp"
#include "karat/instruction/registry.hpp"

namespace {
std::size_t allocations = 0;
}

void* operator new(std::size_t size) {
    ++allocations;
    if (void* memory = std::malloc(size)) return memory;
    throw std::bad_alloc();
}
void* operator new(std::size_t size, const std::nothrow_t& /*tag*/) noexcept {
    ++allocations;
    return std::malloc(size);
}
// The array forms are replaced too, because a sanitizer's versions do not call the scalar ones above.
void* operator new[](std::size_t size) { return operator new(size); }
void* operator new[](std::size_t size, const std::nothrow_t& tag) noexcept { return operator new(size, tag); }
// where one of a pair is inlined and the other is not, g++ 12 takes them for mismatched
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { operator delete(memory); }
void operator delete[](void* memory, std::size_t /*size*/) noexcept { operator delete(memory); }
void operator delete(void* memory, std::size_t /*size*/) noexcept { operator delete(memory); }

namespace karat::test {
namespace {

std::uint64_t one(Format format) {
    const FormatInfo& f = info(format);
    return static_cast<std::uint64_t>(f.bias) << (f.fraction_bits + f.ignored_low_bits);
}

TEST(NoHeap, ADotAddOfAnyInstructionAllocatesNothingBelow90Products) {
    std::vector<std::uint64_t> a(256, 0);
    std::vector<std::uint64_t> scales(4, 0x38);
    a[0] = a[1] = a[5] = 0x11;
    for (const Instruction& instruction : registry()) {
        const DotAdd dot(instruction.spec);
        const auto k = static_cast<std::size_t>(dot.spec().k);
        const std::span<const std::uint64_t> elements(a);
        const std::span<const std::uint64_t> operand = elements.first(k);
        const std::span<const std::uint64_t> scale =
            std::span<const std::uint64_t>(scales).first(dot.scale_count());
        // A sum wider than 128 bits is allocated on the heap to limit stack use. Where such sums are
        // possible, all operands are 1, so that the sum stays narrow.
        const bool wide = dot.bounds().integer_bits() > Medium::capacity;
        const std::vector<std::uint64_t> all_ones(2 * k, one(dot.spec().a));
        const std::span<const std::uint64_t> ones(all_ones);
        // allowed for every kind of metadata
        const std::vector<std::uint64_t> metadata(static_cast<std::size_t>(dot.operands().metadata_count()),
                                                  0b0100);
        const auto k_of_b = static_cast<std::size_t>(dot.operands().k_of_b());
        const std::size_t before = allocations;
        const std::uint64_t d = dot({wide ? ones.first(k) : operand, (wide ? ones : elements).first(k_of_b),
                                     scale, scale, one(dot.spec().c), metadata});
        // An evaluation holds 96 values in place.
        EXPECT_EQ(allocations, before + (k > 90 ? 1 : 0)) << instruction.name << " " << d;
    }
}

TEST(NoHeap, OneAllocationForManyTermsNotOneForEach) {
    Spec spec;
    spec.k = 1024;
    const DotAdd dot(spec);
    const std::vector<std::uint64_t> a(1024, 0x3c00);
    const std::size_t before = allocations;
    EXPECT_EQ(dot({a, a, {}, {}, 0}), 0x44800000U);  // 1024
    EXPECT_GE(allocations, before + 1);              // proves that the counter works
    EXPECT_LE(allocations, before + 3);
}

}  // namespace
}  // namespace karat::test
