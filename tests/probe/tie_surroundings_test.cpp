// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/separate/tie_surroundings.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "karat/recipe/families/families.hpp"
#include "karat_probe/separate/wide_sum.hpp"
#include "karat_probe/target/formats.hpp"

namespace karat::probe {
namespace {

OperandRules rules() {
    OperandRules out;
    out.a = Format::bf16;
    out.b = Format::bf16;
    out.c = Format::e5m2;
    out.d = Format::fp32;
    out.k = 4;
    return out;
}

constexpr int kTop = 3;
constexpr int kFraction = 10;

/// How many of 1000 surroundings are of each kind.
struct Kinds {
    int products_above = 0, products_below = 0;  ///< which cancel
    int c_and_product = 0;                       ///< which cancel
    int c_alone = 0;
    int beside = 0;
};

Kinds drawn(bool has_c) {
    constexpr int draws = 1000;
    const OperandRules operands = rules();
    const Aims aims{{24}, {}, {}};
    RowDraft draft(operands, 1);
    TieSurroundings surroundings(operands, aims, draft);
    const WideSum exact(expand(exact_spec(operands)));
    Kinds out;
    for (int i = 0; i < draws; ++i) {
        const Surroundings around = surroundings({{0, 1, 2}, has_c}, kTop, kFraction, -14);
        const VectorRow& row = around.row;
        EXPECT_EQ(row.a[3], 0U);  // not among the addends
        EXPECT_EQ(around.keeps_c, row.c != 0);
        out.beside += around.beside != 0 ? 1 : 0;
        const auto products = std::ranges::count_if(row.a, [](std::uint64_t x) { return x != 0; });
        out.c_alone += row.c != 0 && products == 0 ? 1 : 0;
        if (exact(row.operands()) != 0) continue;
        out.c_and_product += row.c != 0 && products == 1 ? 1 : 0;
        if (products != 2) continue;
        VectorRow one = row;
        one.a[row.a[0] != 0 ? 0 : 1] = 0;
        const bool is_above = std::fabs(*exact(one.operands())) >= std::ldexp(1, around.top);
        ++(is_above ? out.products_above : out.products_below);
        EXPECT_TRUE(is_above || around.beside == 0);
    }
    return out;
}

TEST(TieSurroundings, AreAddendsThatCancelOrASmallC) {
    const Kinds kinds = drawn(true);
    EXPECT_GE(kinds.products_above, 50);
    EXPECT_GE(kinds.products_below, 50);
    EXPECT_GE(kinds.c_and_product, 50);
    EXPECT_GE(kinds.c_alone, 50);
    EXPECT_GE(kinds.beside, 200);
}

TEST(TieSurroundings, LeaveAloneACThatIsNotAmongTheAddends) {
    const Kinds kinds = drawn(false);
    EXPECT_EQ(kinds.c_alone + kinds.c_and_product, 0);
    EXPECT_GE(kinds.products_above, 100);
    EXPECT_GE(kinds.products_below, 100);
}

}  // namespace
}  // namespace karat::probe
