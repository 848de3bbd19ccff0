// SPDX-License-Identifier: Apache-2.0
#include "karat/recipe/edits/edits.hpp"

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <iterator>

#include "karat/error.hpp"
#include "karat/recipe/edits/collect.hpp"
#include "karat/recipe/program.hpp"

namespace karat {
namespace {

std::string plain(const boost::json::value& value) {
    return value.is_string() ? std::string(value.get_string()) : boost::json::serialize(value);
}

bool is_possible(const Recipe& recipe) {
    try {
        const Program program(recipe);
        return true;
    } catch (const SpecError&) {
        return false;
    }
}

Edit made(Recipe recipe, editing::Naming naming) {
    return {std::move(naming.key),     std::move(naming.value), std::move(naming.was),
            std::move(naming.meaning), std::move(recipe),       naming.cost};
}

}  // namespace

void editing::Collector::add(Recipe changed, Naming naming) {
    if (changed != original_) edits_.push_back(made(std::move(changed), std::move(naming)));
}

void editing::Collector::add_form(Recipe changed, Naming naming) {
    if (known_forms_.insert(changed).second) forms_.push_back(made(std::move(changed), std::move(naming)));
}

std::optional<OutputRule> editing::Collector::result() const {
    for (const RoundSite& site : sites_.rounds) {
        if (site.result) return site.rule;
    }
    return std::nullopt;
}

std::vector<Edit> editing::Collector::take() {
    std::move(forms_.begin(), forms_.end(), std::back_inserter(edits_));
    return std::move(edits_);
}

std::string title(const Edit& edit) {
    std::string out = edit.key + " = " + plain(edit.value);
    if (!edit.was.is_null()) out += " instead of " + plain(edit.was);
    return out;
}

std::string words(const Edit& edit) { return title(edit) + ": " + edit.meaning; }

std::string words(const std::vector<Edit>& edits) {
    std::string what;
    std::string why;
    for (const Edit& edit : edits) {
        what += (what.empty() ? "" : " and ") + title(edit);
        if (why.find(edit.meaning) == std::string::npos) why += (why.empty() ? ": " : "; ") + edit.meaning;
    }
    return what + why;
}

std::vector<Edit> proposed_edits(const Recipe& recipe, EditReach reach) {
    editing::Collector collector(recipe);
    if (reach != EditReach::shapes) {
        editing::edit_terms(collector);
        editing::edit_roundings(collector);
        editing::edit_sums(collector);
        editing::edit_operands(collector);
        editing::edit_order(collector);
        editing::edit_place_of_c(collector);
        editing::edit_nesting(collector);
        editing::edit_scales(collector);
    }
    if (reach != EditReach::near) editing::edit_shape(collector);
    std::vector<Edit> out = collector.take();
    std::stable_sort(out.begin(), out.end(), [](const Edit& x, const Edit& y) { return x.cost < y.cost; });
    return out;
}

std::vector<Edit> edits(const Recipe& recipe, EditReach reach) {
    std::vector<Edit> out = proposed_edits(recipe, reach);
    std::erase_if(out, [](const Edit& edit) { return !is_possible(edit.recipe); });
    return out;
}

}  // namespace karat
