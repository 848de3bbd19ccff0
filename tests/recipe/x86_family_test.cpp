// SPDX-License-Identifier: Apache-2.0
// x86's VDPBF16PS and AMX: the recipes against the independent reference. processor_test compares them with
// the processor, and recorded_vectors_test with recordings.
#include "family_check.hpp"
#include "karat/recipe/families/families.hpp"
#include "reference/families/x86.hpp"

namespace karat::test {
namespace {

constexpr int kCases = 100'000;

TEST(X86, Vdpbf16psIsTheReference) {
    const auto expected = [](const ReferenceCase& x) { return reference::vdpbf16ps(x.a, x.b, x.c); };
    compare_family(families::vdpbf16ps(), expected, kCases);
}

TEST(X86, Tdpbf16psIsTheReference) {
    for (const int k : {2, 8, 32}) {
        const auto expected = [](const ReferenceCase& x) { return reference::tdpbf16ps(x.a, x.b, x.c); };
        compare_family(families::amx(Format::bf16, k), expected, kCases);
    }
}

TEST(X86, Tdpfp16psIsTheReference) {
    for (const int k : {2, 8, 32}) {
        const auto expected = [](const ReferenceCase& x) { return reference::tdpfp16ps(x.a, x.b, x.c); };
        compare_family(families::amx(Format::fp16, k), expected, kCases);
    }
}

TEST(X86, TheFp8FormsAreTheReference) {
    for (const Format a : {Format::e5m2, Format::e4m3}) {
        for (const Format b : {Format::e5m2, Format::e4m3}) {
            const reference::Format& format_a = reference::format_named(name_of(a));
            const reference::Format& format_b = reference::format_named(name_of(b));
            const auto expected = [&](const ReferenceCase& x) {
                return reference::tdpf8ps(format_a, format_b, x.a, x.b, x.c);
            };
            for (const int k : {4, 16, 64}) compare_family(families::amx_fp8(a, b, k), expected, kCases / 2);
        }
    }
}

}  // namespace
}  // namespace karat::test
