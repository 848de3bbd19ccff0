// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <utility>

#include "karat/recipe/edits/sites.hpp"
#include "karat/recipe/families/parts.hpp"
#include "karat_probe/identify/trees/enclosing.hpp"
#include "karat_probe/identify/trees/tree_edit_list.hpp"

namespace karat::probe {
namespace {

class SumTrees {
   public:
    explicit SumTrees(TreeEditList& out) : out_(out) {}

    void of_sum(const editing::SumSite& site) {
        const bool whole = site.path == "result" || site.path.ends_with(".chain");
        if (site.sum->round) {
            for (const Format format : {Format::fp64, Format::fp32})
                out_.change_sum(site.path,
                                [&](Sum& sum) { sum = rounded_twice(sum, wide_rounding(format)); });
            out_.change_sum(site.path, [](Sum& sum) { sum = enclosed(sum); });
            widths_above(site);
            if (!whole) {
                out_.at(path_around(site));  // the addend that it is was fitted to the rounding
                out_.change_sum(site.path, [](Sum& sum) {
                    sum.round.reset();
                    sum.sticky = Sticky::none;
                });
                out_.at(site.path);
            }
        } else if (!whole) {
            out_.change_sum(site.path, [](Sum& sum) { sum.round = wide_rounding(); });
            out_.change_sum(site.path, [](Sum& sum) {  // in place of the widths, which may have imitated it
                sum.round = wide_rounding();
                sum.grid = GridRule::own;
                for (Term& term : sum.terms) term.F = Width::exact();
            });
            round_in_place_of_width(site);
        }
        other_halves(site);
        if (!encloses_a_sum(*site.sum)) return;
        out_.change_sum(site.path, [](Sum& sum) { sum = without_inner_sum(sum); });
        out_.change_sum(site.path, [whole](Sum& sum) { sum = without_outer_sum(sum, whole); });
    }

   private:
    /// In a sum of its own, whose width that of an addend may have imitated.
    void widths_above(const editing::SumSite& site) {
        for (std::size_t i = 0; i < site.sum->terms.size(); ++i) {
            if (site.sum->terms[i].F.is_exact()) continue;
            out_.change_sum(site.path, [i](Sum& sum) {
                const Term was = sum.terms[i];
                sum.terms[i].F = Width::exact();
                sum = enclosed(sum);
                sum.terms[0].F = was.F;
                sum.terms[0].rounding = was.rounding;
            });
        }
    }
    /// The width of an addend may imitate a rounding of the sum that it is.
    void round_in_place_of_width(const editing::SumSite& site) {
        if (!site.addend) return;
        out_.at(path_around(site));
        out_.change_term(out_.sites().terms[*site.addend].path, [](Term& term) {
            if (term.F.is_exact()) return;
            OutputRule round = wide_rounding();
            round.rounding = term.rounding;
            round.fraction = std::min(round.fraction, term.F.bits);
            Sum sum = *term.of.sum;
            sum.round = round;
            Term rounded = alone(families::of(std::move(sum)));
            rounded.select = term.select;
            term = std::move(rounded);
        });
        out_.at(site.path);
    }
    /// Two halves of the products that are added differently: the other way round, in other patterns, and not
    /// differently.
    void other_halves(const editing::SumSite& site) {
        const auto is_half = [](const Term& term) {
            return term.select.parts == 2 && term.select.index != Select::kEach && term.select.list.empty();
        };
        if (std::ranges::count_if(site.sum->terms, is_half) != 2) return;
        const auto change = [&](const auto& to) {
            out_.change_sum(site.path, [&](Sum& sum) {
                for (Term& term : sum.terms) {
                    if (is_half(term)) to(term.select);
                }
            });
        };
        change([](Select& select) { select.index = 1 - select.index; });
        out_.change_sum(site.path, [&](Sum& sum) {  // the other half in a sum, with the widths where they are
            const auto one = std::ranges::find_if(sum.terms, is_half);
            const auto other = std::find_if(one + 1, sum.terms.end(), is_half);
            exchange_expressions(*one, *other);
        });
        for (const Pattern pattern : kEveryPattern)
            change([pattern](Select& select) { select.pattern = pattern; });
        for (const int half : {0, 1}) {
            out_.change_sum(site.path, [&](Sum& sum) {
                std::erase_if(sum.terms,
                              [&](const Term& term) { return is_half(term) && term.select.index != half; });
                std::ranges::find_if(sum.terms, is_half)->select = {};
            });
        }
    }
    /// With the rules for their numbers.
    static void exchange_expressions(Term& x, Term& y) {
        std::swap(x.of, y.of);
        std::swap(x.zero, y.zero);
        std::swap(x.scaled, y.scaled);
        std::swap(x.flush, y.flush);
        std::swap(x.compared_by, y.compared_by);
        std::swap(x.least_exponent, y.least_exponent);
    }
    /// The path of the sum that an inner sum is an addend of, or its own.
    [[nodiscard]] std::string path_around(const editing::SumSite& site) const {
        return site.addend ? out_.sites().terms[*site.addend].sum_path : site.path;
    }

    TreeEditList& out_;
};

}  // namespace

void edit_sum_trees(TreeEditList& out) {
    for (const editing::SumSite& site : out.sites().sums) {
        out.at(site.path);
        SumTrees(out).of_sum(site);
    }
}

}  // namespace karat::probe
