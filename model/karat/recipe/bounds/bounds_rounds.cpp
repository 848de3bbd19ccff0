// SPDX-License-Identifier: Apache-2.0
// Bounds of rounded results: overflow, underflow, specials.
#include "karat/recipe/bounds/bounds_analyst.hpp"

namespace karat::bounding {

ValueBounds Analyst::flags(const Operation& op, const SumBounds& sum) const {
    ValueBounds out;
    std::size_t infinite = 0;
    bool minus_zeros = true;
    for (const AddendBounds& x : sum.groups) {
        if (x.value.infinity) infinite += static_cast<std::size_t>(x.count);
        out.nan |= x.value.nan;
        minus_zeros &= x.value.negative_zero;
    }
    if (op.sum->specials == SpecialsOf::operands) {
        for (const Slot slot : program_.operand_slots(op)) {
            infinite += values_[slot].infinity ? 1 : 0;
            out.nan |= values_[slot].nan;
        }
    }
    out.infinity = infinite > 0;
    out.nan |= infinite > 1;  // infinities of opposite signs
    const bool down = op.round != nullptr && op.round->rounding == Rounding::RD;
    out.negative_zero = op.sum->zero_sum == ZeroSum::ieee && (minus_zeros || down);
    return out;
}

bool Analyst::overflows(const OutputRule& rule, const ValueBounds& exact, const ValueBounds& all,
                        bool sees_lost) {
    if (info(rule.format).is_integer())  // the largest positive one is smaller by one
        return shifted(exact.largest, exact.low - all.low) >= all.largest;
    const int low = std::min(exact.low, all.e_high - rule.fraction - 1);
    const BigInt ulp = BigInt(1) << (all.e_high - rule.fraction - low);
    BigInt threshold = shifted(all.largest, all.low - low);
    bool reaches = false;
    switch (rule.rounding) {
        case Rounding::RZ:
        case Rounding::RO:
            threshold += ulp;
            reaches = true;
            break;
        case Rounding::RD:
        case Rounding::RU:
        case Rounding::RA:
            reaches = sees_lost;
            break;
        default:
            threshold += ulp >> 1;
            reaches = true;
    }
    const BigInt most = shifted(exact.largest, exact.low - low);
    return reaches ? most >= threshold : most > threshold;
}

void Analyst::note_round(const Operation& op, SumBounds& sum) const {
    if (op.round == nullptr || !sum.value.nonzero) return;
    const ValueBounds all = format_bounds(info(op.round->format), op.round->fraction);
    sum.overflows = overflows(*op.round, sum.value, all, sees_lost(op, sum));
}

bool Analyst::sees_lost(const Operation& op, const SumBounds& sum) {
    return op.sum->sticky != Sticky::none && sum.can_lose;
}

ValueBounds Analyst::rounded(const Operation& op, const SumBounds& sum) {
    const OutputRule& rule = *op.round;
    const ValueBounds& exact = sum.value;
    const FormatInfo& f = info(rule.format);
    const ValueBounds all = format_bounds(f, rule.fraction);
    const bool small = !sum.overflows;
    ValueBounds out = all;
    out.zero = true;
    out.nan = f.has_nan() && (exact.nan || (exact.infinity && !f.has_infinity()));
    out.infinity = f.has_infinity() && (exact.infinity || (!small && rule.overflow != Overflow::saturate));
    if (!small && !f.has_infinity() && rule.overflow != Overflow::saturate) out.nan = true;
    out.nonzero = exact.nonzero;
    if (!exact.nonzero) {
        out.negative_zero = f.has_minus_zero() && exact.negative_zero;
        return out;
    }
    if (f.is_integer()) {
        out.nan = out.infinity = out.negative_zero = false;
        if (small) {
            out.low = out.least = std::max(all.low, exact.low);
            out.largest = shifted_up(exact.largest, exact.low - out.low);
            out.relative = shifted(out.largest, out.low);
        }
        return out;
    }
    // whether a tiny negative number can round to zero; rounding to odd keeps the lost bits in the last one
    const bool to_zero =
        rule.rounding != Rounding::RD && rule.rounding != Rounding::RA && rule.rounding != Rounding::RO;
    const int exact_low = sees_lost(op, sum) ? exact.low - rule.fraction - 1 : exact.low;
    const bool flush_positive = rule.flush && rule.flush_sign == FlushSign::positive;
    const bool vanishes = exact_low < all.low && exact.least < all.low && to_zero &&
                          rule.underflow_sign == UnderflowSign::keep &&
                          !(flush_positive && rule.flush_when == FlushWhen::encoded);
    const bool subnormal = exact_low < f.min_exponent() && exact.least < f.min_exponent();
    const bool flushed = rule.flush && !flush_positive && subnormal;
    out.negative_zero = f.has_minus_zero() && (exact.negative_zero || vanishes || flushed);
    out.low = std::max(all.low, std::min(exact_low, all.e_high - (small ? 0 : rule.fraction)));
    out.least = std::max(out.low, std::min(exact.least, all.e_high));
    if (rule.flush) out.least = std::max(out.least, std::min(f.min_exponent(), all.e_high));
    out.largest = shifted(all.largest, all.low - out.low);
    if (small) {
        const int drop = std::max(0, exact.high() - 1 - rule.fraction - out.low);
        const BigInt most = shifted_up(exact.largest, exact.low - out.low) + (sees_lost(op, sum) ? 1 : 0);
        out.largest = std::min(out.largest, BigInt(shifted_up(most, -drop) << drop));
    }
    out.e_low = std::max(all.e_low, std::min(out.low, all.e_high));
    out.e_high = std::clamp(out.high() - 1, out.e_low, all.e_high);
    return out;
}

}  // namespace karat::bounding
