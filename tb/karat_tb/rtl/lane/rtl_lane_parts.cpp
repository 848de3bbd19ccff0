// SPDX-License-Identifier: Apache-2.0
// Decides which zeros take part in a maximum, and multiplies fixed-point sums by their scale factors.
#include "karat_tb/rtl/lane/rtl_lane.hpp"

namespace karat::tb::lane {

WireExpression LaneWriter::takes_part(const AddendGroup& group, Slot slot, int ew, const std::string& name,
                                      const WireExpression& exponent) {
    const std::string wide = cast(ew, exponent.width(), 0);
    if (group.term->zero == ZeroPart::counted) {
        if (wide == "%0") return exponent;
        return net_.all(assign(name + "_exp", ew, wide, {exponent}));
    }
    std::string condition = "|%1";
    std::vector<WireExpression> inputs{exponent, values_[slot].magnitude};
    if (group.term->zero == ZeroPart::terms) {
        inputs.push_back(terms(slot));
        condition = "(|%1) | %2";
    }
    return net_.all(assign(name + "_exp", ew, "(" + condition + ") ? " + wide + " : '0", inputs,
                           2 + tree(inputs[1].width())));
}

WireExpression LaneWriter::terms(Slot slot) {
    WireExpression zeros;
    collect_products(program_.operation_of(slot), zeros);
    if (zeros.parts.empty()) return literal("1'b0");  // no products below, except inside rounded sums
    return net_.all(assign("s" + text(slot - program_.first_result()) + "_terms_" + text(serial_++), 1,
                           "~(&%0)", {zeros}, tree(zeros.width()), true));
}

void LaneWriter::collect_products(const Operation& op, WireExpression& zeros) {
    for (const AddendGroup& group : program_.groups(op)) {
        for (const Slot slot : program_.addends(group)) {
            if (group.are_products) {
                zeros.append(values_[slot].zero);
            } else if (!program_.is_number(slot) && slot >= program_.first_result()) {
                collect_products(program_.operation_of(slot), zeros);
            }
        }
    }
}

WireExpression LaneWriter::any_part(Slot slot) {
    const Operation& op = program_.operation_of(slot);
    if (op.sum->floor) return literal("1'b1");
    WireExpression parts;
    for (const AddendGroup& group : program_.groups(op)) {
        for (const Slot below : program_.addends(group)) {
            WireExpression one = one_part(group, below);
            if (one.text == "1'b1") return one;
            parts.append(one);
        }
    }
    if (parts.parts.empty()) return literal("1'b0");
    const std::string name = "s" + text(slot - program_.first_result()) + "_part_" + text(serial_++);
    return net_.all(assign(name, 1, "|%0", {parts}, tree(parts.width()), true));
}

WireExpression LaneWriter::one_part(const AddendGroup& group, Slot slot) {
    const Term& term = *group.term;
    const bool number = program_.is_number(slot);
    if (term.least_exponent) return literal("1'b1");
    if (group.are_products || number) {
        const bool counts = term.zero != ZeroPart::ignored && term.zero != ZeroPart::terms;
        if (counts) return literal("1'b1");
        return net_.all(assign("nonzero_" + text(serial_++), values_[slot].zero.width(), "~%0",
                               {values_[slot].zero}, 1, true));
    }
    if (term.zero == ZeroPart::counted) return any_part(slot);
    if (term.zero == ZeroPart::terms) return terms(slot);
    const WireExpression& magnitude = values_[slot].magnitude;
    return net_.all(
        assign("nonzero_" + text(serial_++), 1, "|%0", {magnitude}, tree(magnitude.width()), true));
}

WireExpression LaneWriter::scaled(const AddendGroup& group, std::size_t index, const GroupLayout& seen,
                                  int ew, const std::string& name, WireExpression& exponent) {
    const Term& term = *group.term;
    const Slot slot = program_.addends(group)[index];
    const std::size_t block = program_.blocks(group)[index];
    const SumLayout& inner = layout_.sum(slot - program_.first_result());
    const ReadLayout scale = layout_.scale();
    const bool by_scale = term.compared_by == ComparedBy::scale;
    const bool counted = term.zero == ZeroPart::counted;
    // each factor's share of the exponent is an offset from the least value it can have
    const int share = counted ? std::min(scale.e_low, -126) : scale.e_low;
    const int own = inner.form == SumForm::fixed || by_scale ? 0 : inner.base;
    Value& v = values_[slot];
    Parameters p{{"W", text(inner.bits)}};
    const int own_bits = v.exponent.parts.empty() ? 1 : v.exponent.width();
    p.push_back({"XE", text(own_bits)});
    for (auto& one : layout_parameters(scale.format, "SCALE_")) {
        if (one.first != "SCALE_LOW_BITS") p.push_back(one);
    }
    p.push_back({"EW", text(ew)});
    p.push_back({"SCALE_OFFSET", text(scale.origin - share)});
    if (counted) {
        p.push_back({"ZERO_HELD", "1'b0"});
        p.push_back({"ZERO_EXP", text(-126 - share)});
        p.push_back({"FACTOR_COUNTS", "1'b1"});
    }
    p.push_back({"OFFSET", text(2 * share + own - seen.base)});
    p.push_back({"BY_SCALE", flag(by_scale || inner.form == SumForm::fixed)});
    const bool zero_counts = counted || term.zero == ZeroPart::terms;
    p.push_back({"ZERO_COUNTS", flag(zero_counts)});
    const WireExpression part = !zero_counts                   ? literal("1'b0")
                                : term.zero == ZeroPart::terms ? terms(slot)
                                : by_scale                     ? literal("1'b1")
                                                               : any_part(slot);
    specials_of(slot);
    const int product = inner.bits + (scale.fraction > 0 ? 2 * (scale.fraction + 1) : 0);
    const Wire exp_wire = net_.wire(name + "_exp", ew);
    const Wire sig = net_.wire(name + "_sig", product);
    const Wire nan = net_.wire(name + "_nan", 1);
    const Wire inf = net_.wire(name + "_inf", 1);
    net_.add({"karat_scale_sum",
              "i_" + name,
              p,
              {{"exp_i", v.exponent.parts.empty() ? literal("1'b0") : v.exponent},
               {"magnitude_i", v.magnitude},
               {"part_i", part},
               {"nan_i", flag_or_0(v.nan)},
               {"inf_i", flag_or_0(v.inf)},
               {"scale_a_i", net_.all(scale_a_[block])},
               {"scale_b_i", net_.all(scale_b_[block])}},
              {{"exp_o", exp_wire}, {"sig_o", sig}, {"nan_o", nan}, {"inf_o", inf}},
              {},
              8 + 3 * tree(scale.fraction + 1),
              false,
              -1});
    scaled_nan_[slot] = net_.all(nan);
    scaled_inf_[slot] = net_.all(inf);
    exponent = net_.all(exp_wire);
    return net_.all(sig);
}

}  // namespace karat::tb::lane
