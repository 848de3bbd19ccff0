// SPDX-License-Identifier: Apache-2.0
#include "karat/recipe/knobs/knobs.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <type_traits>
#include <vector>

#include "karat/error.hpp"
#include "karat/recipe/families/families.hpp"
#include "karat/recipe/json/codec.hpp"
#include "karat/recipe/json/recipe_json.hpp"
#include "karat/recipe/knobs/aliases.hpp"
#include "karat/recipe/knobs/validate.hpp"
#include "karat/recipe/own_recipe.hpp"
#include "karat/recipe/recipe_path.hpp"
#include "karat/text/nearest.hpp"

namespace karat {
namespace {

namespace json = boost::json;

// ---- the table ----

template <auto Member>
constexpr Knob knob(std::string_view key, unsigned algorithms, std::string_view meaning) {
    using T = std::remove_cvref_t<decltype(std::declval<Spec>().*Member)>;
    return {key,
            algorithms,
            meaning,
            [] { return Codec<T>::allowed(); },
            [] { return Codec<T>::values(); },
            [](const Spec& spec) { return Codec<T>::to_json(spec.*Member); },
            [](Spec& spec, const json::value& value, std::string_view name) {
                spec.*Member = Codec<T>::from_json(value, name);
            }};
}

/// An integer with its widest range. validate() checks the narrower range that depends on other knobs.
template <auto Member, int Low, int High>
constexpr Knob count_knob(std::string_view key, unsigned algorithms, std::string_view meaning) {
    Knob out = knob<Member>(key, algorithms, meaning);
    out.allowed = [] { return std::to_string(Low) + ".." + std::to_string(High); };
    return out;
}

/// A knob that follows another one while it is unset; `unset` says which.
constexpr Knob unset_is(std::string_view unset, Knob knob) {
    knob.unset = unset;
    return knob;
}

/// An optional for which unset is a value of its own, "none", and does not mean "same as another knob".
template <auto Member>
constexpr Knob knob_or_none(std::string_view key, unsigned algorithms, std::string_view meaning) {
    Knob out = knob<Member>(key, algorithms, meaning);
    out.unset = "none";
    using T = std::remove_cvref_t<decltype(std::declval<Spec>().*Member)>;
    out.allowed = [] { return "none, " + Codec<T>::allowed(); };
    out.values = [] {
        std::vector<json::value> all = Codec<T>::values();
        all.emplace_back("none");
        return all;
    };
    out.set = [](Spec& spec, const json::value& value, std::string_view name) {
        const bool none = value.is_string() && to_lower(std::string_view(value.get_string())) == "none";
        spec.*Member = none ? T{} : Codec<T>::from_json(value, name);
    };
    return out;
}

/// The same for an integer with its range.
template <auto Member, int Low, int High>
constexpr Knob count_or_none(std::string_view key, unsigned algorithms, std::string_view meaning) {
    Knob out = knob_or_none<Member>(key, algorithms, meaning);
    out.allowed = [] { return "none, " + std::to_string(Low) + ".." + std::to_string(High); };
    return out;
}

/// A knob that has no effect on integers, which have no special values and are not rounded.
constexpr Knob no_integers(Knob knob) {
    knob.integers = false;
    return knob;
}

/// A knob that takes the formats for which `Fits`. validate() knows what depends on other knobs.
template <auto Member, bool (*Fits)(const FormatInfo&)>
constexpr Knob format_knob(std::string_view key, unsigned algorithms, std::string_view meaning) {
    Knob out = knob<Member>(key, algorithms, meaning);
    out.allowed = [] { return formats_that(Fits); };
    out.set = [](Spec& spec, const json::value& value, std::string_view name) {
        using T = std::remove_cvref_t<decltype(spec.*Member)>;
        spec.*Member = format_from_json<T>(value, name, formats_that(Fits));
    };
    return out;
}
/// The same for an optional format that is "none" while it is unset.
template <auto Member, bool (*Fits)(const FormatInfo&)>
constexpr Knob format_or_none(std::string_view key, unsigned algorithms, std::string_view meaning) {
    Knob out = knob_or_none<Member>(key, algorithms, meaning);
    out.allowed = [] { return "none, " + formats_that(Fits); };
    out.set = [](Spec& spec, const json::value& value, std::string_view name) {
        const bool none = value.is_string() && to_lower(std::string_view(value.get_string())) == "none";
        using T = std::remove_cvref_t<decltype(spec.*Member)>;
        spec.*Member = none ? T{} : format_from_json<T>(value, name, "none, " + formats_that(Fits));
    };
    return out;
}

/// sda's `dot_format` is a format or "exact": two fields behind one key.
constexpr Knob dot_format_knob(unsigned algorithms) {
    return {"dot_format",
            algorithms,
            "format that the sum of products is rounded to before c is added",
            [] { return formats_that(fits_sum) + ", or exact"; },
            [] {
                std::vector<json::value> out = Codec<Format>::values();
                out.emplace_back("exact");
                return out;
            },
            [](const Spec& spec) {
                return spec.dot_exact ? json::value("exact")
                                      : Codec<std::optional<Format>>::to_json(spec.dot_format);
            },
            [](Spec& spec, const json::value& value, std::string_view name) {
                const bool exact =
                    value.is_string() && to_lower(std::string_view(value.get_string())) == "exact";
                spec.dot_format = exact ? std::nullopt
                                        : format_from_json<std::optional<Format>>(
                                              value, name, formats_that(fits_sum) + ", or exact");
                spec.dot_exact = exact;
            }};
}

/// A recipe in its JSON form. Setting it also sets formats, k, scale factors and NaN encoding.
constexpr Knob recipe_knob(unsigned algorithms) {
    return {"recipe",
            algorithms,
            "the arithmetic as a tree of sums (docs/reference/recipes.md)",
            [] { return std::string("a recipe as a JSON object"); },
            [] { return std::vector<json::value>{}; },
            [](const Spec& spec) { return spec.recipe ? json::value(to_json(*spec.recipe)) : json::value(); },
            [](Spec& spec, const json::value& value, std::string_view name) {
                if (value.is_null()) {
                    spec.recipe = {};
                    return;
                }
                if (!value.is_object()) refuse_value(name, value, "a recipe as a JSON object");
                spec = spec_of(recipe_from_json(value.get_object()));
            }};
}

constexpr unsigned bit(Algorithm algorithm) { return 1U << static_cast<unsigned>(algorithm); }
constexpr unsigned FDA = bit(Algorithm::fda), SDA = bit(Algorithm::sda), GFDA = bit(Algorithm::gfda),
                   FDRDA = bit(Algorithm::fdrda), GFDRDA = bit(Algorithm::gfdrda), GPS = bit(Algorithm::gps),
                   MULADD = bit(Algorithm::muladd), FMA = bit(Algorithm::fma), EXACT = bit(Algorithm::exact),
                   RECIPE = bit(Algorithm::recipe);
constexpr unsigned FUSED = FDA | SDA | GFDA | FDRDA | GFDRDA;
constexpr unsigned CDNA3 = FDRDA | GFDRDA;
constexpr unsigned STEPWISE = GPS | MULADD | FMA;
constexpr unsigned ALL = FUSED | STEPWISE | EXACT;

constexpr std::array kKnobs{
    knob<&Spec::algorithm>("algorithm", ALL | RECIPE, "structure of the dot-add"),
    unset_is("none", recipe_knob(RECIPE)),
    format_knob<&Spec::a, fits_operand>("a", ALL, "format of A"),
    format_knob<&Spec::b, fits_operand>("b", ALL, "format of B"),
    format_knob<&Spec::c, fits_operand>("c", ALL, "format of C"),
    format_knob<&Spec::d, fits_result>("d", ALL, "format of D"),
    count_knob<&Spec::k, 1, kMaxTerms>("k", ALL, "products per dot-add"),
    no_integers(format_or_none<&Spec::convert, fits_conversion>(
        "convert", ALL, "format that a and b are first converted to, exactly")),
    no_integers(format_or_none<&Spec::convert_c, fits_conversion>(
        "convert_c", ALL, "format that c is first converted to, exactly")),
    no_integers(format_or_none<&Spec::scale, fits_scale>("scale", FDA | SDA | GFDA | EXACT,
                                                         "format of the block scale factors")),
    no_integers(unset_is("k", count_knob<&Spec::scale_block, 1, kMaxTerms>(
                                  "scale_block", FDA | SDA | GFDA | EXACT,
                                  "consecutive k that share a scale factor; divides k"))),
    knob<&Spec::metadata>("metadata", ALL, "structured sparsity of A: which elements of B are multiplied"),
    no_integers(knob<&Spec::flush_a>("flush_a", ALL, "subnormal a becomes +0")),
    no_integers(knob<&Spec::flush_b>("flush_b", ALL, "subnormal b becomes +0")),
    no_integers(knob<&Spec::flush_c>("flush_c", ALL, "subnormal c becomes +0")),
    no_integers(knob<&Spec::flush_below>("flush_below", ALL,
                                         "threshold below which flush_a, flush_b and flush_c apply")),
    unset_is("k", count_knob<&Spec::terms, 1, kMaxTerms>("terms", FUSED,
                                                         "products per operation of a chain; divides k")),
    knob<&Spec::chain_pattern>("chain_pattern", FUSED, "which products an operation of the chain takes"),
    unset_is("d", format_knob<&Spec::chain_format, fits_sum>("chain_format", FUSED,
                                                             "format between the operations of a chain")),
    unset_is("output_fraction, or the fraction bits of another chain_format",
             count_knob<&Spec::chain_fraction, 1, 52>("chain_fraction", FUSED,
                                                      "fraction bits between the operations of a chain")),
    unset_is("output_rounding", knob<&Spec::chain_rounding>("chain_rounding", FUSED,
                                                            "rounding between the operations of a chain")),
    unset_is("first for gps, else fused", knob<&Spec::c_place>("c_place", FUSED | GPS, "where c is added")),
    knob<&Spec::F>("F", FUSED, "fraction bits kept in the alignment"),
    knob<&Spec::align_rounding>("align_rounding", FUSED, "rounding of an aligned addend"),
    unset_is("F", knob<&Spec::F_c>("F_c", FDA | GFDA | CDNA3, "fraction bits kept for c")),
    unset_is("align_rounding",
             knob<&Spec::c_rounding>("c_rounding", FDA | GFDA | CDNA3, "rounding of the aligned c")),
    knob<&Spec::F_sum>("F_sum", CDNA3, "fraction bits kept for the sum of products when c is added"),
    knob<&Spec::sum_rounding>("sum_rounding", CDNA3, "rounding of the sum of products when c is added"),
    knob<&Spec::F_group>("F_group", GFDRDA, "fraction bits kept for a group sum"),
    knob<&Spec::group_rounding>("group_rounding", GFDRDA, "rounding of a group sum"),
    knob<&Spec::F_inner>("F_inner", GFDA, "fraction bits kept for the products inside a group"),
    knob<&Spec::inner_rounding>("inner_rounding", GFDA, "rounding of the products inside a group"),
    count_or_none<&Spec::c_cutoff, 0, 1024>("c_cutoff", CDNA3, "c counts as 0 if e_c < e_max - c_cutoff"),
    knob<&Spec::sticky>("sticky", FDA | SDA | GFDA, "whether dropped bits set a sticky bit"),
    count_or_none<&Spec::exponent_floor, -2000, 2000>("exponent_floor", FUSED,
                                                      "minimum e_max of the alignment"),
    knob<&Spec::zero_product>("zero_product", FUSED, "exponent that a zero product contributes to e_max"),
    knob<&Spec::zero_c>("zero_c", FDA | GFDA | CDNA3, "exponent that c = 0 contributes to e_max"),
    unset_is("terms, or k for gps", count_knob<&Spec::group, 1, kMaxTerms>(
                                        "group", GFDA | GFDRDA | GPS, "products per group; divides terms")),
    knob<&Spec::group_pattern>("group_pattern", GFDA | GFDRDA | GPS, "which products a group takes"),
    knob<&Spec::group_exponent>("group_exponent", GFDA, "exponent of a group sum"),
    knob<&Spec::zero_group>("zero_group", GFDA, "whether a zero group sum takes part in e_max"),
    knob<&Spec::multiplier>("multiplier", EXACT, "how two operands are multiplied; xor is for b1"),
    knob<&Spec::product_overflow>("product_overflow", FUSED,
                                  "result of an exact product of magnitude 2^128 or more"),
    knob<&Spec::flush_products>("flush_products", FUSED | GPS | MULADD,
                                "subnormal products are flushed to signed zeros"),
    unset_is("d", format_knob<&Spec::product_format, fits_sum>("product_format", GPS | MULADD,
                                                               "format of a rounded product")),
    knob<&Spec::product_rounding>("product_rounding", GPS | MULADD, "rounding of a product"),
    knob<&Spec::zero_product_sign>("zero_product_sign", GPS | MULADD,
                                   "sign of a product that is exactly zero"),
    unset_is("d",
             format_knob<&Spec::acc_format, fits_sum>("acc_format", STEPWISE, "format of the running sum")),
    knob<&Spec::pairing>("pairing", GPS, "which terms the adder tree pairs"),
    unset_is("d", dot_format_knob(SDA)),
    unset_is("output_rounding",
             knob<&Spec::dot_rounding>("dot_rounding", SDA, "rounding of the sum of products to dot_format")),
    no_integers(unset_is("RZ for fda and gfda, else RNE",
                         knob<&Spec::output_rounding>("output_rounding", ALL, "rounding of the result"))),
    no_integers(unset_is("the fraction bits of d",
                         count_knob<&Spec::output_fraction, 1, 52>(
                             "output_fraction", ALL, "fraction bits of the result (13 with fp32: E8M13)"))),
    knob<&Spec::overflow>("overflow", ALL, "what an overflowing result becomes"),
    no_integers(knob<&Spec::nan>("nan", ALL, "encoding of a NaN result")),
    no_integers(
        knob<&Spec::flush_output>("flush_output", ALL, "subnormal results are flushed to signed zeros")),
    no_integers(knob<&Spec::flush_output_when>("flush_output_when", ALL,
                                               "at which point flush_output judges a result subnormal")),
    no_integers(
        knob<&Spec::zero_sum>("zero_sum", FDA | GFDA | CDNA3 | EXACT, "sign of a sum that is exactly zero")),
    no_integers(knob<&Spec::underflow_sign>("underflow_sign", FUSED | EXACT,
                                            "sign of a nonzero sum that rounds to zero")),
};

}  // namespace

std::span<const Knob> knobs() { return kKnobs; }

const Knob& find_knob(std::string_view key) {
    for (const Knob& candidate : kKnobs) {
        if (to_lower(candidate.key) == to_lower(key)) return candidate;
    }
    std::vector<std::string> names;
    names.reserve(kKnobs.size());
    for (const Knob& candidate : kKnobs) names.emplace_back(candidate.key);
    throw SpecError(std::string(key), "unknown knob \"" + std::string(key) + "\"" +
                                          nearest_hint(key, names, 3, "; karat knobs lists them"));
}

namespace {

/// Parses a number, true, false or a name from the command line; "default" gives null. As in JSON, a number
/// has no leading zeros.
json::value value_from_text(std::string_view text) {
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const std::string_view digits = text.substr(text.starts_with('-') ? 1 : 0);
    const bool plain = digits.size() == 1 || !digits.starts_with('0');
    if (error == std::errc() && end == text.data() + text.size() && plain) return number;
    const std::string lower = to_lower(text);
    if (lower == "true") return true;
    if (lower == "false") return false;
    if (lower == "default") return nullptr;
    return json::string(text);
}

/// The canonical name of a value of the knob that `text` names otherwise; `text` if it is none.
std::string_view canonical(const Knob& knob, std::string_view text) {
    const std::vector<json::value> values = knob.values();
    const auto is_value = [&](std::string_view name) {
        return std::any_of(values.begin(), values.end(), [&](const json::value& value) {
            return value.is_string() && to_lower(std::string_view(value.get_string())) == to_lower(name);
        });
    };
    if (is_value(text)) return text;
    const auto named = [&]<class Enum>(Enum value) {
        return is_value(name_of(value)) ? std::optional(name_of(value)) : std::nullopt;
    };
    std::optional<std::string_view> out;
    if (const auto format = enum_from_any_name<Format>(text)) out = named(*format);
    if (const auto rounding = enum_from_any_name<Rounding>(text); rounding && !out) out = named(*rounding);
    if (const auto algorithm = enum_from_any_name<Algorithm>(text); algorithm && !out)
        out = named(*algorithm);
    return out.value_or(text);
}

}  // namespace

void set_knob(Spec& spec, std::string_view key, std::string_view text) {
    json::value value = value_from_text(text);
    if (is_recipe_path(key)) {
        validate(spec);
        spec = spec_of(with_attribute(expand(spec), key, value));
        return;
    }
    const Knob& target = find_knob(key);
    // also a value that is the default: the recipe may do something else
    if (spec.algorithm == Algorithm::recipe && !target.applies_to(spec.algorithm))
        refuse_beside_recipe(target.key);
    if (value.is_string()) value = json::string(canonical(target, text));
    if (value.is_null() && !target.get(Spec{}).is_null()) value = target.get(Spec{});
    target.set(spec, value, target.key);
}

}  // namespace karat
