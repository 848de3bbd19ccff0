// SPDX-License-Identifier: Apache-2.0
// The evaluation of a dot-add or a tile needs at most 16 KiB of stack, for sums of any width: SystemC
// processes and testbench threads have small stacks.
#include <gtest/gtest.h>
#include <pthread.h>

#include <algorithm>
#include <functional>
#include <vector>

#include "../engine/stored_tile.hpp"
#include "karat/evaluate/dot_add.hpp"
#include "karat/instruction/registry.hpp"
#include "karat/simd/tile_engine.hpp"
#include "karat_tb/stimulus/sources.hpp"

namespace karat {
namespace {

constexpr std::size_t kStack = std::size_t{128} << 10;
#ifdef __SANITIZE_ADDRESS__
constexpr std::size_t kAllowed = std::size_t{120} << 10;  // AddressSanitizer puts red zones around locals
#else
constexpr std::size_t kAllowed = std::size_t{16} << 10;
#endif
constexpr std::byte kPaint{0xA5};

/// The number of bytes of a thread's stack that `work` touches.
std::size_t stack_of(const std::function<void()>& work) {
    std::vector<std::byte> memory(kStack + 4096, kPaint);
    auto base = reinterpret_cast<std::uintptr_t>(memory.data());
    base = (base + 4095) / 4096 * 4096;
    auto* const stack = reinterpret_cast<std::byte*>(base);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    EXPECT_EQ(pthread_attr_setstack(&attributes, stack, kStack), 0);
    pthread_t thread{};
    const auto run = [](void* argument) -> void* {
        (*static_cast<const std::function<void()>*>(argument))();
        return nullptr;
    };
    EXPECT_EQ(pthread_create(&thread, &attributes, run, const_cast<std::function<void()>*>(&work)), 0);
    pthread_join(thread, nullptr);
    pthread_attr_destroy(&attributes);
    std::size_t untouched = 0;
    while (untouched < kStack && stack[untouched] == kPaint) ++untouched;
    return kStack - untouched;
}

/// The stack that one dot-add needs in addition to an idle thread. The operands are far apart, so that the
/// sums need the widest type.
std::size_t stack_of_dot_add(const Spec& spec) {
    const DotAdd dot(spec);
    const auto k = static_cast<std::size_t>(spec.k);
    const auto farthest = [](Format format, std::size_t i) {
        const FormatInfo& f = info(format);
        const std::uint64_t code = i % 2 == 0 ? f.max_finite_code() : 1;
        return (code | (i % 3 == 0 ? f.sign_bit() : 0)) << f.ignored_low_bits;
    };
    std::vector<std::uint64_t> a(k), b(static_cast<std::size_t>(dot.operands().k_of_b())),
        scales(dot.scale_count(), 0x7F),
        metadata(static_cast<std::size_t>(dot.operands().metadata_count()), 4);
    for (std::size_t i = 0; i < k; ++i) a[i] = farthest(spec.a, i);
    for (std::size_t i = 0; i < b.size(); ++i) b[i] = farthest(spec.b, i / 2);
    const Operands in{a, b, scales, scales, farthest(spec.c, 1), metadata};
    const std::uint64_t expected = dot(in);
    std::uint64_t got = 0;
    const std::size_t idle = stack_of([] {});
    const std::size_t used = stack_of([&] { got = dot(in); });
    EXPECT_EQ(got, expected);
    return used - std::min(idle, used);
}

TEST(Stack, WideSums) {
    for (const Algorithm algorithm : {Algorithm::fda, Algorithm::gfda, Algorithm::sda, Algorithm::exact}) {
        for (const Format format : {Format::bf16, Format::fp64}) {
            Spec spec;
            spec.algorithm = algorithm;
            spec.a = spec.b = format;
            spec.c = spec.d = format == Format::fp64 ? format : Format::fp32;
            spec.k = 64;
            if (algorithm != Algorithm::exact) spec.F = Width::exact();
            if (algorithm == Algorithm::gfda) spec.group = 4;
            EXPECT_LE(stack_of_dot_add(spec), kAllowed) << name_of(algorithm) << ' ' << name_of(format);
        }
    }
}

TEST(Stack, EveryInstruction) {
    for (const Instruction& instruction : registry()) {
        EXPECT_LE(stack_of_dot_add(instruction.spec), kAllowed)
            << name_of(instruction.arch) << ' ' << instruction.name;
    }
}

/// The stack that a tile needs in addition to an idle thread. Its workspace is on the heap.
std::size_t stack_of_tile(const Spec& spec, Simd simd) {
    constexpr std::size_t kRows = 5;
    constexpr std::size_t kColumns = 19;
    const DotAdd dot(spec);
    const TileEngine engine(dot, simd);
    const auto source = tb::make_source("directed", spec, kRows, kColumns, 1);
    test::StoredTile stored(dot, *source->next(), kRows, kColumns, 1);
    TileWorkspace workspace;
    const auto run = [&] {
        engine.run(kRows, kColumns, stored.operands(), stored.d.mutable_view(), workspace);
    };
    run();  // warm-up, for data that is created on first use
    const std::size_t idle = stack_of([] {});
    const std::size_t used = stack_of(run);
    return used - std::min(idle, used);
}

TEST(Stack, TilesOfEveryInstruction) {
    std::vector<Spec> done;  // many instructions share a specification
    for (const Instruction& instruction : registry()) {
        if (std::find(done.begin(), done.end(), instruction.spec) != done.end()) continue;
        done.push_back(instruction.spec);
        for (const Simd simd : usable_simd()) {
            EXPECT_LE(stack_of_tile(instruction.spec, simd), kAllowed)
                << name_of(instruction.arch) << ' ' << instruction.name << ' ' << name_of(simd);
        }
    }
    EXPECT_GT(done.size(), 40U);
}

}  // namespace
}  // namespace karat
