// SPDX-License-Identifier: Apache-2.0
// The form of a recipe that the vector kernel of fused sums supports. The reader takes from each node the
// attributes that the kernel supports, rebuilds the node from these alone and compares it with the original.
// An attribute that is not handled here therefore makes the engine fall back to the readable model.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "karat/recipe/program.hpp"
#include "karat/simd/fused/fused_plan.hpp"

namespace karat::simd {

/// How an addend is aligned. Not used for exact addends.
struct Alignment {
    int F = 0;
    Rounding rounding = Rounding::RZ;
};

/// An operation; the names are those of `FusedShape`:
///
///     together     round(sum(product, c))
///     late         round(sum(sum(product), c))
///     late_groups  round(sum(sum(sum(product) of each group), c))
///     groups       round(sum(sum(product) of each group, c))
///     separate     round(sum(round(sum(product)), c)), exact addition of c; the inner rounding is optional
///
/// It stands alone, or is the step of a chain from c or of a chain from +0 to which c is added at the end.
struct FusedTree {
    FusedShape shape = FusedShape::together;
    bool late_c = false;
    Width product_F = Width::exact();  ///< exact only with groups
    Rounding product_rounding = Rounding::RZ;
    ZeroPart zero_product = ZeroPart::ignored;
    bool scales_products = false;
    Alignment group;  ///< late_groups: of the groups' sums
    Alignment dot;    ///< late, late_groups, groups: of sums of products when c is added
    bool scales_sums = false;
    ComparedBy group_compared_by = ComparedBy::held;
    ZeroPart zero_group = ZeroPart::counted;
    Alignment c;
    ZeroPart zero_c = ZeroPart::ignored;
    std::optional<int> c_cutoff;
    bool flush_acc = false;
    std::optional<int> floor;
    std::optional<OutputRule> dot_round;
    OutputRule link;  ///< of every operation except the last
    OutputRule out;
    int operations = 0;
    int groups = 0;                    ///< groups of an operation
    int group_size = 0;                ///< products of a group
    std::vector<std::uint32_t> order;  ///< k of the p-th product, operation by operation, group by group
};

/// Empty if the recipe has another form, or an attribute that the kernel does not support.
[[nodiscard]] std::optional<FusedTree> fused_tree(const Program& program);

}  // namespace karat::simd
