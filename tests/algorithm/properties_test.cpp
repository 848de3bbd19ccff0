// SPDX-License-Identifier: Apache-2.0
// Properties that hold for all operand values.
#include <gtest/gtest.h>

#include <numeric>

#include "bridge.hpp"
#include "karat/instruction/registry.hpp"
#include "karat_tb/stimulus/random.hpp"
#include "karat_tb/stimulus/sparse_tiles.hpp"

namespace karat::test {
namespace {

using Cases = std::vector<reference::Case>;

Cases cases(const Spec& spec, int count, std::uint64_t seed) {
    reference::OperandSource source(to_shape(spec), seed);
    Cases out;
    for (int i = 0; i < count; ++i) out.push_back(source.next());
    return out;
}

std::uint64_t run(const DotAdd& dot, const reference::Case& x) {
    return dot({x.a, x.b, x.scale_a, x.scale_b, x.c});
}

std::vector<Spec> single_operation_specs() {
    std::vector<Spec> specs;
    for (const char* name :
         {"HMMA.16816.F32", "HMMA.16816.F16", "HMMA.16816.F32.BF16", "QGMMA.64x8x32.F32.E4M3.E5M2"}) {
        specs.push_back(find_instruction("Hopper", name).spec);
    }
    specs.push_back(find_instruction("CDNA3", "v_mfma_f32_32x32x8_f16").spec);
    return specs;
}

TEST(Properties, OrderInsideAFusedOperationDoesNotMatter) {
    tb::Random random(5);
    for (const Spec& spec : single_operation_specs()) {
        const DotAdd dot(spec);
        for (reference::Case& x : cases(spec, 5000, 21)) {
            const std::uint64_t expected = run(dot, x);
            for (std::size_t i = x.a.size(); i-- > 1;) {
                const std::size_t j = random.below(i + 1);
                std::swap(x.a[i], x.a[j]);
                std::swap(x.b[i], x.b[j]);
            }
            ASSERT_EQ(run(dot, x), expected) << x.kind;
        }
    }
}

TEST(Properties, SwappingAAndBChangesNothing) {
    for (Spec spec : single_operation_specs()) {
        const DotAdd dot(spec);
        std::swap(spec.a, spec.b);
        const DotAdd swapped(spec);
        for (const reference::Case& x : cases(dot.spec(), 3000, 22)) {
            ASSERT_EQ(swapped({x.b, x.a, x.scale_b, x.scale_a, x.c}), run(dot, x)) << x.kind;
        }
    }
}

/// Negates every a and c. A NaN and an fnuz zero keep their encoding.
TEST(Properties, NegatingEverythingNegatesTheResult) {
    std::vector<Spec> specs = single_operation_specs();
    specs.pop_back();  // rounds down, so it is not symmetric
    specs.push_back(find_instruction("Ampere", "HMMA.16816.F32").spec);
    specs.push_back(find_instruction("CDNA2", "v_mfma_f32_32x32x8f16").spec);
    for (const Spec& spec : specs) {
        const DotAdd dot(spec);
        for (reference::Case& x : cases(spec, 5000, 23)) {
            const std::uint64_t before = run(dot, x);
            for (std::uint64_t& a : x.a) a ^= info(spec.a).sign_bit() << info(spec.a).ignored_low_bits;
            x.c ^= info(spec.c).sign_bit();
            const std::uint64_t after = run(dot, x);
            if (is_nan(before, spec.d)) {
                ASSERT_TRUE(is_nan(after, spec.d)) << x.kind;
            } else if ((before & ~info(spec.d).sign_bit()) == 0) {
                ASSERT_EQ(after & ~info(spec.d).sign_bit(), 0U) << x.kind;  // exact zero: +0 in both cases
            } else {
                ASSERT_EQ(after, before ^ info(spec.d).sign_bit()) << x.kind;
            }
        }
    }
}

TEST(Properties, DownIsNotSymmetric) {
    const DotAdd dot(find_instruction("CDNA3", "v_mfma_f32_32x32x8_f16").spec);
    int asymmetric = 0;
    for (reference::Case& x : cases(dot.spec(), 3000, 24)) {
        const std::uint64_t before = run(dot, x);
        for (std::uint64_t& a : x.a) a ^= 0x8000U;
        x.c ^= 0x80000000U;
        asymmetric += !is_nan(before, Format::fp32) && (before & 0x7fffffffU) != 0 &&
                              run(dot, x) != (before ^ 0x80000000U)
                          ? 1
                          : 0;
    }
    EXPECT_GT(asymmetric, 100);
}

TEST(Properties, LargeEnoughFEqualsExact) {
    for (const auto& [format, lossless] :
         {std::pair{Format::fp16, 178}, {Format::bf16, 522}, {Format::e4m3, 320}, {Format::e2m1, 320}}) {
        Spec exact;
        exact.algorithm = Algorithm::exact;
        exact.a = exact.b = format;
        exact.k = 8;
        exact.output_rounding = Rounding::RZ;
        Spec fused = exact;
        fused.algorithm = Algorithm::fda;
        fused.F = {lossless + 8 + 300};  // also covers c at the opposite end of fp32's range
        Spec unlimited = exact;
        unlimited.algorithm = Algorithm::fda;
        unlimited.F = Width::exact();
        const DotAdd a(exact);
        const DotAdd b(fused);
        const DotAdd c(unlimited);
        for (const reference::Case& x : cases(exact, 4000, 25)) {
            ASSERT_EQ(run(b, x), run(a, x)) << name_of(format) << " " << x.kind;
            ASSERT_EQ(run(c, x), run(a, x)) << name_of(format) << " " << x.kind;
        }
    }
}

TEST(Properties, ZeroProductsChangeNothing) {
    for (const Spec& narrow : single_operation_specs()) {
        Spec wide = narrow;
        wide.k = 2 * narrow.k;
        const DotAdd small(narrow);
        const DotAdd large(wide);
        for (const reference::Case& x : cases(narrow, 3000, 26)) {
            std::vector<std::uint64_t> a(x.a);
            std::vector<std::uint64_t> b(x.b);
            a.resize(2 * a.size(), 0);
            b.resize(2 * b.size(), encode_zero(wide.b, true));
            ASSERT_EQ(large({a, b, {}, {}, x.c}), run(small, x)) << x.kind;
        }
    }
}

TEST(Properties, TracedIsTheSameAndSumsUp) {
    for (const Instruction& instruction : registry()) {
        if (info(instruction.spec.d).is_integer()) continue;  // see tests/recipe/integer_family_test.cpp
        // the selection of sparse operands: see sparse_test.cpp
        const DotAdd dot(tb::dense_spec(instruction.spec));
        for (const reference::Case& x : cases(instruction.spec, 27, 27)) {
            Trace trace;
            const std::uint64_t traced = dot.traced({x.a, x.b, x.scale_a, x.scale_b, x.c}, trace);
            ASSERT_EQ(traced, run(dot, x)) << instruction.name;
            ASSERT_FALSE(trace.steps.empty());
            ASSERT_EQ(trace.steps.back().result, traced) << instruction.name;
            for (const TraceStep& step : trace.steps) {
                BigInt sum = 0;
                for (const TraceAddend& addend : step.addends) sum += addend.aligned;
                if (!step.is_special) {
                    ASSERT_EQ(sum, step.sum) << instruction.name << " " << step.title;
                }
            }
        }
    }
}

}  // namespace
}  // namespace karat::test
