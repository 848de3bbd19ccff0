// SPDX-License-Identifier: Apache-2.0
// Arm (Arm ARM pseudo-code; QEMU): BFDOT, BFMMLA, and FMOPA on fp16.
//     BFDOT, EBF = 0: round RO(sum(c, round RO(sum(round RO(p0), round RO(p1))))), subnormals flushed
//     BFDOT, EBF = 1: round RNE(sum(c, round RNE(sum(p0, p1))));  FMOPA the same on fp16
//     BFMMLA = a chain of two BFDOT, k = 0 and 1 first
#include "karat/recipe/families/parts.hpp"

namespace karat::families {
namespace {

/// EBF = 0 ignores FPCR: to odd, with overflow to infinity, and no subnormals.
OutputRule to_odd_flushed() {
    OutputRule out = to_odd();
    out.flush = true;
    out.flush_when = FlushWhen::before;
    return out;
}

/// EBF = 1 with FPCR at its reset value.
OutputRule to_nearest() {
    OutputRule out = OutputRule::ieee(Format::fp32, Rounding::RNE);
    out.nan = NanEncoding::riscv;
    return out;
}

Sum two_way(bool ebf, const Expression& start) {
    const OutputRule rule = ebf ? to_nearest() : to_odd_flushed();
    const Expression products = ebf ? product() : of(addition({product()}, rule, "product"));
    Sum pair = addition({}, rule, "pair");
    pair.terms = {ebf ? exactly(products) : each(2, Pattern::contiguous, exactly(products))};
    return addition({start, of(std::move(pair))}, rule, "addition of c");
}

OperandRules operands(Format input, int k, bool flush) {
    OperandRules out;
    out.a = out.b = input;
    out.k = k;
    out.flush_a = out.flush_b = out.flush_c = flush;
    if (flush) out.flush_sign = FlushSign::keep;
    return out;
}

}  // namespace

Recipe arm_bfdot(bool ebf) { return {operands(Format::bf16, 2, !ebf), of(two_way(ebf, operand_c()))}; }

Recipe arm_bfmmla(bool ebf) {
    Chain chain;
    chain.slices.parts = 2;
    chain.start = operand_c();
    chain.step = Child<Sum>(two_way(ebf, acc()));
    return {operands(Format::bf16, 4, !ebf), {ExpressionKind::chain, {}, Child<Chain>(std::move(chain))}};
}

Recipe arm_fmopa() { return {operands(Format::fp16, 2, false), of(two_way(true, operand_c()))}; }

}  // namespace karat::families
