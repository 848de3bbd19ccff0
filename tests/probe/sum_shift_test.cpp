// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/separate/sum_shift.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "karat/evaluate/evaluator.hpp"
#include "karat/recipe/families/families.hpp"
#include "karat_probe/separate/wide_sum.hpp"
#include "karat_probe/target/formats.hpp"

namespace karat::probe {
namespace {

/// How many of the odd numbers up to `last` a single product of e5m2 and e4m3 is set to.
int reached(std::uint64_t last) {
    OperandRules rules;
    rules.a = Format::e5m2;
    rules.b = Format::e4m3;
    rules.c = Format::fp32;
    rules.d = Format::fp32;
    rules.k = 1;
    tb::Random random(1);
    SumShift shift(rules, random);
    const WideSum exact(expand(exact_spec(rules)));
    int out = 0;
    for (std::uint64_t x = 1; x <= last; x += 2) {
        VectorRow row;
        row.a = {0};
        row.b = {0};
        const double wanted = -std::ldexp(static_cast<double>(x), -10);
        shift(row, wanted, true);
        EXPECT_LE(*exact(row.operands()), 0);
        out += exact(row.operands()) == wanted ? 1 : 0;
    }
    return out;
}

// The factors have 3 and 4 bits: 1, 3, 5, 7 and 1, 3, ..., 15.
TEST(SumShift, SharesTheBitsOfAProductBetweenItsFactors) {
    EXPECT_EQ(reached(15), 8);
    EXPECT_EQ(reached(105), 23);
}

}  // namespace
}  // namespace karat::probe
