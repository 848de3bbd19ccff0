// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/moves/widths_around.hpp"

#include <functional>
#include <set>
#include <string>
#include <utility>

#include "karat/recipe/edits/sites.hpp"
#include "karat_probe/identify/trees/enclosing.hpp"

namespace karat::probe {
namespace {

/// The sum in another one, which has the width of its addends.
Sum with_width_around(const Sum& sum, int bits, Rounding rounding) {
    Sum exact = sum;
    for (Term& term : exact.terms) {
        if (term.F.bits != bits) continue;
        term.F = Width::exact();
        term.rounding = Rounding::RZ;
    }
    Sum out = enclosed(exact);
    out.terms[0].F = {bits};
    out.terms[0].rounding = rounding;
    return out;
}

/// The addends of the enclosed sum, each with the width of that sum.
Sum with_width_inside(const Sum& sum, Rounding rounding) {
    const Width width = sum.terms[0].F;
    Sum out = without_inner_sum(sum);
    for (Term& term : out.terms) {
        if (!term.F.is_exact()) continue;
        term.F = width;
        term.rounding = rounding;
    }
    return out;
}

class WidthsAround {
   public:
    WidthsAround(const Recipe& recipe, std::vector<Edit>& out) : recipe_(recipe), out_(out) {}

    void of(const editing::SumSite& site) {
        std::set<int> widths;
        for (const Term& term : site.sum->terms) {
            if (!term.F.is_exact()) widths.insert(term.F.bits);
        }
        const bool encloses = encloses_a_sum(*site.sum);
        for (std::size_t i = 0; i < EnumNames<Rounding>::names.size(); ++i) {
            const auto rounding = static_cast<Rounding>(i);
            for (const int bits : widths) {
                add(site, "width_around@", std::to_string(bits) + " " + std::string(name_of(rounding)),
                    "a width of the sum in place of that of its addends",
                    [&](Sum& sum) { sum = with_width_around(Sum(sum), bits, rounding); });
            }
            if (!encloses || widths.empty()) continue;
            add(site, "width_inside@", std::string(name_of(rounding)),
                "a width of the addends in place of that of their sum",
                [&](Sum& sum) { sum = with_width_inside(Sum(sum), rounding); });
        }
    }

   private:
    void add(const editing::SumSite& site, const char* key, const std::string& value, const char* meaning,
             const std::function<void(Sum&)>& change) {
        Edit edit;
        edit.key = key + site.path;
        edit.value = value;
        edit.meaning = meaning;
        edit.recipe = editing::with_sums(recipe_, {site.path}, change);
        out_.push_back(std::move(edit));
    }

    const Recipe& recipe_;
    std::vector<Edit>& out_;
};

}  // namespace

void add_widths_around(const Recipe& recipe, std::vector<Edit>& out) {
    WidthsAround widths(recipe, out);
    const editing::Sites sites = editing::find_sites(recipe);
    for (const editing::SumSite& site : sites.sums) widths.of(site);
}

}  // namespace karat::probe
