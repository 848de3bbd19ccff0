// SPDX-License-Identifier: Apache-2.0
// A recipe as the vector kernel of fused sums knows it. Reading takes from each node the attributes that the
// kernel has, writes the node again from these alone and asks for equality; so an attribute that nobody
// thought of here makes the kernel step aside.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "karat/recipe/program.hpp"
#include "karat/simd/fused/fused_plan.hpp"

namespace karat::simd {

/// How an addend is aligned. Not for exact ones.
struct Alignment {
    int F = 0;
    Rounding rounding = Rounding::RZ;
};

/// An operation, as `FusedShape` has it:
///
///     together     round(sum(product, c))
///     late         round(sum(sum(product), c))
///     late_groups  round(sum(sum(sum(product) of each group), c))
///     groups       round(sum(sum(product) of each group, c))
///     separate     round(sum(round(sum(product)), c)), nothing dropped with c; the inner rounding may be
///     missing
///
/// alone, as the step of a chain from c, or as the step of a chain from +0 to which c is added in the end.
struct FusedTree {
    FusedShape shape = FusedShape::together;
    bool late_c = false;
    Width product_F = Width::exact();  ///< exact: groups alone
    Rounding product_rounding = Rounding::RZ;
    ZeroPart zero_product = ZeroPart::ignored;
    bool scales_products = false;
    Alignment group;  ///< late_groups: of the groups' sums with each other
    Alignment dot;    ///< late, late_groups, groups: of sums of products with c
    bool scales_sums = false;
    ComparedBy group_compared_by = ComparedBy::held;
    ZeroPart zero_group = ZeroPart::counted;
    Alignment c;
    ZeroPart zero_c = ZeroPart::ignored;
    std::optional<int> c_cutoff;
    bool flush_acc = false;
    std::optional<int> floor;
    std::optional<OutputRule> dot_round;
    OutputRule link;  ///< of an operation that another one follows
    OutputRule out;
    int operations = 0;
    int groups = 0;                    ///< of an operation
    int group_size = 0;                ///< products of a group
    std::vector<std::uint32_t> order;  ///< k of the p-th product, operation by operation, group by group
};

/// Nothing if the recipe has another form, or an attribute that the kernel does not know.
[[nodiscard]] std::optional<FusedTree> fused_tree(const Program& program);

}  // namespace karat::simd
