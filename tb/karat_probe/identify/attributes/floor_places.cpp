// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/attributes/floor_places.hpp"

#include <optional>
#include <string>
#include <utility>

#include "karat/recipe/edits/sites.hpp"
#include "karat/recipe/families/parts.hpp"

namespace karat::probe {
namespace {

/// The places of a sum, by number: first the sum, then each addend, then the inner sum that each addend is.
class LeastPlaces {
   public:
    explicit LeastPlaces(const Sum& sum) : sum_(sum), addends_(sum.terms.size()) {}

    [[nodiscard]] std::size_t size() const { return 1 + 2 * addends_; }
    [[nodiscard]] std::optional<int> at(std::size_t place) const {
        if (place == 0) return sum_.floor;
        if (place <= addends_) return sum_.terms[place - 1].least_exponent;
        const Expression& of = sum_.terms[place - 1 - addends_].of;
        return of.kind == ExpressionKind::sum ? of.sum->floor : std::nullopt;
    }
    /// Whether a least exponent may be there.
    [[nodiscard]] bool is_possible(std::size_t place) const {
        if (place == 0) return sum_.grid == GridRule::own;
        if (place <= addends_) return true;
        const Expression& of = sum_.terms[place - 1 - addends_].of;
        return of.kind == ExpressionKind::sum && of.sum->grid == GridRule::own;
    }
    static void set(Sum& sum, std::size_t place, std::optional<int> least) {
        const std::size_t addends = sum.terms.size();
        if (place == 0) {
            sum.floor = least;
        } else if (place <= addends) {
            Term& term = sum.terms[place - 1];
            term.least_exponent = least;
            term.compared_by = least ? ComparedBy::leading : ComparedBy::held;
        } else {
            Expression& of = sum.terms[place - 1 - addends].of;
            Sum inner = *of.sum;
            inner.floor = least;
            of = families::of(std::move(inner));
        }
    }

   private:
    const Sum& sum_;
    std::size_t addends_;
};

}  // namespace

void each_floor_place(const Sum& sum, const std::function<void(Sum)>& body) {
    const LeastPlaces places(sum);
    for (std::size_t from = 0; from < places.size(); ++from) {
        const std::optional<int> least = places.at(from);
        if (!least) continue;
        for (std::size_t to = 0; to < places.size(); ++to) {
            if (to == from || places.at(to) || !places.is_possible(to)) continue;
            Sum moved = sum;
            LeastPlaces::set(moved, from, std::nullopt);
            LeastPlaces::set(moved, to, least);
            body(std::move(moved));
        }
    }
}

void add_floor_places(const Recipe& recipe, std::vector<Edit>& out) {
    const editing::Sites sites = editing::find_sites(recipe);
    for (const editing::SumSite& site : sites.sums) {
        int place = 0;
        each_floor_place(*site.sum, [&](const Sum& moved) {
            Edit edit;
            edit.key = "floor_place@" + site.path;
            edit.value = "another, " + std::to_string(++place);
            edit.meaning = "where the least exponent of " + editing::phrase(*site.sum) + " applies";
            edit.recipe = editing::with_sums(recipe, {site.path}, [&](Sum& sum) { sum = moved; });
            out.push_back(std::move(edit));
        });
    }
}

}  // namespace karat::probe
