// SPDX-License-Identifier: Apache-2.0
// VPDPBUSD(S) and VPDPWSSD(S) of the processor that runs the test, if it has AVX512-VNNI: the model gives the
// same bits.
#include "integer_check.hpp"
#include "karat/instruction/registry.hpp"

#ifdef __x86_64__
#include <immintrin.h>

namespace karat::test {
namespace {

constexpr std::size_t kLanes = 16;
constexpr int kCases = 1'000'000;

using Lanes = std::array<std::uint32_t, kLanes>;
using Step = void (*)(const Lanes& a, const Lanes& b, Lanes& d);

#define KARAT_VNNI_STEP(name, text)                                                          \
    __attribute__((target("avx512f"))) void name(const Lanes& a, const Lanes& b, Lanes& d) { \
        const __m512i va = _mm512_loadu_si512(a.data());                                     \
        const __m512i vb = _mm512_loadu_si512(b.data());                                     \
        __m512i vd = _mm512_loadu_si512(d.data());                                           \
        asm volatile(text " %2, %1, %0" : "+v"(vd) : "v"(va), "v"(vb));                      \
        _mm512_storeu_si512(d.data(), vd);                                                   \
    }
// NOLINTBEGIN(cppcoreguidelines-macro-usage): an instruction's name must be a string literal
KARAT_VNNI_STEP(vpdpbusd, "vpdpbusd")
KARAT_VNNI_STEP(vpdpbusds, "vpdpbusds")
KARAT_VNNI_STEP(vpdpwssd, "vpdpwssd")
KARAT_VNNI_STEP(vpdpwssds, "vpdpwssds")
// NOLINTEND(cppcoreguidelines-macro-usage)
#undef KARAT_VNNI_STEP

std::uint32_t packed(const std::vector<std::uint64_t>& x, int bits) {
    std::uint32_t out = 0;
    for (std::size_t i = 0; i < x.size(); ++i)
        out |= static_cast<std::uint32_t>(x[i]) << (i * static_cast<std::size_t>(bits));
    return out;
}

void compare_with_processor(const char* name, Step step) {
    const Evaluator model(expand(find_instruction("x86", name).spec));
    const OperandRules& rules = model.program().operands();
    IntegerCases cases(rules, 31);
    for (int i = 0; i < kCases; i += kLanes) {
        std::array<tb::Tile, kLanes> tiles;
        Lanes a, b, d;
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
            tiles[lane] = cases.next();
            a[lane] = packed(tiles[lane].a, info(rules.a).bits);
            b[lane] = packed(tiles[lane].b, info(rules.b).bits);
            d[lane] = static_cast<std::uint32_t>(tiles[lane].c[0]);
        }
        step(a, b, d);
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
            const tb::Tile& x = tiles[lane];
            const Operands in{x.a, x.b, {}, {}, x.c[0]};
            const std::uint64_t got = model(in);
            if (got == d[lane]) continue;
            FAIL() << name << ", case " << i << '\n'
                   << describe(rules, in, {"processor", d[lane]}, {"model", got});
        }
    }
}

TEST(Processor, VnniIsTheModel) {
    if (!__builtin_cpu_supports("avx512vnni"))
        GTEST_SKIP() << "this processor has no AVX512-VNNI: VPDP* are compared with the reference only";
    compare_with_processor("VPDPBUSD", vpdpbusd);
    compare_with_processor("VPDPBUSDS", vpdpbusds);
    compare_with_processor("VPDPWSSD", vpdpwssd);
    compare_with_processor("VPDPWSSDS", vpdpwssds);
}

}  // namespace
}  // namespace karat::test
#else
TEST(Processor, VnniIsTheModel) { GTEST_SKIP() << "not an x86 processor"; }
#endif
