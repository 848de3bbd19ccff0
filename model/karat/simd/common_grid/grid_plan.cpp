// SPDX-License-Identifier: Apache-2.0
#include "karat/simd/common_grid/grid_plan.hpp"

#include <algorithm>
#include <bit>

#include "karat/simd/common_grid/grid_tree.hpp"
#include "karat/simd/supported_attributes.hpp"

namespace karat::simd {
namespace {

constexpr int kLaneBits = 15;  ///< of a significand, which has a sign too
constexpr int kWordBits = 30;  ///< of a product or sum in int32
constexpr int kFp32Fraction = 23;
constexpr int kMostNarrow = 15;  ///< fraction bits of a result for which jammed_total() is precise enough

/// The rounding of a sum. `finish` is what the fast path uses, whose exponents are ordinary only as far as
/// the grid goes: the result may overflow. The other path rounds as the readable model does.
GridRound rounding(const OutputRule& rule) {
    GridRound out;
    out.finish = finish_rule(rule);
    const bool to_limits = rule.overflow == Overflow::inf || rule.overflow == Overflow::ieee;
    const bool nearest = out.finish.finish == Finish::nearest && to_limits && !rule.flush;
    const bool narrow = out.finish.finish == Finish::narrow && !has_fp32_exponents(info(rule.format)) &&
                        rule.fraction <= kMostNarrow;
    if (!nearest && !narrow) out.finish.finish = Finish::scalar;
    return out;
}

/// Adds the second rounding. It must cut off bits, and nothing else.
bool add_second(const GridTree& tree, const OutputRule& rule, GridRound& out) {
    if (rule.rounding != Rounding::RZ || rule.flush || !has_fp32_exponents(info(rule.format))) return false;
    // The first result is an addend of the second rounding's sum, whose zero is +0. So it must not be -0.
    if (tree.round.underflow_sign != UnderflowSign::positive || tree.round.flush) return false;
    out.kept = ~((std::uint32_t{1} << (kFp32Fraction - rule.fraction)) - 1);
    out.positive_zero = rule.underflow_sign == UnderflowSign::positive;
    return true;
}

bool plan_rounding(const GridTree& tree, GridPlan& out) {
    out.link = rounding(tree.round);
    out.out = rounding(tree.last);
    out.stored = tree.again_last.value_or(tree.last);
    return !tree.again ||
           (add_second(tree, *tree.again, out.link) && add_second(tree, *tree.again_last, out.out));
}

/// Whether the lanes hold the numbers of all formats, and products and c have no other limits.
bool fits_kernel(const Program& program, const GridTree& tree) {
    const OperandRules& rules = program.operands();
    for (const Format format :
         {rules.a, rules.b, rules.convert.value_or(rules.a), rules.convert.value_or(rules.b), rules.c,
          rules.convert_c.value_or(rules.c), rules.d, tree.round.format}) {
        if (!fits_fp32(format)) return false;
    }
    return !rules.scale && !rules.flush_c && !rules.flush_products &&
           rules.product_overflow == ProductOverflow::none;
}

/// Chooses the shifts of products. Returns false if something does not fit its integer.
bool plan_integers(const Program& program, const GridTree& tree, GridPlan& out) {
    const OperandRules& rules = program.operands();
    const int bits_a = significand_bits(rules.a, rules.convert);
    const int bits_b = significand_bits(rules.b, rules.convert);
    const int fraction = bits_a - 1 + bits_b - 1;
    out.fraction_a = bits_a - 1;
    out.fraction_b = bits_b - 1;
    out.up = tree.F_products - fraction;
    const int terms = tree.groups * tree.group_size;
    const int sum_bits = tree.F_products + 2 + static_cast<int>(std::bit_width(unsigned(terms)));
    return std::max(bits_a, bits_b) <= kLaneBits && std::max(bits_a, bits_b) - 1 + out.up <= kFp32Fraction &&
           sum_bits < kWordBits && std::max(tree.F_c, kFp32Fraction) + 1 < kWordBits &&
           tree.F_groups <= tree.F_products && tree.groups <= kMaxGroups && out.up >= 0 &&
           tree.least_exponent >= -126;
}

/// The fast path is for one or two pairs. It needs vector functions for all roundings. It multiplies c by the
/// inverse unit of the grid: a tiny negative c that counts must not underflow.
void plan_fast_path(const GridTree& tree, GridPlan& out) {
    const Finish link = out.link.finish.finish;
    const Finish last = out.out.finish.finish;
    out.fast = tree.groups <= 2 && tree.group_size == 2 && tree.drops_tiny_negative &&
               tree.least_exponent <= 0 && link != Finish::scalar && last != Finish::scalar;
    out.high = 127 - tree.F_c;  // an infinite or NaN c gives a larger exponent
    // round_narrow adds a number up to 2^24 times the result
    if (link == Finish::narrow || last == Finish::narrow) out.high = std::min(out.high, 127 - 24 - kWordBits);
}

}  // namespace

std::optional<GridPlan> plan_grid(const Program& program) {
    const std::optional<GridTree> tree = grid_tree(program);
    if (!tree || !fits_kernel(program, *tree)) return std::nullopt;
    GridPlan out;
    if (!plan_rounding(*tree, out) || !plan_integers(program, *tree, out)) return std::nullopt;
    out.operations = tree->operations;
    out.groups = tree->groups;
    out.group = tree->group_size;
    out.F_products = tree->F_products;
    out.F_groups = tree->F_groups;
    out.F_c = tree->F_c;
    out.least_exponent = tree->least_exponent;
    out.drops_tiny = tree->drops_tiny_negative;
    out.decode.order = tree->order;
    plan_fast_path(*tree, out);
    return out;
}

}  // namespace karat::simd
