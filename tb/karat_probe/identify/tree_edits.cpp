// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/tree_edits.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "karat/recipe/edits/sites.hpp"
#include "karat/recipe/families/parts.hpp"

namespace karat::probe {
namespace {

constexpr std::array kPatterns{Pattern::contiguous, Pattern::interleaved, Pattern::pairs};

/// Keeps all but the lowest bits of a long sum.
OutputRule wide_rounding(Format format = Format::fp64) { return OutputRule::ieee(format, Rounding::RNE); }

/// Whether the sum has one addend, with all of the products that the sum works on.
bool has_one_addend(const Sum& sum) { return sum.terms.size() == 1 && sum.terms[0].select == Select{}; }

Term alone(Expression x) {
    Term out = families::exactly(std::move(x));
    out.zero = ZeroPart::counted;
    return out;
}

/// The rounding of a sum around other addends, which it adds exactly.
Sum around(const Sum& sum, std::vector<Term> addends) {
    Sum out;
    out.terms = std::move(addends);
    out.zero_sum = sum.zero_sum;
    out.specials = sum.specials;
    out.round = sum.round;
    out.label = sum.label;
    return out;
}

/// The addends of the only step of a chain, with its start in place of acc; without it if that is zero.
Sum started(Sum step, const Chain& chain) {
    if (chain.start.kind == ExpressionKind::zero)
        std::erase_if(step.terms, [](const Term& term) { return term.of.kind == ExpressionKind::acc; });
    for (Term& term : step.terms) {
        if (term.of.kind == ExpressionKind::acc) {
            term.of = chain.start;
            term.select = chain.start_select;
        } else if (chain.start.kind == ExpressionKind::sum) {
            // the step has its own part of the products
            std::vector<int> list = chain.slices.list;
            if (!term.select.list.empty()) {
                list.clear();
                for (const int at : term.select.list)
                    list.push_back(chain.slices.list[static_cast<std::size_t>(at)]);
            }
            term.select.list = std::move(list);
        } else if (term.of.kind == ExpressionKind::sum) {
            term.of = families::of(started(*term.of.sum, chain));
        }
    }
    return step;
}

/// Every number of equal parts of so many products, in every pattern that makes a difference.
void each_division(int size, const std::function<void(int parts, Pattern pattern)>& body) {
    for (int parts = 1; parts <= size; ++parts) {
        if (size % parts != 0) continue;
        for (const Pattern pattern : kPatterns) {
            if (pattern == Pattern::contiguous || (parts != 1 && parts != size)) body(parts, pattern);
        }
    }
}

class TreeEdits {
   public:
    explicit TreeEdits(const Recipe& recipe) : recipe_(recipe), sites_(editing::find_sites(recipe)) {}

    std::vector<TreeEdit> run() {
        reorders_ = true;
        if (passes_on_nans()) order();
        reorders_ = false;
        for (const editing::SumSite& site : sites_.sums) {
            at_ = site.path;
            of_sum(site);
        }
        for (const editing::TermSite& site : sites_.terms) {
            at_ = site.sum_path;
            of_addend(site);
        }
        for (const editing::ChainSite& site : sites_.chains) {
            at_ = site.path;
            of_chain(site);
        }
        return std::move(out_);
    }

   private:
    void add(Recipe recipe) {
        const auto same = [&](const TreeEdit& other) { return other.recipe == recipe; };
        if (!(recipe == recipe_) && std::none_of(out_.begin(), out_.end(), same))
            out_.push_back({std::move(recipe), at_, reorders_});
    }
    void change_sum(const std::string& path, const std::function<void(Sum&)>& change) {
        add(editing::with_sums(recipe_, {path}, change));
    }
    void change_term(const std::string& path, const std::function<void(Term&)>& change) {
        add(editing::with_terms(recipe_, {path}, change));
    }

    [[nodiscard]] bool passes_on_nans() const {
        return std::ranges::any_of(sites_.rounds, [](const auto& x) { return depends_on_cause(x.rule.nan); });
    }
    /// The first addend that is a NaN may be the one that a sum passes on.
    void order() {
        for (const editing::SumSite& site : sites_.sums) {
            at_ = site.path;
            change_sum(site.path, [](Sum& sum) { std::ranges::reverse(sum.terms); });
        }
        for (const editing::TermSite& site : sites_.terms) {
            const Select& select = site.term->select;
            if (site.term->of.kind != ExpressionKind::product || select.parts > 1) continue;
            at_ = site.sum_path;
            change_term(site.path, [&](Term& term) {
                std::vector<int>& list = term.select.list;
                if (list.empty()) {
                    list.resize(static_cast<std::size_t>(site.size));
                    std::iota(list.begin(), list.end(), 0);
                }
                std::ranges::reverse(list);
                if (std::ranges::is_sorted(list)) list.clear();
            });
        }
    }
    void of_sum(const editing::SumSite& site) {
        const bool whole = site.path == "result" || site.path.ends_with(".chain");
        if (site.sum->round) {
            for (const Format format : {Format::fp64, Format::fp32}) {
                change_sum(site.path, [&](Sum& sum) {  // rounded twice
                    Sum first = sum;
                    first.round = wide_rounding(format);
                    first.label = {};
                    sum = around(sum, {alone(families::of(std::move(first)))});
                });
            }
            change_sum(site.path, [](Sum& sum) {  // in a sum of its own
                Sum first = sum;
                first.round.reset();
                first.sticky = Sticky::none;
                first.label = {};
                sum = around(sum, {alone(families::of(std::move(first)))});
            });
            if (!whole) {
                at_ = around_of(site.path);  // the addend that it is was fitted to the rounding
                change_sum(site.path, [](Sum& sum) {
                    sum.round.reset();
                    sum.sticky = Sticky::none;
                });
                at_ = site.path;
            }
        } else if (!whole) {
            change_sum(site.path, [](Sum& sum) { sum.round = wide_rounding(); });
            change_sum(site.path, [](Sum& sum) {  // in place of the widths, which may have imitated it
                sum.round = wide_rounding();
                sum.grid = GridRule::own;
                for (Term& term : sum.terms) term.F = Width::exact();
            });
        }
        other_halves(site);
        if (!has_one_addend(*site.sum) || site.sum->terms[0].of.kind != ExpressionKind::sum) return;
        change_sum(site.path, [](Sum& sum) {  // without the inner sum
            Sum inner = *sum.terms[0].of.sum;
            if (sum.round) inner.round = sum.round;
            sum = std::move(inner);
        });
        change_sum(site.path, [whole](Sum& sum) {  // without the outer one
            Sum inner = *sum.terms[0].of.sum;
            if (whole && !inner.round) inner.round = sum.round;
            if (whole && inner.round && sum.round) inner.round->format = sum.round->format;
            if (inner.round)
                inner.round->fraction =
                    std::min(inner.round->fraction, info(inner.round->format).fraction_bits);
            sum = std::move(inner);
        });
    }

    void of_addend(const editing::TermSite& site) {
        const Term& term = *site.term;
        if (term.of.kind == ExpressionKind::zero) return;
        if (term.of.kind == ExpressionKind::product)
            of_products(site);
        else if (!editing::is_sum(term))
            in_a_sum(site, 1, Pattern::contiguous);
        if (term.of.kind == ExpressionKind::sum) of_inner_sum(site);
        const bool single = editing::is_c(term) || term.of.kind == ExpressionKind::acc;
        if (single && site.sum->terms.size() > 1) of_single(site);
    }
    /// The addend in a sum of its own, or the products in several.
    void in_a_sum(const editing::TermSite& site, int parts, Pattern pattern) {
        for (const bool rounded : {false, true}) {
            change_term(site.path, [&](Term& term) {
                Sum sum;
                Term inner = families::exactly(term.of);
                inner.zero = term.zero;
                inner.scaled = term.scaled;
                inner.flush = term.flush;
                sum.terms = {std::move(inner)};
                if (rounded) sum.round = wide_rounding();
                term.of = families::of(std::move(sum));
                term.zero = ZeroPart::counted;
                term.scaled = term.flush = false;
                term.compared_by = ComparedBy::held;
                term.least_exponent.reset();
                if (term.select.index != Select::kEach) return;
                term.select.parts = parts;
                term.select.pattern = pattern;
            });
        }
    }
    void of_products(const editing::TermSite& site) {
        const Select& select = site.term->select;
        if (select.index != Select::kEach) return in_a_sum(site, 1, Pattern::contiguous);
        each_division(site.size, [&](int parts, Pattern pattern) { in_a_sum(site, parts, pattern); });
        if (site.size % 2 == 0) halves(site);
    }
    /// One half of the products stays, the other half is added in a sum.
    void halves(const editing::TermSite& site) {
        const std::size_t at = index_of(site);
        for (const Pattern pattern : kPatterns) {
            for (const int grouped : {0, 1}) {
                change_sum(site.sum_path, [&](Sum& sum) {
                    Term rest = sum.terms[at];
                    rest.select.parts = 2;
                    rest.select.pattern = pattern;
                    Term group = rest;
                    rest.select.index = 1 - grouped;
                    group.select.index = grouped;
                    Sum inner;
                    Term product = families::exactly(group.of);
                    product.zero = group.zero;
                    product.scaled = group.scaled;
                    inner.terms = {std::move(product)};
                    group.of = families::of(std::move(inner));
                    group.zero = ZeroPart::counted;
                    group.scaled = false;
                    group.compared_by = ComparedBy::held;
                    group.least_exponent.reset();
                    sum.terms[at] = std::move(rest);
                    sum.terms.push_back(std::move(group));
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
            change_sum(site.sum_path, [&](Sum& sum) {
                sum.terms.erase(sum.terms.begin() + static_cast<std::ptrdiff_t>(at));
                sum.terms.insert(sum.terms.end(), inner.terms.begin(), inner.terms.end());
            });
        }
        if (whole && inner.terms.size() > 1) {
            for (std::size_t i = 0; i < inner.terms.size(); ++i) taken_out(site, i);
        }
        if (site.term->select.index == Select::kEach && site.term->select.parts > 1) regrouped(site);
    }
    /// c or acc out of a sum, to the addends beside it.
    void taken_out(const editing::TermSite& site, std::size_t i) {
        const Term& taken = site.term->of.sum->terms[i];
        if (!editing::is_c(taken) && taken.of.kind != ExpressionKind::acc) return;
        change_sum(site.sum_path, [&](Sum& sum) {
            Sum inner = *site.term->of.sum;
            inner.terms.erase(inner.terms.begin() + static_cast<std::ptrdiff_t>(i));
            sum.terms[index_of(site)].of = families::of(std::move(inner));
            sum.terms.push_back(taken);
        });
    }
    /// Two halves of the products that are added differently: the other way round, in other patterns, and not
    /// differently.
    void other_halves(const editing::SumSite& site) {
        const auto is_half = [](const Term& term) {
            return term.select.parts == 2 && term.select.index != Select::kEach && term.select.list.empty();
        };
        if (std::ranges::count_if(site.sum->terms, is_half) != 2) return;
        const auto change = [&](const auto& to) {
            change_sum(site.path, [&](Sum& sum) {
                for (Term& term : sum.terms) {
                    if (is_half(term)) to(term.select);
                }
            });
        };
        change([](Select& select) { select.index = 1 - select.index; });
        for (const Pattern pattern : kPatterns)
            change([pattern](Select& select) { select.pattern = pattern; });
        for (const int half : {0, 1}) {
            change_sum(site.path, [&](Sum& sum) {
                std::erase_if(sum.terms,
                              [&](const Term& term) { return is_half(term) && term.select.index != half; });
                std::ranges::find_if(sum.terms, is_half)->select = {};
            });
        }
    }
    /// The same number of parts in another pattern, and other numbers of parts.
    void regrouped(const editing::TermSite& site) {
        each_division(site.size, [&](int parts, Pattern pattern) {
            change_term(site.path, [&](Term& term) {
                term.select.parts = parts;
                term.select.pattern = pattern;
            });
        });
    }
    /// c or acc in one of the sums beside it, or the others in a sum of their own.
    void of_single(const editing::TermSite& site) {
        const std::size_t at = index_of(site);
        for (const bool rounded : {false, true}) {
            change_sum(site.sum_path, [&](Sum& sum) {  // the others in a sum of their own
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
        for (std::size_t i = 0; i < site.sum->terms.size(); ++i) {
            const Term& other = site.sum->terms[i];
            if (other.of.kind != ExpressionKind::sum || !(other.select == Select{})) continue;
            change_sum(site.sum_path, [&](Sum& sum) {
                Sum inner = *other.of.sum;
                inner.terms.push_back(*site.term);
                sum.terms[i].of = families::of(std::move(inner));
                sum.terms.erase(sum.terms.begin() + static_cast<std::ptrdiff_t>(at));
            });
        }
    }
    void of_chain(const editing::ChainSite& site) {
        const Chain& was = *site.chain;
        of_single_step(site);
        if (was.last) {
            add(editing::with_chains(recipe_, {site.path}, [&](Chain& chain) {
                if (site.path == "result") {
                    Sum step = *chain.step;
                    step.round = chain.last;
                    chain.step = Child<Sum>(std::move(step));
                }
                chain.last.reset();
            }));
        }
        const int size = was.slices.list.empty() ? site.size : static_cast<int>(was.slices.list.size());
        each_division(size, [&](int slices, Pattern pattern) {
            add(editing::with_chains(recipe_, {site.path}, [&](Chain& chain) {
                chain.slices.parts = slices;
                chain.slices.pattern = pattern;
            }));
        });
    }
    /// A chain of one step is a sum.
    void of_single_step(const editing::ChainSite& site) {
        const Chain& chain = *site.chain;
        const ExpressionKind start = chain.start.kind;
        const bool number = start == ExpressionKind::c || start == ExpressionKind::zero;
        const bool adds_acc = std::ranges::any_of(
            chain.step->terms, [](const Term& term) { return term.of.kind == ExpressionKind::acc; });
        const bool sum = start == ExpressionKind::sum && adds_acc && !chain.slices.list.empty();
        if (chain.slices.parts != 1 || !(number || sum)) return;
        add(editing::with_expressions(recipe_, {site.path}, [](const Expression& x) {
            Sum step = *x.chain->step;
            if (x.chain->last) step.round = x.chain->last;
            return families::of(started(std::move(step), *x.chain));
        }));
    }
    /// The path of the sum that an inner sum is an addend of.
    static std::string around_of(const std::string& path) {
        return path.ends_with("].of") ? path.substr(0, path.rfind(".sum[")) : path;
    }
    static std::size_t index_of(const editing::TermSite& site) {
        return static_cast<std::size_t>(site.term - site.sum->terms.data());
    }

    const Recipe& recipe_;
    editing::Sites sites_;
    std::string at_;         ///< path of the node that is being edited
    bool reorders_ = false;  ///< whether only the order of addends is being edited
    std::vector<TreeEdit> out_;
};

}  // namespace

std::vector<TreeEdit> edited_trees(const Recipe& recipe) { return TreeEdits(recipe).run(); }

}  // namespace karat::probe
