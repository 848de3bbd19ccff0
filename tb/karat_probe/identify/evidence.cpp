// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/evidence.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <tuple>

#include "karat/instruction/registry.hpp"
#include "karat/recipe/families/families.hpp"
#include "karat/recipe/recipe_path.hpp"
#include "karat_probe/diff/plain_rows.hpp"
#include "karat_probe/diff/unrolled.hpp"
#include "karat_probe/separate/separate.hpp"

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

namespace {

/// Addends that are not zero.
std::size_t addends_in(const VectorRow& row, const OperandRules& formats) {
    const auto nonzero = [](std::uint64_t x, Format format) {
        return unpack(x, info(format)).number_class != NumberClass::zero;
    };
    std::size_t out = nonzero(row.c, formats.c) ? 1 : 0;
    for (std::size_t i = 0; i < row.a.size(); ++i)
        out += nonzero(row.a[i], formats.a) || nonzero(row.b[i], formats.b) ? 1 : 0;
    return out;
}

/// The rows of the record, those with the fewest addends first.
std::vector<std::size_t> simplest_first(const Record& record, const OperandRules& formats) {
    std::vector<std::size_t> addends;
    addends.reserve(record.size());
    for (std::size_t i = 0; i < record.size(); ++i) addends.push_back(addends_in(record.row(i), formats));
    std::vector<std::size_t> out(record.size());
    std::iota(out.begin(), out.end(), 0);
    std::ranges::stable_sort(out, {}, [&](std::size_t i) { return addends[i]; });
    return out;
}

}  // namespace

void simplify_evidence(Identification& found, Target& target, const Budget& budget) {
    const Evaluator right(found.recipe);
    const std::vector<std::size_t> rows = simplest_first(found.record, target.formats());
    const PlainRows plain(target.formats());
    std::set<std::string> seen;
    for (Neighbour& neighbour : found.neighbours) {
        if (budget.spent()) break;
        if (!neighbour.excluded_by || !seen.insert(neighbour.edit.key).second) continue;
        const auto wrong = std::ranges::find_if(
            rows, [&](std::size_t i) { return !found.record.agrees(neighbour.evaluator, i); });
        if (wrong == rows.end()) continue;
        neighbour.excluded_by = *wrong;
        const auto differs = [&](const VectorRow& tried) {
            const Operands in = tried.operands();
            return right(in) != neighbour.evaluator(in);
        };
        VectorRow row = plain.plainest(shrink(found.record.row(*wrong), target.formats(), differs), differs);
        const std::uint64_t d = target(row);
        if (d != right(row.operands())) continue;
        neighbour.excluded_by = found.record.size();
        found.record.add(QuestionKind::chosen, std::move(row), d);
    }
}

namespace {

bool proved_same(const Recipe& x, const Unrolled& simplest) {
    return unrolled(canonical(x).recipe) == simplest;
}

/// The attribute of an edit. Some edits of different attributes share a name, which is then made longer.
std::string attribute_of(const Edit& edit) {
    const std::string_view meaning = edit.meaning;
    const auto has = [&](std::string_view text) { return meaning.find(text) != std::string_view::npos; };
    if (meaning.ends_with("before it is added") || meaning.ends_with(" is not rounded"))
        return "rounded_" + edit.key.substr(0, edit.key.rfind("_rounding"));
    if (edit.key == "c_place" && has("with one rounding") && meaning.starts_with("c is added in "))
        return "c_joins_inner_sum";
    if (edit.key == "zero_sum" && meaning.starts_with("whether ")) return "zero_inner_sum";
    if (edit.key == "product_overflow" && meaning.starts_with("what ")) return "rounded_product_overflow";
    if (edit.key == "flush_products" && !meaning.starts_with("subnormal")) return "flush_rounded_products";
    if (edit.key == "group" && has("added exactly before alignment")) return "exact_group";
    if (edit.key == "terms" && has("at a time")) return "terms_with_c";
    if (edit.key == "c_place" && has(", in ")) return "c_place_in_step";
    return edit.key;
}

/// The place of an attribute in the list. Equal names with other old values are other attributes.
AttributeEvidence& entry_for(std::vector<AttributeEvidence>& all, const Edit& edit) {
    const std::string name = attribute_of(edit);
    std::string key = name;
    for (int n = 2;; ++n) {
        const auto it =
            std::find_if(all.begin(), all.end(), [&](const auto& known) { return known.key == key; });
        if (it == all.end()) return all.emplace_back(AttributeEvidence{key, edit.meaning, edit.was, {}});
        if (edit.was.is_null() || it->value == edit.was) return *it;
        key = name + "_" + std::to_string(n);
    }
}

bool is_any_nan(const Edit& edit) {
    return edit.key.ends_with("nan") && edit.value.is_string() && edit.value.get_string() == "any";
}

}  // namespace

std::vector<AttributeEvidence> evidence_of(const Identification& found) {
    const Unrolled simplest = unrolled(canonical(found.recipe).recipe);
    std::vector<AttributeEvidence> out;
    for (const Neighbour& neighbour : found.neighbours) {
        const Edit& edit = neighbour.edit;
        if (is_any_nan(edit)) continue;
        Alternative one{edit.value, neighbour.excluded_by,
                        !neighbour.excluded_by && proved_same(edit.recipe, simplest)};
        std::vector<Alternative>& all = entry_for(out, edit).alternatives;
        const auto same =
            std::find_if(all.begin(), all.end(), [&](const Alternative& x) { return x.value == one.value; });
        if (same == all.end()) {
            all.push_back(std::move(one));
        } else if (!one.excluded_by && (same->excluded_by || !one.proved_void)) {
            *same = std::move(one);  // two places that go by one name: it is settled if both are
        }
    }
    return out;
}

namespace {

/// An arithmetic of the registry, with the instructions that have it.
struct Known {
    Recipe recipe;  ///< canonical
    NearInstruction near;
    std::vector<const Instruction*> instructions;
};

NearInstruction compared(const Recipe& ours, const Recipe& theirs) {
    NearInstruction out;
    if (unrolled(ours) == unrolled(theirs)) return out;
    const auto changed = changed_attributes(ours, theirs);
    out.same_tree = changed.has_value();
    if (changed) {
        for (const ChangedAttribute& one : *changed) out.differs_in.push_back(one.path);
    }
    return out;
}

}  // namespace

std::size_t wrong_answers(const Recipe& recipe, const Record& record) {
    const Evaluator evaluator(recipe);
    std::size_t out = 0;
    for (std::size_t i = 0; i < record.size(); ++i) out += record.agrees(evaluator, i) ? 0 : 1;
    return out;
}

std::vector<NearInstruction> nearest_instructions(const Identification& found, std::size_t most) {
    const OperandRules formats = formats_of(found.recipe.operands);
    std::vector<Known> all;
    for (const Instruction& instruction : registry()) {
        const Recipe recipe = expand(instruction.spec);
        if (!(formats_of(recipe.operands) == formats)) continue;
        const bool any = has_any_nan(recipe);
        Recipe theirs = canonical(recipe, any).recipe;
        auto known = std::find_if(all.begin(), all.end(), [&](const Known& x) { return x.recipe == theirs; });
        if (known == all.end()) {
            NearInstruction near = compared(canonical(found.recipe, any).recipe, theirs);
            near.disagrees = wrong_answers(recipe, found.record);
            known = all.insert(all.end(), {std::move(theirs), std::move(near), {}});
        }
        known->instructions.push_back(&instruction);
    }
    // how often two trees disagree depends on what was asked; which attributes differ does not
    const auto order = [](const Known& known) {
        const NearInstruction& near = known.near;
        return std::tuple(near.disagrees != 0, !near.same_tree, near.differs_in.size(), near.disagrees);
    };
    std::stable_sort(all.begin(), all.end(),
                     [&](const Known& x, const Known& y) { return order(x) < order(y); });
    if (all.size() > most) all.resize(most);
    std::vector<NearInstruction> out;
    for (const Known& known : all) {
        for (const Instruction* instruction : known.instructions) {
            out.push_back(known.near);
            out.back().instruction = instruction;
        }
    }
    return out;
}

}  // namespace karat::probe
