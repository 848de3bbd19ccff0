// SPDX-License-Identifier: Apache-2.0
// Infinities and NaNs, computed beside the datapath, and the sign of an exact zero.
#include "karat_tb/rtl/lane/rtl_lane.hpp"

namespace karat::tb::lane {

WireExpression LaneWriter::flag_or_0(const WireExpression& x) {
    return x.parts.empty() && x.text.empty() ? literal("1'b0") : x;
}

bool LaneWriter::can_be_special(Slot slot) const {
    const ValueBounds& v = bounds_.value(slot);
    return v.nan || v.infinity;
}

Verdict LaneWriter::verdict(std::span<const Slot> slots, bool overflow, const std::string& name) {
    WireExpression nan;
    WireExpression inf;
    WireExpression sign;
    for (const Slot slot : slots) {
        if (!can_be_special(slot) && scaled_nan_.find(slot) == scaled_nan_.end()) continue;
        if (!program_.is_product(slot) && !program_.is_number(slot)) specials_of(slot);
        const Value& v = values_[slot];
        const auto scaled = scaled_nan_.find(slot);
        if (scaled == scaled_nan_.end() && v.nan.parts.empty()) continue;
        nan.append(scaled != scaled_nan_.end() ? scaled->second : v.nan);
        WireExpression infinite = scaled != scaled_nan_.end() ? scaled_inf_[slot] : v.inf;
        if (overflow && !v.overflow.parts.empty()) {
            infinite =
                net_.all(assign(name + "_inf" + text(slot), 1, "%0 | %1", {infinite, v.overflow}, 1, true));
        }
        inf.append(infinite);
        const auto own = inf_sign_.find(slot);
        sign.append(own != inf_sign_.end() ? own->second : v.sign);
    }
    if (nan.parts.empty()) return {};
    const int n = nan.width();
    const Wire nan_wire = net_.wire(name + "_nan", 1);
    const Wire inf_wire = net_.wire(name + "_inf", 1);
    const Wire sign_wire = net_.wire(name + "_inf_sign", 1);
    net_.add({"karat_specials",
              "i_" + name,
              {{"N", text(n)}},
              {{"nan_i", nan}, {"inf_i", inf}, {"sign_i", sign}},
              {{"nan_o", nan_wire}, {"inf_o", inf_wire}, {"inf_sign_o", sign_wire}},
              {},
              3 + tree(n),
              true,
              -1});
    return {net_.all(nan_wire), net_.all(inf_wire), net_.all(sign_wire)};
}

Verdict LaneWriter::after(const Verdict& first, const Verdict& second, const std::string& name) {
    if (!first.any()) return second;
    if (!second.any()) return first;
    const auto choose = [&](const char* what, const WireExpression& x, const WireExpression& y) {
        return net_.all(assign(name + what, 1, "(%0 | %1) ? %2 : %3", {first.nan, first.inf, x, y}, 2, true));
    };
    return {choose("_nan", first.nan, second.nan), choose("_inf", first.inf, second.inf),
            choose("_inf_sign", first.sign, second.sign)};
}

Verdict LaneWriter::specials(const Operation& op, const std::string& name) {
    std::vector<Slot> addends;
    bool overflow = false;
    const auto overflows = [&](Slot slot) { overflow |= !values_[slot].overflow.parts.empty(); };
    for (const AddendGroup& group : program_.groups(op)) {
        for (const Slot slot : program_.addends(group)) addends.push_back(slot);
    }
    if (op.sum->specials == SpecialsOf::addends) return verdict(addends, true, name + "_special");
    for (const Slot slot : program_.operand_slots(op)) overflows(slot);
    Verdict out = verdict(program_.operand_slots(op), false, name + "_special");
    if (overflow)
        out = after(out, verdict(program_.operand_slots(op), true, name + "_beyond"), name + "_first");
    std::vector<Slot> made;  // inner roundings can overflow, and scale factors can be NaN
    for (const Slot slot : addends) {
        const bool number = slot >= program_.first_result() && program_.is_number(slot);
        const auto operands = program_.operand_slots(op);
        const bool listed = std::find(operands.begin(), operands.end(), slot) != operands.end();
        if (!listed && (number || scaled_nan_.find(slot) != scaled_nan_.end() || !program_.is_product(slot)))
            made.push_back(slot);
    }
    const bool only_operands =
        std::all_of(made.begin(), made.end(), [&](Slot slot) { return follows_operands(slot); });
    if (!only_operands) out = after(out, verdict(made, true, name + "_made"), name + "_then");
    return out;
}

bool LaneWriter::follows_operands(Slot slot) const {
    if (program_.is_product(slot) || slot == program_.c_slot() || slot == program_.zero_slot()) return true;
    if (program_.is_number(slot) || scaled_nan_.find(slot) != scaled_nan_.end()) return false;
    const Operation& op = program_.operation_of(slot);
    for (const AddendGroup& group : program_.groups(op)) {
        for (const Slot below : program_.addends(group)) {
            if (group.term->of.kind != ExpressionKind::sum) continue;
            if (!follows_operands(below)) return false;
        }
    }
    return true;
}

void LaneWriter::specials_of(Slot slot) {
    Value& v = values_[slot];
    if (v.known) return;
    v.known = true;
    const std::size_t index = slot - program_.first_result();
    const Verdict out = specials(program_.operations()[index], "s" + text(static_cast<int>(index)));
    v.nan = flag_or_0(out.nan);
    v.inf = flag_or_0(out.inf);
    if (out.any()) inf_sign_[slot] = out.sign;
}

void LaneWriter::facts(const Operation& op, WireExpression& zeros, WireExpression& signs) {
    for (const AddendGroup& group : program_.groups(op)) {
        for (const Slot slot : program_.addends(group)) {
            const bool is_sum = slot >= program_.first_result() && !program_.is_number(slot);
            if (is_sum && program_.operation_of(slot).sum->zero_sum == ZeroSum::ieee) {
                facts(program_.operation_of(slot), zeros, signs);
                continue;
            }
            Value& v = values_[slot];
            if (is_sum) {
                const std::string name =
                    "s" + text(slot - program_.first_result()) + "_is_zero_" + text(serial_++);
                zeros.append(
                    net_.all(assign(name, 1, "~(|%0)", {v.magnitude}, tree(v.magnitude.width()), true)));
            } else {
                zeros.append(v.zero);
            }
            signs.append(v.sign);
        }
    }
}

WireExpression LaneWriter::zero_sign(const Operation& op) {
    if (op.sum->zero_sum == ZeroSum::positive) return literal("1'b0");
    WireExpression zeros;
    WireExpression signs;
    facts(op, zeros, signs);
    std::string expression = "(&%0) & (&%1)";
    if (op.round->rounding == Rounding::RD) expression = "((&%0) & (&%1)) | ~((&%0) & ~(|%1))";
    return net_.all(assign(named("zero_sign"), 1, expression, {zeros, signs}, 2 + tree(zeros.width()), true));
}

}  // namespace karat::tb::lane
