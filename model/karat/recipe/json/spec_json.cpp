// SPDX-License-Identifier: Apache-2.0
#include "karat/recipe/json/spec_json.hpp"

#include <boost/json/serialize.hpp>

#include "karat/error.hpp"
#include "karat/recipe/json/json_text.hpp"
#include "karat/recipe/json/recipe_json.hpp"
#include "karat/recipe/knobs/knobs.hpp"
#include "karat/recipe/knobs/validate.hpp"
#include "karat/recipe/own_recipe.hpp"

namespace karat {

namespace json = boost::json;

namespace {
constexpr std::string_view kVersionKey = "karat_spec";
}  // namespace

json::object to_json(const Spec& spec) {
    json::object out;
    out[kVersionKey] = kSpecVersion;
    for (const Knob& knob : knobs()) {
        if (!knob.applies_to(spec.algorithm)) continue;
        json::value value = knob.get(spec);
        if (!value.is_null()) out[knob.key] = std::move(value);
    }
    return out;
}

std::string to_json_text(const Spec& spec) { return json::serialize(to_json(spec)); }

Spec spec_from_json(const json::object& object) {
    const bool is_recipe = object.contains("karat_recipe") || object.contains("result");
    if (is_recipe) return spec_of(recipe_from_json(object));
    check_version(object, kVersionKey, kSpecVersion, "a specification");
    const json::value* algorithm = object.if_contains("algorithm");
    if (algorithm == nullptr) {
        throw SpecError("algorithm", "algorithm is missing; use " + allowed_names<Algorithm>());
    }
    Spec spec;
    find_knob("algorithm").set(spec, *algorithm, "algorithm");
    for (const auto& [key, value] : object) {
        if (std::string_view(key) == kVersionKey) continue;
        const Knob& knob = find_knob(std::string_view(key));
        if (knob.key != std::string_view(key)) {
            throw SpecError(std::string(key), "unknown knob \"" + std::string(key) + "\"; it is spelled " +
                                                  std::string(knob.key));
        }
        if (!knob.applies_to(spec.algorithm)) {
            throw SpecError(std::string(key), std::string(key) + " is not a knob of algorithm \"" +
                                                  std::string(name_of(spec.algorithm)) + "\"; leave it out");
        }
        knob.set(spec, value, knob.key);
    }
    validate(spec);
    return spec;
}

Spec spec_from_json_text(std::string_view text) {
    return spec_from_json(parse_object(
        text, R"(a specification is a JSON object, as in {"karat_spec": 1, "algorithm": "fda"})"));
}

}  // namespace karat
