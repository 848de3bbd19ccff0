// SPDX-License-Identifier: Apache-2.0
// Converts the model's Spec to the reference's Params, and compares the two on directed operands.
#pragma once
#include <gtest/gtest.h>

#include "../unit/difference.hpp"
#include "karat/evaluate/dot_add.hpp"
#include "karat/recipe/json/spec_json.hpp"
#include "reference/dot_add.hpp"
#include "reference/operands.hpp"
#include "reference/params.hpp"
#include "reference_formats.hpp"

namespace karat::test {

inline std::optional<int> bits_of(Width width) {
    return width.is_exact() ? std::nullopt : std::optional(width.bits);
}

/// All knobs. Defaults that depend on other knobs are filled in.
inline reference::Params to_params(const Spec& s) {
    reference::Params p;
    static_cast<reference::OperandFormats&>(p) = formats_of(s);
    const auto name = [](auto value) { return std::string(name_of(value)); };
    p.algorithm = name(s.algorithm);
    p.convert = spelled(s.convert);
    p.convert_c = spelled(s.convert_c);
    p.flush_a = s.flush_a;
    p.flush_b = s.flush_b;
    p.flush_c = s.flush_c;
    p.flush_below = name(s.flush_below);
    p.nan = name(s.nan);
    p.overflow = name(s.overflow);
    const bool truncates = s.algorithm == Algorithm::fda || s.algorithm == Algorithm::gfda;
    const Rounding output = s.output_rounding.value_or(truncates ? Rounding::RZ : Rounding::RNE);
    p.output_rounding = name(output);
    p.output_fraction = s.output_fraction.value_or(info(s.d).fraction_bits);
    p.flush_output = s.flush_output;
    p.flush_output_when = name(s.flush_output_when);
    p.product_overflow = name(s.product_overflow);
    p.flush_products = s.flush_products;
    p.zero_sum = name(s.zero_sum);
    p.underflow_sign = name(s.underflow_sign);
    p.terms = s.terms.value_or(s.k);
    p.chain_pattern = name(s.chain_pattern);
    const Format link = s.chain_format.value_or(s.d);
    p.chain_format = name(link);
    p.chain_fraction = s.chain_fraction.value_or(link == s.d ? p.output_fraction : info(link).fraction_bits);
    p.chain_rounding = name(s.chain_rounding.value_or(output));
    p.c_place = name(s.c_place.value_or(s.algorithm == Algorithm::gps ? CPlace::first : CPlace::fused));
    p.F = bits_of(s.F);
    p.align_rounding = name(s.align_rounding);
    p.F_c = bits_of(s.F_c.value_or(s.F));
    p.c_rounding = name(s.c_rounding.value_or(s.align_rounding));
    p.F_sum = bits_of(s.F_sum);
    p.sum_rounding = name(s.sum_rounding);
    p.F_group = bits_of(s.F_group);
    p.group_rounding = name(s.group_rounding);
    p.F_inner = bits_of(s.F_inner);
    p.inner_rounding = name(s.inner_rounding);
    p.c_cutoff = s.c_cutoff;
    p.sticky = name(s.sticky);
    p.exponent_floor = s.exponent_floor;
    p.zero_product = name(s.zero_product);
    p.zero_c = name(s.zero_c);
    p.group = s.group.value_or(s.is_fused() ? p.terms : s.k);
    p.group_pattern = name(s.group_pattern);
    p.group_exponent = name(s.group_exponent);
    p.zero_group = name(s.zero_group);
    p.dot_format = s.dot_exact ? "exact" : name(s.dot_format.value_or(s.d));
    p.dot_rounding = name(s.dot_rounding.value_or(output));
    p.product_format = name(s.product_format.value_or(s.d));
    p.product_rounding = name(s.product_rounding);
    p.zero_product_sign = name(s.zero_product_sign);
    p.acc_format = name(s.acc_format.value_or(s.d));
    p.pairing = name(s.pairing);
    return p;
}

inline reference::Shape to_shape(const Spec& s) { return {formats_of(s), s.F.is_exact() ? 30 : s.F.bits}; }

/// Compares `count` directed dot-adds bit for bit. Stops at the first mismatch and reports it in full.
inline void compare_with_reference(const Spec& spec, std::uint64_t count, std::uint64_t seed) {
    const DotAdd dot(spec);
    const reference::Params params = to_params(spec);
    reference::OperandSource source(to_shape(spec), seed);
    for (std::uint64_t i = 0; i < count; ++i) {
        const reference::Case x = source.next();
        const std::uint64_t expected = reference::dot_add(params, x.a, x.b, x.scale_a, x.scale_b, x.c);
        const Operands in{x.a, x.b, x.scale_a, x.scale_b, x.c};
        const std::uint64_t got = dot(in);
        if (expected == got) continue;
        FAIL() << "case " << i << " (" << x.kind << ")\nspec " << to_json_text(spec) << "\n"
               << describe(dot.operands(), in, {"reference", expected}, {"model", got});
    }
}

}  // namespace karat::test
