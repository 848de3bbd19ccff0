// SPDX-License-Identifier: Apache-2.0
#include "karat/engine/step_plan.hpp"

#include <algorithm>
#include <cmath>

namespace karat::engine {
namespace {

double flush_limit(bool flushes, const FormatInfo& format, FlushBelow below) {
    return flushes ? std::ldexp(1.0, below == FlushBelow::fp32 ? -126 : format.min_exponent()) : 0.0;
}

/// Every rounding is the processor's.
bool rounds_natively(const Plan& plan, Format lane) {
    const Spec& spec = plan.spec;
    const bool nearest = plan.out.rounding == Rounding::RNE && plan.out.overflow != Overflow::saturate;
    const bool whole = plan.out.fraction == info(plan.out.format).fraction_bits && plan.out.underflow_sign == UnderflowSign::keep;
    if (!nearest || !whole || spec.d != lane || spec.acc_format_or_default() != lane) return false;
    if (spec.algorithm == Algorithm::fma) return true;
    return spec.product_format_or_default() == lane && spec.product_rounding == Rounding::RNE;
}

}  // namespace

std::optional<StepPlan> plan_steps(const Plan& plan) {
    const Spec& spec = plan.spec;
    if (spec.algorithm != Algorithm::fma && spec.algorithm != Algorithm::muladd && spec.algorithm != Algorithm::gps) return std::nullopt;
    const Format lane = spec.d;
    if ((lane != Format::fp32 && lane != Format::fp64) || !rounds_natively(plan, lane)) return std::nullopt;
    StepPlan out;
    out.wide = lane == Format::fp64;
    for (const FormatInfo* format : {plan.mul_a, plan.mul_b, &info(spec.c)}) {
        if ((format->id == Format::fp64) != out.wide) return std::nullopt;
    }
    if (out.wide && spec.convert) return std::nullopt;
    out.fused = spec.algorithm == Algorithm::fma;
    const bool tree = spec.algorithm == Algorithm::gps;
    out.group = tree ? plan.group : 1;
    out.groups = spec.k / out.group;
    if (out.group + 1 > kMaxLeaves) return std::nullopt;
    out.pairing = spec.pairing;
    out.c_place = tree ? spec.c_place_or_default() : CPlace::first;
    out.positive_zero = spec.zero_product_sign == ProductZeroSign::positive;
    const int least = plan.mul_a->min_exponent() - plan.mul_a->fraction_bits + plan.mul_b->min_exponent() - plan.mul_b->fraction_bits;
    if (out.positive_zero && (out.wide || least < -149)) return std::nullopt;  // a product that underflows to zero keeps its sign
    out.flush_products = spec.flush_products;
    out.flush_sums = spec.flush_output;
    out.flush_a = flush_limit(spec.flush_a, *plan.a, spec.flush_below);
    out.flush_b = flush_limit(spec.flush_b, *plan.b, spec.flush_below);
    out.flush_c = flush_limit(spec.flush_c, info(spec.c), spec.flush_below);
    out.out = plan.out;
    return out;
}

}  // namespace karat::engine
