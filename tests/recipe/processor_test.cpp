// SPDX-License-Identifier: Apache-2.0
// VDPBF16PS of the processor that runs the test, if it has AVX512-BF16: the model gives the same bits, NaNs
// included, whatever MXCSR says.
#include "family_check.hpp"
#include "karat/instruction/registry.hpp"
#include "karat/recipe/families/families.hpp"

#ifdef __x86_64__
#include <immintrin.h>

namespace karat::test {
namespace {

constexpr std::size_t kLanes = 16;

/// d of 16 dot-adds. `mxcsr`: the rounding and flush bits while the instruction runs.
__attribute__((target("avx512f,avx512bf16"))) void vdpbf16ps(const std::uint32_t* a, const std::uint32_t* b,
                                                             std::uint32_t* d, unsigned mxcsr) {
    const __m512i va = _mm512_loadu_si512(a);
    const __m512i vb = _mm512_loadu_si512(b);
    __m512 vd = _mm512_loadu_ps(d);
    const unsigned before = _mm_getcsr();
    _mm_setcsr(mxcsr);
    asm volatile("vdpbf16ps %2, %1, %0" : "+v"(vd) : "v"(va), "v"(vb));
    _mm_setcsr(before);
    _mm512_storeu_ps(d, vd);
}

std::uint32_t pair_of(const std::vector<std::uint64_t>& x) {
    return static_cast<std::uint32_t>(x[0] | x[1] << 16);
}

/// Compares `count` dot-adds of a source, 16 at a time.
void compare_with_processor(const Evaluator& model, const std::function<ReferenceCase()>& next, int count,
                            unsigned mxcsr) {
    for (int i = 0; i < count; i += kLanes) {
        std::array<ReferenceCase, kLanes> cases;
        std::array<std::uint32_t, kLanes> a, b, d;
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
            cases[lane] = next();
            a[lane] = pair_of(cases[lane].a);
            b[lane] = pair_of(cases[lane].b);
            d[lane] = static_cast<std::uint32_t>(cases[lane].c);
        }
        vdpbf16ps(a.data(), b.data(), d.data(), mxcsr);
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
            const ReferenceCase& x = cases[lane];
            const Operands in{x.a, x.b, {}, {}, x.c};
            const std::uint64_t got = model(in);
            if (got == d[lane]) continue;
            FAIL() << "case " << i << " (" << x.kind << "), MXCSR " << std::hex << mxcsr << '\n'
                   << describe(model.program().operands(), in, {"processor", d[lane]}, {"model", got});
        }
    }
}

TEST(Processor, Vdpbf16psIsTheModel) {
    if (!__builtin_cpu_supports("avx512bf16"))
        GTEST_SKIP() << "this processor has no AVX512-BF16: VDPBF16PS is compared with recordings only";
    const Evaluator model(expand(find_instruction("x86", "VDPBF16PS").spec));
    const OperandRules& rules = model.program().operands();
    // exceptions masked; to nearest, down, up, to zero; the last two with flush-to-zero and
    // denormals-are-zero
    for (const unsigned mxcsr : {0x1f80U, 0x3f80U, 0x5f80U, 0x7f80U, 0x9fc0U, 0xffc0U}) {
        reference::OperandSource directed({formats_of(rules)}, mxcsr);
        CloseOperands close(rules, mxcsr);
        compare_with_processor(
            model, [&] { return directed.next(); }, 100'000, mxcsr);
        compare_with_processor(
            model, [&] { return close.next(); }, 100'000, mxcsr);
    }
}

}  // namespace
}  // namespace karat::test
#else
TEST(Processor, Vdpbf16psIsTheModel) { GTEST_SKIP() << "not an x86 processor"; }
#endif
