// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/tree_shapes.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

#include "karat/recipe/families/parts.hpp"
#include "karat_probe/identify/division.hpp"

namespace karat::probe {
namespace {

using families::of;

/// The parts that every shape is made of.
struct Parts {
    Term product, c;
    OutputRule result;   ///< rounding to d
    OutputRule between;  ///< rounding inside the tree
};

Parts parts_of(const OperandRules& formats) {
    Parts out;
    out.product = families::exactly(families::product());
    out.product.scaled = formats.scale.has_value();
    out.c = families::exactly(families::operand_c());
    out.result.format = formats.d;
    out.result.fraction = info(formats.d).fraction_bits;
    if (!formats.are_integers()) return out;
    out.result.overflow = Overflow::wrap;
    out.between = out.result;
    return out;
}

class Shapes {
   public:
    Shapes(const OperandRules& formats, std::vector<int> order)
        : formats_(formats), parts_(parts_of(formats)), order_(std::move(order)) {
        if (!order_.empty()) return;
        order_.resize(static_cast<std::size_t>(formats.k));
        std::iota(order_.begin(), order_.end(), 0);
    }

    std::vector<Recipe> run() {
        const int k = formats_.k;
        for (const auto& products : of_products(k)) {
            add(of(rounded(with_c(products, families::operand_c()), parts_.result)));
            const Sum with = with_c(products, families::operand_c());
            for (const Sum& each : around_once(with)) add(of(rounded(each, parts_.result)));
        }
        const Sum plain = with_c({parts_.product}, families::operand_c());
        for (const Sum& twice : around_twice(plain)) {
            add(of(rounded(twice, parts_.result)));
            for (const Sum& each : around_once(twice)) add(of(rounded(each, parts_.result)));
        }
        for (int slices = 1; slices <= k; ++slices) {
            if (k % slices == 0) chains(slices, k / slices, false);
            if (k > 1 && (k - 1) % slices == 0) chains(slices, (k - 1) / slices, true);
        }
        for (int parts = 2; parts < k; ++parts) {
            if (k % parts == 0) accumulators(parts, k / parts);
        }
        return std::move(out_);
    }

    /// The terms that add `size` products in one sum: each by itself, or in groups, which may have groups of
    /// their own.
    [[nodiscard]] std::vector<std::vector<Term>> of_products(int size, int depth = kDepth) const {
        std::vector<std::vector<Term>> out{{parts_.product}};
        if (depth == 0) return out;
        for (int parts = 1; parts <= size; ++parts) {
            if (size % parts != 0) continue;
            for (const Sum& group : groups(size / parts, depth)) {
                for (const Pattern pattern : different_patterns(parts, size)) {
                    Term term = inner(of(group));
                    term.select.parts = parts;
                    term.select.pattern = pattern;
                    out.push_back({std::move(term)});
                }
            }
        }
        if (size % 2 == 0) {
            for (const Sum& group : groups(size / 2, depth)) halves(group, size, out);
        }
        return out;
    }

   private:
    static constexpr int kDepth = 2;  ///< of groups in each other

    void add(Expression result) { out_.push_back({formats_, std::move(result)}); }
    [[nodiscard]] static Sum rounded(Sum sum, const OutputRule& rule) {
        sum.round = rule;
        return sum;
    }
    [[nodiscard]] Term inner(Expression x) const {
        Term out = families::exactly(std::move(x));
        if (!formats_.are_integers()) out.zero = ZeroPart::counted;
        return out;
    }
    [[nodiscard]] Sum around(Expression x) const {
        Sum out;
        out.terms = {inner(std::move(x))};
        return out;
    }
    /// Sums whose only addend is this sum, rounded or not.
    [[nodiscard]] std::vector<Sum> around_once(const Sum& sum) const {
        return {around(of(sum)), around(of(rounded(sum, parts_.between)))};
    }
    /// Sums around those.
    [[nodiscard]] std::vector<Sum> around_twice(const Sum& sum) const {
        std::vector<Sum> out;
        for (const Sum& once : around_once(sum)) {
            for (Sum& twice : around_once(once)) out.push_back(std::move(twice));
        }
        return out;
    }
    /// The sum itself and the sums around it, with `twice` those around these, too.
    [[nodiscard]] std::vector<Sum> enclosed(const Sum& sum, bool twice) const {
        std::vector<Sum> out{sum};
        std::ranges::move(around_once(sum), std::back_inserter(out));
        if (twice) std::ranges::move(around_twice(sum), std::back_inserter(out));
        return out;
    }
    [[nodiscard]] Sum with_c(const std::vector<Term>& products, Expression c) const {
        Sum out;
        out.terms = products;
        Term last = parts_.c;
        last.of = std::move(c);
        out.terms.push_back(std::move(last));
        return out;
    }
    /// Sums of `size` products, rounded and not.
    [[nodiscard]] std::vector<Sum> groups(int size, int depth) const {
        std::vector<Sum> out;
        for (std::vector<Term>& terms : of_products(size, depth - 1)) {
            Sum group;
            group.terms = std::move(terms);
            group.label = {"group"};
            out.push_back(group);
            group.round = parts_.between;
            out.push_back(std::move(group));
        }
        return out;
    }
    /// One half of the products each by itself, the other half in a sum.
    void halves(const Sum& group, int size, std::vector<std::vector<Term>>& out) const {
        for (const Pattern pattern : different_patterns(2, size)) {
            for (const int grouped : {0, 1}) {
                Term one = parts_.product;
                Term other = inner(of(group));
                for (Term* term : {&one, &other}) {
                    term->select.parts = 2;
                    term->select.pattern = pattern;
                }
                one.select.index = 1 - grouped;
                other.select.index = grouped;
                out.push_back({std::move(one), std::move(other)});
            }
        }
    }
    /// `first`: the first product is added to c before the first step.
    void chains(int slices, int size, bool first) {
        bool plain = true;  // the products are added one by one
        for (const auto& products : of_products(size)) {
            for (const Pattern pattern : different_patterns(slices, slices * size)) {
                Chain chain;
                chain.slices.parts = slices;
                chain.slices.pattern = pattern;
                if (!(parts_.between == parts_.result)) chain.last = parts_.result;
                if (first || !std::ranges::is_sorted(order_))
                    chain.slices.list.assign(order_.begin() + (first ? 1 : 0), order_.end());
                for (const Sum& each : enclosed(with_c(products, families::acc()), plain)) {
                    chain.step = Child<Sum>(rounded(each, parts_.between));
                    if (first)
                        with_first(chain, plain);
                    else
                        with_c_or_zero(chain);
                }
            }
            plain = false;
        }
    }
    /// `plain`: so are the products of the steps. Then the start may have more parts.
    void with_first(Chain chain, bool plain) {
        chain.start_select.list = {order_.front()};
        for (const Sum& start : starts(plain)) {
            for (const bool keeps : {true, false}) {
                chain.start = of(keeps ? start : rounded(start, parts_.between));
                add({ExpressionKind::chain, {}, Child<Chain>(chain)});
            }
        }
    }
    /// Sums of c and the first product, which may be rounded before, and if not `plain` just one.
    [[nodiscard]] std::vector<Sum> starts(bool plain) const {
        const Sum both = with_c({parts_.product}, families::operand_c());
        if (!plain) return {both};
        std::vector<Sum> out = enclosed(both, false);
        Sum alone;
        alone.terms = {parts_.product};
        for (const Sum& product : around_once(alone))
            out.push_back(with_c(product.terms, families::operand_c()));
        return out;
    }
    void with_c_or_zero(Chain chain) {
        chain.start = families::operand_c();
        add({ExpressionKind::chain, {}, Child<Chain>(chain)});
        chain.start = families::zero();
        chain.last.reset();
        Sum end;
        end.terms = {inner({ExpressionKind::chain, {}, Child<Chain>(chain)}), parts_.c};
        end.terms.back().of = families::operand_c();
        add(of(rounded(std::move(end), parts_.result)));
    }

    /// Accumulators side by side, each with `size` products, that are added at the end (AMX).
    void accumulators(int parts, int size) {
        for (int slices = 2; slices <= size; ++slices) {
            if (size % slices != 0) continue;
            Chain chain;
            chain.slices.parts = slices;
            chain.start = families::zero();
            chain.step = Child<Sum>(rounded(with_c({parts_.product}, families::acc()), parts_.between));
            for (const Pattern pattern : different_patterns(parts, parts * size)) {
                Term each = inner({ExpressionKind::chain, {}, Child<Chain>(chain)});
                each.select.parts = parts;
                each.select.pattern = pattern;
                Sum all;
                all.terms = {each};
                all.round = parts_.between;
                for (const Term& sum : {each, inner(of(std::move(all)))})
                    add(of(rounded(with_c({sum}, families::operand_c()), parts_.result)));
            }
        }
    }

    const OperandRules& formats_;
    Parts parts_;
    std::vector<int> order_;  ///< of the products
    std::vector<Recipe> out_;
};

}  // namespace

std::vector<Recipe> tree_shapes(const OperandRules& formats, const std::vector<int>& order) {
    return Shapes(formats, order).run();
}

std::vector<std::vector<Term>> product_shapes(const OperandRules& formats, int size) {
    return Shapes(formats, {}).of_products(size);
}

}  // namespace karat::probe
