// SPDX-License-Identifier: Apache-2.0
// Sequential sums, one product per step: MULADD (TensorGauge), FMA and its RNE case SFMA (MMA-Sim; FP64 on
// NVIDIA, FP32 and FP64 on AMD).
//     MULADD = chain of round(sum(acc, round(product)));   FMA = chain of round(sum(product, acc))
#include "karat/recipe/families/parts.hpp"

namespace karat::families {
namespace {

Expression sequence(const Spec& spec, Sum step) {
    Chain chain;
    chain.slices.parts = spec.k;
    chain.start = operand_c();
    chain.step = Child<Sum>(std::move(step));
    return converted_to_d(spec, {ExpressionKind::chain, {}, Child<Chain>(std::move(chain))});
}

}  // namespace

Expression muladd(const Spec& spec) {
    return sequence(spec, addition({acc(), of(rounded_product(spec))}, accumulator(spec), "addition"));
}

Expression fma(const Spec& spec) {
    return sequence(spec, addition({product(), acc()}, accumulator(spec), "fused multiply-add"));
}

}  // namespace karat::families
