// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/findings/typed_settings.hpp"

#include <boost/json/serialize.hpp>
#include <cstddef>
#include <utility>

#include "karat/error.hpp"
#include "karat/recipe/families/families.hpp"
#include "karat/recipe/knobs/knobs.hpp"
#include "karat_probe/diff/canonical.hpp"
#include "karat_probe/identify/knobs/knob_form.hpp"

namespace karat::probe {
namespace {

using Settings = std::vector<std::pair<std::string, std::string>>;

std::string plain(const boost::json::value& value) {
    if (value.is_null()) return "default";
    return value.is_string() ? std::string(value.get_string()) : boost::json::serialize(value);
}

bool lead_to(const Recipe& recipe, Spec spec, const Settings& settings) {
    try {
        for (const auto& [key, value] : settings) set_knob(spec, key, value);
        return canonical(expand(spec)).recipe == canonical(recipe).recipe;
    } catch (const SpecError&) {
        return false;
    }
}

Settings of_choices(const std::vector<Edit>& choices) {
    Settings out;
    for (const Edit& edit : choices) out.emplace_back(edit.key, plain(edit.value));
    return out;
}

Settings differences(const Spec& base, const Spec& wanted) {
    Settings out;
    for (const Knob& knob : knobs()) {
        if (knob.key == "recipe" || knob.get(base) == knob.get(wanted)) continue;
        out.emplace_back(knob.key, plain(knob.get(wanted)));
    }
    return out;
}

/// Without those that change nothing: a default may also be written out.
Settings needed(const Recipe& recipe, const Spec& base, Settings settings) {
    for (std::size_t i = settings.size(); i-- > 0;) {
        Settings fewer = settings;
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
        if (lead_to(recipe, base, fewer)) settings = std::move(fewer);
    }
    return settings;
}

std::string typed(const Settings& settings) {
    std::string out;
    for (const auto& [key, value] : settings) out += (out.empty() ? "--set " : " --set ") + key + "=" + value;
    return out;
}

}  // namespace

std::optional<std::string> typed_settings(const Spec& base, const Recipe& recipe,
                                          const std::vector<Edit>& choices) {
    if (const Settings settings = of_choices(choices); lead_to(recipe, base, settings))
        return typed(settings);
    const std::optional<Spec> wanted = base.algorithm == Algorithm::recipe ? std::nullopt : knob_form(recipe);
    if (!wanted) return std::nullopt;
    const Settings settings = differences(base, *wanted);
    if (!lead_to(recipe, base, settings)) return std::nullopt;
    return typed(needed(recipe, base, settings));
}

}  // namespace karat::probe
