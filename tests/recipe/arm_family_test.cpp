// SPDX-License-Identifier: Apache-2.0
// Arm's BFDOT, BFMMLA and FMOPA: the recipes against the independent reference.
#include "family_check.hpp"
#include "karat/recipe/families/families.hpp"
#include "reference/families/arm.hpp"

namespace karat::test {
namespace {

constexpr int kCases = 200'000;

TEST(Arm, BfdotIsTheReference) {
    for (const bool ebf : {false, true}) {
        const auto expected = [&](const ReferenceCase& x) { return reference::bfdot(ebf, x.a, x.b, x.c); };
        SCOPED_TRACE(ebf ? "EBF = 1" : "EBF = 0");
        compare_family(families::arm_bfdot(ebf), expected, kCases);
    }
}

TEST(Arm, BfmmlaIsTheReference) {
    for (const bool ebf : {false, true}) {
        const auto expected = [&](const ReferenceCase& x) { return reference::bfmmla(ebf, x.a, x.b, x.c); };
        SCOPED_TRACE(ebf ? "EBF = 1" : "EBF = 0");
        compare_family(families::arm_bfmmla(ebf), expected, kCases);
    }
}

TEST(Arm, FmopaIsTheReference) {
    const auto expected = [](const ReferenceCase& x) { return reference::fmopa_f16(x.a, x.b, x.c); };
    compare_family(families::arm_fmopa(), expected, kCases);
}

}  // namespace
}  // namespace karat::test
