// SPDX-License-Identifier: Apache-2.0
#include <optional>
#include <utility>

#include "karat/recipe/edits/sites.hpp"
#include "karat/recipe/families/parts.hpp"
#include "karat_probe/identify/trees/enclosing.hpp"
#include "karat_probe/identify/trees/tree_edit_list.hpp"

namespace karat::probe {
namespace {

class AddendTrees {
   public:
    explicit AddendTrees(TreeEditList& out) : out_(out) {}

    void of_addend(const editing::TermSite& site) {
        const Term& term = *site.term;
        if (term.of.kind == ExpressionKind::zero) return;
        if (term.of.kind == ExpressionKind::product)
            of_products(site);
        else if (!editing::is_sum(term))
            in_a_sum(site, 1, Pattern::contiguous);
        if (term.of.kind == ExpressionKind::sum) of_inner_sum(site);
        if (site.sum->terms.size() > 1 && is_single(term)) others_in_a_sum(site);
    }
    /// In another sum, with nothing else changed.
    void places_of_addend(const editing::TermSite& site) {
        const Term& term = *site.term;
        if (term.of.kind == ExpressionKind::sum && term.select == Select{} && term.of.sum->terms.size() > 1) {
            for (std::size_t i = 0; i < term.of.sum->terms.size(); ++i) taken_out(site, i);
        }
        if (site.sum->terms.size() > 1 && (is_single(term) || is_part(term))) into_sums_beside(site);
    }

   private:
    static bool is_single(const Term& term) {
        return editing::is_c(term) || term.of.kind == ExpressionKind::acc;
    }
    /// One half of the products, or what is added of it.
    static bool is_part(const Term& term) { return term.select.index != Select::kEach; }
    /// The addend in a sum of its own, or the products in several.
    void in_a_sum(const editing::TermSite& site, int parts, Pattern pattern) {
        for (const auto& round : {std::optional<OutputRule>(), std::optional(wide_rounding())}) {
            out_.change_term(site.path, [&](Term& term) {
                term = enclosed(std::move(term), round);
                if (term.select.index != Select::kEach) return;
                term.select.parts = parts;
                term.select.pattern = pattern;
            });
        }
    }
    void of_products(const editing::TermSite& site) {
        if (is_part(*site.term)) return in_a_sum(site, 1, Pattern::contiguous);
        each_division(site.size, [&](int parts, Pattern pattern) { in_a_sum(site, parts, pattern); });
        if (site.size % 2 == 0) halves(site);
    }
    /// One half of the products stays, the other half is added in a sum.
    void halves(const editing::TermSite& site) {
        const std::size_t at = index_of(site);
        for (const Pattern pattern : different_patterns(2, site.size)) {
            for (const int grouped : {0, 1}) {
                out_.change_sum(site.sum_path, [&](Sum& sum) {
                    Term rest = sum.terms[at];
                    rest.select.parts = 2;
                    rest.select.pattern = pattern;
                    Term group = rest;
                    rest.select.index = 1 - grouped;
                    group.select.index = grouped;
                    sum.terms[at] = std::move(rest);
                    sum.terms.push_back(enclosed(std::move(group), std::nullopt));
                });
            }
        }
    }
    void of_inner_sum(const editing::TermSite& site) {
        const std::size_t at = index_of(site);
        const Sum& inner = *site.term->of.sum;
        const bool whole = site.term->select == Select{};
        const bool one = has_one_addend(inner) && site.term->select.index == Select::kEach;
        if (whole || one) {  // its addends in its place
            out_.change_sum(site.sum_path, [&](Sum& sum) {
                sum.terms.erase(sum.terms.begin() + static_cast<std::ptrdiff_t>(at));
                sum.terms.insert(sum.terms.end(), inner.terms.begin(), inner.terms.end());
            });
        }
        if (site.term->select.index != Select::kEach || site.term->select.parts == 1) return;
        regrouped(site);
        grouped_again(site);
        divided_at_another_level(site);
    }
    /// c, acc or one half of the products out of a sum, to the addends beside it.
    void taken_out(const editing::TermSite& site, std::size_t i) {
        const Term& taken = site.term->of.sum->terms[i];
        if (!is_single(taken) && !is_part(taken)) return;
        out_.change_sum(site.sum_path, [&](Sum& sum) {
            Sum inner = *site.term->of.sum;
            inner.terms.erase(inner.terms.begin() + static_cast<std::ptrdiff_t>(i));
            sum.terms[index_of(site)].of = families::of(std::move(inner));
            sum.terms.push_back(taken);
        });
    }
    /// The same number of parts in another pattern, and other numbers of parts.
    void regrouped(const editing::TermSite& site) {
        each_division(site.size, [&](int parts, Pattern pattern) {
            out_.change_term(site.path, [&](Term& term) {
                term.select.parts = parts;
                term.select.pattern = pattern;
            });
        });
    }
    /// Several parts at a time in a sum of their own.
    void grouped_again(const editing::TermSite& site) {
        const Select& select = site.term->select;
        for (int groups = 2; groups < select.parts; ++groups) {
            if (select.parts % groups != 0) continue;
            for (const Pattern pattern : kEveryPattern) {
                // in the same pattern the parts stay what they are; single products do in any
                if (pattern != select.pattern && select.parts != site.size) continue;
                out_.change_term(site.path, [&](Term& term) {
                    Sum group;
                    group.terms = {term};
                    group.terms[0].select.list.clear();
                    group.terms[0].select.parts = select.parts / groups;
                    Term each = alone(families::of(std::move(group)));
                    each.select = select;
                    each.select.parts = groups;
                    each.select.pattern = pattern;
                    term = std::move(each);
                });
            }
        }
    }
    /// Parts in parts: 4 of 2 each may be 8 of one each.
    void divided_at_another_level(const editing::TermSite& site) {
        const Sum& inner = *site.term->of.sum;
        const bool in_parts = inner.terms.size() == 1 && editing::is_sum(inner.terms[0]) &&
                              inner.terms[0].select.index == Select::kEach;
        if (!in_parts) return;
        const int all = site.term->select.parts * inner.terms[0].select.parts;
        for (int parts = 1; parts <= all; ++parts) {
            if (all % parts != 0) continue;
            out_.change_term(site.path, [&](Term& term) {
                Sum each = inner;
                each.terms[0].select.parts = all / parts;
                term.of = families::of(std::move(each));
                term.select.parts = parts;
            });
        }
    }
    /// c or acc added last: the others in a sum of their own.
    void others_in_a_sum(const editing::TermSite& site) {
        const std::size_t at = index_of(site);
        for (const bool rounded : {false, true}) {
            out_.change_sum(site.sum_path, [&](Sum& sum) {  // the others in a sum of their own
                Sum others = sum;
                others.terms.erase(others.terms.begin() + static_cast<std::ptrdiff_t>(at));
                others.round.reset();
                others.sticky = Sticky::none;
                others.frame = SignFrame::exact;
                if (rounded) others.round = wide_rounding();
                others.label = {};
                sum = around(sum, {alone(families::of(std::move(others))), *site.term});
            });
        }
    }
    /// c, acc or one half of the products in one of the sums beside it.
    void into_sums_beside(const editing::TermSite& site) {
        const std::size_t at = index_of(site);
        for (std::size_t i = 0; i < site.sum->terms.size(); ++i) {
            const Term& other = site.sum->terms[i];
            if (other.of.kind != ExpressionKind::sum || !(other.select == Select{})) continue;
            out_.change_sum(site.sum_path, [&](Sum& sum) {
                Sum inner = *other.of.sum;
                inner.terms.push_back(*site.term);
                sum.terms[i].of = families::of(std::move(inner));
                sum.terms.erase(sum.terms.begin() + static_cast<std::ptrdiff_t>(at));
            });
        }
    }
    static std::size_t index_of(const editing::TermSite& site) {
        return static_cast<std::size_t>(site.term - site.sum->terms.data());
    }

    TreeEditList& out_;
};

}  // namespace

void edit_addend_trees(TreeEditList& out) {
    for (const editing::TermSite& site : out.sites().terms) {
        out.at(site.sum_path);
        AddendTrees(out).of_addend(site);
    }
}

void edit_addend_places(TreeEditList& out) {
    for (const editing::TermSite& site : out.sites().terms) {
        out.at(site.sum_path);
        AddendTrees(out).places_of_addend(site);
    }
}

}  // namespace karat::probe
