// SPDX-License-Identifier: Apache-2.0
// Parts of recipes that the readers of several kernels look for (fused_tree.cpp, grid_tree.cpp).
#pragma once
#include "karat/recipe/recipe.hpp"

namespace karat::simd {

/// Splits a sum of two terms into c and the other term. Both are null if the sum does not have this form.
struct WithC {
    const Term* rest = nullptr;
    const Term* c = nullptr;

    explicit WithC(const Sum& sum);
};

/// Whether a term is the operand c or the result of the previous step.
[[nodiscard]] bool is_start(const Term& term);
/// The only term of a term's sum. Null if the sum has more terms, or an attribute other than its specials.
[[nodiscard]] const Term* only_term(const Term& term);
/// The step of a chain that starts with `start`. Null if the expression is not such a chain.
[[nodiscard]] const Sum* step_of_chain(const Expression& expression, ExpressionKind start);
/// Whether a result has no attributes besides its sum or chain.
[[nodiscard]] bool is_bare(const Expression& result);

}  // namespace karat::simd
