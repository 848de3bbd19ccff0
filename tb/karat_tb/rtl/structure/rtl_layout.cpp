// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/rtl/structure/rtl_layout.hpp"

#include <algorithm>

#include "karat/error.hpp"

namespace karat::tb {
namespace {

BigInt shifted_up(const BigInt& x, int left) { return left >= 0 ? BigInt(x << left) : -BigInt(-x >> -left); }

[[noreturn]] void refuse(const Operation& op, const std::string& sentence) {
    throw Error("the RTL cannot be built: " + op.path + ": " + sentence);
}

bool counts(ZeroPart zero) { return zero == ZeroPart::minus126 || zero == ZeroPart::format_min; }

/// The exponent below which a number is flushed; nothing if it is not flushed.
std::optional<int> flush_limit(Format format, bool flush, FlushBelow below) {
    if (!flush) return std::nullopt;
    return below == FlushBelow::fp32 ? -126 : info(format).min_exponent();
}

ReadLayout read_layout(Format stored, std::optional<Format> convert, std::optional<int> flush_least,
                       FlushSign flush_sign) {
    const FormatInfo& f = info(stored);
    ReadLayout out;
    out.format = stored;
    out.fraction = f.fraction_bits;
    out.origin = -f.bias;
    out.e_low = f.min_exponent();
    out.e_high = f.max_exponent();
    out.zero_exponent = f.min_exponent();
    if (flush_least) {
        const int least = *flush_least;
        const bool never = least <= f.min_exponent() - f.fraction_bits;
        if (!never && least < f.min_exponent())
            throw Error(
                "the RTL cannot be built: flush_below: the limit falls within the subnormal range of a "
                "format");
        out.flush_below = never ? 0 : least + f.bias;
        out.flush_keeps_sign = !never && flush_sign == FlushSign::keep;
    }
    if (convert && *convert != stored) {
        const FormatInfo& to = info(*convert);
        out.convert = true;
        out.origin = f.min_exponent() - f.fraction_bits;
        out.least = std::max(0, to.min_exponent() - out.origin);
        out.fraction = fraction_in(f, to);
        out.e_low = std::max(out.origin, to.min_exponent());
        out.zero_exponent = to.min_exponent();
    }
    return out;
}

}  // namespace

int bits_for(int most) {
    int out = 1;
    while ((most >> out) > 0) ++out;
    return out;
}

RtlLayout::RtlLayout(const Program& program, const Bounds& bounds)
    : program_(program),
      bounds_(bounds),
      a_(factor(program.operands().a, program.operands().flush_a)),
      b_(factor(program.operands().b, program.operands().flush_b)) {
    const std::size_t count = program.operations().size();
    for (std::size_t i = 0; i < count; ++i) {
        SumLayout& sum = sums_.emplace_back();
        sum.form = form_of(i);
        for (std::size_t g = 0; g < program.operations()[i].groups; ++g) sum.groups.push_back(group(i, g));
        if (sum.form == SumForm::fixed) size_fixed(i);
        if (sum.form == SumForm::moving) size_moving(i);
        place_base(i);
    }
    tie_bases();
    for (std::size_t i = 0; i < count; ++i) finish(i);
}

ReadLayout RtlLayout::read(Slot slot, bool flush) const {
    const OperandRules& rules = program_.operands();
    const auto of_acc = flush_limit(program_.format_of(slot), flush, rules.flush_below);
    if (slot != program_.c_slot())
        return read_layout(program_.format_of(slot), std::nullopt, of_acc, rules.flush_sign);
    // c is flushed as stored; once converted, it is also flushed as acc
    const auto of_c = flush_limit(rules.c, rules.flush_c, rules.flush_below);
    return read_layout(rules.c, rules.convert_c, std::max(of_c, of_acc), rules.flush_sign);
}

ReadLayout RtlLayout::scale() const {
    return read_layout(*program_.operands().scale, std::nullopt, std::nullopt, FlushSign::positive);
}

FactorLayout RtlLayout::factor(Format format, bool flush) const {
    const OperandRules& rules = program_.operands();
    const bool minus126 = program_.zero_product() == ZeroPart::minus126;
    const bool zeros = counts(program_.zero_product());
    FactorLayout out;
    out.operand =
        read_layout(format, rules.convert, flush_limit(format, flush, rules.flush_below), rules.flush_sign);
    const auto share = [&](const ReadLayout& read, std::optional<int>& zero, int& base) {
        if (minus126) zero = -126;
        if (zeros && !minus126 && read.convert) zero = read.zero_exponent;
        const int held = zero.value_or(read.e_low);
        base = read.convert || zero ? std::min(read.e_low, held) : read.origin;
        out.e_low += zeros ? std::min(read.e_low, held) : read.e_low;
        out.e_high += zeros ? std::max(read.e_high, held) : read.e_high;
    };
    share(out.operand, out.zero, out.base);
    out.sig = out.operand.fraction + 1;
    out.fraction = out.operand.fraction;
    if (program_.scales_products()) {
        out.scale = scale();
        share(*out.scale, out.scale_zero, out.scale_base);
        if (out.scale->fraction > 0) out.sig += out.scale->fraction + 1;
        out.fraction += out.scale->fraction;
    }
    const bool as_stored = !out.scale && !out.zero && !out.operand.convert;
    out.ew = as_stored ? info(format).exponent_bits : bits_for(out.e_high - out.base - out.scale_base);
    out.base += out.scale_base;
    return out;
}

/// The form is `moving` unless no addend can lose a bit or be left out.
SumForm RtlLayout::form_of(std::size_t operation) const {
    const Operation& op = program_.operations()[operation];
    if (op.sum->grid == GridRule::common) return SumForm::moving;
    std::uint32_t count = 0;
    for (const AddendGroup& group : program_.groups(op)) {
        if (!group.term->F.is_exact() || group.term->cutoff || group.term->drop_tiny_negative)
            return SumForm::moving;
        count += group.count;
    }
    if (program_.operands().are_integers()) return SumForm::fixed;
    if (op.round != nullptr)
        return count == 1 ? SumForm::single : count == 2 ? SumForm::pair : SumForm::fixed;
    // a sum must keep its exponent if an outer sum aligns by it
    for (const Operation& outer : program_.operations()) {
        for (const AddendGroup& group : program_.groups(outer)) {
            for (const Slot slot : program_.addends(group)) {
                if (slot != op.result || group.term->compared_by != ComparedBy::held) continue;
                if (form_of(outer.result - program_.first_result()) == SumForm::moving)
                    return SumForm::moving;
            }
        }
    }
    return SumForm::fixed;
}

GroupLayout RtlLayout::group(std::size_t operation, std::size_t index) {
    const Operation& op = program_.operations()[operation];
    const AddendGroup& group = program_.groups(op)[index];
    const Term& term = *group.term;
    const ValueBounds& seen = bounds_.sum(operation).groups[index].value;
    const Slot slot = program_.addends(group)[0];
    GroupLayout out;
    out.low = seen.e_low;
    if (group.are_products) {
        out.low = a_.e_low + b_.e_low;
        out.fb = a_.fraction + b_.fraction;
        out.ib = a_.sig + b_.sig - out.fb;
    } else if (program_.is_number(slot) || slot == program_.zero_slot()) {
        const ReadLayout read = this->read(slot, term.flush);
        out.low = read.e_low;
        out.fb = read.fraction;
        if (term.zero == ZeroPart::minus126) out.low = std::min(out.low, -126);
        if (term.zero == ZeroPart::format_min || term.zero == ZeroPart::counted)
            out.low = std::min(out.low, read.zero_exponent);
        if (term.compared_by == ComparedBy::scale)
            refuse(op, "compared_by: scale is not supported for a rounded sum");
    } else {
        const SumLayout& inner = sums_[slot - program_.first_result()];
        const Operation& made = program_.operation_of(slot);
        if (made.sum->grid == GridRule::common)
            refuse(made, "grid: a sum on a common grid must be rounded; use own");
        if (inner.form == SumForm::fixed && !group.scaled_sum)
            out.low = std::min(out.low, 0);  // its binary point has exponent 0
        out.fb = inner.grid;
        out.ib = inner.bits - inner.grid;
        out.tied = !group.scaled_sum && term.compared_by == ComparedBy::held &&
                   inner.form == SumForm::moving && sums_[operation].form != SumForm::fixed;
        if (group.scaled_sum) {
            const int fraction = scale().fraction;
            out.fb += 2 * fraction;
            if (fraction > 0) out.ib += 2;
            const int factors = 2 * std::min(scale().e_low, -126);
            if (term.zero == ZeroPart::counted) {
                out.low = std::min(
                    out.low,
                    factors + (term.compared_by == ComparedBy::scale ? 0 : bounds_.value(slot).e_low));
            }
        }
        if (term.compared_by == ComparedBy::scale && inner.form != SumForm::fixed) {
            refuse(op, "compared_by: a sum that is compared by its scale factors must be exact");
        }
        if (out.fb < 0 || out.ib < 1) {  // the unit is at least 2, or |sum| has no integer bit
            if (out.fb < 0) out.ib += out.fb;
            refuse(op, "the inner sum has no room for its binary point");
        }
    }
    if (term.compared_by == ComparedBy::leading) {
        out.low = std::min(seen.low, term.least_exponent.value_or(seen.low));
        const int wide = term.least_exponent ? *term.least_exponent - seen.low : 0;
        out.fb = std::max(out.bits() - 1, wide);
        out.ib = 1;
    }
    return out;
}

/// Sizes the grid of a sum whose addends are aligned to the largest exponent.
void RtlLayout::size_moving(std::size_t operation) {
    const Operation& op = program_.operations()[operation];
    const SumBounds& bounds = bounds_.sum(operation);
    SumLayout& sum = sums_[operation];
    const bool common = op.sum->grid == GridRule::common;
    for (std::size_t g = 0; g < sum.groups.size(); ++g) {
        const AddendBounds& x = bounds.groups[g];
        sum.groups[g].F = x.exact ? std::max(1, bounds.e_max_high - x.value.low) : x.fraction;
        if (!common) sum.grid = std::max(sum.grid, sum.groups[g].F);
    }
    BigInt largest = 0;
    int count = 0;
    for (std::size_t g = 0; g < sum.groups.size(); ++g) {
        const AddendBounds& x = bounds.groups[g];
        const GroupLayout& group = sum.groups[g];
        const int shift = common ? 0 : sum.grid - group.F;
        sum.addend = std::max(sum.addend, 1 + group.ib + 1 + group.F + shift);
        if (x.value.nonzero)
            largest +=
                shifted_up(shifted_up(x.value.relative, group.F - x.value.relative_fraction) + 1, shift) *
                x.count;
        count += x.count;
    }
    const bool known = bounds.fixed && bounds.fraction == sum.grid;
    sum.bits = bit_length(known || common ? bounds.largest : largest);
    if (op.sum->frame == SignFrame::c_sign) ++sum.bits;
    sum.bits = std::min(sum.bits, sum.addend - 1 + (count > 1 ? bits_for(count - 1) : 0));
    sum.bits = std::max(sum.bits, sum.grid + 1);
}

/// Sizes the grid that holds every bit of every addend.
void RtlLayout::size_fixed(std::size_t operation) {
    const SumBounds& bounds = bounds_.sum(operation);
    SumLayout& sum = sums_[operation];
    bool any = false;
    int unit = 0;
    for (const GroupLayout& group : sum.groups) {
        unit = any ? std::min(unit, group.low - group.fb) : group.low - group.fb;
        any = true;
    }
    unit = std::min(unit, 0);
    BigInt largest = 1;
    for (const AddendBounds& x : bounds.groups) {
        if (!x.value.nonzero) continue;
        const BigInt one = shifted_up(x.value.largest, x.value.low - unit);
        sum.addend = std::max(sum.addend, bit_length(one) + 1);
        largest += one * x.count;
    }
    sum.addend = std::max(sum.addend, 2);
    sum.bits = bit_length(largest);
    sum.grid = -unit;
    sum.bits = std::max(sum.bits, sum.grid + 1);
}

/// Sets the base of a sum: the least exponent that its scale must represent, as field 0.
void RtlLayout::place_base(std::size_t operation) {
    const Operation& op = program_.operations()[operation];
    SumLayout& sum = sums_[operation];
    const bool common = op.sum->grid == GridRule::common;
    for (std::size_t g = 0; g < sum.groups.size(); ++g) {
        GroupLayout& group = sum.groups[g];
        if (group.tied) {
            for (const Slot slot : program_.addends(program_.groups(op)[g])) {
                group.low = std::min(group.low, sums_[slot - program_.first_result()].base);
            }
        }
        int low = group.low;
        if (sum.form == SumForm::pair) {
            const int last = bounds_.sum(operation).groups[g].value.low;
            low = group.tied ? std::min(last, low + group.ib - 1) : last;
        }
        if (common) low -= group.F;
        sum.base = g == 0 ? low : std::min(sum.base, low);
    }
}

/// Gives nested sums that are compared by their e_max the base of the outer sum.
void RtlLayout::tie_bases() {
    for (std::size_t i = sums_.size(); i-- > 0;) {
        const Operation& op = program_.operations()[i];
        SumLayout& sum = sums_[i];
        for (std::size_t g = 0; g < sum.groups.size(); ++g) {
            GroupLayout& group = sum.groups[g];
            switch (sum.form) {
                case SumForm::moving:
                    group.base = op.sum->grid == GridRule::common ? sum.base + group.F : sum.base;
                    break;
                case SumForm::pair:
                    group.base = sum.base - (group.ib - 1);
                    break;
                default:
                    group.base = sum.form == SumForm::single ? sum.base : group.low;
            }
            if (!group.tied) continue;
            for (const Slot slot : program_.addends(program_.groups(op)[g]))
                sums_[slot - program_.first_result()].base = group.base;
        }
    }
}

void RtlLayout::finish(std::size_t operation) {
    const Operation& op = program_.operations()[operation];
    const SumBounds& bounds = bounds_.sum(operation);
    SumLayout& sum = sums_[operation];
    sum.least = bounds.e_max_low;
    sum.most = bounds.e_max_high;
    int highest = sum.most;
    for (std::size_t g = 0; g < sum.groups.size(); ++g) {
        const AddendGroup& group = program_.groups(op)[g];
        const ValueBounds& x = bounds.groups[g].value;
        if (group.are_products) highest = std::max(highest, a_.e_high + b_.e_high);
        if (group.term->zero == ZeroPart::minus126) highest = std::max(highest, -126);
        if (sum.form == SumForm::pair) highest = std::max(highest, x.e_high + sum.groups[g].ib - 1);
        if (group.term->compared_by == ComparedBy::leading)
            highest = std::max(highest, x.e_high + 3);  // exponent of the top bit
        if (!group.are_products) highest = std::max(highest, sum.groups[g].base);
        if (!group.are_products && !group.scaled_sum) highest = std::max(highest, 0);
        if (group.scaled_sum && group.term->zero == ZeroPart::counted) highest = std::max(highest, x.e_high);
    }
    if (op.sum->floor && sum.form == SumForm::moving) sum.floor = std::max(0, *op.sum->floor - sum.base);
    if (op.sum->grid == GridRule::common) {
        sum.least = bounds.lsb_low;
        int most = 0;
        for (std::size_t g = 0; g < sum.groups.size(); ++g) {
            const int lsb = bounds.groups[g].value.e_high - sum.groups[g].F;
            most = g == 0 ? lsb : std::max(most, lsb);
        }
        sum.most = most;
        highest = std::max(highest, most);
        for (const GroupLayout& group : sum.groups)
            highest = std::max(highest, bounds.e_max_high - group.base + sum.base);
    }
    // nothing is aligned: the exponent is the addend's own, even below the floor
    if (sum.form == SumForm::single && op.sum->floor) sum.least = std::min(sum.least, sum.groups[0].low);
    if (sum.form == SumForm::pair) {
        sum.least = sum.base;
        sum.most = highest;
    }
    sum.ew = bits_for(std::max(1, highest - sum.base));
}

}  // namespace karat::tb
