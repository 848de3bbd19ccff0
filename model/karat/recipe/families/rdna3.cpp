// SPDX-License-Identifier: Apache-2.0
// AMD RDNA3 (gfx1100): v_wmma_{f32,f16,bf16}_16x16x16_{f16,bf16}, v_dot2_*.
//     DOT2 = round RNE(sum on a common grid, relative to c's sign(product [24 RZ], c [26 RZ]))
//     WMMA = chain of 8 of these, k in order
// An addend whose sign differs from c's contributes -m - 1, also for m = 0, so 1*1 - 1*1 + 0 is not 0. The
// packed bf16 result is the truncated fp32 result.
#include "karat/recipe/families/parts.hpp"

namespace karat::families {
namespace {

OutputRule rounded(Format format) {
    OutputRule out = rdna_rounding(format, Rounding::RNE);
    // fp16 results keep their subnormals
    out.flush = format == Format::fp32;
    out.flush_when = FlushWhen::unbounded;
    out.flush_sign = FlushSign::positive;
    return out;
}

Sum step(const Expression& start, Format output) {
    Term c = aligned(start, Width{26}, Rounding::RZ);
    c.compared_by = ComparedBy::leading;
    if (output == Format::fp16) c.least_exponent = info(Format::fp16).min_exponent();
    Sum out;
    out.label = {"step"};
    out.terms = {aligned(product(), Width{24}, Rounding::RZ), c};
    out.grid = GridRule::common;
    out.frame = SignFrame::c_sign;
    out.round = rounded(output == Format::fp16 ? Format::fp16 : Format::fp32);
    return output == Format::bf16 ? upper_half(std::move(out)) : out;
}

OperandRules operands(Format input, Format output, int k) {
    OperandRules out = operand_rules(input, output, k);
    out.flush_a = out.flush_b = input == Format::bf16;
    out.flush_c = output != Format::fp16;
    out.flush_sign = FlushSign::keep;
    return out;
}

}  // namespace

Recipe rdna3_wmma(Format input, Format output) {
    Chain chain;
    chain.slices.parts = 8;
    chain.start = operand_c();
    chain.step = Child<Sum>(step(acc(), output));
    return {operands(input, output, 16), {ExpressionKind::chain, {}, Child<Chain>(std::move(chain))}};
}

Recipe rdna3_dot2(Format input, Format output) {
    return {operands(input, output, 2), of(step(operand_c(), output))};
}

}  // namespace karat::families
