// SPDX-License-Identifier: Apache-2.0
#include "karat/simd/integer/integer_plan.hpp"

#include <algorithm>
#include <limits>

#include "karat/simd/supported_attributes.hpp"

namespace karat::simd {
namespace {

bool is_operand(Format format) {
    switch (format) {
        case Format::int4:
        case Format::uint4:
        case Format::int8:
        case Format::uint8:
        case Format::int16:
        case Format::b1:
            return true;
        default:
            return false;
    }
}

bool fits_kernel(const OperandRules& rules) {
    OperandRules known;
    known.a = rules.a;
    known.b = rules.b;
    known.c = Format::int32;
    known.d = Format::int32;
    known.k = rules.k;
    known.multiplier = rules.multiplier;
    known.zero_product_sign = rules.zero_product_sign;  // integers have no -0
    const bool multiplies = rules.multiplier == Multiplier::product || rules.multiplier == Multiplier::xor_;
    return known == rules && is_operand(rules.a) && is_operand(rules.b) && multiplies;
}

/// Whether the kernel's rounding is the rule's. The sum is an integer, so that nothing is rounded, and there
/// is neither a NaN nor a subnormal.
bool fits_kernel(const OutputRule& rule) {
    OutputRule known;
    known.format = rule.format;      // that of d
    known.fraction = rule.fraction;  // an integer has one fraction only
    known.rounding = rule.rounding;
    known.overflow = rule.overflow;
    known.nan = rule.nan;
    return known == rule && (rule.overflow == Overflow::wrap || rule.overflow == Overflow::saturate);
}

/// Whether the operation is a plain sum. The only one of a program adds every product and c exactly once.
bool is_plain_sum(const Program& program, const Operation& op) {
    Sum known = bare(*op.sum);
    known.zero_sum = op.sum->zero_sum;  // integers have no -0
    known.round = op.sum->round;
    if (known != *op.sum) return false;
    return std::ranges::all_of(program.groups(op),
                               [](const AddendGroup& group) { return bare(*group.term) == *group.term; });
}

std::int64_t largest_magnitude(Format format) {
    return static_cast<std::int64_t>(info(format).max_finite_code());
}

}  // namespace

std::optional<IntegerPlan> plan_integers(const Program& program) {
    const OperandRules& rules = program.operands();
    if (!fits_kernel(rules) || program.operations().size() != 1) return std::nullopt;
    const Operation& op = program.operations().front();
    if (op.round == nullptr || !fits_kernel(*op.round) || !is_plain_sum(program, op)) return std::nullopt;
    IntegerPlan out;
    out.k = rules.k;
    out.exclusive_or = rules.multiplier == Multiplier::xor_;
    out.saturate = op.round->overflow == Overflow::saturate;
    const std::int64_t most = rules.k * largest_magnitude(rules.a) * largest_magnitude(rules.b);
    out.wide = out.saturate && most > std::numeric_limits<std::int32_t>::max();
    return out;
}

}  // namespace karat::simd
