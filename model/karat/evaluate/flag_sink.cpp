// SPDX-License-Identifier: Apache-2.0
#include "karat/evaluate/flag_sink.hpp"

#include <algorithm>

namespace karat {
namespace {

NumberClass class_of(std::uint64_t encoding, Format format) {
    return unpack(encoding, info(format)).number_class;
}

/// A NaN whose quiet bit is 0, in a format that has such a bit.
bool is_signalling(std::uint64_t encoding, Format format) {
    const FormatInfo& f = info(format);
    return f.specials == Specials::ieee && class_of(encoding, format) == NumberClass::nan &&
           (nan_payload(encoding, f) >> (f.fraction_bits - 1)) == 0;
}

bool any_signalling(std::span<const std::uint64_t> encodings, Format format) {
    return std::ranges::any_of(encodings, [&](std::uint64_t x) { return is_signalling(x, format); });
}

}  // namespace

FlagSink::FlagSink(const Program& program, const FlagRule& rule)
    : program_(program), rule_(rule), changes_(program.slots()), infinite_(program.slots()) {}

void FlagSink::restart() {
    flags_ = {};
    changes_.assign(changes_.size(), false);
    infinite_.assign(infinite_.size(), false);
}

bool FlagSink::is_zero(Format format, std::uint64_t encoding) {
    return class_of(encoding, format) == NumberClass::zero;
}

bool FlagSink::is_below_normal(Format format, std::uint64_t encoding) {
    const FormatInfo& f = info(format);
    return ((encoding >> f.ignored_low_bits) & f.magnitude_mask()) >> f.fraction_bits == 0;
}

bool FlagSink::has_scale(std::size_t block, NumberClass number_class) const {
    const Format format = *program_.operands().scale;
    return class_of(in_->scale_a[block], format) == number_class ||
           class_of(in_->scale_b[block], format) == number_class;
}

void FlagSink::note_operands() {
    const OperandRules& rules = program_.operands();
    flags_.invalid |=
        any_signalling(in_->a, rules.a) || any_signalling(in_->b, rules.b) || is_signalling(in_->c, rules.c);
}

void FlagSink::note_product(std::size_t k, NumberClass number_class, bool overflowed) {
    const OperandRules& rules = program_.operands();
    if (overflowed) flags_.overflow = flags_.inexact = true;
    if (number_class != NumberClass::nan && !rules.flush_products) return;
    const auto block = k / static_cast<std::size_t>(rules.scale_block);
    const bool scaled = program_.scales_products();
    const NumberClass a = class_of(in_->a[k], rules.a);
    const NumberClass b = class_of(in_->b[k], rules.b);
    if (number_class == NumberClass::nan) {
        const bool carried =
            a == NumberClass::nan || b == NumberClass::nan || (scaled && has_scale(block, NumberClass::nan));
        flags_.invalid |= !carried;
        return;
    }
    if (number_class != NumberClass::zero) return;
    const auto is_zero_operand = [&](std::uint64_t encoding, Format format, bool flush) {
        Unpacked x = unpack(encoding, info(format));
        if (flush) x = flushed(x, info(format), rules.flush_below, rules.flush_sign);
        return x.number_class == NumberClass::zero;
    };
    const bool from_zero = is_zero_operand(in_->a[k], rules.a, rules.flush_a) ||
                           is_zero_operand(in_->b[k], rules.b, rules.flush_b) ||
                           (scaled && has_scale(block, NumberClass::zero));
    if (!from_zero) flags_.underflow = flags_.inexact = true;
}

void FlagSink::operation(const Program& program, const Operation& op) {
    op_ = &op;
    changed_ = false;
    for (const AddendGroup& group : program.groups(op)) {
        if (!group.scaled_sum) continue;
        for (std::size_t i = 0; i < group.count; ++i) {
            const std::size_t block = program.blocks(group)[i];
            const bool zero_times_infinity = infinite_[program.addends(group)[i]] &&
                                             has_scale(block, NumberClass::zero) &&
                                             !has_scale(block, NumberClass::nan);
            flags_.invalid |= zero_times_infinity;
        }
    }
}

void FlagSink::special(const SpecialsSeen& seen) {
    flags_.invalid |= seen.positive_infinity && seen.negative_infinity && !seen.nan;
    infinite_[op_->result] = seen.verdict() == NumberClass::infinity;
}

}  // namespace karat
