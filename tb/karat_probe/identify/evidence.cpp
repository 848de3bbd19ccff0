// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/evidence.hpp"

#include <algorithm>

#include "karat/instruction/registry.hpp"
#include "karat/recipe/families/families.hpp"
#include "karat/recipe/recipe_path.hpp"

namespace karat::probe {

std::size_t AttributeEvidence::excluded() const {
    return static_cast<std::size_t>(
        std::count_if(alternatives.begin(), alternatives.end(),
                      [](const Alternative& x) { return x.excluded_by.has_value(); }));
}

std::vector<boost::json::value> AttributeEvidence::left() const {
    std::vector<boost::json::value> out;
    for (const Alternative& x : alternatives) {
        if (!x.excluded_by && !x.proved_void) out.push_back(x.value);
    }
    return out;
}

const Alternative* AttributeEvidence::decided_by() const {
    const auto it = std::find_if(alternatives.begin(), alternatives.end(),
                                 [](const Alternative& x) { return x.excluded_by.has_value(); });
    return it == alternatives.end() ? nullptr : &*it;
}

std::vector<AttributeEvidence> evidence_of(const Identification& found) {
    const Recipe simplest = canonical(found.recipe).recipe;
    std::vector<AttributeEvidence> out;
    for (const Neighbour& neighbour : found.neighbours) {
        const Edit& edit = neighbour.edit;
        auto it =
            std::find_if(out.begin(), out.end(), [&](const auto& known) { return known.key == edit.key; });
        if (it == out.end()) it = out.insert(out.end(), {edit.key, edit.meaning, edit.was, {}});
        const bool open = !neighbour.excluded_by;
        it->alternatives.push_back(
            {edit.value, neighbour.excluded_by, open && canonical(edit.recipe).recipe == simplest});
    }
    return out;
}

std::vector<NearInstruction> nearest_instructions(const Recipe& found, std::size_t most) {
    struct Entry {
        NearInstruction near;
        Recipe recipe;
        std::size_t distance;
    };
    const OperandRules formats = formats_of(found.operands);
    std::vector<Entry> entries;
    for (const Instruction& instruction : registry()) {
        Recipe recipe = expand(instruction.spec);
        if (!(formats_of(recipe.operands) == formats)) continue;
        const bool any = has_any_nan(recipe);
        Recipe theirs = canonical(recipe, any).recipe;
        const Recipe ours = canonical(found, any).recipe;
        NearInstruction near{&instruction, true, {}};
        if (!(ours == theirs)) {
            const auto changed = changed_attributes(ours, theirs);
            near.same_tree = changed.has_value();
            if (changed) {
                for (const ChangedAttribute& one : *changed) near.differs_in.push_back(one.path);
            }
        }
        const std::size_t distance = near.same_tree ? near.differs_in.size() : 1000;
        entries.push_back({std::move(near), std::move(theirs), distance});
    }
    std::stable_sort(entries.begin(), entries.end(),
                     [](const Entry& x, const Entry& y) { return x.distance < y.distance; });
    std::vector<NearInstruction> out;
    std::vector<const Recipe*> seen;
    for (const Entry& entry : entries) {
        const auto same = [&](const Recipe* known) { return *known == entry.recipe; };
        if (std::none_of(seen.begin(), seen.end(), same)) {
            if (seen.size() == most) continue;
            seen.push_back(&entry.recipe);
        }
        out.push_back(entry.near);
    }
    return out;
}

}  // namespace karat::probe
