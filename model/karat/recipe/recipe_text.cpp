// SPDX-License-Identifier: Apache-2.0
#include "karat/recipe/recipe_text.hpp"

#include <algorithm>
#include <optional>

#include "karat/recipe/single_step.hpp"

namespace karat {
namespace {

/// Text with arguments. If the text does not fit on one line, each argument gets a line of its own.
struct Text {
    std::string head;
    std::vector<Text> arguments;
    std::string tail;

    [[nodiscard]] std::string flat() const {
        std::string out = head;
        for (std::size_t i = 0; i < arguments.size(); ++i) out += (i == 0 ? "" : ", ") + arguments[i].flat();
        return out + tail;
    }
};

void lay_out(const Text& text, std::size_t indent, std::size_t after, std::size_t columns, std::string& out) {
    constexpr std::size_t kStep = 4;
    const std::string flat = text.flat();
    if (text.arguments.empty() || indent + flat.size() + after <= columns) {
        out += flat;
        return;
    }
    out += text.head;
    for (std::size_t i = 0; i < text.arguments.size(); ++i) {
        const bool last = i + 1 == text.arguments.size();
        out.append("\n").append(indent + kStep, ' ');
        lay_out(text.arguments[i], indent + kStep, last ? text.tail.size() + after : 1, columns, out);
        if (!last) out += ",";
    }
    // without a line break rfind returns npos, and npos + 1 is 0
    const std::size_t line = out.size() - (out.rfind('\n') + 1);
    if (line + text.tail.size() + after > columns) out.append("\n").append(indent, ' ');
    out += text.tail;
}

Text around(const std::string& before, Text inner, const std::string& behind = "") {
    inner.head = before + inner.head;
    inner.tail += behind;
    return inner;
}

std::string positions(const std::vector<int>& list) {
    std::string out;
    for (std::size_t i = 0; i < list.size();) {
        std::size_t end = i + 1;
        while (end < list.size() && list[end] == list[end - 1] + 1) ++end;
        if (end - i < 3) end = i + 1;
        out += (out.empty() ? "" : ", ") + std::to_string(list[i]);
        if (end - i > 1) out += ".." + std::to_string(list[end - 1]);
        i = end;
    }
    return out;
}

/// "k 0, 2, each of 2 interleaved parts: ", or nothing if the expression takes the whole slice.
std::string selection(const Select& select) {
    std::string out = select.list.empty() ? "" : "k " + positions(select.list);
    if (select.parts > 1) {
        out += out.empty() ? "" : ", ";
        const bool each = select.index == Select::kEach;
        out += each ? "each of " : "part " + std::to_string(select.index) + " of ";
        out += std::to_string(select.parts);
        if (select.pattern == Pattern::interleaved) out += " interleaved";
        if (each || select.pattern == Pattern::interleaved) out += " parts";
        if (select.pattern == Pattern::pairs) out += " by pairs";
    }
    return out.empty() ? out : out + ": ";
}

std::string round_text(const OutputRule& rule) {
    const FormatInfo& format = info(rule.format);
    std::string out = "round[" + std::string(format.name());
    if (rule.fraction != format.fraction_bits) {
        out += " E" + std::to_string(format.exponent_bits) + "M" + std::to_string(rule.fraction);
    }
    const auto how = format.is_integer() ? name_of(rule.overflow) : name_of(rule.rounding);
    return out + " " + std::string(how) + "]";
}

/// The products of a part of a slice that holds k.
int products(const Select& select, int k) {
    return (select.list.empty() ? k : static_cast<int>(select.list.size())) / std::max(select.parts, 1);
}

std::string sum_attributes(const Sum& sum) {
    std::string how = sum.grid == GridRule::common ? "common grid" : "";
    if (sum.frame == SignFrame::c_sign) how += std::string(how.empty() ? "" : ", ") + "c's sign";
    if (sum.sticky == Sticky::ored) how += std::string(how.empty() ? "" : ", ") + "sticky";
    return how;
}

/// The addend of a rounded sum of nothing else, which the formula would show without attributes; else null.
const Term* only_term(const Sum& sum) {
    if (!sum.round || sum.terms.size() != 1 || !sum_attributes(sum).empty()) return nullptr;
    const Term& term = sum.terms.front();
    return term.scaled || !term.F.is_exact() || term.cutoff ? nullptr : &term;
}

/// A tree of rounded sums of two equal halves, all rounded alike.
struct Pairwise {
    const Expression* leaf = nullptr;
    int leaves = 1;
    Pattern pattern = Pattern::contiguous;
    std::string rounding = {};  ///< "round[fp32 RNE]"
};

/// Four leaves or more; for two the tree is its sum.
std::optional<Pairwise> pairwise(const Expression& top) {
    Pairwise out{&top};
    while (out.leaf->kind == ExpressionKind::sum) {
        const Sum& sum = *out.leaf->sum;
        const Term* const term = only_term(sum);
        if (term == nullptr || !term->select.list.empty() || term->select.parts != 2 ||
            term->select.index != Select::kEach || term->select.pattern == Pattern::pairs)
            break;
        const std::string rounding = round_text(*sum.round);
        if (out.leaves == 1) {
            out.rounding = rounding;
            out.pattern = term->select.pattern;
        }
        if (rounding != out.rounding || term->select.pattern != out.pattern) break;
        out.leaf = &term->of;
        out.leaves *= 2;
    }
    return out.leaves < 4 ? std::nullopt : std::optional(out);
}

/// `k`: products of the slice or part that the expression takes.
Text write(const Expression& e, int k);

Text write(const Term& term, int k) {
    Text out = write(term.of, products(term.select, k));
    if (term.scaled) out = around("scale(", std::move(out), ")");
    std::string how;
    if (!term.F.is_exact()) how = std::to_string(term.F.bits) + " " + std::string(name_of(term.rounding));
    if (term.cutoff) how += (how.empty() ? "cut-off " : ", cut-off ") + std::to_string(*term.cutoff);
    return around(selection(term.select), std::move(out), how.empty() ? "" : "[" + how + "]");
}

/// A rounded sum of one product is a rounded product.
bool is_rounded_product(const Sum& sum, int k) {
    const Term* const term = only_term(sum);
    return term != nullptr && term->of.kind == ExpressionKind::product && products(term->select, k) == 1;
}

Text write(const Sum& sum, int k) {
    if (is_rounded_product(sum, k))
        return around(round_text(*sum.round) + "(", write(sum.terms.front(), k), ")");
    const std::string how = sum_attributes(sum);
    Text out;
    for (const Term& term : sum.terms) out.arguments.push_back(write(term, k));
    out.head = "sum" + (how.empty() ? how : "[" + how + "]") + "(";
    out.tail = ")";
    return sum.round ? around(round_text(*sum.round) + "(", std::move(out), ")") : out;
}

/// "the last step rounds to [fp32 RZ] instead".
std::string last_text(const OutputRule& rule) {
    return "the last step rounds to " + round_text(rule).substr(std::string_view("round").size()) +
           " instead";
}

/// "chain of 2 over k: " and the step, or "chain of 2 over k(from START, then STEP, the last step rounds to
/// [fp32 RZ] instead)" if the start is an expression or has its own part of k, or if the last step has its
/// own rounding. A chain of a single step is that step.
Text write(const Chain& chain, int k) {
    if (is_single_step(chain)) return write(*chain.step, k);
    const int of_slice = products(chain.slices, k);
    std::string head = "chain of " + std::to_string(chain.slices.parts) + " over ";
    if (chain.slices.pattern != Pattern::contiguous) head += std::string(name_of(chain.slices.pattern)) + " ";
    head += chain.slices.pattern == Pattern::pairs ? "of k" : "k";
    if (!chain.slices.list.empty()) head += " " + positions(chain.slices.list);
    const bool leaf = chain.start.kind != ExpressionKind::sum && chain.start.kind != ExpressionKind::chain;
    if (leaf && chain.start_select == Select{} && !chain.last) {
        if (chain.start.kind != ExpressionKind::c) head += " from " + write(chain.start, k).head;
        return around(head + ": ", write(*chain.step, of_slice));
    }
    Text out;
    out.head = head + "(";
    out.arguments = {
        around("from " + selection(chain.start_select), write(chain.start, products(chain.start_select, k))),
        around("then ", write(*chain.step, of_slice))};
    if (chain.last) out.arguments.push_back({last_text(*chain.last), {}, {}});
    out.tail = ")";
    return out;
}

/// "pairwise[4 parts, round fp32 RNE](...)": parts 0 and 1, 2 and 3 added, then their sums.
Text write(const Pairwise& tree, int k) {
    const std::string pattern = tree.pattern == Pattern::interleaved ? " interleaved" : "";
    const std::string rounding = tree.rounding.substr(6, tree.rounding.size() - 7);  // in the brackets
    return around("pairwise[" + std::to_string(tree.leaves) + pattern + " parts, round " + rounding + "](",
                  write(*tree.leaf, k / tree.leaves), ")");
}

Text write(const Expression& e, int k) {
    if (const auto tree = pairwise(e)) return write(*tree, k);
    if (e.kind == ExpressionKind::sum) return write(*e.sum, k);
    if (e.kind == ExpressionKind::chain) return write(*e.chain, k);
    return {e.kind == ExpressionKind::zero ? "+0" : std::string(name_of(e.kind)), {}, {}};
}

}  // namespace

std::string formula(const Recipe& recipe, std::size_t columns) {
    std::string out;
    const Expression result = with_c_in_single_steps(recipe.result);
    lay_out(write(result, recipe.operands.k), 0, 0, columns, out);
    return out;
}

std::string recipe_text(const Recipe& recipe) {
    std::string out = formula(recipe) + "\n";
    for (const std::string& note : notes(recipe)) out += "  " + note + "\n";
    return out;
}

}  // namespace karat
