// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/knobs/knob_form.hpp"

#include <algorithm>
#include <array>
#include <boost/json/serialize.hpp>
#include <set>

#include "karat/error.hpp"
#include "karat/recipe/edits/sites.hpp"
#include "karat/recipe/families/families.hpp"
#include "karat/recipe/knobs/knobs.hpp"
#include "karat/recipe/knobs/validate.hpp"
#include "karat/recipe/own_recipe.hpp"
#include "karat_probe/diff/canonical.hpp"
#include "karat_probe/diff/unrolled.hpp"
#include "karat_probe/identify/knobs/knob_skeletons.hpp"

namespace karat::probe {
namespace {

namespace json = boost::json;

// Knobs that stay as they are: the formats are given, and a skeleton sets the rest.
constexpr std::array<std::string_view, 18> kFixed{
    "algorithm", "recipe",  "a",        "b",          "c",           "d",
    "k",         "scale",   "metadata", "multiplier", "terms",       "chain_pattern",
    "group",     "c_place", "pairing",  "acc_format", "scale_block", "group_pattern"};

constexpr std::array<std::string_view, 7> kFormats{"a", "b", "c", "d", "k", "scale", "scale_block"};

// Knobs with a number that is no width.
constexpr std::array<std::string_view, 4> kCounts{"chain_fraction", "output_fraction", "c_cutoff",
                                                  "exponent_floor"};

bool is_one_of(std::span<const std::string_view> names, std::string_view key) {
    return std::find(names.begin(), names.end(), key) != names.end();
}

bool is_valid(const Spec& spec) {
    try {
        validate(spec);
        return true;
    } catch (const SpecError&) {
        return false;
    }
}

/// The specification with one knob changed, if that is valid.
std::optional<Spec> changed(Spec spec, const Knob& knob, const json::value& value) {
    try {
        knob.set(spec, value, knob.key);
        validate(spec);
        return spec;
    } catch (const SpecError&) {
        return std::nullopt;
    }
}

/// Numbers and formats that occur in a recipe: no other value of a knob is worth trying.
class Occurring {
   public:
    explicit Occurring(const Recipe& recipe) {
        const editing::Sites sites = editing::find_sites(recipe);
        for (const editing::TermSite& site : sites.terms) {
            if (!site.term->F.is_exact()) numbers_.insert(site.term->F.bits);
            if (site.term->cutoff) numbers_.insert(*site.term->cutoff);
        }
        for (const editing::SumSite& site : sites.sums) {
            if (site.sum->floor) numbers_.insert(*site.sum->floor);
        }
        for (const editing::RoundSite& site : sites.rounds) {
            formats_.insert(site.rule.format);
            numbers_.insert(site.rule.fraction);
        }
        for (const auto& format : {recipe.operands.convert, recipe.operands.convert_c}) {
            if (format) formats_.insert(*format);
        }
    }
    [[nodiscard]] const std::set<Format>& formats() const { return formats_; }
    /// The values of a knob that may be the right ones.
    [[nodiscard]] std::vector<json::value> values(const Knob& knob) const {
        const std::vector<json::value> all = knob.values();
        const bool counts =
            is_one_of(kCounts, knob.key) ||
            std::ranges::any_of(all, [](const json::value& value) { return value.is_int64(); });
        std::vector<json::value> out{knob.get(Spec{})};
        // before "exact", which also sets a rounding
        for (const int number : numbers_) {
            if (counts) out.emplace_back(number);
        }
        for (const json::value& value : all) {
            if (!value.is_int64() && worth_trying(value)) out.push_back(value);
        }
        return out;
    }

   private:
    [[nodiscard]] bool worth_trying(const json::value& value) const {
        const auto format =
            value.is_string() ? enum_from_name<Format>(std::string_view(value.get_string())) : std::nullopt;
        return !format || formats_.contains(*format);
    }
    std::set<int> numbers_;
    std::set<Format> formats_;
};

std::size_t knobs_set(const Spec& spec) {
    const Spec defaults;
    return static_cast<std::size_t>(std::ranges::count_if(
        knobs(), [&](const Knob& knob) { return knob.get(spec) != knob.get(defaults); }));
}

/// The same specification with knobs that no longer follow others.
Spec independent(Spec spec) {
    const auto pin = [&](std::string_view key, const auto& change) {
        if (!find_knob(key).applies_to(spec.algorithm)) return;
        Spec pinned = spec;
        change(pinned);
        if (is_valid(pinned)) spec = std::move(pinned);
    };
    pin("F_c", [](Spec& x) { x.F_c = x.F_c_or_default(); });
    pin("c_rounding", [](Spec& x) { x.c_rounding = x.c_rounding_or_default(); });
    pin("output_rounding", [](Spec& x) { x.output_rounding = x.output_rounding_or_default(); });
    pin("chain_rounding", [](Spec& x) { x.chain_rounding = x.chain_rounding_or_default(); });
    pin("dot_rounding", [](Spec& x) { x.dot_rounding = x.dot_rounding_or_default(); });
    return spec;
}

class Finder {
   public:
    explicit Finder(const Recipe& recipe)
        : occurring_(recipe), given_(unrolled(recipe)), simplest_(unrolled(canonical(recipe).recipe)) {}

    /// The specification with this tree that stands for the recipe, if there is one.
    [[nodiscard]] std::optional<Spec> fit(const Spec& skeleton) const {
        if (unrolled(expand(skeleton)).tree != given_.tree) return std::nullopt;
        for (const Unrolled* aim : {&given_, &simplest_}) {
            Spec spec = nearest_to(*aim, skeleton);
            if (is_right(spec)) return simplified(std::move(spec));
        }
        return std::nullopt;
    }
    [[nodiscard]] const std::set<Format>& formats() const { return occurring_.formats(); }

   private:
    [[nodiscard]] bool is_right(const Spec& spec) const {
        const Recipe recipe = expand(spec);
        return unrolled(recipe) == given_ || unrolled(canonical(recipe).recipe) == simplest_;
    }
    /// Sets one knob after the other to the value that leaves the fewest attributes different.
    [[nodiscard]] Spec nearest_to(const Unrolled& aim, const Spec& skeleton) const {
        Spec spec = independent(skeleton);
        std::size_t least = distance(unrolled(expand(spec)), aim);
        for (std::size_t before = least + 1; least != 0 && least < before;) {
            before = least;
            for (const Knob& knob : knobs()) {
                if (!knob.applies_to(spec.algorithm) || is_one_of(kFixed, knob.key)) continue;
                for (const json::value& value : occurring_.values(knob)) {
                    std::optional<Spec> tried = changed(spec, knob, value);
                    if (!tried) continue;
                    const std::size_t now = distance(unrolled(expand(*tried)), aim);
                    if (now >= least) continue;
                    least = now;
                    spec = std::move(*tried);
                }
            }
        }
        return spec;
    }
    /// Knobs without effect take their defaults.
    [[nodiscard]] Spec simplified(Spec spec) const {
        const Spec defaults;
        for (const Knob& knob : knobs()) {
            if (knob.get(spec) == knob.get(defaults) || is_one_of(kFormats, knob.key)) continue;
            std::optional<Spec> tried = changed(spec, knob, knob.get(defaults));
            if (tried && is_right(*tried)) spec = std::move(*tried);
        }
        return spec;
    }

    Occurring occurring_;
    Unrolled given_;
    Unrolled simplest_;
};

}  // namespace

std::optional<Spec> knob_form(const Recipe& recipe) {
    const Finder finder(recipe);
    std::optional<Spec> best;
    for (const Spec& skeleton : knob_skeletons(recipe, finder.formats())) {
        std::optional<Spec> found = finder.fit(skeleton);
        if (found && (!best || knobs_set(*found) < knobs_set(*best))) best = std::move(found);
    }
    return best;
}

std::string knob_settings(const Spec& spec) {
    const Spec defaults;
    std::string out = "algorithm=" + std::string(name_of(spec.algorithm));
    for (const Knob& knob : knobs()) {
        const json::value value = knob.get(spec);
        if (knob.key == "algorithm" || knob.key == "recipe" || is_one_of(kFormats, knob.key) ||
            (value == knob.get(defaults) && !(knob.key == "F" && spec.is_fused())))
            continue;
        out += " " + std::string(knob.key) + "=" +
               (value.is_string() ? std::string(value.get_string()) : json::serialize(value));
    }
    return out;
}

}  // namespace karat::probe
