// SPDX-License-Identifier: Apache-2.0
// The specification that a unit was probably meant to have, when it also has faults.
#pragma once
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "karat/recipe/edits/edits.hpp"
#include "karat_probe/findings/answers.hpp"
#include "karat_probe/findings/balance.hpp"

namespace karat::probe {

/// One edit, and what it does to the answers when all others are made.
struct IntentChoice : Balance {
    Edit edit = {};
    std::vector<std::size_t> rows = {};  ///< the gained ones of UnitAnswers::wrong
    Recipe without = {};                 ///< with all other choices
    Recipe only = {};                    ///< with this choice and no other
    std::string fault = {};  ///< a fault of the library that explains nearly all of its rows as well
};

struct Intent {
    Recipe recipe;                      ///< with all choices
    std::vector<IntentChoice> choices;  ///< empty: the recipe itself is the nearest
    std::vector<Edit> steps;            ///< of the search, also those that are no sound choice
    std::size_t unexplained = 0;        ///< answers that `recipe` does not give
    std::size_t tried = 0;              ///< recipes
};

/// Whether the unit, asked further dot-adds, clearly sides with `with`. Empty: it cannot be asked.
using Confirms = std::function<bool(const Recipe& without, const Recipe& with)>;

/// Minimises the number of answers that disagree: single edits, then pairs where no single one helps, again
/// and again. A choice stays only if it explains at least three answers and contradicts at most one for every
/// fifty that it explains, so that a fault is not mistaken for a choice.
/// Edits whose title() or key is in `excluded` are not tried. A choice that contradicts up to one in twenty
/// stays if it is confirmed.
[[nodiscard]] Intent nearest_intent(const Recipe& recipe, const UnitAnswers& answers,
                                    const std::set<std::string>& excluded = {},
                                    const Confirms& confirms = {});

/// The choices that edits are, made one after the other: what each does to the answers beside the others.
[[nodiscard]] std::vector<IntentChoice> choices_of(const Recipe& recipe, const std::vector<Edit>& edits,
                                                   const UnitAnswers& answers);

/// The same recipe with fewer edits or narrower ones, so that none of them changes an attribute that another
/// one sets: F = 24 and then F_products = 23 become F_c = 24 and F_products = 23; what a later edit undoes is
/// gone. Edits stay as they are if no proposed edits do that.
[[nodiscard]] std::vector<Edit> without_overlap(const Recipe& start, std::vector<Edit> edits);

/// The edit of the same name and value of another recipe, with the old value there.
[[nodiscard]] std::optional<Edit> same_edit(const Recipe& recipe, const Edit& edit);

/// The recipe with the edit of the same name; the recipe itself if it has none.
[[nodiscard]] Recipe with_edit(const Recipe& recipe, const Edit& edit);

/// The recipe with all of them, one after the other.
[[nodiscard]] Recipe rebuilt(const Recipe& start, const std::vector<Edit>& edits);

}  // namespace karat::probe
