// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/challenge/alternatives.hpp"

#include <algorithm>
#include <array>
#include <boost/json/serialize.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "karat/recipe/edits/edit_paths.hpp"
#include "karat/recipe/edits/sites.hpp"
#include "karat_probe/identify/attributes/attributes.hpp"
#include "karat_probe/identify/moves/cutoff_moves.hpp"
#include "karat_probe/identify/moves/joint_moves.hpp"
#include "karat_probe/identify/moves/width_moves.hpp"
#include "karat_probe/identify/search/climb.hpp"

namespace karat::probe {
namespace {

/// An edit with the name of a candidate: "F_sum=31 RD".
Edit named(Candidate candidate) {
    const std::size_t end = candidate.name.find('=');
    Edit out;
    out.key = candidate.name.substr(0, end);
    out.value = end == std::string::npos ? candidate.name : candidate.name.substr(end + 1);
    out.meaning = "another structure, or several attributes at once";
    out.recipe = std::move(candidate.recipe);
    return out;
}

/// "width@c=31 RD" is member 31 of the family "width@c=# RD". Only widths and other distances have families,
/// not the groups of an algorithm ("GFDA F=24 G=4, rounded RZ").
struct Place {
    std::string family;
    int member = 0;
    bool alone = true;
};
Place place_of(const Edit& edit) {
    constexpr std::array distances{"width@", "first_rounding@", "algorithm",
                                   "F",      "c_cutoff",        "exponent_floor"};
    const auto starts = [&](const char* name) { return edit.key.starts_with(name); };
    const std::string text = edit.key + "=" + boost::json::serialize(edit.value);
    const std::size_t last = text.find_last_of("0123456789");
    if (last == std::string::npos || last < edit.key.size() || text.find(", rounded ") != std::string::npos ||
        std::none_of(distances.begin(), distances.end(), starts))
        return {text};
    const std::size_t first = text.find_last_not_of("0123456789", last) + 1;
    return {text.substr(0, first) + '#' + text.substr(last + 1),
            std::stoi(text.substr(first, last + 1 - first)), false};
}

/// By the attributes that it changes: "result.sum[0].cutoff=12".
Edit named_by_its_paths(const Recipe& guess, Edit edit) {
    std::vector<Edit> changes = named_by_paths(guess, {edit});
    if (changes.size() == 1) return std::move(changes.front());
    std::string values;
    for (const Edit& change : changes)
        values += (values.empty() ? "" : ", ") + change.key + "=" + boost::json::serialize(change.value);
    edit.value = values;
    return edit;
}

/// A wrong one of the latest answers, which were chosen to exclude, and of some of the others; of few of all
/// if `hurried`. `first`: to look at before all others.
std::optional<std::size_t> wrong_answer(const Continued& other, NearRecord& near, std::size_t size,
                                        std::optional<std::size_t> first, Budget& budget, bool hurried) {
    const std::size_t latest = hurried ? 80 : 800;
    const std::size_t stride = hurried ? 50 : 5;
    std::size_t seen = 0;
    const auto is_wrong = [&](std::size_t i) {
        ++budget.evaluations;
        return !near.agrees(other, i);
    };
    if (first && is_wrong(*first)) return first;
    for (std::size_t i = size; i-- > 0; ++seen) {
        if ((seen <= latest || i % stride == 0) && is_wrong(i)) return i;
    }
    return std::nullopt;
}

}  // namespace

Alternatives::Alternatives(const Recipe& guess, const std::optional<Spec>& knobs)
    : guess_(Evaluator::without_bounds(guess)) {
    std::vector<Edit> widths;
    add_widths_of_exact_addends(guess, widths);
    for (Edit& edit : widths) add(std::move(edit), guess);
    const auto add_all = [&](std::vector<Candidate> candidates) {
        for (Candidate& candidate : candidates) add(named(std::move(candidate)), guess);
    };
    add_all(kRecipes.far({guess, 0, std::nullopt}));
    add_all(cutoffs_and_widths(guess));
    add_floors(guess);
    add_units_below_floors(guess);
    for (Candidate& candidate : fixed_grids(guess)) add_alone(named(std::move(candidate)));
    add_rules_of_nodes(guess);
    add_trees(reordered_trees(guess), "order",
              "the order of the addends, which decides the NaN that their sum passes on", guess);
    add_trees(trees_with_rounded_products(guess), "rounded_products",
              "whether products are rounded before they are added, which may change only the NaN passed on",
              guess);
    add_trees(trees_with_moved_addends(guess), "place",
              "the sum that c, acc or one half of the products is an addend of", guess);
    if (knobs) {
        add_all(kSpecifications.near({guess, 0, knobs}));
        add_all(kSpecifications.far({guess, 0, knobs}));
    }
    for (Family& family : families_) {
        std::stable_sort(family.members.begin(), family.members.end(),
                         [](const Member& x, const Member& y) { return x.place < y.place; });
    }
}

void Alternatives::add(Edit edit, const Recipe& guess) {
    if (edit.recipe == guess) return;
    const Place place = place_of(edit);
    std::size_t index = families_.size();
    if (!place.alone) index = numbered_.try_emplace(place.family, index).first->second;
    if (index == families_.size()) families_.emplace_back();
    families_[index].members.push_back({place.member, std::move(edit)});
}

void Alternatives::add_alone(Edit edit) {
    Family& family = families_.emplace_back();
    family.nested = false;
    family.members.push_back({0, std::move(edit)});
}

void Alternatives::add_rules_of_nodes(const Recipe& guess) {
    constexpr std::array<std::string_view, 9> rules{"zero",  "compared_by", "cutoff",   "drop_tiny_negative",
                                                    "flush", "specials",    "zero_sum", "sticky",
                                                    "grid"};
    for (const Attribute& attribute : attributes_of(guess)) {
        const std::string_view name = attribute.name;
        const std::string_view rule = name.substr(name.rfind('.') + 1);
        if (!name.starts_with("result") || std::ranges::find(rules, rule) == rules.end()) continue;
        Family& family = families_.emplace_back();
        family.nested = false;
        attribute.each_value(guess, [&](Recipe recipe) {
            Edit edit;
            edit.key = name;
            edit.meaning = "a rule of this node alone";
            edit.recipe = std::move(recipe);
            family.members.push_back({0, std::move(edit)});
        });
    }
}

/// Higher ones, of which the highest differs most, and if there is one, none and lower ones.
void Alternatives::add_floors(const Recipe& guess) {
    constexpr int lowest = -150;
    constexpr int highest = 20;
    for (const editing::SumSite& site : editing::find_sites(guess).sums) {
        if (site.sum->grid == GridRule::common) continue;
        const auto add_to = [&](Family& family, std::optional<int> floor) {
            Edit edit;
            edit.key = site.path + ".floor";
            edit.value = floor ? boost::json::value(*floor) : boost::json::value("none");
            edit.meaning = "minimum e_max of this sum alone";
            edit.recipe = editing::with_sums(guess, {site.path}, [&](Sum& sum) { sum.floor = floor; });
            family.members.push_back({0, std::move(edit)});
        };
        Family higher;
        for (int floor = highest; floor > site.sum->floor.value_or(lowest); --floor) add_to(higher, floor);
        families_.push_back(std::move(higher));
        if (!site.sum->floor) continue;
        Family lower;
        add_to(lower, std::nullopt);
        for (int floor = lowest; floor < *site.sum->floor; ++floor) add_to(lower, floor);
        families_.push_back(std::move(lower));
    }
}

/// A floor moved with the widths of all addends or of one: below the floor the unit stays, so that it shows
/// only where larger addends cancel.
void Alternatives::add_units_below_floors(const Recipe& guess) {
    constexpr int farthest = 3;
    for (const editing::SumSite& site : editing::find_sites(guess).sums) {
        if (!site.sum->floor) continue;
        Family family;
        family.nested = false;
        const auto add_moved = [&](int by, const std::function<bool(const Term&)>& moves) {
            Edit edit;
            edit.key = site.path + ".floor";
            edit.meaning = "minimum e_max of this sum, with widths";
            edit.recipe = editing::with_sums(guess, {site.path}, [&](Sum& sum) {
                sum.floor = *sum.floor + by;
                for (std::size_t i = 0; i < sum.terms.size(); ++i) {
                    const bool has_width = !sum.terms[i].F.is_exact() && sum.terms[i].F.bits + by > 0;
                    if (has_width && moves(site.sum->terms[i])) sum.terms[i].F.bits += by;
                }
            });
            family.members.push_back({0, std::move(edit)});
        };
        for (int by = -farthest; by <= farthest; ++by) {
            if (by == 0) continue;
            add_moved(by, [](const Term&) { return true; });
            if (site.sum->terms.size() == 1) continue;
            for (const Term& one : site.sum->terms)
                add_moved(by, [&one](const Term& term) { return &term == &one; });
        }
        families_.push_back(std::move(family));
    }
}

void Alternatives::add_trees(std::vector<TreeEdit> trees, const std::string& key, const std::string& meaning,
                             const Recipe& guess) {
    int number = 0;
    for (TreeEdit& tree : trees) {
        Edit edit;
        edit.key = key + '@' + tree.path;
        edit.value = "another, " + std::to_string(++number);
        edit.meaning = meaning;
        edit.recipe = std::move(tree.recipe);
        add(std::move(edit), guess);
    }
}

void Alternatives::refill(std::vector<Neighbour>& neighbours, const Record& record, Exclusions& before,
                          Budget& budget, std::chrono::milliseconds most) {
    for (Family& family : families_) family.open = 0;
    RecipeSet known;
    for (const Neighbour& neighbour : neighbours) {
        known.insert(neighbour.edit.recipe);
        if (!neighbour.family) continue;
        Family& family = families_[*neighbour.family];
        if (neighbour.equal && family.nested) family.members.clear();  // so are those that differ less
        if (!neighbour.excluded_by && !neighbour.equal) ++family.open;
    }
    const auto until = budget.now() + most;
    NearRecord near(guess_, record);
    const auto gives = [&](const Edit& edit, const Evaluator& other) {
        const auto wrong = wrong_answer(near.next_to(other), near, record.size(), before.of(edit), budget,
                                        budget.now() >= until);
        if (wrong) before.note(edit, *wrong);
        return !wrong;
    };
    for (std::size_t i = 0; i < families_.size() && !budget.spent(); ++i)
        refill(families_[i], i, neighbours, known, gives, budget);
}

void Alternatives::refill(Family& family, std::size_t index, std::vector<Neighbour>& neighbours,
                          RecipeSet& known, const Gives& gives, Budget& budget) const {
    constexpr std::size_t most_open = 2;
    std::size_t at = 0;
    std::size_t step = 1;
    while (family.open < most_open && at < family.members.size() && !budget.spent()) {
        Edit edit = std::move(family.members[at].edit);
        family.members.erase(family.members.begin() + static_cast<std::ptrdiff_t>(at));
        if (known.contains(edit.recipe)) continue;
        auto evaluator = evaluator_of(edit.recipe, &guess_);
        ++budget.tried;
        if (!evaluator || !gives(edit, *evaluator)) continue;
        known.insert(edit.recipe);
        if (!family.nested) edit = named_by_its_paths(guess_.program().recipe(), std::move(edit));
        neighbours.push_back({std::move(edit), std::move(*evaluator), std::nullopt, false, index});
        ++family.open;
        if (!family.nested) continue;
        at += step;
        step *= 2;
    }
}

void Alternatives::shorten(std::vector<Neighbour>& neighbours, const Record& record, const Exclusions& before,
                           Budget& budget) const {
    constexpr std::chrono::milliseconds most{500};
    exclude_by_record(guess_, neighbours, record, before, budget, most);
    std::set<std::size_t> seen;
    std::erase_if(neighbours, [&](const Neighbour& neighbour) {
        return neighbour.family && families_[*neighbour.family].nested && neighbour.open() &&
               !seen.insert(*neighbour.family).second;
    });
}

}  // namespace karat::probe
