// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/trees/tree_shapes.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

#include "karat/recipe/families/parts.hpp"
#include "karat_probe/identify/trees/division.hpp"

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
        each_step(k, kMostSums, families::operand_c(),
                  [&](const Sum& sum) { add(of(rounded(sum, parts_.result))); });
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
    /// their own, and so on.
    [[nodiscard]] std::vector<std::vector<Term>> of_products(int size, int depth,
                                                             bool outermost = true) const {
        std::vector<std::vector<Term>> out{{parts_.product}};
        if (depth == 0) return out;
        // all products in one group of a group: a fit finds sums that add only a sum
        const int fewest = outermost || formats_.are_integers() ? 1 : 2;
        for (int parts = fewest; parts <= size; ++parts) {
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
    static constexpr int kMostSums = 4;

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
    /// As an inner sum: not rounded, and of integers rounded, too. A fit finds roundings to other formats.
    void each_inner(Sum sum, const std::function<void(Sum)>& body) const {
        body(sum);
        if (formats_.are_integers()) body(rounded(std::move(sum), parts_.between));
    }
    /// In so many sums, each of which is the only addend of the next.
    void each_around(const Sum& sum, int sums, const std::function<void(const Sum&)>& body) const {
        if (sums == 0) return body(sum);
        each_inner(sum, [&](Sum once) {
            Sum out;
            out.terms = {inner(of(std::move(once)))};
            each_around(out, sums - 1, body);
        });
    }
    /// Sums of `size` products and `last`, which is added in the same sum as the products or groups of them.
    /// At most so many sums, with those around it.
    void each_step(int size, int most_sums, const Expression& last,
                   const std::function<void(const Sum&)>& body) const {
        for (int around = 0; around < most_sums; ++around) {
            // a fit finds the sums around groups, too, but not several at once
            const bool plain = around > 0 && !formats_.are_integers();
            const int depth = plain ? 0 : std::min(most_depth(), most_sums - 1 - around);
            for (const std::vector<Term>& products : of_products(size, depth))
                each_around(with_c(products, last), around, body);
        }
    }
    [[nodiscard]] Sum with_c(const std::vector<Term>& products, Expression c) const {
        Sum out;
        out.terms = products;
        Term last = parts_.c;
        last.of = std::move(c);
        out.terms.push_back(std::move(last));
        return out;
    }
    [[nodiscard]] std::vector<Sum> groups(int size, int depth) const {
        std::vector<Sum> out;
        for (std::vector<Term>& terms : of_products(size, depth - 1, false)) {
            Sum group;
            group.terms = std::move(terms);
            group.label = {"group"};
            each_inner(std::move(group), [&](Sum each) { out.push_back(std::move(each)); });
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
        for (const Pattern pattern : different_patterns(slices, slices * size)) {
            Chain chain;
            chain.slices.parts = slices;
            chain.slices.pattern = pattern;
            if (!(parts_.between == parts_.result)) chain.last = parts_.result;
            if (first || !std::ranges::is_sorted(order_))
                chain.slices.list.assign(order_.begin() + (first ? 1 : 0), order_.end());
            if (first)
                with_first(chain, size);
            else
                with_c_or_zero(chain, size);
        }
    }
    void each_chain(Chain chain, int size, int most_sums, const std::function<void(Chain)>& body) const {
        each_step(size, most_sums, families::acc(), [&](const Sum& step) {
            chain.step = Child<Sum>(rounded(step, parts_.between));
            body(chain);
        });
    }
    void with_first(Chain chain, int size) {
        chain.start_select.list = {order_.front()};
        for (int sums = 1; sums < kMostSums; ++sums) {
            each_start(sums, [&](Sum start) {
                chain.start = of(std::move(start));
                each_chain(chain, size, kMostSums - sums, [&](Chain made) {
                    add({ExpressionKind::chain, {}, Child<Chain>(std::move(made))});
                });
            });
        }
    }
    /// Sums of c and the first product, each of so many sums: around both, or around the product.
    void each_start(int sums, const std::function<void(Sum)>& body) const {
        for (int around = 0; around < sums; ++around) {
            std::vector<Term> product{parts_.product};
            for (int n = 1; n < sums - around; ++n) {
                Sum alone;
                alone.terms = std::move(product);
                product = {inner(of(std::move(alone)))};
            }
            each_around(with_c(product, families::operand_c()), around,
                        [&](const Sum& start) { each_inner(start, body); });
        }
    }
    void with_c_or_zero(Chain chain, int size) {
        chain.start = families::operand_c();
        each_chain(chain, size, kMostSums, [&](Chain made) {
            add({ExpressionKind::chain, {}, Child<Chain>(std::move(made))});
        });
        chain.start = families::zero();
        chain.last.reset();
        each_chain(chain, size, kMostSums - 1, [&](Chain made) {
            Sum end = with_c({inner({ExpressionKind::chain, {}, Child<Chain>(std::move(made))})},
                             families::operand_c());
            add(of(rounded(std::move(end), parts_.result)));
        });
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
                add(of(rounded(with_c({each}, families::operand_c()), parts_.result)));
                each_inner(std::move(all), [&](Sum inner_sum) {
                    const Term sum = inner(of(std::move(inner_sum)));
                    add(of(rounded(with_c({sum}, families::operand_c()), parts_.result)));
                });
            }
        }
    }

    /// Of groups in each other. Many products have too many divisors for more.
    [[nodiscard]] int most_depth() const {
        constexpr int few_products = 16;
        return formats_.are_integers() || formats_.k > few_products ? 2 : 3;
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
    constexpr int depth = 2;
    return Shapes(formats, {}).of_products(size, depth);
}

}  // namespace karat::probe
