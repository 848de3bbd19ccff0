// SPDX-License-Identifier: Apache-2.0
// The notes of a recipe: the attributes that its formula does not show, in plain words.
#include <algorithm>
#include <map>
#include <set>

#include "karat/recipe/recipe_text.hpp"
#include "karat/recipe/single_step.hpp"

namespace karat {
namespace {

std::string text(Format format) { return std::string(name_of(format)); }

std::string flush_note(const std::string& what, const OperandRules& rules) {
    return what + " flushed to " + (rules.flush_sign == FlushSign::keep ? "zero of its sign" : "+0") +
           (rules.flush_below == FlushBelow::fp32 ? " when below 2^-126" : " when subnormal");
}

std::vector<std::string> operand_notes(const OperandRules& o) {
    std::vector<std::string> out{"a " + text(o.a) + ", b " + text(o.b) + ", c " + text(o.c) + ", d " +
                                 text(o.d) + ", k = " + std::to_string(o.k)};
    if (o.scale) {
        out.push_back("scale factors " + text(*o.scale) + ", one for a and one for b per " +
                      std::to_string(o.scale_block) + " consecutive k");
    }
    if (o.metadata != Metadata::none)
        out.push_back("metadata " + std::string(name_of(o.metadata)) + " selects " + std::to_string(o.k) +
                      " of " + std::to_string(o.k_of_b()) + " elements of b");
    if (o.convert) out.push_back("a and b are converted to " + text(*o.convert));
    if (o.convert_c) out.push_back("c is converted to " + text(*o.convert_c));
    std::string flushed;
    for (const auto& [flush, name] : {std::pair{o.flush_a, "a"}, {o.flush_b, "b"}, {o.flush_c, "c"}}) {
        if (flush) flushed += (flushed.empty() ? "" : ", ") + std::string(name);
    }
    if (!flushed.empty()) out.push_back(flush_note(flushed, o));
    if (o.multiplier == Multiplier::xor_) out.emplace_back("a product is the exclusive or of a and b");
    if (o.product_overflow == ProductOverflow::inf)
        out.emplace_back("a product of magnitude 2^128 or more becomes infinite");
    if (o.flush_products)
        out.emplace_back("a product of magnitude below 2^-126 becomes a zero of the same sign");
    if (o.zero_product_sign == ProductZeroSign::positive)
        out.emplace_back("a product that is exactly zero is +0");
    return out;
}

std::string subject(const Expression& e) {
    switch (e.kind) {
        case ExpressionKind::product:
            return "a product";
        case ExpressionKind::zero:
            return "+0";
        case ExpressionKind::sum:
            return e.sum->label.text.empty() ? "an inner sum" : "\"" + e.sum->label.text + "\"";
        case ExpressionKind::chain:
            return "a chain";
        default:
            return std::string(name_of(e.kind));
    }
}

std::string zero_note(const Term& term, const std::string& what) {
    const bool product = term.of.kind == ExpressionKind::product;
    std::string zero = product ? "a zero product takes part in e_max; each zero operand counts"
                               : what + ", when zero, takes part in e_max";
    switch (term.zero) {
        case ZeroPart::ignored:
            break;
        case ZeroPart::minus126:
            return zero + " with exponent -126";
        case ZeroPart::format_min:
            return zero + " with the minimum exponent of its format";
        case ZeroPart::terms:
            return zero + " if any of its products is nonzero and no scale factor is zero";
        case ZeroPart::counted:
            return zero;
    }
    return {};
}

std::vector<std::string> term_notes(const Term& term, const OperandRules& rules) {
    std::vector<std::string> out;
    const std::string what = subject(term.of);
    if (term.flush) out.push_back(flush_note(what, rules));
    if (term.compared_by == ComparedBy::scale)
        out.push_back(what + " is compared by the exponents of its scale factors only");
    if (term.compared_by == ComparedBy::leading) {
        const std::string from =
            term.least_exponent ? ", but at least " + std::to_string(*term.least_exponent) : "";
        out.push_back(what + " is compared by the exponent of its leading bit" + from);
    }
    if (std::string zero = zero_note(term, what); !zero.empty()) out.push_back(std::move(zero));
    if (term.drop_tiny_negative) {
        const std::string where =
            term.least_exponent ? " if that unit is above 2^" + std::to_string(*term.least_exponent) : "";
        out.push_back(what + ", when negative and smaller than one unit of the grid, counts as 0" + where);
    }
    return out;
}

std::vector<std::string> sum_notes(const Sum& sum) {
    std::vector<std::string> out;
    if (sum.floor) out.push_back("e_max is at least " + std::to_string(*sum.floor));
    if (sum.zero_sum == ZeroSum::ieee)
        out.emplace_back("an exactly zero sum has the sign that IEEE 754 specifies");
    if (sum.specials == SpecialsOf::operands)
        out.emplace_back("infinities and NaNs of the operands take precedence");
    return out;
}

std::vector<std::string> round_notes(const OutputRule& rule) {
    std::vector<std::string> out;
    if (rule.overflow == Overflow::wrap)
        out.push_back("an overflowing result wraps modulo 2^" + std::to_string(info(rule.format).bits));
    if (rule.overflow == Overflow::saturate)
        out.emplace_back(info(rule.format).is_integer()
                             ? "an overflowing result becomes the nearest integer in range"
                             : "an overflowing result becomes the largest finite number");
    if (rule.overflow == Overflow::ieee)
        out.emplace_back("an overflowing result becomes what IEEE 754 specifies for the rounding mode");
    if (rule.nan != NanEncoding::nvidia) out.push_back("NaN encoding " + std::string(name_of(rule.nan)));
    if (rule.underflow_sign == UnderflowSign::positive)
        out.emplace_back("a nonzero sum that rounds to zero gives +0");
    if (!rule.flush) return out;
    constexpr std::array<const char*, 3> kWhen{"", " before rounding",
                                               " after rounding with an unbounded exponent"};
    out.push_back("a result that is subnormal" +
                  std::string(kWhen.at(static_cast<std::size_t>(rule.flush_when))) +
                  (rule.flush_sign == FlushSign::keep ? " is flushed to a zero of the same sign"
                                                      : " is flushed to +0"));
    return out;
}

/// Collects the notes of all nodes. Each note appears once.
class Notes {
   public:
    explicit Notes(const Recipe& recipe) : rules_(recipe.operands), out_(operand_notes(recipe.operands)) {
        visit(with_c_in_single_steps(recipe.result), "result");
        for (const std::string& note : order_) out_.push_back(scope(note) + note);
    }
    [[nodiscard]] std::vector<std::string> take() { return std::move(out_); }

   private:
    struct Node {
        std::string label;
        std::string path;
    };
    struct Holds {
        std::string kind;  ///< of the nodes that the note can apply to
        std::vector<std::size_t> nodes;
    };

    void note(const std::string& kind, const Node& node, const std::vector<std::string>& all) {
        std::vector<Node>& nodes = nodes_[kind];
        nodes.push_back(node);
        for (const std::string& note : all) {
            if (!holds_.contains(note)) order_.push_back(note);
            Holds& holds = holds_[note];
            holds.kind = kind;
            holds.nodes.push_back(nodes.size() - 1);
        }
    }

    void visit(const Expression& e, const std::string& path) {
        if (e.kind == ExpressionKind::sum) visit(*e.sum, path);
        if (e.kind != ExpressionKind::chain) return;
        visit(e.chain->start, path + ".start.of");
        visit(*e.chain->step, path + ".chain");
        if (e.chain->last) note("round", {"", path + ".last"}, round_notes(*e.chain->last));
    }
    void visit(const Sum& sum, const std::string& path) {
        const Node node{sum.label.text, path};
        note("sum", node, sum_notes(sum));
        for (std::size_t i = 0; i < sum.terms.size(); ++i) {
            const std::string at = path + ".sum[" + std::to_string(i) + "]";
            note(subject(sum.terms[i].of), {sum.label.text, at}, term_notes(sum.terms[i], rules_));
            visit(sum.terms[i].of, at + ".of");
        }
        if (sum.round) note("round", {sum.label.text, path + ".round"}, round_notes(*sum.round));
    }

    /// "in "pair": ", or nothing if the note holds for all nodes of its kind.
    [[nodiscard]] std::string scope(const std::string& note) const {
        const Holds& holds = holds_.at(note);
        const std::vector<Node>& all = nodes_.at(holds.kind);
        if (holds.nodes.size() == all.size()) return {};
        std::map<std::string, std::size_t> of_label;
        std::map<std::string, std::size_t> here;
        for (const Node& node : all) ++of_label[node.label];
        for (const std::size_t i : holds.nodes) ++here[all[i].label];
        std::set<std::string> said;
        std::string out;
        for (const std::size_t i : holds.nodes) {
            const Node& node = all[i];
            const bool by_label = !node.label.empty() && here[node.label] == of_label[node.label];
            const std::string name = by_label ? "\"" + node.label + "\"" : node.path;
            if (said.insert(name).second) out += (out.empty() ? "in " : ", ") + name;
        }
        return out + ": ";
    }

    const OperandRules& rules_;
    std::vector<std::string> out_;
    std::vector<std::string> order_;
    std::map<std::string, std::vector<Node>> nodes_;
    std::map<std::string, Holds> holds_;
};

}  // namespace

std::vector<std::string> notes(const Recipe& recipe) { return Notes(recipe).take(); }

}  // namespace karat
