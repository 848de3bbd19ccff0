# SPDX-License-Identifier: Apache-2.0
"""The patches that add the family of recipes `twice`. RECIPE_FIRST alone rounds wrongly."""
from patching import news

RECIPE_FIRST = [
    (
        "model/karat/recipe/families/families.hpp",
        "/// riscv.cpp: RVBNA on k products, c and d fp32.\n",
        "/// twice.cpp: the dot product rounded to fp32, then c added; c and d fp32.\n"
        "[[nodiscard]] Recipe twice(Format a, Format b, int k);\n\n"
        "/// riscv.cpp: RVBNA on k products, c and d fp32.\n",
    ),
    (
        "model/karat/recipe/families/twice.cpp",
        "",
        """// SPDX-License-Identifier: Apache-2.0
// Two roundings: of the exact dot product, and of its sum with c.
//     TWICE = round RNE(sum(c, round RNE(sum(product))))
#include "karat/recipe/families/parts.hpp"

namespace karat::families {

Recipe twice(Format a, Format b, int k) {
    Sum dot;
    dot.label = {"dot product"};
    dot.terms = {exactly(product())};
    dot.round = OutputRule{.rounding = Rounding::RZ};
    Sum out;
    out.label = {"addition of c"};
    out.terms = {exactly(operand_c()), exactly(of(std::move(dot)))};
    out.round = OutputRule{.rounding = Rounding::RNE};

    Recipe recipe;
    recipe.operands.a = a;
    recipe.operands.b = b;
    recipe.operands.k = k;
    recipe.result = of(std::move(out));
    return recipe;
}

}  // namespace karat::families
""",
    ),
    (
        "tests/reference/families/twice.hpp",
        "",
        """// SPDX-License-Identifier: Apache-2.0
//
// The dot product rounded to fp32, then c added, written independently of the model.

#pragma once

#include <cstdint>
#include <span>

#include "reference/encoding.hpp"

namespace reference {

// The fp32 encoding of c + round(sum over k of a_k * b_k). `a` and `b` must have the same length.
std::uint64_t twice(const Format& format_a, const Format& format_b, std::span<const std::uint64_t> a,
                    std::span<const std::uint64_t> b, std::uint64_t c);

}  // namespace reference
""",
    ),
    (
        "tests/reference/families/twice.cpp",
        "",
        """// SPDX-License-Identifier: Apache-2.0

#include "reference/families/twice.hpp"

namespace reference {

namespace {

Output fp32() { return output_of(format_named("fp32"), Rounding::RNE); }

Number dot_product(const Format& format_a, const Format& format_b, std::span<const std::uint64_t> a,
                   std::span<const std::uint64_t> b) {
    bool nan = false;
    bool plus = false;
    bool minus = false;
    Dyadic sum;
    for (std::size_t k = 0; k < a.size(); ++k) {
        const Number x = decode(a[k], format_a);
        const Number y = decode(b[k], format_b);
        const bool infinite = x.is_infinity() || y.is_infinity();
        nan = nan || x.is_nan() || y.is_nan() || (infinite && (x.is_zero() || y.is_zero()));
        plus = plus || (infinite && x.negative == y.negative);
        minus = minus || (infinite && x.negative != y.negative);
        sum = sum + x.value * y.value;  // special values and zeros have value 0
    }
    if (nan || (plus && minus)) {
        return Number::not_a_number();
    }
    if (plus || minus) {
        return Number::infinity(minus);
    }
    return sum.is_zero() ? Number::zero(false) : rounded(Number::finite(sum), fp32());
}

}  // namespace

std::uint64_t twice(const Format& format_a, const Format& format_b, std::span<const std::uint64_t> a,
                    std::span<const std::uint64_t> b, std::uint64_t c) {
    const Number x = dot_product(format_a, format_b, a, b);
    const Number y = decode(c, format_named("fp32"));
    const bool opposite = x.is_infinity() && y.is_infinity() && x.negative != y.negative;
    if (x.is_nan() || y.is_nan() || opposite) {
        return encode(Number::not_a_number(), fp32());
    }
    if (x.is_infinity() || y.is_infinity()) {
        return encode(x.is_infinity() ? x : y, fp32());
    }
    const Dyadic sum = x.value + y.value;
    return sum.is_zero() ? 0 : encode(Number::finite(sum), fp32());
}

}  // namespace reference
""",
    ),
    (
        "tests/reference/self_check/self_check_twice.cpp",
        "",
        """// SPDX-License-Identifier: Apache-2.0
//
// Checks the reference of two roundings against results derived by hand.

#include "reference/families/twice.hpp"
#include "reference/self_check/self_check.hpp"

namespace reference {

void check_twice() {
    const Format& bf16 = format_named("bf16");
    const Row ones = {bits_of("bf16", 1), bits_of("bf16", 1)};
    const Row ends_in_a_tie = {bits_of("bf16", 1), bits_of("bf16", 0x1p-24)};
    const std::uint64_t tiny = bits_of("fp32", 0x1p-60);
    expect(twice(bf16, bf16, ends_in_a_tie, ones, 0) == 0x3F800000, "twice: the tie goes to even");
    expect(twice(bf16, bf16, ends_in_a_tie, ones, tiny) == 0x3F800000, "twice: c comes too late to break it");
}

}  // namespace reference
""",
    ),
    (
        "tests/reference/self_check/self_check.hpp",
        "void check_rvbna();\n",
        "void check_rvbna();\nvoid check_twice();\n",
    ),
    (
        "tests/reference/self_check/self_check.cpp",
        "    check_rvbna();\n",
        "    check_rvbna();\n    check_twice();\n",
    ),
    (
        "tests/recipe/twice_family_test.cpp",
        "",
        """// SPDX-License-Identifier: Apache-2.0
// Two roundings: the recipe against the independent reference.
#include "family_check.hpp"
#include "karat/recipe/families/families.hpp"
#include "reference/families/twice.hpp"

namespace karat::test {
namespace {

TEST(Twice, IsTheReference) {
    const reference::Format& bf16 = reference::format_named("bf16");
    const auto expected = [&](const ReferenceCase& x) { return reference::twice(bf16, bf16, x.a, x.b, x.c); };
    compare_family(families::twice(Format::bf16, Format::bf16, 8), expected, 50'000);
}

}  // namespace
}  // namespace karat::test
""",
    ),
]

RECIPE = [
    (
        "model/karat/recipe/families/twice.cpp",
        "OutputRule{.rounding = Rounding::RZ}",
        "OutputRule{.rounding = Rounding::RNE}",
    ),
    (
        "docs/reference/recipes.md",
        "| Exact | `round[fp32 RNE](sum(product, c))` |",
        "| TWICE | `round[fp32 RNE](sum(c, round[fp32 RNE](sum(product))))` |\n"
        "| Exact | `round[fp32 RNE](sum(product, c))` |",
    ),
    (
        "docs/explanation/families.md",
        "## Exact: one rounding\n",
        "## TWICE: two roundings\n\n"
        "The exact dot product is rounded to fp32, and so is its sum with c.\n\n"
        "## Exact: one rounding\n",
    ),
    news("The recipe TWICE."),
]
