// SPDX-License-Identifier: Apache-2.0
#include "karat/recipe/knobs/validate.hpp"

#include <string>

#include "karat/error.hpp"
#include "karat/recipe/check.hpp"
#include "karat/recipe/families/families.hpp"
#include "karat/recipe/knobs/knobs.hpp"
#include "karat/recipe/own_recipe.hpp"

namespace karat {
namespace {

void require(bool holds, std::string_view key, const std::string& value, const std::string& allowed) {
    if (holds) return;
    throw SpecError(std::string(key), std::string(key) + ": " + value + " is not allowed; " + allowed);
}

void require_range(std::string_view key, int value, int low, int high) {
    require(low <= value && value <= high, key, std::to_string(value),
            "use " + std::to_string(low) + ".." + std::to_string(high));
}

void require_divides(std::string_view key, int part, std::string_view whole_key, int whole) {
    require(part >= 1 && whole % part == 0, key, std::to_string(part),
            "it must divide " + std::string(whole_key) + " = " + std::to_string(whole));
}

std::string quoted(std::string_view text) { return std::string(1, '"').append(text).append(1, '"'); }

void require_result_format(std::string_view key, Format format) {
    const FormatInfo& f = info(format);
    require(f.is_result(), key, quoted(f.name()), "use a signed integer, or a signed format that has a NaN");
}

/// The formats between the steps of algorithms that have no integer form.
void require_sum_format(std::string_view key, const std::optional<Format>& format) {
    if (!format) return;
    const FormatInfo& f = info(*format);
    require(f.is_result() && !f.is_integer(), key, quoted(f.name()),
            "use a signed floating-point format that has a NaN");
}

void check_knobs_belong(const Spec& spec) {
    const Spec defaults;
    for (const Knob& knob : knobs()) {
        if (knob.applies_to(spec.algorithm) || knob.get(spec) == knob.get(defaults)) continue;
        throw SpecError(std::string(knob.key), std::string(knob.key) + " is not a knob of algorithm " +
                                                   quoted(name_of(spec.algorithm)) +
                                                   "; leave it out, or set it to default");
    }
}

/// Every value of `from`, including the specials, must be a value of `to`.
void check_conversion(std::string_view key, Format from, Format to) {
    const FormatInfo& f = info(from);
    const FormatInfo& t = info(to);
    const bool exact = !t.is_integer() && t.is_signed && t.fraction_bits >= f.fraction_bits &&
                       t.max_exponent() >= f.max_exponent() &&
                       t.min_exponent() - t.fraction_bits <= f.min_exponent() - f.fraction_bits &&
                       (t.has_infinity() || !f.has_infinity()) && (t.has_nan() || !f.has_nan());
    require(exact, key, quoted(t.name()),
            "it must represent every value of the operand format " + quoted(f.name()));
}

void check_formats(const Spec& spec) {
    for (const auto& [key, format] : {std::pair{"a", spec.a}, {"b", spec.b}, {"c", spec.c}}) {
        require(info(format).is_operand(), key, quoted(name_of(format)),
                "it is a scale format, not an operand format");
    }
    require_result_format("d", spec.d);
    require_sum_format("chain_format", spec.chain_format);
    require_sum_format("product_format", spec.product_format);
    require_sum_format("acc_format", spec.acc_format);
    require_sum_format("dot_format", spec.dot_format);
    if (info(spec.d).is_integer()) {
        require(spec.algorithm == Algorithm::exact, "algorithm", quoted(name_of(spec.algorithm)),
                "integers are added exactly; use exact");
        require(!spec.flush_output, "flush_output", "true", "integers have no subnormals");
    }
    const OperandRules operands = operands_of(spec);
    check_integers(operands, "");
    check_metadata(operands, "");
    check_overflow(spec.d, spec.overflow, AttributePath("overflow"));
    if (spec.convert) {
        check_conversion("convert", spec.a, *spec.convert);
        check_conversion("convert", spec.b, *spec.convert);
    }
    if (spec.convert_c) check_conversion("convert_c", spec.c, *spec.convert_c);
    require_range("output_fraction", spec.output_fraction_or_default(),
                  info(spec.d).is_integer() ? info(spec.d).fraction_bits : 1, info(spec.d).fraction_bits);
    require_range("chain_fraction", spec.chain_fraction_or_default(), 1,
                  info(spec.chain_format_or_default()).fraction_bits);
}

void check_pattern(std::string_view key, Pattern pattern, int part, int whole) {
    require(pattern != Pattern::pairs || part == whole || part % 2 == 0, key, quoted(name_of(pattern)),
            "pairs need an even number of products in each part, not " + std::to_string(part));
}

void check_counts(const Spec& spec) {
    require_range("k", spec.k, 1, kMaxTerms);
    require_divides("terms", spec.terms_or_default(), "k", spec.k);
    check_pattern("chain_pattern", spec.chain_pattern, spec.terms_or_default(), spec.k);
    const int whole = spec.is_fused() ? spec.terms_or_default() : spec.k;
    require_divides("group", spec.group_or_default(), spec.is_fused() ? "terms" : "k", whole);
    check_pattern("group_pattern", spec.group_pattern, spec.group_or_default(), whole);
    const CPlace place = spec.c_place_or_default();
    if (spec.is_fused()) {
        require(place == CPlace::fused || place == CPlace::late, "c_place", quoted(name_of(place)),
                "use fused or late");
    } else if (spec.algorithm == Algorithm::gps) {
        require(place != CPlace::fused && place != CPlace::late, "c_place", quoted(name_of(place)),
                "use first, last, leaf_first or leaf_last");
    }
}

void check_scale(const Spec& spec) {
    if (!spec.scale) {
        require(!spec.scale_block, "scale_block", std::to_string(spec.scale_block.value_or(0)),
                "no scale is set");
        return;
    }
    require(!info(*spec.scale).is_operand(), "scale", quoted(name_of(*spec.scale)), "use ue8m0 or ue4m3");
    require_divides("scale_block", spec.scale_block_or_default(), "k", spec.k);
    if (spec.algorithm != Algorithm::gfda) return;
    require(spec.scale_block_or_default() % spec.group_or_default() == 0, "scale_block",
            std::to_string(spec.scale_block_or_default()),
            "a group shares one scale factor; use a multiple of group = " +
                std::to_string(spec.group_or_default()));
    for (const auto& [key, pattern] :
         {std::pair{"group_pattern", spec.group_pattern}, {"chain_pattern", spec.chain_pattern}}) {
        require(pattern == Pattern::contiguous, key, quoted(name_of(pattern)),
                "with scale factors use contiguous");
    }
}

void check_alignment(const Spec& spec) {
    for (const auto& [key, width] : {std::pair{"F", spec.F},
                                     {"F_c", spec.F_c_or_default()},
                                     {"F_sum", spec.F_sum},
                                     {"F_group", spec.F_group},
                                     {"F_inner", spec.F_inner}}) {
        if (!width.is_exact()) require_range(key, width.bits, 1, kMaxWidth);
    }
    if (spec.exponent_floor) require_range("exponent_floor", *spec.exponent_floor, -2000, 2000);
    if (spec.c_cutoff) require_range("c_cutoff", *spec.c_cutoff, 0, kMaxWidth);
    require(!spec.dot_exact || !spec.dot_format, "dot_format", "\"exact\" with a format", "use one of them");
    require(spec.zero_group == ZeroGroup::ignored || spec.group_exponent != GroupExponent::normalised,
            "zero_group", quoted(name_of(spec.zero_group)),
            "a normalised group sum of 0 has no exponent; use ignored");
    if (spec.sticky == Sticky::none) return;
    for (const auto& [key, rounding] :
         {std::pair{"align_rounding", spec.align_rounding}, {"c_rounding", spec.c_rounding_or_default()}}) {
        require(rounding == Rounding::RZ || rounding == Rounding::RD, key, quoted(name_of(rounding)),
                "a sticky bit needs truncation; use RZ or RD");
    }
    require(!spec.dot_exact, "dot_format", "\"exact\"", "a sticky bit has no effect without a rounding");
}

}  // namespace

void validate(const Spec& spec) {
    if (spec.algorithm == Algorithm::recipe) return validate_own_recipe(spec);
    if (spec.recipe)
        throw SpecError("recipe",
                        "recipe: with a recipe, algorithm must be \"recipe\" and no other knob may be set");
    check_knobs_belong(spec);
    check_counts(spec);
    check_formats(spec);
    check_scale(spec);
    check_alignment(spec);
}

}  // namespace karat
