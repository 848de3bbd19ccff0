// SPDX-License-Identifier: Apache-2.0
// RISC-V's bulk-normalised arithmetic, RVBNA (draft extensions Zvbdota and Zvqbdota). It rounds to odd three
// times: every addend in the alignment, the dot product, and the sum with c. A nonzero value never becomes
// zero.
//     RVBNA = round RO(sum(c, round RO(sum(product [23 + ceil log2 k, RO]))))
#include <bit>

#include "karat/recipe/families/parts.hpp"

namespace karat::families {
namespace {

int ceil_log2(int n) { return static_cast<int>(std::bit_width(static_cast<unsigned>(n) - 1U)); }

}  // namespace

Recipe rvbna(Format a, Format b, int k) {
    Sum dot;
    dot.label = {"bulk-normalised dot product"};
    dot.terms = {aligned(product(), Width{info(Format::fp32).fraction_bits + ceil_log2(k)}, Rounding::RO)};
    dot.round = to_odd();
    Sum out;
    out.label = {"addition of c"};
    out.terms = {exactly(operand_c()), exactly(of(std::move(dot)))};
    out.round = to_odd();

    Recipe recipe;
    recipe.operands.a = a;
    recipe.operands.b = b;
    recipe.operands.k = k;
    recipe.result = of(std::move(out));
    return recipe;
}

}  // namespace karat::families
