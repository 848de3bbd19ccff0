// SPDX-License-Identifier: Apache-2.0
#include "karat/recipe/edits/edit_paths.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "karat/recipe/recipe_path.hpp"

namespace karat {
namespace {

/// The last part of an attribute's path: its name.
std::string_view last_step(std::string_view path) { return path.substr(path.rfind('.') + 1); }

std::vector<Edit> by_paths(const Recipe& before, const Edit& edit) {
    constexpr std::size_t most = 4;
    const auto changed = changed_attributes(before, edit.recipe);
    if (!changed || changed->empty() || changed->size() > most) return {edit};
    const std::string_view first = last_step(changed->front().path);
    const bool one_kind = std::all_of(changed->begin(), changed->end(), [&](const ChangedAttribute& one) {
        return last_step(one.path) == first;
    });
    const auto or_default = [&](const boost::json::value& value, const boost::json::value& named) {
        return !value.is_null() ? value : one_kind ? named : boost::json::value("default");
    };
    std::vector<Edit> out;
    for (const ChangedAttribute& one : *changed) {
        Edit& made = out.emplace_back(edit);
        made.key = one.path;
        made.value = or_default(one.value, edit.value);
        made.was = or_default(one.was, edit.was);
    }
    return out;
}

}  // namespace

std::vector<Edit> named_by_paths(const Recipe& start, const std::vector<Edit>& changes) {
    std::vector<Edit> out;
    const Recipe* before = &start;
    for (const Edit& edit : changes) {
        for (Edit& one : by_paths(*before, edit)) {
            const auto earlier =
                std::find_if(out.begin(), out.end(), [&](const Edit& other) { return other.key == one.key; });
            if (earlier != out.end()) {  // changed twice: keep the original value
                one.was = earlier->was;
                out.erase(earlier);
            }
            out.push_back(std::move(one));
        }
        before = &edit.recipe;
    }
    return out;
}

}  // namespace karat
