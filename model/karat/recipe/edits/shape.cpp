// SPDX-License-Identifier: Apache-2.0
// Edits that change the arithmetic: the same operands, widths and roundings in the other known arithmetics,
// with other groups, pairings and places of c.
#include <algorithm>

#include "karat/error.hpp"
#include "karat/recipe/edits/collect.hpp"
#include "karat/recipe/families/families.hpp"
#include "karat/recipe/knobs/knobs.hpp"
#include "karat/recipe/knobs/validate.hpp"
#include "karat/recipe/own_recipe.hpp"
#include "karat/recipe/summary.hpp"

namespace karat::editing {
namespace {

ZeroExponent zero_exponent_of(ZeroPart part) {
    if (part == ZeroPart::minus126) return ZeroExponent::minus126;
    return part == ZeroPart::format_min ? ZeroExponent::format_min : ZeroExponent::ignored;
}

void take_result(Spec& spec, const OutputRule& rule) {
    spec.output_rounding = rule.rounding;
    if (rule.fraction != info(rule.format).fraction_bits) spec.output_fraction = rule.fraction;
    spec.overflow = rule.overflow;
    spec.nan = rule.nan;
    spec.underflow_sign = rule.underflow_sign;
    spec.flush_output = rule.flush;
    if (rule.flush) spec.flush_output_when = rule.flush_when;
}

/// The knobs that describe the operands, widths and roundings of a recipe, whatever its tree.
Spec knobs_of(const Recipe& recipe, const Sites& sites) {
    Spec spec;
    take_operands(spec, recipe.operands);
    for (const RoundSite& site : sites.rounds) {
        if (site.result) take_result(spec, site.rule);
        const bool product =
            site.sum->terms.size() == 1 && site.sum->terms[0].of.kind == ExpressionKind::product;
        if (!product || site.sum->label.text != "product") continue;
        spec.product_format = site.rule.format;
        spec.product_rounding = site.rule.rounding;
        spec.flush_products = site.rule.flush;
    }
    bool seen = false;
    for (const TermSite& site : sites.terms) {
        const Term& term = *site.term;
        if (term.of.kind == ExpressionKind::product) spec.zero_product = zero_exponent_of(term.zero);
        if (is_c(term)) spec.zero_c = zero_exponent_of(term.zero);
        if (site.sum->floor && !spec.exponent_floor) spec.exponent_floor = site.sum->floor;
        if (term.F.is_exact() || seen) continue;
        spec.F = term.F;
        spec.align_rounding = term.rounding;
        seen = true;
    }
    return spec;
}

/// The specification with another algorithm. Knobs that do not apply to it take their defaults.
Spec in_shape(Spec spec, Algorithm shape) {
    const Spec defaults;
    spec.algorithm = shape;
    for (const Knob& knob : knobs()) {
        if (!knob.applies_to(shape)) knob.set(spec, knob.get(defaults), knob.key);
    }
    return spec;
}

bool has(Algorithm shape, std::string_view key) {
    return std::any_of(knobs().begin(), knobs().end(),
                       [&](const Knob& knob) { return knob.key == key && knob.applies_to(shape); });
}

/// Each of the specifications with each of the values of one knob.
template <class T>
std::vector<Spec> each_with(const std::vector<Spec>& specs, T Spec::*field, const std::vector<T>& values) {
    std::vector<Spec> out;
    for (const Spec& spec : specs) {
        for (const T& value : values) {
            out.push_back(spec);
            out.back().*field = value;
        }
    }
    return out;
}

std::vector<std::optional<int>> group_sizes(int k) {
    std::vector<std::optional<int>> out;
    for (int i = 1; i <= k; ++i) {
        if (k % i == 0 && (k <= 64 || i <= 8 || i == k)) out.emplace_back(i);
    }
    return out;
}

std::vector<Spec> variants(const Spec& base, Algorithm shape) {
    std::vector<Spec> out{in_shape(base, shape)};
    if (has(shape, "group")) out = each_with(out, &Spec::group, group_sizes(base.k));
    if (has(shape, "pairing")) {
        out = each_with(out, &Spec::pairing, {Pairing::adjacent, Pairing::half});
        out = each_with<std::optional<CPlace>>(
            out, &Spec::c_place, {CPlace::first, CPlace::last, CPlace::leaf_first, CPlace::leaf_last});
    }
    if (base.output_rounding != Rounding::RNE) {
        out = each_with<std::optional<Rounding>>(out, &Spec::output_rounding,
                                                 {*base.output_rounding, Rounding::RNE});
    }
    return out;
}

/// The knobs in which two specifications of the same algorithm differ.
std::vector<const Knob*> differences(const Spec& x, const Spec& y) {
    std::vector<const Knob*> out;
    for (const Knob& knob : knobs()) {
        if (knob.get(x) != knob.get(y)) out.push_back(&knob);
    }
    return out;
}

Naming naming(const Spec& spec, const std::optional<Spec>& own) {
    std::string words = summary(spec);
    if (own && own->algorithm == spec.algorithm) {
        const auto changed = differences(*own, spec);
        if (changed.size() == 1) {
            const Knob& knob = *changed[0];
            return {std::string(knob.key), knob.get(spec), knob.get(*own), std::string(knob.meaning), 8};
        }
    }
    if (has(spec.algorithm, "group") && !has(spec.algorithm, "pairing"))
        words += " G=" + std::to_string(spec.group_or_default());
    if (has(spec.algorithm, "pairing")) {
        words += std::string(", pairing = ")
                     .append(name_of(spec.pairing))
                     .append(", c ")
                     .append(name_of(spec.c_place_or_default()));
    }
    words += std::string(", rounded ").append(name_of(spec.output_rounding_or_default()));
    return {"algorithm", named(spec.algorithm), {}, words, 10};
}

}  // namespace

void edit_shape(Collector& out) {
    const Spec base = knobs_of(out.original(), out.sites());
    if (!base.output_rounding) return;
    std::vector<std::pair<Spec, Recipe>> found;
    std::optional<Spec> own;
    for (std::size_t i = 0; i < EnumNames<Algorithm>::names.size(); ++i) {
        for (const Spec& spec : variants(base, static_cast<Algorithm>(i))) {
            try {
                validate(spec);
            } catch (const SpecError&) {
                continue;
            }
            found.emplace_back(spec, expand(spec));
            if (!own && found.back().second == out.original()) own = spec;
        }
    }
    for (auto& [spec, recipe] : found) {
        Naming words = naming(spec, own);
        if (words.key != "output_rounding")
            out.add_form(std::move(recipe), std::move(words));  // output_rounding has an edit of its own
    }
}

}  // namespace karat::editing
