// SPDX-License-Identifier: Apache-2.0
// AMD RDNA4 (gfx1201): v_wmma_{f32,f16,bf16}_16x16x16_{f16,bf16}, v_dot2_f32_{f16,bf16}.
//     DOT2 = round RNE(sum on a common grid(sum(product [24 RD]) [24 RD], c [26 RD]))
//     WMMA = chain of 4: round RNE(sum on a common grid(sum of each pair(product [24 RD]) [24 RD],
//                                                       acc [26 RD]))
// The packed bf16 result is the truncated fp32 result: round RZ bf16(sum(round RNE fp32(...))).
#include "karat/recipe/families/parts.hpp"

namespace karat::families {
namespace {

/// One step, on `products` consecutive k.
Sum step(int products, const Expression& start, Format output) {
    // each pair aligned to its own largest exponent, then added
    Sum pair;
    pair.label = {"pair"};
    pair.terms = {aligned(product(), Width{24}, Rounding::RD)};
    Term pairs =
        each(products / 2, Pattern::contiguous, aligned(of(std::move(pair)), Width{24}, Rounding::RD));
    pairs.zero = ZeroPart::terms;
    // The pairs and c share one grid. c is compared by the exponent of its leading bit, clamped to the
    // minimum exponent of the format that the step rounds to.
    Term c = aligned(start, Width{26}, Rounding::RD);
    c.compared_by = ComparedBy::leading;
    c.least_exponent =
        output == Format::fp16 ? info(Format::fp16).min_exponent() : info(Format::fp32).min_exponent();
    c.drop_tiny_negative = true;
    Sum out;
    out.label = {"step"};
    out.terms = {pairs, c};
    out.grid = GridRule::common;
    out.round = rdna_rounding(output == Format::fp16 ? Format::fp16 : Format::fp32, Rounding::RNE);
    return output == Format::bf16 ? upper_half(std::move(out)) : out;
}

}  // namespace

Recipe rdna4_wmma(Format input, Format output, Wave wave) {
    Chain chain;
    chain.slices.parts = 4;
    if (wave == Wave::w32) chain.slices.list = {0, 1, 2, 3, 8, 9, 10, 11, 4, 5, 6, 7, 12, 13, 14, 15};
    chain.start = operand_c();
    chain.step = Child<Sum>(step(4, acc(), output));
    return {operand_rules(input, output, 16), {ExpressionKind::chain, {}, Child<Chain>(std::move(chain))}};
}

Recipe rdna4_dot2(Format input, Format output) {
    return {operand_rules(input, output, 2), of(step(2, operand_c(), output))};
}

}  // namespace karat::families
