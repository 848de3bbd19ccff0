// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/moves/rounding_moves.hpp"

#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <utility>

#include "karat/recipe/edits/sites.hpp"
#include "karat/recipe/families/parts.hpp"

namespace karat::probe {
namespace {

constexpr int kAtMost = 2;  ///< bits by which a width and the rounding that it imitates differ at most

/// Whether the sum adds anything: not a product that is rounded, nor a sum that is rounded again.
bool adds(const editing::SumSite& site, const editing::Sites& sites) {
    return site.sum->terms.size() > 1 || std::ranges::any_of(sites.terms, [&](const editing::TermSite& term) {
               return term.sum_path == site.path && term.term->of.kind == ExpressionKind::product &&
                      term.size > 1;
           });
}

OutputRule to_bits(OutputRule rule, int bits, Rounding rounding) {
    rule.format = Format::fp64;
    rule.fraction = bits;
    rule.rounding = rounding;
    rule.flush = false;
    return rule;
}

/// The sum rounded to `bits` fraction bits first.
Sum rounded_first(const Sum& sum, int bits, Rounding rounding) {
    Sum first = sum;
    first.round = to_bits(*first.round, bits, rounding);
    Sum last;
    last.zero_sum = first.zero_sum;
    last.specials = first.specials;
    last.terms = {families::exactly(families::of(std::move(first)))};
    last.round = sum.round;
    return last;
}

using TakeBits = std::function<void(int bits, Rounding rounding)>;

void each_near(int bits, const TakeBits& take) {
    for (int near = std::max(1, bits - kAtMost); near <= bits + kAtMost; ++near) {
        for (std::size_t i = 0; i < EnumNames<Rounding>::names.size(); ++i)
            take(near, static_cast<Rounding>(i));
    }
}

std::string words(int bits, Rounding rounding) {
    return std::to_string(bits) + " " + std::string(name_of(rounding));
}

class RoundingsForWidths {
   public:
    RoundingsForWidths(const Recipe& recipe, std::vector<Edit>& out)
        : recipe_(recipe), sites_(editing::find_sites(recipe)), out_(out) {}

    void run() {
        for (const editing::SumSite& site : sites_.sums) {
            for_widths_of_addends(site);
            if (!site.addend) continue;
            const editing::TermSite& addend = sites_.terms[*site.addend];
            if (site.sum->round)
                widths_for_rounding(site, addend);
            else if (!addend.term->F.is_exact())
                for_own_width(site, addend);
        }
    }

   private:
    void for_widths_of_addends(const editing::SumSite& site) {
        std::set<int> widths;
        for (const Term& term : site.sum->terms) {
            if (!term.F.is_exact()) widths.insert(term.F.bits);
        }
        for (const int width : widths) {
            each_near(width, [&](int bits, Rounding rounding) {
                add("rounding_for_widths@" + site.path, words(bits, rounding),
                    "a rounding in place of the widths of the addends",
                    editing::with_sums(recipe_, {site.path}, [&](Sum& sum) {
                        sum = rounded_between(with_width(sum, Width::exact(), Rounding::RZ), bits, rounding);
                    }));
            });
        }
    }
    void for_own_width(const editing::SumSite& site, const editing::TermSite& addend) {
        const Recipe exact =
            editing::with_terms(recipe_, {addend.path}, [](Term& term) { term.F = Width::exact(); });
        each_near(addend.term->F.bits, [&](int bits, Rounding rounding) {
            add("rounding_for_width@" + addend.path, words(bits, rounding),
                "a rounding of the inner sum in place of its width",
                editing::with_sums(exact, {site.path},
                                   [&](Sum& sum) { sum = rounded_between(sum, bits, rounding); }));
        });
    }
    void widths_for_rounding(const editing::SumSite& site, const editing::TermSite& addend) {
        const Recipe unrounded =
            editing::with_sums(recipe_, {site.path}, [](Sum& sum) { sum.round.reset(); });
        each_near(site.sum->round->fraction, [&](int bits, Rounding rounding) {
            add("widths_for_rounding@" + site.path, words(bits, rounding),
                "widths of the addends in place of the rounding of their sum",
                editing::with_sums(unrounded, {site.path},
                                   [&](Sum& sum) { sum = with_width(sum, {bits}, rounding); }));
            add("width_for_rounding@" + addend.path, words(bits, rounding),
                "a width of the inner sum in place of its rounding",
                editing::with_terms(unrounded, {addend.path}, [&](Term& term) {
                    term.F = {bits};
                    term.rounding = rounding;
                }));
        });
    }
    static Sum with_width(Sum sum, Width F, Rounding rounding) {
        sum.grid = GridRule::own;
        sum.frame = SignFrame::exact;
        sum.sticky = Sticky::none;
        for (Term& term : sum.terms) {
            term.F = F;
            term.rounding = rounding;
        }
        return sum;
    }
    /// Before its last rounding, if it has one.
    static Sum rounded_between(const Sum& sum, int bits, Rounding rounding) {
        if (sum.round) return rounded_first(sum, bits, rounding);
        Sum out = sum;
        out.sticky = Sticky::none;
        out.round = to_bits(OutputRule::ieee(Format::fp64, rounding), bits, rounding);
        return out;
    }
    void add(std::string key, std::string value, const char* meaning, Recipe recipe) {
        Edit edit;
        edit.key = std::move(key);
        edit.value = std::move(value);
        edit.meaning = meaning;
        edit.recipe = std::move(recipe);
        out_.push_back(std::move(edit));
    }

    const Recipe& recipe_;
    editing::Sites sites_;
    std::vector<Edit>& out_;
};

}  // namespace

void add_first_roundings(const Recipe& recipe, std::vector<Edit>& out) {
    constexpr int narrowest = 4;
    const editing::Sites sites = editing::find_sites(recipe);
    for (const editing::SumSite& site : sites.sums) {
        if (!site.sum->round || !adds(site, sites)) continue;
        for (int bits = narrowest; bits < info(Format::fp64).fraction_bits; ++bits) {
            for (std::size_t i = 0; i < EnumNames<Rounding>::names.size(); ++i) {
                const auto rounding = static_cast<Rounding>(i);
                Edit edit;
                edit.key = "first_rounding@" + site.path;
                edit.value = words(bits, rounding);
                edit.meaning = "fraction bits that " + editing::phrase(*site.sum) +
                               " is rounded to before its last rounding";
                edit.recipe = editing::with_sums(
                    recipe, {site.path}, [&](Sum& sum) { sum = rounded_first(Sum(sum), bits, rounding); });
                out.push_back(std::move(edit));
            }
        }
    }
}

void add_roundings_for_widths(const Recipe& recipe, std::vector<Edit>& out) {
    RoundingsForWidths(recipe, out).run();
}

}  // namespace karat::probe
