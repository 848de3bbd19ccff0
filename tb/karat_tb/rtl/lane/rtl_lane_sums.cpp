// SPDX-License-Identifier: Apache-2.0
// The exact sum: alignment or placement on a fixed grid, addition, sign and magnitude.
#include <boost/range/adaptor/reversed.hpp>

#include "karat_tb/rtl/lane/rtl_lane.hpp"

namespace karat::tb::lane {

Total LaneWriter::sign_and_magnitude(const WireExpression& sum, int bits) {
    const Wire sign = net_.wire(named("sign"), 1);
    const Wire magnitude = net_.wire(named("magnitude"), bits);
    net_.add({"karat_sign_magnitude",
              "i_" + named("magnitude"),
              {{"W", text(bits + 1)}},
              {{"x_i", sum}},
              {{"sign_o", sign}, {"magnitude_o", magnitude}},
              {},
              2 + tree(bits),
              false,
              -1});
    return {net_.all(sign), net_.all(magnitude), {}, {}};
}

Total LaneWriter::add_up(const WireExpression& addends, int n, const SumLayout& sum) {
    const int wide = sum.addend + (n > 1 ? bits_for(n - 1) : 0);
    const Wire total = net_.wire(named("sum"), wide);
    net_.add({"karat_add_tree",
              "i_" + named("sum"),
              {{"N", text(n)}, {"W", text(sum.addend)}},
              {{"x_i", addends}},
              {{"sum_o", total}},
              {},
              4 * tree(n) + 2 * tree(wide),
              false,
              -1});
    WireExpression low{{{total, 0, std::min(wide, sum.bits + 1)}}, {}};
    if (sum.bits + 1 > wide) {  // widened to include the binary point
        low =
            net_.all(assign(named("sum_wide"), sum.bits + 1, "{{" + text(sum.bits + 1 - wide) + "{%1}}, %0}",
                            {low, WireExpression{{{total, wide - 1, 1}}, {}}}, 0, true));
    }
    return sign_and_magnitude(low, sum.bits);
}

Total LaneWriter::add_fixed(const std::vector<Seen>& groups, const SumLayout& sum) {
    WireExpression addends;
    int n = 0;
    for (std::size_t g = 0; g < groups.size(); ++g) {
        const GroupLayout& group = sum.groups[g];
        const int count = groups[g].sign.width();
        const Wire placed = net_.wire(named(g, "placed"), count * sum.addend);
        const WireExpression exponent = groups[g].exponent;
        const int ew = exponent.width() / count;
        net_.add({"karat_place_all",
                  "i_" + named(g, "placed"),
                  {{"N", text(count)},
                   {"S", text(group.bits())},
                   {"EW", text(ew)},
                   {"SHIFT", text(group.base - group.fb + sum.grid)},
                   {"OUT_W", text(sum.addend)}},
                  {{"sign_i", groups[g].sign}, {"exp_i", exponent}, {"sig_i", groups[g].sig}},
                  {{"addend_o", placed}},
                  {},
                  2 + 3 * ew,
                  false,
                  -1});
        addends.append(net_.all(placed));
        n += count;
    }
    return add_up(addends, n, sum);
}

Total LaneWriter::add_moving(const std::vector<Seen>& groups, const SumLayout& sum) {
    const Operation& op = current();
    const bool common = op.sum->grid == GridRule::common;
    WireExpression exponents;
    int n = 0;
    // Leaf 0 of the tree is nearest to the root. c gets it, because c arrives late in a chain.
    for (const Seen& group : boost::adaptors::reverse(groups)) {
        exponents.append(group.exponent);
        n += group.sign.width();
    }
    WireExpression compared = exponents;
    int leaves = n;
    if (sum.floor > 0) {
        compared.append(constant_part(sum.ew, sum.floor));
        ++leaves;
    }
    const Wire e_max = net_.wire(named("exp_max"), sum.ew);
    net_.add({"karat_max_tree",
              "i_" + named("exp_max"),
              {{"N", text(leaves)}, {"W", text(sum.ew)}},
              {{"x_i", compared}},
              {{"max_o", e_max}},
              {},
              tree(leaves) * (3 + tree(sum.ew)),
              false,
              -1});
    WireExpression addends;
    WireExpression lost;
    const WireExpression frame = frame_of(groups);
    const bool sticky = op.sum->sticky == Sticky::ored;
    for (std::size_t g = 0; g < groups.size(); ++g) {
        const AddendGroup& group = program_.groups(op)[g];
        const Term& term = *group.term;
        const GroupLayout& seen = sum.groups[g];
        Parameters p{{"N", text(static_cast<int>(group.count))},
                     {"IB", text(seen.ib)},
                     {"FB", text(seen.fb)},
                     {"F", text(seen.F)}};
        if (!common && sum.grid != seen.F) p.push_back({"SHIFT", text(sum.grid - seen.F)});
        p.push_back({"EW", text(sum.ew)});
        p.push_back({"ROUNDING", rounding_of(term.F.is_exact() ? Rounding::RZ : term.rounding)});
        if (sticky && !term.F.is_exact()) p.push_back({"STICKY", "1'b1"});
        if (term.cutoff) {
            p.push_back({"CUT", "1'b1"});
            p.push_back({"CUTOFF", text(*term.cutoff)});
        }
        if (term.drop_tiny_negative) {
            p.push_back({"DROP_TINY", "1'b1"});
            const int unit = common ? sum.base : sum.base - seen.F;
            if (term.least_exponent) p.push_back({"TINY_ABOVE", text(*term.least_exponent - unit)});
        }
        if (op.sum->frame == SignFrame::c_sign) p.push_back({"FRAME", "1'b1"});
        p.push_back({"OUT_W", text(sum.addend)});
        const Wire aligned = net_.wire(named(g, "aligned"), static_cast<int>(group.count) * sum.addend);
        const Wire lost_wire = net_.wire(named(g, "lost"), 1);
        net_.add(
            {"karat_align_all",
             "i_" + named(g, "aligned"),
             p,
             {{"sign_i", groups[g].sign},
              {"exp_i", groups[g].exponent},
              {"sig_i", groups[g].sig},
              {"exp_max_i", net_.all(e_max)},
              {"frame_i", flag_or_0(frame)}},
             {{"addend_o", aligned}, {"lost_o", lost_wire}},
             {},
             2 * tree(sum.ew) + 2 * sum.ew + (term.rounding == Rounding::RZ ? 4 : 4 + 2 * tree(sum.addend)),
             false,
             -1});
        addends.append(net_.all(aligned));
        if (sticky && !term.F.is_exact()) lost.append(net_.all(lost_wire));
    }
    Total out = add_up(addends, n, sum);
    out.exponent = net_.all(e_max);
    if (!lost.parts.empty()) out.lost = net_.all(assign(named("lost"), 1, "|%0", {lost}, 2, true));
    if (op.sum->frame == SignFrame::c_sign) unframe(out, frame);
    return out;
}

WireExpression LaneWriter::frame_of(const std::vector<Seen>& groups) const {
    if (current().sum->frame == SignFrame::exact) return {};
    for (std::size_t g = 0; g < groups.size(); ++g) {
        const ExpressionKind kind = program_.groups(current())[g].term->of.kind;
        if (kind == ExpressionKind::c || kind == ExpressionKind::acc) return groups[g].sign;
    }
    return {};
}

void LaneWriter::unframe(Total& total, const WireExpression& frame) {
    WireExpression zeros;
    for (const AddendGroup& group : program_.groups(current())) {
        for (const Slot slot : program_.addends(group)) {
            if (values_[slot].zero.parts.empty())
                throw Error("the RTL cannot be built: " + current().path +
                            ".frame: c_sign is supported only if all addends are products and numbers");
            zeros.append(values_[slot].zero);
        }
    }
    const int bits = total.magnitude.width();
    total.sign = net_.all(assign(named("framed_sign"), 1, "%0 ^ %1", {total.sign, frame}));
    total.magnitude = net_.all(assign(named("framed_magnitude"), bits, "(&%1) ? '0 : %0",
                                      {total.magnitude, zeros}, 2 + tree(zeros.width())));
}

Total LaneWriter::add_pair(const std::vector<Seen>& groups, const SumLayout& sum) {
    Seen all;
    std::vector<int> widths;
    for (std::size_t g = 0; g < groups.size(); ++g) {
        const int count = groups[g].sign.width();
        for (int i = 0; i < count; ++i) widths.push_back(sum.groups[g].bits());
        all.sign.append(groups[g].sign);
        all.sig.append(groups[g].sig);
    }
    const int fraction = current().round->fraction;
    const int window = std::max(std::max(widths[0], widths[1]) + 1, fraction + 3);
    const Wire exponent = net_.wire(named("exp"), sum.ew);
    const Wire total = net_.wire(named("sum"), window + 3);
    net_.add({"karat_exact_add",
              "i_" + named("sum"),
              {{"XW", text(widths[0])},
               {"YW", text(widths[1])},
               {"EW", text(sum.ew)},
               {"FRACTION", text(fraction)}},
              {{"x_sign_i", pick(groups, 0, 0)},
               {"x_exp_i", pick(groups, 0, 1)},
               {"x_sig_i", pick(groups, 0, 2)},
               {"y_sign_i", pick(groups, 1, 0)},
               {"y_exp_i", pick(groups, 1, 1)},
               {"y_sig_i", pick(groups, 1, 2)}},
              {{"exp_o", exponent}, {"sum_o", total}},
              {},
              12 + 8 * tree(window),
              false,
              -1});
    Total out = sign_and_magnitude(net_.all(total), window + 2);
    out.exponent = net_.all(exponent);
    return out;
}

WireExpression LaneWriter::pick(const std::vector<Seen>& groups, std::size_t i, int what) {
    const Seen& group = groups.size() == 1 ? groups[0] : groups[i];
    const WireExpression& x = what == 0 ? group.sign : what == 1 ? group.exponent : group.sig;
    if (groups.size() == 2) return x;
    if (x.parts.size() == 2) return {{x.parts[i]}, {}};
    const int half = x.parts[0].width / 2;
    return {{{x.parts[0].wire, x.parts[0].low + static_cast<int>(i) * half, half}}, {}};
}

}  // namespace karat::tb::lane
