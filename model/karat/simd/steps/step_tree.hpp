// SPDX-License-Identifier: Apache-2.0
// A recipe as the vector kernel of rounded steps knows it: each of its sums is one instruction of the
// processor, and their order is one that the kernel has.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "karat/recipe/program.hpp"
#include "karat/simd/steps/step_plan.hpp"

namespace karat::simd {

/// A sum of which nothing is dropped, rounded: of one product, of two numbers, or of a product and a number.
struct Step {
    enum class Kind : std::uint8_t { product, addition, multiply_add };
    Kind kind = Kind::product;
    Slot first = 0;   ///< the product, if there is one
    Slot second = 0;  ///< the number, or the second one
};

/// Nothing if the operation is no such sum, or has an attribute that is not an ordinary addition's.
[[nodiscard]] std::optional<Step> step_of(const Program& program, const Operation& op);

/// The order of the steps: either all are multiply-adds in sequence from c, or products are summed in
/// `groups` trees of `group`, paired and with c placed as StepPlan has it.
struct StepTree {
    bool fused = false;
    int groups = 0;
    int group = 0;
    Pairing pairing = Pairing::adjacent;
    CPlace c_place = CPlace::first;
    std::vector<std::uint32_t> order;  ///< k of the p-th product
};

/// Nothing if the kernel has no such order. Of several that fit, one that takes the products as they stand.
[[nodiscard]] std::optional<StepTree> step_tree(const Program& program);

}  // namespace karat::simd
