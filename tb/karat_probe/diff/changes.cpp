// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/diff/changes.hpp"

#include <algorithm>
#include <boost/json/array.hpp>
#include <functional>
#include <optional>

#include "karat/error.hpp"
#include "karat/recipe/families/families.hpp"
#include "karat/recipe/knobs/knobs.hpp"
#include "karat/recipe/knobs/validate.hpp"
#include "karat/recipe/program.hpp"
#include "karat/recipe/recipe_path.hpp"
#include "karat/recipe/recipe_text.hpp"

namespace karat::probe {
namespace {

namespace json = boost::json;

struct Difference {
    std::string key;
    json::value x, y;
};
using Differences = std::vector<Difference>;
/// A recipe with the differences applied to it; with their values of y, or with those of x. Nothing if that
/// is not a valid recipe.
using Apply = std::function<std::optional<Recipe>(const Differences&, bool to_y)>;

/// The value of `body`, or nothing if it throws SpecError.
template <class Body>
auto if_valid(const Body& body) -> std::optional<decltype(body())> {
    try {
        return body();
    } catch (const SpecError&) {
        return std::nullopt;
    }
}

Recipe recipe_of(const Spec& spec) {
    validate(spec);
    Recipe out = expand(spec);
    (void)Program(out);
    return out;
}

Differences knobs_that_differ(const Spec& x, const Spec& y) {
    Differences out;
    for (const Knob& knob : knobs()) {
        if (!knob.applies_to(x.algorithm)) continue;
        json::value of_x = knob.get(x);
        json::value of_y = knob.get(y);
        if (of_x != of_y) out.push_back({std::string(knob.key), std::move(of_x), std::move(of_y)});
    }
    return out;
}

Apply by_knobs(const Spec& x, const Spec& y) {
    return [&x, &y](const Differences& all, bool to_y) {
        return if_valid([&] {
            Spec spec = to_y ? x : y;
            for (const Difference& each : all)
                find_knob(each.key).set(spec, to_y ? each.y : each.x, each.key);
            return recipe_of(spec);
        });
    };
}

Apply by_paths(const Recipe& x, const Recipe& y) {
    return [&x, &y](const Differences& all, bool to_y) {
        return if_valid([&] {
            Recipe out = to_y ? x : y;
            for (const Difference& each : all) out = with_attribute(out, each.key, to_y ? each.y : each.x);
            (void)Program(out);
            return out;
        });
    };
}

Change joined(const Differences& all, Recipe alone, Recipe without) {
    if (all.size() == 1) return {all[0].key, all[0].x, all[0].y, std::move(alone), std::move(without)};
    Change out{"", json::array(), json::array(), std::move(alone), std::move(without)};
    for (const Difference& each : all) {
        out.key += (out.key.empty() ? "" : ", ") + each.key;
        out.x.as_array().push_back(each.x);
        out.y.as_array().push_back(each.y);
    }
    return out;
}

/// One change for each difference. Those that are invalid by themselves make one change together; if even
/// that is invalid, all of them do.
std::vector<Change> split(const Differences& all, const Apply& apply, const Recipe& x, const Recipe& y) {
    std::vector<Change> out;
    Differences rest;
    const auto add = [&](const Differences& some) {
        auto alone = apply(some, true);
        auto without = apply(some, false);
        if (!alone || !without) return false;
        if (!(*alone == x && *without == y))
            out.push_back(joined(some, std::move(*alone), std::move(*without)));
        return true;
    };
    for (const Difference& each : all) {
        if (!add({each})) rest.push_back(each);
    }
    if (rest.empty() || add(rest)) return out;
    return {joined(all, y, x)};
}

}  // namespace

std::vector<Change> changes_between(const Spec& x, const Spec& y) {
    const Recipe of_x = recipe_of(x);
    const Recipe of_y = recipe_of(y);
    if (of_x == of_y) return {};
    if (x.algorithm == y.algorithm && x.algorithm != Algorithm::recipe)
        return split(knobs_that_differ(x, y), by_knobs(x, y), of_x, of_y);
    const auto attributes = changed_attributes(of_x, of_y);
    if (!attributes)
        return {Change{"recipe", json::value(formula(of_x)), json::value(formula(of_y)), of_y, of_x}};
    Differences all;
    for (const ChangedAttribute& each : *attributes) all.push_back({each.path, each.was, each.value});
    return split(all, by_paths(of_x, of_y), of_x, of_y);
}

}  // namespace karat::probe
