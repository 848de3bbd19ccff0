// SPDX-License-Identifier: Apache-2.0
// The cells of a lane: one walk over the operations of a program.
#include <algorithm>
#include <cstdio>
#include <map>

#include "karat/arithmetic/integers.hpp"
#include "karat/error.hpp"
#include "karat_tb/rtl_netlist.hpp"
#include "karat_tb/rtl_structure.hpp"

namespace karat::tb {
namespace {

using Parameters = std::vector<std::pair<std::string, std::string>>;

std::string text(int value) { return std::to_string(value); }
std::string flag(bool value) { return value ? "1'b1" : "1'b0"; }
/// Modulo 2^width.
std::string constant(int width, long value) { return text(width) + "'d" + std::to_string(value < 0 ? value + (1L << width) : value); }
std::string encoding(int width, std::uint64_t value) {
    char digits[20];
    (void)std::snprintf(digits, sizeof digits, "%llx", static_cast<unsigned long long>(value));
    return text(width) + "'h" + digits;
}
std::string rounding_of(Rounding rounding) { return "karat_rtl_pkg::" + std::string(name_of(rounding)); }
WireExpression literal(std::string value) { return {{}, std::move(value)}; }

/// Gates that are one after the other in a tree over n.
int tree(int n) { return bits_for(std::max(n - 1, 0)); }

/// The wires of a value, one bit of each flag a value.
struct Value {
    WireExpression encoding;              ///< of a number
    WireExpression sign, zero, nan, inf;  ///< inf: of the operands
    WireExpression overflow;              ///< empty: it cannot
    WireExpression magnitude, exponent;   ///< of a kept sum; exponent empty where it is constant
    bool known = false;                   ///< the flags are there
};

/// Addends as their sum sees them, each an element.
struct Seen {
    WireExpression sign, exponent, sig;
};

class LaneWriter {
   public:
    LaneWriter(const Program& program, const Bounds& bounds)
        : program_(program), rules_(program.operands()), bounds_(bounds), layout_(program, bounds), values_(program.slots()) {
        const int scale_bits = rules_.scale ? info(*rules_.scale).bits : 0;
        for (int k = 0; k < rules_.k; ++k) {
            a_.push_back(net_.input("a_i", k * layout_.a().word(), layout_.a().word()));
            b_.push_back(net_.input("b_i", k * layout_.b().word(), layout_.b().word()));
        }
        c_ = net_.input("c_i", 0, info(rules_.c).bits);
        values_[program_.c_slot()].encoding = net_.all(c_);
        const int zero_bits = info(program_.format_of(program_.zero_slot())).bits;
        values_[program_.zero_slot()].encoding = literal(constant(zero_bits, 0));
        if (scales_sums()) {
            for (int block = 0; block < rules_.k / rules_.scale_block; ++block) {
                scale_a_.push_back(net_.input("scale_a_i", block * scale_bits, scale_bits));
                scale_b_.push_back(net_.input("scale_b_i", block * scale_bits, scale_bits));
            }
        }
        for (std::size_t i = 0; i < program_.operations().size(); ++i) operation(i);
    }

    [[nodiscard]] int depth() const { return net_.depth(); }

    [[nodiscard]] LaneText write(int stages, const std::string& name) {
        const Wire d = values_[program_.operations().back().result].encoding.parts.at(0).wire;
        net_.place(stages, d);
        LaneText out;
        out.module = header(stages, name) + net_.text() + "endmodule\n";
        for (std::size_t k = 0; k < a_.size(); ++k) out.operands.push_back(std::min(net_.arrival(a_[k]), net_.arrival(b_[k])));
        for (std::size_t i = 0; i < scale_a_.size(); ++i) out.scales.push_back(net_.arrival(scale_a_[i]));
        out.c = net_.arrival(c_);
        return out;
    }

   private:
    [[nodiscard]] bool scales_sums() const { return rules_.scale && !program_.scales_products(); }

    [[nodiscard]] std::string header(int stages, const std::string& name) const {
        const auto port = [](const char* direction, int width, const std::string& port_name, const char* comment, bool last = false) {
            std::string out =
                std::string("    ") + direction + " logic [" + std::to_string(width - 1) + ":0] " + port_name + (last ? "" : ",");
            return out + (*comment != 0 ? std::string("  // ") + comment : "") + "\n";
        };
        const int k = rules_.k;
        std::string out =
            "// SPDX-License-Identifier: Apache-2.0\n//\n// One lane, written by karat from its recipe: an instance a node.\n"
            "module " +
            name + " (\n";
        if (stages > 0)
            out += "    input  logic clk_i,\n" + port("input ", 3 * stages, "move_i", "three bits a register, of karat_pipe_ctrl");
        out += port("input ", k * layout_.a().word(), "a_i", "karat_factor's words, each in the stage that multiplies it");
        out += port("input ", k * layout_.b().word(), "b_i", "");
        out += port("input ", info(rules_.c).bits, "c_i", "encoded, likewise");
        if (scales_sums()) {
            const int width = static_cast<int>(scale_a_.size()) * info(*rules_.scale).bits;
            out += port("input ", width, "scale_a_i", "encoded, likewise") + port("input ", width, "scale_b_i", "");
        }
        return out + port("output", info(rules_.d).bits, "d_o", "", true) + ");\n";
    }

    // ---- helpers -------------------------------------------------------------------------------------------------------

    [[nodiscard]] WireExpression part(Wire wire, int index, int width) const { return {{{wire, index * width, width}}, {}}; }
    Wire assign(const std::string& name, int width, const std::string& expression, const std::vector<WireExpression>& inputs, int delay = 1,
                bool early = false) {
        const Wire out = net_.wire(name, width);
        Cell cell;
        cell.assign = expression;
        for (const WireExpression& input : inputs) cell.inputs.push_back({"", input});
        cell.outputs = {{"", out}};
        cell.delay = delay;
        cell.early = early;
        net_.add(std::move(cell));
        return out;
    }
    [[nodiscard]] std::string prefix() const { return "s" + text(static_cast<int>(current_)); }
    [[nodiscard]] std::string named(const std::string& what) const { return prefix() + "_" + what; }
    [[nodiscard]] std::string named(std::size_t group, const std::string& what) const {
        return prefix() + static_cast<char>('a' + static_cast<int>(group % 26)) + "_" + what;
    }

    // ---- addends -------------------------------------------------------------------------------------------------------

    void products(const AddendGroup& group, const GroupLayout& seen, int ew, const std::string& name, Seen& out) {
        const FactorLayout& a = layout_.a();
        const FactorLayout& b = layout_.b();
        const std::span<const Slot> slots = program_.addends(group);
        const int n = static_cast<int>(group.count);
        WireExpression from_a, from_b;
        for (const Slot k : slots) {
            from_a.append(net_.all(a_[k]));
            from_b.append(net_.all(b_[k]));
        }
        const bool overflow = rules_.product_overflow == ProductOverflow::inf && a.e_high + b.e_high + seen.ib - 1 >= 128;
        const Wire sign = net_.wire(name + "_sign", n);
        const Wire exponent = net_.wire(name + "_exp", n * ew);
        const Wire sig = net_.wire(name + "_sig", n * seen.bits());
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
        if (group.term->zero != ZeroPart::ignored) p.push_back({"ZERO_COUNTS", "1'b1"});
        if (overflow) {
            const int infinite = 129 - seen.ib;  // exponent at which the top bit weighs 2^128
            const bool normal = !a.scale && std::max(a.e_low + b.e_high, a.e_high + b.e_low) < infinite;
            p.push_back({"OVERFLOW", "1'b1"});
            p.push_back({"INFINITE_EXP", text(infinite - seen.base)});
            if (normal) p.push_back({"TOP_BITS", "2"});
        }
        if (rules_.flush_products) {
            p.push_back({"FLUSH", "1'b1"});
            p.push_back({"LEAST_EXP", text(-125 - seen.ib - seen.base)});
        }
        if (rules_.zero_product_sign == ProductZeroSign::positive) p.push_back({"POSITIVE_ZERO", "1'b1"});
        Cell cell{
            "karat_products",
            "i_" + name,
            p,
            {{"a_i", from_a}, {"b_i", from_b}},
            {{"sign_o", sign}, {"exp_o", exponent}, {"sig_o", sig}, {"zero_o", zero}, {"inf_o", inf}, {"nan_o", nan}, {"overflow_o", over}},
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

    /// Reads a number. `zero`: exponent field of a zero; without, as it is held.
    Seen read(Slot slot, bool flush, const std::string& name, int ew, int base, std::optional<int> zero, bool facts) {
        const ReadLayout r = layout_.read(slot, flush);
        const int sig_bits = r.fraction + 1;
        Parameters p = layout_parameters(r.format);
        if (r.flush_below != 0) p.push_back({"FLUSH_BELOW", text(r.flush_below)});
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
                  {{"sign_o", sign}, {"exp_o", exponent}, {"sig_o", sig}, {"zero_o", zero_wire}, {"inf_o", inf}, {"nan_o", nan}},
                  {},
                  r.convert ? 8 + tree(sig_bits) * 3 : 5 + tree(ew),
                  false,
                  -1});
        if (facts) {
            Value& v = values_[slot];
            v.sign = net_.all(sign);
            v.zero = net_.all(zero_wire);
            v.inf = net_.all(inf);
            v.nan = net_.all(nan);
            v.known = true;
        }
        return {net_.all(sign), net_.all(exponent), net_.all(sig)};
    }

    void number(const AddendGroup& group, Slot slot, const GroupLayout& seen, int ew, const std::string& name, Seen& out) {
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
            // the exponent of the top bit, for karat_lead
            Seen held = read(slot, term.flush, name + "_held", ew, seen.base, std::nullopt, true);
            held.sig = lead(held.exponent, held.sig, term, seen, r.fraction + 1, ew, name, held.exponent);
            out.sign.append(held.sign);
            out.exponent.append(held.exponent);
            out.sig.append(held.sig);
            return;
        }
        const bool flushed = r.flush_below != 0 && term.flush && !(slot == program_.c_slot() && rules_.flush_c);
        const bool raw = flushed && current().sum->zero_sum == ZeroSum::ieee;
        if (raw) (void)read(slot, false, name + "_raw", ew, seen.base, zero, true);  // whether it is a zero, as the sign of a sum sees it
        const Seen one = read(slot, term.flush, name, ew, seen.base, zero, !raw);
        out.sign.append(one.sign);
        out.exponent.append(one.exponent);
        out.sig.append(one.sig);
    }

    /// Normalised: `top` is the exponent of the top bit.
    WireExpression lead(const WireExpression& top, const WireExpression& sig, const Term& term, const GroupLayout& seen, int width, int ew,
                        const std::string& name, WireExpression& exponent) {
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

    [[nodiscard]] WireExpression flag_or_0(const WireExpression& x) const {
        return x.parts.empty() && x.text.empty() ? literal("1'b0") : x;
    }

    /// A fixed-point sum below, as an addend.
    void kept(const AddendGroup& group, std::size_t index, const GroupLayout& seen, int ew, const std::string& name, Seen& out) {
        const Term& term = *group.term;
        const Slot slot = program_.addends(group)[index];
        const SumLayout& inner = layout_.sum(slot - program_.first_result());
        Value& v = values_[slot];
        WireExpression exponent = v.exponent;
        WireExpression sig = v.magnitude;
        int width = inner.bits;
        if (group.scaled_sum) {
            sig = scaled(group, index, seen, ew, name, exponent);
            width = net_.width(sig);
        } else if (inner.form == SumForm::fixed) {
            // its point stands still: the exponent of its top bit, for a pair or karat_lead; else of its point
            exponent = literal(constant(ew, -seen.base));
        } else if (!seen.tied) {
            exponent =
                net_.all(assign(name + "_exp", ew, cast(ew, net_.width(exponent), inner.base - seen.base), {exponent}, 1 + tree(ew)));
        } else if (form_ == SumForm::moving) {
            exponent = takes_part(group, slot, ew, name, exponent);
        } else {
            exponent = net_.all(assign(name + "_exp", ew, cast(ew, net_.width(exponent), 0), {exponent}, 1));
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
    [[nodiscard]] int net_fraction(const AddendGroup& group, const SumLayout& inner) const {
        return inner.grid + (group.scaled_sum ? 2 * layout_.scale().fraction : 0);
    }
    [[nodiscard]] static std::string cast(int ew, int from, int add) {
        std::string out = from == ew ? "%0" : text(ew) + "'(%0)";
        if (add != 0) out += (add > 0 ? " + " : " - ") + constant(ew, add > 0 ? add : -add);
        return out;
    }

    /// The exponent of a sum that may be zero: 0 if it takes no part then.
    WireExpression takes_part(const AddendGroup& group, Slot slot, int ew, const std::string& name, const WireExpression& exponent) {
        const std::string wide = cast(ew, net_.width(exponent), 0);
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
        return net_.all(assign(name + "_exp", ew, "(" + condition + ") ? " + wide + " : '0", inputs, 2 + tree(net_.width(inputs[1]))));
    }

    /// Whether a product below a sum is not zero.
    WireExpression terms(Slot slot) {
        WireExpression zeros;
        collect_products(program_.operation_of(slot), zeros);
        return net_.all(assign("s" + text(slot - program_.first_result()) + "_terms_" + text(serial_++), 1, "~(&%0)", {zeros},
                               tree(net_.width(zeros)), true));
    }
    void collect_products(const Operation& op, WireExpression& zeros) {
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
    /// Whether some addend of a sum takes part in its maximum, as it does not where all are zeros that do not count.
    WireExpression any_part(Slot slot) {
        const Operation& op = program_.operation_of(slot);
        if (op.sum->floor) return literal("1'b1");
        WireExpression parts;
        for (const AddendGroup& group : program_.groups(op)) {
            for (const Slot below : program_.addends(group)) {
                const WireExpression one = one_part(op, group, below);
                if (one.parts.empty()) return one;
                parts.append(one);
            }
        }
        const std::string name = "s" + text(slot - program_.first_result()) + "_part_" + text(serial_++);
        return net_.all(assign(name, 1, "|%0", {parts}, tree(net_.width(parts)), true));
    }
    WireExpression one_part(const Operation& op, const AddendGroup& group, Slot slot) {
        const Term& term = *group.term;
        const bool number = program_.is_number(slot);
        if (group.scaled_sum) throw Error("the RTL cannot be built: " + op.path + ": scale factors of a scaled sum are not there");
        if (term.least_exponent) return literal("1'b1");
        if (group.are_products || number) {
            const bool counts = term.zero != ZeroPart::ignored && term.zero != ZeroPart::terms;
            if (counts) return literal("1'b1");
            return net_.all(assign("nonzero_" + text(serial_++), net_.width(values_[slot].zero), "~%0", {values_[slot].zero}, 1, true));
        }
        if (term.zero == ZeroPart::counted) return any_part(slot);
        if (term.zero == ZeroPart::terms) return terms(slot);
        const WireExpression& magnitude = values_[slot].magnitude;
        return net_.all(assign("nonzero_" + text(serial_++), 1, "|%0", {magnitude}, tree(net_.width(magnitude)), true));
    }

    WireExpression scaled(const AddendGroup& group, std::size_t index, const GroupLayout& seen, int ew, const std::string& name,
                          WireExpression& exponent) {
        const Term& term = *group.term;
        const Slot slot = program_.addends(group)[index];
        const std::size_t block = program_.blocks(group)[index];
        const SumLayout& inner = layout_.sum(slot - program_.first_result());
        const ReadLayout scale = layout_.scale();
        const bool by_scale = term.compared_by == ComparedBy::scale;
        const bool counted = term.zero == ZeroPart::counted;
        // each factor's share of the exponent counts from the least it can have
        const int share = counted ? std::min(scale.e_low, -126) : scale.e_low;
        const int own = inner.form == SumForm::fixed || by_scale ? 0 : inner.base;
        Value& v = values_[slot];
        Parameters p{{"W", text(inner.bits)}};
        const int own_bits = v.exponent.parts.empty() ? 1 : net_.width(v.exponent);
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

    Seen see(std::size_t g) {
        const AddendGroup& group = program_.groups(current())[g];
        const SumLayout& sum = layout_.sum(current_);
        const GroupLayout& seen = sum.groups[g];
        Seen out;
        if (group.are_products) {
            products(group, seen, sum.ew, named(g, "product"), out);
            if (group.term->compared_by == ComparedBy::leading) lead_products(group, seen, sum.ew, named(g, "product"), out);
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

    void lead_products(const AddendGroup& group, const GroupLayout& seen, int ew, const std::string& name, Seen& all) {
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

    // ---- specials and the sign of zero -----------------------------------------------------------------------------------

    struct Verdict {
        WireExpression nan, inf, sign;
        [[nodiscard]] bool any() const { return !nan.parts.empty(); }
    };

    [[nodiscard]] bool can_be_special(Slot slot) const {
        const ValueBounds& v = bounds_.value(slot);
        return v.nan || v.infinity;
    }

    Verdict verdict(std::span<const Slot> slots, bool overflow, const std::string& name) {
        WireExpression nan, inf, sign;
        for (const Slot slot : slots) {
            if (!can_be_special(slot) && scaled_nan_.find(slot) == scaled_nan_.end()) continue;
            if (!program_.is_product(slot) && !program_.is_number(slot)) specials_of(slot);
            const Value& v = values_[slot];
            const auto scaled = scaled_nan_.find(slot);
            if (scaled == scaled_nan_.end() && v.nan.parts.empty()) continue;
            nan.append(scaled != scaled_nan_.end() ? scaled->second : v.nan);
            WireExpression infinite = scaled != scaled_nan_.end() ? scaled_inf_[slot] : v.inf;
            if (overflow && !v.overflow.parts.empty()) {
                infinite = net_.all(assign(name + "_inf" + text(slot), 1, "%0 | %1", {infinite, v.overflow}, 1, true));
            }
            inf.append(infinite);
            const auto own = inf_sign_.find(slot);
            sign.append(own != inf_sign_.end() ? own->second : v.sign);
        }
        if (nan.parts.empty()) return {};
        const int n = net_.width(nan);
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

    /// `first` decides, then `second`.
    Verdict after(const Verdict& first, const Verdict& second, const std::string& name) {
        if (!first.any()) return second;
        if (!second.any()) return first;
        const auto choose = [&](const char* what, const WireExpression& x, const WireExpression& y) {
            return net_.all(assign(name + what, 1, "(%0 | %1) ? %2 : %3", {first.nan, first.inf, x, y}, 2, true));
        };
        return {choose("_nan", first.nan, second.nan), choose("_inf", first.inf, second.inf), choose("_inf_sign", first.sign, second.sign)};
    }

    Verdict specials(const Operation& op, const std::string& name) {
        std::vector<Slot> addends;
        bool overflow = false;
        const auto overflows = [&](Slot slot) { overflow |= !values_[slot].overflow.parts.empty(); };
        for (const AddendGroup& group : program_.groups(op)) {
            for (const Slot slot : program_.addends(group)) addends.push_back(slot);
        }
        if (op.sum->specials == SpecialsOf::addends) return verdict(addends, true, name + "_special");
        for (const Slot slot : program_.operand_slots(op)) overflows(slot);
        Verdict out = verdict(program_.operand_slots(op), false, name + "_special");
        if (overflow) out = after(out, verdict(program_.operand_slots(op), true, name + "_beyond"), name + "_first");
        std::vector<Slot> made;  // roundings below can overflow, scale factors can be NaN
        for (const Slot slot : addends) {
            const bool number = slot >= program_.first_result() && program_.is_number(slot);
            const auto operands = program_.operand_slots(op);
            const bool listed = std::find(operands.begin(), operands.end(), slot) != operands.end();
            if (!listed && (number || scaled_nan_.find(slot) != scaled_nan_.end() || !program_.is_product(slot))) made.push_back(slot);
        }
        const bool only_operands = std::all_of(made.begin(), made.end(), [&](Slot slot) { return follows_operands(slot); });
        if (!only_operands) out = after(out, verdict(made, true, name + "_made"), name + "_then");
        return out;
    }
    /// A fixed-point sum of nothing but products and c: special only if these are.
    [[nodiscard]] bool follows_operands(Slot slot) const {
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

    /// The flags of a fixed-point sum, made when somebody asks.
    void specials_of(Slot slot) {
        Value& v = values_[slot];
        if (v.known) return;
        v.known = true;
        const std::size_t index = slot - program_.first_result();
        const Verdict out = specials(program_.operations()[index], "s" + text(static_cast<int>(index)));
        v.nan = flag_or_0(out.nan);
        v.inf = flag_or_0(out.inf);
        if (out.any()) inf_sign_[slot] = out.sign;
    }

    /// Zeros and signs of what an exact zero sum is made of.
    void facts(const Operation& op, WireExpression& zeros, WireExpression& signs) {
        for (const AddendGroup& group : program_.groups(op)) {
            for (const Slot slot : program_.addends(group)) {
                const bool is_sum = slot >= program_.first_result() && !program_.is_number(slot);
                if (is_sum && program_.operation_of(slot).sum->zero_sum == ZeroSum::ieee) {
                    facts(program_.operation_of(slot), zeros, signs);
                    continue;
                }
                Value& v = values_[slot];
                if (is_sum) {
                    const std::string name = "s" + text(slot - program_.first_result()) + "_is_zero_" + text(serial_++);
                    zeros.append(net_.all(assign(name, 1, "~(|%0)", {v.magnitude}, tree(net_.width(v.magnitude)), true)));
                } else {
                    zeros.append(v.zero);
                }
                signs.append(v.sign);
            }
        }
    }
    WireExpression zero_sign(const Operation& op) {
        if (op.sum->zero_sum == ZeroSum::positive) return literal("1'b0");
        WireExpression zeros, signs;
        facts(op, zeros, signs);
        std::string expression = "(&%0) & (&%1)";
        if (op.round->rounding == Rounding::RD) expression = "((&%0) & (&%1)) | ~((&%0) & ~(|%1))";
        return net_.all(assign(named("zero_sign"), 1, expression, {zeros, signs}, 2 + tree(net_.width(zeros)), true));
    }

    // ---- sums ------------------------------------------------------------------------------------------------------------

    [[nodiscard]] const Operation& current() const { return program_.operations()[current_]; }

    void operation(std::size_t index) {
        current_ = index;
        const Operation& op = current();
        const SumLayout& sum = layout_.sum(index);
        form_ = sum.form;
        std::vector<std::string> lines = described(program_, op);
        for (std::string& line : widths_of(op, sum)) lines.push_back(std::move(line));
        net_.headline(lines);
        std::vector<Seen> groups;
        for (std::size_t g = 0; g < op.groups; ++g) groups.push_back(see(g));
        Total total;
        switch (sum.form) {
            case SumForm::single:
                total = {groups[0].sign, groups[0].sig, groups[0].exponent, {}};
                break;
            case SumForm::pair:
                total = add_pair(groups, sum);
                break;
            case SumForm::fixed:
                total = add_fixed(groups, sum);
                break;
            case SumForm::moving:
                total = add_moving(groups, sum);
                break;
        }
        if (op.round != nullptr) {
            round(op, sum, total);
            return;
        }
        Value& v = values_[op.result];
        v.sign = total.sign;
        v.magnitude = total.magnitude;
        v.exponent = total.exponent;
    }

    [[nodiscard]] std::vector<std::string> widths_of(const Operation& op, const SumLayout& sum) const {
        const SumBounds& b = bounds_.sum(static_cast<std::size_t>(op.result - program_.first_result()));
        switch (sum.form) {
            case SumForm::single:
                return {"Exponents as distances from " + text(sum.base) + "."};
            case SumForm::pair:
                return {"Exponents of leading bits as distances from " + text(sum.base) + ", the least."};
            case SumForm::fixed:
                return {"Unit 2^" + text(-sum.grid) + ", the last bit of any addend; |sum| < 2^" + text(sum.bits) + " units."};
            case SumForm::moving:
                break;
        }
        const bool common = op.sum->grid == GridRule::common;
        return {std::string(common ? "The grid's unit" : "e_max") + " in " + text(sum.least) + ".." + text(sum.most) + ", " + text(sum.ew) +
                    " bits as a distance from " + text(sum.base) + ".",
                common ? "|sum| < 2^" + text(sum.bits) + " units."
                       : "Unit 2^(e_max - " + text(sum.grid) + "); |sum| < 2^" + text(bit_length(b.largest)) + " units, kept in " +
                             text(sum.bits) + " bits."};
    }

    struct Total {
        WireExpression sign, magnitude, exponent, lost;
    };

    Total sign_and_magnitude(const WireExpression& sum, int bits) {
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

    Total add_up(const WireExpression& addends, int n, const SumLayout& sum) {
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
        if (sum.bits + 1 > wide) {  // room for the point
            low = net_.all(assign(named("sum_wide"), sum.bits + 1, "{{" + text(sum.bits + 1 - wide) + "{%1}}, %0}",
                                  {low, WireExpression{{{total, wide - 1, 1}}, {}}}, 0, true));
        }
        return sign_and_magnitude(low, sum.bits);
    }

    Total add_fixed(const std::vector<Seen>& groups, const SumLayout& sum) {
        WireExpression addends;
        int n = 0;
        for (std::size_t g = 0; g < groups.size(); ++g) {
            const GroupLayout& group = sum.groups[g];
            const int count = net_.width(groups[g].sign);
            const Wire placed = net_.wire(named(g, "placed"), count * sum.addend);
            const WireExpression exponent = groups[g].exponent;
            const int ew = exponent.parts.empty() ? sum.ew : net_.width(exponent) / count;
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

    Total add_moving(const std::vector<Seen>& groups, const SumLayout& sum) {
        const Operation& op = current();
        const bool common = op.sum->grid == GridRule::common;
        WireExpression exponents;
        int n = 0;
        for (const Seen& group : groups) {
            exponents.append(group.exponent);
            n += net_.width(group.sign);
        }
        WireExpression compared = exponents;
        int leaves = n;
        if (sum.floor > 0) {
            compared.text = constant(sum.ew, sum.floor);
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
        WireExpression addends, lost;
        const WireExpression frame = frame_of(groups);
        const bool sticky = op.sum->sticky == Sticky::ored;
        for (std::size_t g = 0; g < groups.size(); ++g) {
            const AddendGroup& group = program_.groups(op)[g];
            const Term& term = *group.term;
            const GroupLayout& seen = sum.groups[g];
            Parameters p{{"N", text(static_cast<int>(group.count))}, {"IB", text(seen.ib)}, {"FB", text(seen.fb)}, {"F", text(seen.F)}};
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
            net_.add({"karat_align_all",
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

    /// The sign of c, which the addends are relative to.
    [[nodiscard]] WireExpression frame_of(const std::vector<Seen>& groups) const {
        if (current().sum->frame == SignFrame::exact) return {};
        for (std::size_t g = 0; g < groups.size(); ++g) {
            const ExpressionKind kind = program_.groups(current())[g].term->of.kind;
            if (kind == ExpressionKind::c || kind == ExpressionKind::acc) return groups[g].sign;
        }
        return {};
    }
    /// Back from the frame of c's sign; zeros only give 0.
    void unframe(Total& total, const WireExpression& frame) {
        WireExpression zeros;
        for (const AddendGroup& group : program_.groups(current())) {
            for (const Slot slot : program_.addends(group)) {
                if (values_[slot].zero.parts.empty())
                    throw Error("the RTL cannot be built: " + current().path + ".frame: use it on products and numbers");
                zeros.append(values_[slot].zero);
            }
        }
        const int bits = net_.width(total.magnitude);
        total.sign = net_.all(assign(named("framed_sign"), 1, "%0 ^ %1", {total.sign, frame}));
        total.magnitude =
            net_.all(assign(named("framed_magnitude"), bits, "(&%1) ? '0 : %0", {total.magnitude, zeros}, 2 + tree(net_.width(zeros))));
    }

    Total add_pair(const std::vector<Seen>& groups, const SumLayout& sum) {
        Seen all;
        std::vector<int> widths;
        for (std::size_t g = 0; g < groups.size(); ++g) {
            const int count = net_.width(groups[g].sign);
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
                  {{"XW", text(widths[0])}, {"YW", text(widths[1])}, {"EW", text(sum.ew)}, {"FRACTION", text(fraction)}},
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
    /// Addend i of two, in one group or two.
    [[nodiscard]] WireExpression pick(const std::vector<Seen>& groups, std::size_t i, int what) const {
        const Seen& group = groups.size() == 1 ? groups[0] : groups[i];
        const WireExpression& x = what == 0 ? group.sign : what == 1 ? group.exponent : group.sig;
        if (groups.size() == 2 || x.parts.empty()) return x;
        if (x.parts.size() == 2) return {{x.parts[i]}, {}};
        const int half = x.parts[0].width / 2;
        return {{{x.parts[0].wire, x.parts[0].low + static_cast<int>(i) * half, half}}, {}};
    }

    // ---- rounding --------------------------------------------------------------------------------------------------------

    void round(const Operation& op, const SumLayout& sum, const Total& total) {
        const OutputRule& rule = *op.round;
        const FormatInfo& f = info(rule.format);
        const int width = net_.width(total.magnitude);
        int unit = sum.unit();  // the exponent of the unit where the exponent's field is 0
        int least = sum.least - sum.base;
        int most = sum.most - sum.base;
        if (sum.form == SumForm::single) unit = sum.base - sum.groups[0].fb;
        if (sum.form == SumForm::pair) unit = sum.base - (width - 2);
        if (sum.form == SumForm::fixed) least = most = 0;
        const int adjust = width - 1 + unit - f.min_exponent();
        const int room = std::max(0, most + adjust);
        const int exp_bits = std::max(bits_for(room + 2), f.exponent_bits + 1);
        const int norm = std::max(width, rule.fraction + (rule.flush ? 4 : 3));
        const bool fixed = total.exponent.parts.empty();
        const Wire zero = net_.wire(named("is_zero"), 1);
        const Wire sig = net_.wire(named("norm"), norm);
        const Wire exponent = net_.wire(named("norm_exp"), exp_bits);
        const Wire below = net_.wire(named("below"), 1);
        net_.add({"karat_normalise",
                  "i_" + named("norm"),
                  {{"W", text(width)},
                   {"NORM_W", text(norm)},
                   {"EW", text(fixed ? 1 : net_.width(total.exponent))},
                   {"EXP_W", text(exp_bits)},
                   {"ROOM_ADJUST", text(adjust)},
                   {"ROOM_MIN", text(adjust + least)}},
                  {{"magnitude_i", total.magnitude}, {"exp_i", fixed ? literal("1'b0") : total.exponent}},
                  {{"zero_o", zero}, {"sig_o", sig}, {"exp_o", exponent}, {"sticky_o", below}},
                  {},
                  10 + 5 * tree(norm),
                  false,
                  -1});
        const Verdict special = specials(op, named("all"));
        const WireExpression negative_zero = zero_sign(op);
        WireExpression sticky = net_.all(below);
        if (!total.lost.parts.empty()) sticky = net_.all(assign(named("sticky"), 1, "%0 | %1", {sticky, total.lost}, 1, true));
        const Wire d = net_.wire("x" + text(static_cast<int>(current_)), f.bits);
        net_.add({"karat_encode",
                  "i_" + named("encode"),
                  encode_parameters(rule, norm, exp_bits),
                  {{"sign_i", total.sign},
                   {"sig_i", net_.all(sig)},
                   {"exp_i", net_.all(exponent)},
                   {"sticky_i", sticky},
                   {"zero_i", net_.all(zero)},
                   {"zero_sign_i", negative_zero},
                   {"nan_i", flag_or_0(special.nan)},
                   {"inf_i", flag_or_0(special.inf)},
                   {"inf_sign_i", flag_or_0(special.sign)}},
                  {{"d_o", d}},
                  {},
                  8 + 2 * tree(rule.fraction + exp_bits),
                  false,
                  -1});
        values_[op.result].encoding = net_.all(d);
    }

    [[nodiscard]] Parameters encode_parameters(const OutputRule& rule, int norm, int exp_bits) const {
        const FormatInfo& f = info(rule.format);
        if (rule.nan == NanEncoding::amd_rdna || rule.nan == NanEncoding::x86) {
            throw Error("the RTL cannot be built: " + current().path + ".round.nan: " + std::string(name_of(rule.nan)) +
                        " is not there; use nvidia, riscv or any");
        }
        const auto overflow = [&](bool negative) { return round_to(rule, negative, BigInt(1), f.max_exponent() + 2); };
        const int cut = f.fraction_bits - rule.fraction;
        Parameters p{{"EXPONENT_BITS", text(f.exponent_bits)},
                     {"FRACTION_BITS", text(f.fraction_bits)},
                     {"FRACTION", text(rule.fraction)},
                     {"ROUNDING", rounding_of(rule.rounding)},
                     {"NORM_W", text(norm)},
                     {"EXP_W", text(exp_bits)},
                     {"OVERFLOW_CODE", encoding(exp_bits + rule.fraction, (f.max_finite_code() >> cut) + 1)},
                     {"NAN", encoding(f.bits, encode_nan(rule.format, rule.nan))},
                     {"INF_POSITIVE", encoding(f.bits, encode_infinity(rule, false))},
                     {"INF_NEGATIVE", encoding(f.bits, encode_infinity(rule, true))},
                     {"OVERFLOW_POSITIVE", encoding(f.bits, overflow(false))},
                     {"OVERFLOW_NEGATIVE", encoding(f.bits, overflow(true))}};
        if (f.ignored_low_bits != 0) p.push_back({"LOW_BITS", text(f.ignored_low_bits)});
        if (f.specials == Specials::fnuz) p.push_back({"NEGATIVE_ZERO", "1'b0"});
        if (rule.flush) p.push_back({"FLUSH", "1'b1"});
        if (rule.flush && rule.flush_when == FlushWhen::before) p.push_back({"FLUSH_BEFORE", "1'b1"});
        if (rule.flush && rule.flush_when == FlushWhen::unbounded) p.push_back({"FLUSH_UNBOUNDED", "1'b1"});
        if (rule.underflow_sign == UnderflowSign::positive) p.push_back({"POSITIVE_UNDERFLOW", "1'b1"});
        return p;
    }

    const Program& program_;
    const OperandRules& rules_;
    const Bounds& bounds_;
    RtlLayout layout_;
    Netlist net_;
    std::vector<Wire> a_, b_, scale_a_, scale_b_;
    Wire c_ = 0;
    std::vector<Value> values_;
    std::map<Slot, WireExpression> scaled_nan_, scaled_inf_, inf_sign_;
    std::size_t current_ = 0;
    SumForm form_ = SumForm::moving;
    int serial_ = 0;
};

}  // namespace

int deepest_pipeline(const Program& program, const Bounds& bounds) { return LaneWriter(program, bounds).depth(); }

LaneText write_lane(const Program& program, const Bounds& bounds, int stages, const std::string& name) {
    LaneWriter writer(program, bounds);
    const int depth = writer.depth();
    if (stages < 0 || stages > depth) {
        throw Error("stages: " + std::to_string(stages) + " is not allowed; this recipe has place for 0.." + std::to_string(depth));
    }
    return writer.write(stages, name);
}

}  // namespace karat::tb
