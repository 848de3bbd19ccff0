// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/faults/deformable.hpp"

#include <algorithm>

#include "karat/evaluate/nan_by_cause.hpp"
#include "karat/evaluate/sparse.hpp"
#include "karat_tb/faults/deformable_round.hpp"

namespace karat::tb {
namespace {

/// An operand as an addend. A NaN carries its payload.
Value addend_of(const Unpacked& x, std::uint64_t encoding, const FormatInfo& format) {
    const bool nan = x.number_class == NumberClass::nan;
    const std::uint64_t significand = nan ? nan_payload(encoding, format) : x.significand;
    return {BigInt(significand), x.exponent, format.fraction_bits, x.number_class, x.negative, false, false};
}

/// An unrounded sum as an addend of another sum.
Value fixed_point(const DeformedSum& sum) {
    Value out{};
    out.exponent = sum.e_max;
    if (sum.specials.any()) {
        out.number_class = sum.specials.verdict();
        out.negative = sum.specials.negative_infinity;
        return out;
    }
    out.significand = magnitude(sum.value);
    out.fraction = sum.e_max - sum.lsb;
    out.number_class = sum.value == 0 ? NumberClass::zero : NumberClass::finite;
    out.negative = sum.value < 0;
    out.has_terms = sum.has_terms;
    return out;
}

}  // namespace

std::vector<int> sum_numbers(const Program& program) {
    std::vector<const Sum*> seen;
    std::vector<int> out;
    for (const Operation& op : program.operations()) {
        const auto at = std::find(seen.begin(), seen.end(), op.sum);
        out.push_back(static_cast<int>(at - seen.begin()));
        if (at == seen.end()) seen.push_back(op.sum);
    }
    return out;
}

std::pair<Unpacked, Unpacked> factors_of(const Program& program, const Hooks& hooks, const Operands& in,
                                         std::size_t block) {
    const FormatInfo& format = info(*program.operands().scale);
    Unpacked a = unpack(in.scale_a[block], format);
    Unpacked b = unpack(in.scale_b[block], format);
    if (hooks.factors) hooks.factors({format, in.scale_a[block], in.scale_b[block]}, a, b);
    return {a, b};
}

Deformable::Deformable(const Recipe& recipe, std::vector<Hooks> hooks)
    : program_(recipe), scale_(exponent_scale(program_)), nodes_(sum_numbers(program_)) {
    sums_.resize(static_cast<std::size_t>(*std::max_element(nodes_.begin(), nodes_.end())) + 1);
    std::ranges::stable_sort(hooks, {}, &Hooks::order);
    bypassed_.resize(sums_.size());
    for (const Hooks& some : hooks) {
        all_ = merged(std::move(all_), some);
        if (!some.unless_zero) hooks_ = merged(std::move(hooks_), some);
        has_bypass_ |= some.unless_zero;
        for (std::size_t i = 0; i < sums_.size(); ++i) {
            if (some.node && *some.node != static_cast<int>(i)) continue;
            sums_[i] = merged(std::move(sums_[i]), some);
            if (!some.unless_zero) bypassed_[i] = merged(std::move(bypassed_[i]), some);
        }
    }
}

const Hooks& Deformable::hooks_of(std::size_t operation, bool bypassed) const {
    return (bypassed ? bypassed_ : sums_)[static_cast<std::size_t>(nodes_[operation])];
}

bool Deformable::bypasses(const Operation& op, std::span<const Value> slots) const {
    std::size_t addends = 0;
    bool zero = false;
    for (const AddendGroup& group : program_.groups(op)) {
        for (const Slot slot : program_.addends(group)) {
            ++addends;
            zero |= slots[slot].number_class == NumberClass::zero;
        }
    }
    return zero && addends == 2;
}

Unpacked Deformable::load(const ReadSite& site, const FormatInfo& multiplied, bool flush,
                          const Hooks& hooks) const {
    const OperandRules& rules = program_.operands();
    Unpacked x = unpack(site.encoding, site.format);
    if (hooks.read) hooks.read(site, x);
    if (flush) x = flushed(x, site.format, rules.flush_below, rules.flush_sign);
    if (site.format.id == multiplied.id) return x;
    if (site.matrix == Matrix::c && !x.is_finite()) return x;
    x = converted(x, site.format, multiplied);
    x.significand >>= multiplied.fraction_bits - fraction_in(site.format, multiplied);
    return x;
}

Value Deformable::product(const Operands& in, std::size_t k) const {
    const OperandRules& rules = program_.operands();
    const FormatInfo& to_a = info(rules.convert.value_or(rules.a));
    const FormatInfo& to_b = info(rules.convert.value_or(rules.b));
    const ZeroPart zero_rule = program_.zero_product();
    const Unpacked a = load({Matrix::a, k, info(rules.a), in.a[k]}, to_a, rules.flush_a, hooks_);
    const Unpacked b = load({Matrix::b, k, info(rules.b), in.b[k]}, to_b, rules.flush_b, hooks_);
    const int fraction_a = fraction_in(info(rules.a), to_a);
    const int fraction_b = fraction_in(info(rules.b), to_b);
    Value out = rules.multiplier == Multiplier::xor_
                    ? exclusive_or<BigInt>(a, b)
                    : multiply<BigInt>(a, b, fraction_a + fraction_b, zero_rule);
    const ProductSite site{in, k, a, b, to_a, to_b, fraction_a, fraction_b};
    if (hooks_.product) hooks_.product(site, out);
    if (program_.scales_products()) {
        const auto [x, y] = factors_of(program_, hooks_, in, k / static_cast<std::size_t>(rules.scale_block));
        apply_scales(out, x, y, info(*rules.scale), zero_rule);
    }
    limit_product(out, rules, zero_rule);
    if (hooks_.limited) hooks_.limited(site, out);
    const bool positive =
        out.number_class == NumberClass::zero && rules.zero_product_sign == ProductZeroSign::positive;
    if (positive) out.negative = false;
    return out;
}

Value Deformable::operand_c(std::uint64_t encoding, const Hooks& hooks) const {
    const OperandRules& rules = program_.operands();
    const FormatInfo& stored = info(rules.c);
    const FormatInfo& to = info(rules.convert_c.value_or(rules.c));
    Value out = addend_of(load({Matrix::c, 0, stored, encoding}, to, rules.flush_c, hooks), encoding, stored);
    if (to.id != stored.id) out.fraction = fraction_in(stored, to);
    return out;
}

Value Deformable::number(std::uint64_t encoding, Format format, const Hooks& hooks) const {
    const FormatInfo& f = info(format);
    return addend_of(load({Matrix::c, 0, f, encoding, true}, f, false, hooks), encoding, f);
}

void Deformable::read_again(const Operation& op, const Operands& in, std::span<const std::uint64_t> encodings,
                            std::span<Value> slots) const {
    for (const AddendGroup& group : program_.groups(op)) {
        for (const Slot slot : program_.addends(group)) {
            if (slot == program_.c_slot()) {
                slots[slot] = operand_c(in.c, all_);
            } else if (slot >= program_.first_result() && program_.is_number(slot)) {
                slots[slot] = number(encodings[slot], program_.format_of(slot), all_);
            }
        }
    }
}

std::uint64_t Deformable::dense(const Operands& in) const {
    std::vector<Value> slots(program_.slots());
    const std::size_t c = program_.c_slot();
    for (std::size_t k = 0; k < c; ++k) slots[k] = product(in, k);
    slots[c] = operand_c(in.c, hooks_);
    slots[program_.zero_slot()] = number(0, program_.format_of(program_.zero_slot()), hooks_);
    std::uint64_t d = 0;
    std::vector<std::uint64_t> encodings(has_bypass_ ? program_.slots() : 0);
    for (std::size_t i = 0; i < program_.operations().size(); ++i) {
        const Operation& op = program_.operations()[i];
        const bool bypassed = has_bypass_ && bypasses(op, slots);
        if (has_bypass_ && !bypassed) read_again(op, in, encodings, slots);
        const Hooks& hooks = hooks_of(i, bypassed);
        const DeformedSum sum = deformed_sum(program_, op, hooks, in, scale_, slots);
        if (op.round == nullptr) {
            slots[op.result] = fixed_point(sum);
            continue;
        }
        if (!sum.specials.any()) {
            d = deformed_round(*op.round, hooks, sum);
        } else if (sum.specials.verdict() == NumberClass::nan) {
            d = nan_of(program_, op, in, std::span<const Value>(slots));
        } else {
            d = encode_infinity(*op.round, sum.specials.negative_infinity);
        }
        if (i + 1 == program_.operations().size()) break;
        slots[op.result] = number(d, op.round->format, hooks_);
        if (has_bypass_) encodings[op.result] = d;
    }
    if (hooks_.result) hooks_.result(in, d);
    return d;
}

std::uint64_t Deformable::operator()(const Operands& in) const {
    const bool sparse = program_.operands().metadata != Metadata::none;
    if (!sparse && !hooks_.words) return dense(in);
    Words words(in);
    if (hooks_.words) hooks_.words(words);
    if (sparse) words.b = selected(program_.operands(), words.metadata, words.b);
    return dense(words.operands());
}

}  // namespace karat::tb
