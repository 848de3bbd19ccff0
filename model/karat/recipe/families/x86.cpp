// SPDX-License-Identifier: Apache-2.0
// x86: VDPBF16PS (AVX512-BF16; Intel's text, and recorded on a Zen 4) and AMX (Intel's text; Bochs). Every
// operation rounds to nearest even, and a result that is subnormal after rounding becomes a zero of its sign.
// Subnormal bf16 operands count as zeros, and so does c except beside FP8 operands. MXCSR has no effect.
//     VDPBF16PS = chain over k = 1, 0: round RNE(sum(product, acc))
//     AMX, 16-bit operands = round RNE(sum(c, round RNE(sum(E, O)))), where E and O are chains from +0 of
//                            round RNE(sum(product, acc)) over even and over odd k
//     AMX, FP8 operands    = round RNE(sum(c, round RNE(sum(product)))), all products at once
#include "karat/recipe/families/parts.hpp"

namespace karat::families {
namespace {

OutputRule rounded(NanEncoding nan) {
    OutputRule out = OutputRule::ieee(Format::fp32, Rounding::RNE);
    out.nan = nan;
    out.flush = true;
    out.flush_when = FlushWhen::unbounded;
    return out;
}

Expression chain_of(Sum step, Select slices, Expression start) {
    Chain chain;
    chain.slices = std::move(slices);
    chain.start = std::move(start);
    chain.step = Child<Sum>(std::move(step));
    return {ExpressionKind::chain, {}, Child<Chain>(std::move(chain))};
}

Select in_parts(int parts) {
    Select out;
    out.parts = parts;
    return out;
}

OperandRules operands(Format input, int k) {
    OperandRules out;
    out.a = out.b = input;
    out.k = k;
    out.flush_a = out.flush_b = input == Format::bf16;  // fp16 subnormals are kept
    out.flush_c = true;
    out.flush_sign = FlushSign::keep;
    return out;
}

}  // namespace

Recipe vdpbf16ps() {
    Select odd_first;
    odd_first.list = {1, 0};
    odd_first.parts = 2;
    Sum step = addition({product(), acc()}, rounded(NanEncoding::x86), "fused multiply-add");
    return {operands(Format::bf16, 2), chain_of(std::move(step), std::move(odd_first), operand_c())};
}

Recipe amx(Format input, int k) {
    // a NaN of the operands is passed on, as in VDPBF16PS (Bochs; Intel's text does not say)
    const OutputRule rule = rounded(NanEncoding::x86);
    Sum step = addition({product(), acc()}, rule, "fused multiply-add");
    Sum both = addition({}, rule, "even and odd k");
    both.terms = {each(2, Pattern::interleaved, exactly(chain_of(std::move(step), in_parts(k / 2), zero())))};
    return {operands(input, k), of(addition({operand_c(), of(std::move(both))}, rule, "addition of c"))};
}

Recipe amx_fp8(Format a, Format b, int k) {
    const OutputRule rule = rounded(NanEncoding::indefinite);
    Sum products = addition({product()}, rule, "sum of products");
    products.zero_sum = ZeroSum::positive;
    OperandRules rules;
    rules.a = a;
    rules.b = b;
    rules.k = k;
    return {rules, of(addition({operand_c(), of(std::move(products))}, rule, "addition of c"))};
}

}  // namespace karat::families
