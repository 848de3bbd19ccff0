// SPDX-License-Identifier: Apache-2.0
// Recipes that no knobs expand to: features of the language that no known hardware unit has.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "karat/recipe/families/parts.hpp"

namespace karat::tb {

inline OutputRule sample_round(Format format, Rounding rounding) {
    OutputRule out;
    out.format = format;
    out.rounding = rounding;
    out.fraction = info(format).fraction_bits;
    return out;
}

inline Expression sample_product() { return families::product(); }

inline Recipe sample_recipe(Format ab, int k, Expression result) {
    Recipe out;
    out.operands.a = out.operands.b = ab;
    out.operands.k = k;
    out.result = std::move(result);
    return out;
}

/// A chain over slices. `step` is its step, with the accumulator acc.
inline Expression sample_chain(int slices, Sum step) {
    Chain chain;
    chain.slices.parts = slices;
    chain.start = families::operand_c();
    chain.step = Child<Sum>(std::move(step));
    return {ExpressionKind::chain, {}, Child<Chain>(std::move(chain))};
}

/// Common grid: sums of two products, and c, are compared by their leading bits, as in RDNA4's WMMA.
inline Recipe common_grid_of_pairs() {
    Sum pair;
    pair.label = {"pair"};
    pair.terms = {families::aligned(sample_product(), {24}, Rounding::RD)};
    Term sums =
        families::each(2, Pattern::contiguous, families::aligned(families::of(pair), {24}, Rounding::RD));
    sums.compared_by = ComparedBy::leading;
    Term c = families::aligned(families::acc(), {26}, Rounding::RD);
    c.compared_by = ComparedBy::leading;
    c.least_exponent = -126;
    c.drop_tiny_negative = true;
    Sum step;
    step.label = {"step"};
    step.grid = GridRule::common;
    step.terms = {sums, c};
    step.round = sample_round(Format::fp32, Rounding::RNE);
    return sample_recipe(Format::fp16, 8, sample_chain(2, step));
}

/// Signs relative to that of c, and flushed results, as in RDNA3's DOT2.
inline Recipe frame_of_c() {
    Sum step;
    step.label = {"step"};
    step.grid = GridRule::common;
    step.frame = SignFrame::c_sign;
    step.terms = {families::aligned(sample_product(), {24}, Rounding::RZ),
                  families::aligned(families::acc(), {26}, Rounding::RZ)};
    step.round = sample_round(Format::fp32, Rounding::RNE);
    step.round->flush = true;
    step.round->flush_when = FlushWhen::before;
    return sample_recipe(Format::bf16, 4, sample_chain(2, step));
}

/// Every operation rounds to odd, as in Arm's BFDOT without EBF.
inline Recipe rounded_to_odd() {
    const OutputRule odd = sample_round(Format::fp32, Rounding::RO);
    Term each_product = families::each(
        2, Pattern::contiguous,
        families::exactly(families::of(families::addition({sample_product()}, odd, "product"))));
    Sum pair = families::addition({}, odd, "pair");
    pair.terms = {each_product};
    Sum step = families::addition({families::acc(), families::of(pair)}, odd, "step");
    step.round->flush = true;
    step.round->flush_when = FlushWhen::unbounded;
    return sample_recipe(Format::bf16, 4, sample_chain(2, step));
}

/// Jammed products, their sum rounded to odd, then c is added.
inline Recipe jammed_products() {
    const OutputRule odd = sample_round(Format::fp32, Rounding::RO);
    Sum dot;
    dot.label = {"dot"};
    dot.terms = {families::aligned(sample_product(), {25}, Rounding::RO)};
    dot.round = odd;
    return sample_recipe(
        Format::fp16, 4,
        families::of(families::addition({families::operand_c(), families::of(dot)}, odd, "with c")));
}

/// Products compared by their leading bits, a cutoff for c, flushing after the rounding.
inline Recipe leading_products() {
    Term products = families::aligned(sample_product(), {20}, Rounding::RNE);
    products.compared_by = ComparedBy::leading;
    Term c = families::aligned(families::operand_c(), {22}, Rounding::RA);
    c.cutoff = 18;
    Sum sum;
    sum.terms = {products, c};
    sum.round = sample_round(Format::fp32, Rounding::RNO);
    sum.round->flush = true;
    return sample_recipe(Format::e5m2, 8, families::of(sum));
}

/// Three nested sums: the exponents of zero sums come from the terms below, and scale factors apply in
/// between.
inline Recipe nested_with_scales() {
    Sum inner;
    inner.label = {"inner"};
    inner.terms = {families::aligned(sample_product(), {12}, Rounding::RU)};
    Term inners =
        families::each(2, Pattern::interleaved, families::aligned(families::of(inner), {14}, Rounding::RD));
    inners.zero = ZeroPart::terms;
    Sum middle;
    middle.label = {"middle"};
    middle.terms = {inners};
    Term middles =
        families::each(2, Pattern::contiguous, families::aligned(families::of(middle), {18}, Rounding::RNZ));
    middles.scaled = true;
    middles.zero = ZeroPart::counted;
    Sum outer;
    outer.terms = {middles, families::aligned(families::operand_c(), {21}, Rounding::RZ)};
    outer.floor = -20;
    outer.zero_sum = ZeroSum::ieee;
    outer.round = sample_round(Format::fp32, Rounding::RD);
    Recipe out = sample_recipe(Format::e4m3, 8, families::of(outer));
    out.operands.scale = Format::ue4m3;
    out.operands.scale_block = 4;
    return out;
}

inline std::vector<std::pair<std::string, Recipe>> sample_recipes() {
    return {{"common_grid_of_pairs", common_grid_of_pairs()},
            {"frame_of_c", frame_of_c()},
            {"rounded_to_odd", rounded_to_odd()},
            {"jammed_products", jammed_products()},
            {"leading_products", leading_products()},
            {"nested_with_scales", nested_with_scales()}};
}

}  // namespace karat::tb
