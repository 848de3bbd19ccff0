// SPDX-License-Identifier: Apache-2.0
#include "karat/recipe/knobs/knobs.hpp"

#include <array>
#include <charconv>
#include <type_traits>
#include <vector>

#include "karat/error.hpp"
#include "karat/recipe/families/families.hpp"
#include "karat/recipe/json/codec.hpp"
#include "karat/recipe/json/recipe_json.hpp"
#include "karat/recipe/knobs/validate.hpp"
#include "karat/recipe/own_recipe.hpp"
#include "karat/recipe/recipe_path.hpp"
#include "karat/text/nearest.hpp"

namespace karat {
namespace {

namespace json = boost::json;

// ---- the table
// --------------------------------------------------------------------------------------------------------

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

/// A whole number with the widest range it can have; validate() knows the narrower one that other knobs
/// leave.
template <auto Member, int Low, int High>
constexpr Knob count_knob(std::string_view key, unsigned algorithms, std::string_view meaning) {
    Knob out = knob<Member>(key, algorithms, meaning);
    out.allowed = [] { return std::to_string(Low) + ".." + std::to_string(High); };
    return out;
}

/// An optional whose absence is a value of its own, "none", and not "as another knob".
template <auto Member>
constexpr Knob knob_or_none(std::string_view key, unsigned algorithms, std::string_view meaning) {
    Knob out = knob<Member>(key, algorithms, meaning);
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

/// sda's `dot_format` is a format or "exact": two fields behind one key.
constexpr Knob dot_format_knob(unsigned algorithms) {
    return {"dot_format",
            algorithms,
            "format the sum of products is rounded to before c is added",
            [] { return allowed_names<Format>() + ", or exact"; },
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
                spec.dot_format = exact ? std::nullopt : Codec<std::optional<Format>>::from_json(value, name);
                spec.dot_exact = exact;
            }};
}

/// A recipe in its own JSON; with it come formats, k, scale factors and NaN.
constexpr Knob recipe_knob(unsigned algorithms) {
    return {"recipe",
            algorithms,
            "the arithmetic as a tree of sums (docs/recipes.md)",
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
    knob<&Spec::algorithm>("algorithm", ALL | RECIPE, "organisation of the dot-add"),
    recipe_knob(RECIPE),
    knob<&Spec::a>("a", ALL, "format of A"),
    knob<&Spec::b>("b", ALL, "format of B"),
    knob<&Spec::c>("c", ALL, "format of C"),
    knob<&Spec::d>("d", ALL, "format of D"),
    count_knob<&Spec::k, 1, kMaxTerms>("k", ALL, "products of one dot-add"),
    knob_or_none<&Spec::convert>("convert", ALL,
                                 "format a and b are converted to, exactly, before anything else"),
    knob_or_none<&Spec::convert_c>("convert_c", ALL,
                                   "format c is converted to, exactly, before anything else"),
    knob_or_none<&Spec::scale>("scale", FDA | SDA | GFDA | EXACT, "format of the block scale factors"),
    count_knob<&Spec::scale_block, 1, kMaxTerms>("scale_block", FDA | SDA | GFDA | EXACT,
                                                 "consecutive k that share a scale factor; divides k"),
    knob<&Spec::flush_a>("flush_a", ALL, "subnormal a becomes +0"),
    knob<&Spec::flush_b>("flush_b", ALL, "subnormal b becomes +0"),
    knob<&Spec::flush_c>("flush_c", ALL, "subnormal c becomes +0"),
    knob<&Spec::flush_below>("flush_below", ALL, "what subnormal means for flush_a, flush_b, flush_c"),
    count_knob<&Spec::terms, 1, kMaxTerms>("terms", FUSED, "products of one operation of a chain; divides k"),
    knob<&Spec::chain_pattern>("chain_pattern", FUSED, "which products an operation of the chain takes"),
    knob<&Spec::chain_format>("chain_format", FUSED, "format between the operations of a chain"),
    count_knob<&Spec::chain_fraction, 1, 52>("chain_fraction", FUSED,
                                             "fraction bits between the operations of a chain"),
    knob<&Spec::chain_rounding>("chain_rounding", FUSED, "rounding between the operations of a chain"),
    knob<&Spec::c_place>("c_place", FUSED | GPS, "where c enters"),
    knob<&Spec::F>("F", FUSED, "fraction bits kept in the alignment"),
    knob<&Spec::align_rounding>("align_rounding", FUSED, "rounding of an aligned addend"),
    knob<&Spec::F_c>("F_c", FDA | GFDA | CDNA3, "fraction bits kept of c"),
    knob<&Spec::c_rounding>("c_rounding", FDA | GFDA | CDNA3, "rounding of the aligned c"),
    knob<&Spec::F_sum>("F_sum", CDNA3, "fraction bits kept of the sum of products when it meets c"),
    knob<&Spec::sum_rounding>("sum_rounding", CDNA3, "rounding of the sum of products when it meets c"),
    knob<&Spec::F_group>("F_group", GFDRDA, "fraction bits kept of a group sum"),
    knob<&Spec::group_rounding>("group_rounding", GFDRDA, "rounding of a group sum"),
    knob<&Spec::F_inner>("F_inner", GFDA, "fraction bits kept of the products inside a group"),
    knob<&Spec::inner_rounding>("inner_rounding", GFDA, "rounding of the products inside a group"),
    knob_or_none<&Spec::c_cutoff>("c_cutoff", CDNA3, "c counts as 0 where e_c < e_max - c_cutoff; 0..1024"),
    knob<&Spec::sticky>("sticky", FDA | SDA | GFDA, "what becomes of dropped bits"),
    knob_or_none<&Spec::exponent_floor>("exponent_floor", FUSED, "least e_max of the alignment; -2000..2000"),
    knob<&Spec::zero_product>("zero_product", FUSED, "exponent a zero product contributes to e_max"),
    knob<&Spec::zero_c>("zero_c", FDA | GFDA | CDNA3, "exponent c = 0 contributes to e_max"),
    count_knob<&Spec::group, 1, kMaxTerms>("group", GFDA | GFDRDA | GPS,
                                           "products of a group; divides terms"),
    knob<&Spec::group_pattern>("group_pattern", GFDA | GFDRDA | GPS, "which products a group takes"),
    knob<&Spec::group_exponent>("group_exponent", GFDA, "exponent of a group sum"),
    knob<&Spec::zero_group>("zero_group", GFDA, "whether a group sum of 0 takes part in e_max"),
    knob<&Spec::product_overflow>("product_overflow", FUSED, "exact products of 2^128 and more"),
    knob<&Spec::flush_products>("flush_products", FUSED | GPS | MULADD,
                                "subnormal products become signed zeros"),
    knob<&Spec::product_format>("product_format", GPS | MULADD, "format of a rounded product"),
    knob<&Spec::product_rounding>("product_rounding", GPS | MULADD, "rounding of a product"),
    knob<&Spec::zero_product_sign>("zero_product_sign", GPS | MULADD, "sign of an exactly zero product"),
    knob<&Spec::acc_format>("acc_format", STEPWISE, "format of the running sum"),
    knob<&Spec::pairing>("pairing", GPS, "which terms an adder tree pairs"),
    dot_format_knob(SDA),
    knob<&Spec::dot_rounding>("dot_rounding", SDA, "rounding of the sum of products to dot_format"),
    knob<&Spec::output_rounding>("output_rounding", ALL, "rounding of the result"),
    count_knob<&Spec::output_fraction, 1, 52>("output_fraction", ALL,
                                              "fraction bits of the result (13 with fp32: E8M13)"),
    knob<&Spec::overflow>("overflow", ALL, "what a result beyond the largest finite becomes"),
    knob<&Spec::nan>("nan", ALL, "encoding of a NaN result"),
    knob<&Spec::flush_output>("flush_output", ALL, "subnormal results become signed zeros"),
    knob<&Spec::zero_sum>("zero_sum", FDA | GFDA | CDNA3 | EXACT, "sign of an exact-zero sum"),
    knob<&Spec::underflow_sign>("underflow_sign", FUSED | EXACT, "sign of a nonzero sum that rounds to zero"),
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
    throw SpecError(std::string(key),
                    "unknown knob \"" + std::string(key) + "\"; nearest: " + nearest_names(key, names, 3));
}

namespace {

/// Numbers, truth values and names as the command line gives them; "default" is null. As in JSON, a number
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

}  // namespace

void set_knob(Spec& spec, std::string_view key, std::string_view text) {
    json::value value = value_from_text(text);
    if (is_recipe_path(key)) {
        validate(spec);
        spec = spec_of(with_attribute(expand(spec), key, value));
        return;
    }
    const Knob& target = find_knob(key);
    if (value.is_null() && !target.get(Spec{}).is_null()) value = target.get(Spec{});
    target.set(spec, value, target.key);
}

}  // namespace karat
