// SPDX-License-Identifier: Apache-2.0
// Edits that are made one after the other.
#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "karat/recipe/recipe_path.hpp"
#include "karat_probe/findings/intent.hpp"

namespace karat::probe {
namespace {

/// The paths of the attributes that an edit changes; none if it changes the tree.
std::set<std::string> attributes(const Recipe& start, const Edit& edit) {
    std::set<std::string> out;
    const auto changed = changed_attributes(start, with_edit(start, edit));
    if (!changed) return out;
    for (const ChangedAttribute& one : *changed) out.insert(one.path);
    return out;
}

bool overlap(const std::set<std::string>& x, const std::set<std::string>& y) {
    return std::ranges::any_of(x, [&](const std::string& one) { return y.contains(one); });
}

std::vector<Edit> without(std::vector<Edit> edits, std::size_t i) {
    edits.erase(edits.begin() + static_cast<std::ptrdiff_t>(i));
    return edits;
}

/// An edit that does what is left of edits[i] after those behind it, of which none changes it.
std::optional<Edit> narrower(const Recipe& start, const std::vector<Edit>& edits, std::size_t i) {
    const Recipe all = rebuilt(start, edits);
    const Recipe before = rebuilt(start, {edits.begin(), edits.begin() + static_cast<std::ptrdiff_t>(i)});
    std::set<std::string> later;
    for (std::size_t j = i + 1; j < edits.size(); ++j) later.merge(attributes(start, edits[j]));
    for (Edit& edit : proposed_edits(before, EditReach::near)) {
        if (edit.value != edits[i].value || edit.key == edits[i].key) continue;
        if (overlap(attributes(before, edit), later)) continue;
        std::vector<Edit> changed = edits;
        changed[i] = edit;
        if (rebuilt(start, changed) == all) return std::move(edit);
    }
    return std::nullopt;
}

}  // namespace

std::optional<Edit> same_edit(const Recipe& recipe, const Edit& edit) {
    for (const EditReach reach : {EditReach::near, EditReach::shapes}) {
        for (Edit& other : proposed_edits(recipe, reach)) {
            if (other.key == edit.key && other.value == edit.value) return std::move(other);
        }
    }
    return std::nullopt;
}

Recipe with_edit(const Recipe& recipe, const Edit& edit) {
    std::optional<Edit> mine = same_edit(recipe, edit);
    return mine ? std::move(mine->recipe) : recipe;
}

// Each edit is found again by its name, in a recipe that lacks some of the earlier ones.
Recipe rebuilt(const Recipe& start, const std::vector<Edit>& edits) {
    Recipe now = start;
    for (const Edit& edit : edits) now = with_edit(now, edit);
    return now;
}

std::vector<Edit> without_overlap(const Recipe& start, std::vector<Edit> edits) {
    const Recipe all = rebuilt(start, edits);
    const auto is_superfluous = [&](std::size_t i) { return rebuilt(start, without(edits, i)) == all; };
    for (std::size_t i = edits.size(); i-- > 0 && edits.size() > 1;) {
        if (!is_superfluous(i)) continue;
        edits = without(std::move(edits), i);
        i = edits.size();  // what undid it is superfluous now
    }
    for (std::size_t i = edits.size(); i-- > 0 && edits.size() > 1;) {
        const std::set<std::string> mine = attributes(start, edits[i]);
        const bool is_changed_later =
            std::any_of(edits.begin() + static_cast<std::ptrdiff_t>(i) + 1, edits.end(),
                        [&](const Edit& later) { return overlap(mine, attributes(start, later)); });
        if (!is_changed_later) continue;
        if (std::optional<Edit> edit = narrower(start, edits, i)) edits[i] = std::move(*edit);
    }
    return edits;
}

}  // namespace karat::probe
