// SPDX-License-Identifier: Apache-2.0
// Compares an integer arithmetic of the model with another implementation, bit for bit, on directed dot-adds.
#pragma once
#include <gtest/gtest.h>

#include <functional>

#include "../unit/difference.hpp"
#include "karat/evaluate/evaluator.hpp"
#include "karat/recipe/families/families.hpp"
#include "karat_tb/stimulus/directed/integer_tiles.hpp"

namespace karat::test {

/// Directed dot-adds of integers, one after the other.
class IntegerCases {
   public:
    IntegerCases(const OperandRules& rules, std::uint64_t seed) : tiles_(rules, 1, 1), random_(seed) {}
    [[nodiscard]] tb::Tile next() { return tiles_.next(random_); }

   private:
    tb::IntegerTiles tiles_;
    tb::Random random_;
};

/// Stops at the first mismatch and reports it in full.
inline void compare_integers(const Spec& spec, const std::string& name,
                             const std::function<std::uint32_t(const tb::Tile&)>& expected, int count) {
    const Evaluator model(expand(spec));
    const OperandRules& rules = model.program().operands();
    IntegerCases cases(rules, 21);
    for (int i = 0; i < count; ++i) {
        const tb::Tile x = cases.next();
        const Operands in{x.a, x.b, {}, {}, x.c[0]};
        const std::uint64_t want = expected(x);
        const std::uint64_t got = model(in);
        if (want == got) continue;
        FAIL() << name << ", case " << i << '\n' << describe(rules, in, {"expected", want}, {"model", got});
    }
}

}  // namespace karat::test
