// SPDX-License-Identifier: Apache-2.0
#include "karat/simd/steps/step_plan.hpp"

#include <algorithm>
#include <cmath>

#include "karat/simd/lane_value.hpp"
#include "karat/simd/steps/step_tree.hpp"
#include "karat/simd/supported_attributes.hpp"

namespace karat::simd {
namespace {

double flush_limit(bool flushes, Format format, FlushBelow below) {
    return flushes ? std::ldexp(1.0, below == FlushBelow::fp32 ? -126 : info(format).min_exponent()) : 0.0;
}

/// Whether the rule is the processor's own rounding, possibly with a flush of the result.
bool rounds_natively(const OutputRule& rule, Format lane) {
    OutputRule native = OutputRule::ieee(lane, Rounding::RNE);
    if (rule.overflow == Overflow::inf) native.overflow = rule.overflow;  // the same for RNE
    native.nan = rule.nan;
    native.flush = rule.flush;
    native.flush_when = rule.flush_when;
    return native == rule && is_supported(rule);
}

/// The rounding of one kind of operation. It must be the same for all operations of that kind.
class OneRule {
   public:
    bool note(const OutputRule& rule) {
        StepFlush flush = StepFlush::none;
        if (rule.flush) flush = rule.flush_when == FlushWhen::encoded ? StepFlush::rounded : StepFlush::exact;
        if (!flush_) flush_ = flush;
        return flush == *flush_;
    }
    [[nodiscard]] StepFlush flush() const { return flush_.value_or(StepFlush::none); }

   private:
    std::optional<StepFlush> flush_;
};

bool plan_roundings(const Program& program, StepPlan& out) {
    const Format lane = program.operands().d;
    OneRule products;
    OneRule sums;
    for (const Operation& op : program.operations()) {
        const std::optional<Step> step = step_of(program, op);
        if (!step || !rounds_natively(*op.round, lane)) return false;
        if (!(step->kind == Step::Kind::product ? products : sums).note(*op.round)) return false;
    }
    out.flush_products = products.flush();
    out.flush_sums = sums.flush();
    out.out = *program.operations().back().round;
    out.leaves_nan = depends_on_cause(out.out.nan) || out.flush_products == StepFlush::exact ||
                     out.flush_sums == StepFlush::exact;
    return true;
}

/// Whether the lanes represent every number, and products are only rounded. Conversions are exact and change
/// no number.
bool fits_kernel(const Program& program, const Bounds& bounds, const StepPlan& plan) {
    OperandRules rules = program.operands();
    rules.flush_sign = FlushSign::positive;  // both are supported
    if (!is_supported(rules) || rules.product_overflow != ProductOverflow::none || rules.flush_products)
        return false;
    for (const Format format : {rules.convert.value_or(rules.a), rules.convert.value_or(rules.b), rules.c}) {
        if (plan.wide ? format != Format::fp64 : !fits_fp32(format)) return false;
    }
    if (rules.zero_product_sign == ProductZeroSign::signed_) return true;
    // Only an exactly zero product becomes +0. One that underflows would keep its sign, so none may
    // underflow.
    return !plan.fused && !plan.wide && bounds.value(0).low >= -149;
}

}  // namespace

std::optional<StepPlan> plan_steps(const Program& program, const Bounds& bounds) {
    const OperandRules& rules = program.operands();
    StepPlan out;
    out.wide = rules.d == Format::fp64;
    if ((!out.wide && rules.d != Format::fp32) || !plan_roundings(program, out)) return std::nullopt;
    const std::optional<StepTree> tree = step_tree(program);
    if (!tree) return std::nullopt;
    out.fused = tree->fused;
    out.groups = tree->groups;
    out.group = tree->group;
    out.pairing = tree->pairing;
    out.c_place = tree->c_place;
    out.order = tree->order;
    if (!fits_kernel(program, bounds, out)) return std::nullopt;
    out.positive_zero = rules.zero_product_sign == ProductZeroSign::positive;
    out.flush_a = flush_limit(rules.flush_a, rules.a, rules.flush_below);
    out.flush_b = flush_limit(rules.flush_b, rules.b, rules.flush_below);
    out.flush_c = flush_limit(rules.flush_c, rules.c, rules.flush_below);
    out.flush_sign = rules.flush_sign;
    return out;
}

}  // namespace karat::simd
