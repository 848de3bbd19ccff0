// SPDX-License-Identifier: Apache-2.0
// The addends of a sum, on its scale: products, numbers and nested fixed-point sums.
#include "karat_tb/rtl/lane/rtl_lane.hpp"

namespace karat::tb::lane {

void LaneWriter::products(const AddendGroup& group, const GroupLayout& seen, int ew, const std::string& name,
                          Seen& out) {
    const FactorLayout& a = layout_.a();
    const FactorLayout& b = layout_.b();
    const std::span<const Slot> slots = program_.addends(group);
    const int n = static_cast<int>(group.count);
    const int ib = a.sig + b.sig - a.fraction - b.fraction;
    WireExpression from_a;
    WireExpression from_b;
    for (const Slot k : slots) {
        from_a.append(net_.all(a_[k]));
        from_b.append(net_.all(b_[k]));
    }
    const bool overflow =
        rules_.product_overflow == ProductOverflow::inf && a.e_high + b.e_high + ib - 1 >= 128;
    const Wire sign = net_.wire(name + "_sign", n);
    const Wire exponent = net_.wire(name + "_exp", n * ew);
    const Wire sig = net_.wire(name + "_sig", n * (a.sig + b.sig));
    const Wire zero = net_.wire(name + "_zero", n);
    const Wire inf = net_.wire(name + "_inf", n);
    const Wire nan = net_.wire(name + "_nan", n);
    const Wire over = net_.wire(name + "_overflow", n);
    Parameters p{{"N", text(n)},
                 {"AE", text(a.ew)},
                 {"AS", text(a.sig)},
                 {"BE", text(b.ew)},
                 {"BS", text(b.sig)},
                 {"EW", text(ew)},
                 {"OFFSET", text(a.base + b.base - seen.base)}};
    if (rules_.multiplier == Multiplier::xor_) p.push_back({"EXCLUSIVE_OR", "1'b1"});
    if (group.term->zero != ZeroPart::ignored) p.push_back({"ZERO_COUNTS", "1'b1"});
    if (overflow) {
        const int infinite = 129 - ib;  // exponent at which the top bit has weight 2^128
        const bool normal = !a.scale && std::max(a.e_low + b.e_high, a.e_high + b.e_low) < infinite;
        p.push_back({"OVERFLOW", "1'b1"});
        p.push_back({"INFINITE_EXP", text(infinite - seen.base)});
        if (normal) p.push_back({"TOP_BITS", "2"});
    }
    if (rules_.flush_products) {
        p.push_back({"FLUSH", "1'b1"});
        p.push_back({"LEAST_EXP", text(-125 - ib - seen.base)});
    }
    if (rules_.zero_product_sign == ProductZeroSign::positive) p.push_back({"POSITIVE_ZERO", "1'b1"});
    Cell cell{"karat_products",
              "i_" + name,
              p,
              {{"a_i", from_a}, {"b_i", from_b}},
              {{"sign_o", sign},
               {"exp_o", exponent},
               {"sig_o", sig},
               {"zero_o", zero},
               {"inf_o", inf},
               {"nan_o", nan},
               {"overflow_o", over}},
              {},
              8 + 2 * tree(std::min(a.sig, b.sig)) + 2 * tree(a.sig + b.sig),
              false,
              -1};
    net_.add(std::move(cell));
    for (int i = 0; i < n; ++i) {
        Value& v = values_[slots[static_cast<std::size_t>(i)]];
        v.sign = part(sign, i, 1);
        v.zero = part(zero, i, 1);
        v.inf = part(inf, i, 1);
        v.nan = part(nan, i, 1);
        if (overflow) v.overflow = part(over, i, 1);
        v.known = true;
    }
    out = {net_.all(sign), net_.all(exponent), net_.all(sig)};
}

Seen LaneWriter::read_integer(Slot slot, const std::string& name, int ew, int base) {
    const FormatInfo& f = info(layout_.read(slot, false).format);
    Parameters p{{"W", text(f.bits)}};
    if (!f.is_signed) p.push_back({"SIGNED", "1'b0"});
    p.push_back({"EW", text(ew)});
    p.push_back({"OFFSET", text(-f.bias - base)});
    const Wire sign = net_.wire(name + "_sign", 1);
    const Wire exponent = net_.wire(name + "_exp", ew);
    const Wire sig = net_.wire(name + "_sig", f.bits);
    const Wire zero = net_.wire(name + "_zero", 1);
    net_.add({"karat_read_integer",
              "i_" + name,
              p,
              {{"x_i", values_[slot].encoding}},
              {{"sign_o", sign}, {"exp_o", exponent}, {"sig_o", sig}, {"zero_o", zero}},
              {},
              2 + tree(f.bits),
              false,
              -1});
    return {net_.all(sign), net_.all(exponent), net_.all(sig)};
}

Seen LaneWriter::read(Slot slot, bool flush, const std::string& name, int ew, int base,
                      std::optional<int> zero) {
    const ReadLayout r = layout_.read(slot, flush);
    const int sig_bits = r.fraction + 1;
    Parameters p = layout_parameters(r.format);
    if (r.flush_below != 0) p.push_back({"FLUSH_BELOW", text(r.flush_below)});
    if (r.flush_keeps_sign) p.push_back({"FLUSH_KEEPS_SIGN", "1'b1"});
    if (r.convert) {
        p.push_back({"CONVERT", "1'b1"});
        p.push_back({"LEAST", text(r.least)});
        p.push_back({"SB", text(sig_bits)});
    }
    p.push_back({"EW", text(ew)});
    p.push_back({"OFFSET", text(r.origin - base)});
    if (zero) {
        p.push_back({"ZERO_HELD", "1'b0"});
        p.push_back({"ZERO_EXP", text(*zero)});
    }
    const Wire sign = net_.wire(name + "_sign", 1);
    const Wire exponent = net_.wire(name + "_exp", ew);
    const Wire sig = net_.wire(name + "_sig", sig_bits);
    const Wire zero_wire = net_.wire(name + "_zero", 1);
    const Wire inf = net_.wire(name + "_inf", 1);
    const Wire nan = net_.wire(name + "_nan", 1);
    net_.add({"karat_read",
              "i_" + name,
              p,
              {{"x_i", values_[slot].encoding}},
              {{"sign_o", sign},
               {"exp_o", exponent},
               {"sig_o", sig},
               {"zero_o", zero_wire},
               {"inf_o", inf},
               {"nan_o", nan}},
              {},
              r.convert ? 8 + tree(sig_bits) * 3 : 5 + tree(ew),
              false,
              -1});
    Value& v = values_[slot];
    v.sign = net_.all(sign);
    v.zero = net_.all(zero_wire);
    v.inf = net_.all(inf);
    v.nan = net_.all(nan);
    v.known = true;
    return {net_.all(sign), net_.all(exponent), net_.all(sig)};
}

void LaneWriter::number(const AddendGroup& group, Slot slot, const GroupLayout& seen, int ew,
                        const std::string& name, Seen& out) {
    const Term& term = *group.term;
    const ReadLayout r = layout_.read(slot, term.flush);
    std::optional<int> zero;
    if (form_ == SumForm::moving && term.compared_by == ComparedBy::held) {
        if (term.zero == ZeroPart::ignored || term.zero == ZeroPart::terms) zero = 0;
        if (term.zero == ZeroPart::minus126) zero = -126 - seen.base;
        const bool held = term.zero == ZeroPart::format_min || term.zero == ZeroPart::counted;
        if (held && r.convert) zero = r.zero_exponent - seen.base;
    }
    if (term.compared_by == ComparedBy::leading) {
        // karat_lead needs the exponent of the top bit
        Seen held = read(slot, term.flush, name + "_held", ew, seen.base, std::nullopt);
        held.sig = lead(held.exponent, held.sig, term, seen, r.fraction + 1, ew, name, held.exponent);
        out.sign.append(held.sign);
        out.exponent.append(held.exponent);
        out.sig.append(held.sig);
        return;
    }
    const Seen one = rules_.are_integers() ? read_integer(slot, name, ew, seen.base)
                                           : read(slot, term.flush, name, ew, seen.base, zero);
    out.sign.append(one.sign);
    out.exponent.append(one.exponent);
    out.sig.append(one.sig);
}

WireExpression LaneWriter::lead(const WireExpression& top, const WireExpression& sig, const Term& term,
                                const GroupLayout& seen, int width, int ew, const std::string& name,
                                WireExpression& exponent) {
    const Wire lead_exp = net_.wire(name + "_lead_exp", ew);
    const Wire lead_sig = net_.wire(name + "_lead_sig", seen.bits());
    Parameters p{{"W", text(width)}, {"OUT_W", text(seen.bits())}, {"EW", text(ew)}};
    if (term.least_exponent) p.push_back({"LEAST", text(*term.least_exponent - seen.base)});
    net_.add({"karat_lead",
              "i_" + name + "_lead",
              p,
              {{"exp_i", top}, {"sig_i", sig}},
              {{"exp_o", lead_exp}, {"sig_o", lead_sig}},
              {},
              4 + 4 * tree(width),
              false,
              -1});
    exponent = net_.all(lead_exp);
    return net_.all(lead_sig);
}

void LaneWriter::kept(const AddendGroup& group, std::size_t index, const GroupLayout& seen, int ew,
                      const std::string& name, Seen& out) {
    const Term& term = *group.term;
    const Slot slot = program_.addends(group)[index];
    const SumLayout& inner = layout_.sum(slot - program_.first_result());
    Value& v = values_[slot];
    WireExpression exponent = at_most(ew, v.exponent);
    WireExpression sig = v.magnitude;
    int width = inner.bits;
    if (group.scaled_sum) {
        sig = scaled(group, index, seen, ew, name, exponent);
        width = sig.width();
    } else if (inner.form == SumForm::fixed) {
        // The binary point is fixed. A pair and karat_lead take the exponent of the top bit; others take that
        // of the point.
        exponent = constant_part(ew, -seen.base);
        if (form_ == SumForm::moving && term.compared_by == ComparedBy::scale)
            exponent = takes_part(group, slot, ew, name, exponent);
    } else if (!seen.tied) {
        exponent = net_.all(assign(name + "_exp", ew, cast(ew, exponent.width(), inner.base - seen.base),
                                   {exponent}, 1 + tree(ew)));
    } else if (form_ == SumForm::moving) {
        exponent = takes_part(group, slot, ew, name, exponent);
    } else {
        exponent = net_.all(assign(name + "_exp", ew, cast(ew, exponent.width(), 0), {exponent}, 1));
    }
    if (term.compared_by == ComparedBy::leading) {
        const int point = width - net_fraction(group, inner);
        exponent = net_.all(assign(name + "_top", ew, cast(ew, ew, point - 1), {exponent}, tree(ew)));
        sig = lead(exponent, sig, term, seen, width, ew, name, exponent);
    }
    out.sign.append(v.sign);
    out.exponent.append(exponent);
    out.sig.append(sig);
}

int LaneWriter::net_fraction(const AddendGroup& group, const SumLayout& inner) const {
    return inner.grid + (group.scaled_sum ? 2 * layout_.scale().fraction : 0);
}

WireExpression LaneWriter::at_most(int ew, const WireExpression& exponent) {
    if (exponent.width() <= ew) return exponent;
    const WirePart& whole = exponent.parts.at(0);
    return {{{whole.wire, whole.low, ew}}, {}};
}

std::string LaneWriter::cast(int ew, int from, int add) {
    std::string out = from == ew ? "%0" : text(ew) + "'(%0)";
    if (add != 0) out += (add > 0 ? " + " : " - ") + constant(ew, add > 0 ? add : -add);
    return out;
}

Seen LaneWriter::see(std::size_t g) {
    const AddendGroup& group = program_.groups(current())[g];
    const SumLayout& sum = layout_.sum(current_);
    const GroupLayout& seen = sum.groups[g];
    Seen out;
    if (group.are_products) {
        products(group, seen, sum.ew, named(g, "product"), out);
        if (group.term->compared_by == ComparedBy::leading)
            lead_products(group, seen, sum.ew, named(g, "product"), out);
        return out;
    }
    for (std::size_t i = 0; i < group.count; ++i) {
        const Slot slot = program_.addends(group)[i];
        const std::string name = named(g, group.count > 1 ? "x" + text(static_cast<int>(i)) : "x");
        if (program_.is_number(slot)) {
            number(group, slot, seen, sum.ew, name, out);
        } else {
            kept(group, i, seen, sum.ew, name, out);
        }
    }
    return out;
}

void LaneWriter::lead_products(const AddendGroup& group, const GroupLayout& seen, int ew,
                               const std::string& name, Seen& all) {
    const int width = layout_.a().sig + layout_.b().sig;
    const int ib = width - layout_.a().fraction - layout_.b().fraction;
    Seen out{all.sign, {}, {}};
    for (std::uint32_t i = 0; i < group.count; ++i) {
        const auto at = static_cast<int>(i);
        const std::string one = name + text(at);
        WireExpression exponent{{{all.exponent.parts[0].wire, at * ew, ew}}, {}};
        exponent = net_.all(assign(one + "_top", ew, cast(ew, ew, ib - 1), {exponent}, tree(ew)));
        const WireExpression sig{{{all.sig.parts[0].wire, at * width, width}}, {}};
        out.sig.append(lead(exponent, sig, *group.term, seen, width, ew, one, exponent));
        out.exponent.append(exponent);
    }
    all = out;
}

}  // namespace karat::tb::lane
