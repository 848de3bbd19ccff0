// SPDX-License-Identifier: Apache-2.0
#include "karat/recipe/bounds/integer_ranges.hpp"

#include <algorithm>

namespace karat {
namespace {

IntegerRange range_of(Format format) {
    const FormatInfo& f = info(format);
    return {f.is_signed ? -BigInt(f.max_finite_code(true)) : BigInt(0), BigInt(f.max_finite_code(false))};
}

IntegerRange product_of(const OperandRules& rules) {
    if (rules.multiplier == Multiplier::xor_) return {0, 1};
    const IntegerRange a = range_of(rules.a);
    const IntegerRange b = range_of(rules.b);
    const std::array<BigInt, 4> corners{a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high};
    return {*std::min_element(corners.begin(), corners.end()),
            *std::max_element(corners.begin(), corners.end())};
}

IntegerRange rounded(const OutputRule& rule, const IntegerRange& sum) {
    const IntegerRange all = range_of(rule.format);
    if (sum.low >= all.low && sum.high <= all.high) return sum;
    if (rule.overflow == Overflow::wrap) return all;
    return {std::clamp(sum.low, all.low, all.high), std::clamp(sum.high, all.low, all.high)};
}

}  // namespace

IntegerRanges integer_ranges(const Program& program, bool has_c) {
    IntegerRanges out;
    out.values.assign(program.c_slot(), product_of(program.operands()));
    out.values.push_back(has_c ? range_of(program.operands().c) : IntegerRange{});
    out.values.emplace_back();  // zero
    for (const Operation& op : program.operations()) {
        IntegerRange& sum = out.sums.emplace_back();
        for (const AddendGroup& group : program.groups(op)) {
            for (const Slot slot : program.addends(group)) {
                sum.low += out.values[slot].low;
                sum.high += out.values[slot].high;
            }
        }
        out.values.push_back(op.round != nullptr ? rounded(*op.round, sum) : sum);
    }
    return out;
}

}  // namespace karat
