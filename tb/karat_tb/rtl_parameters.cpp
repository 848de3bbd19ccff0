// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/rtl_parameters.hpp"

#include <algorithm>

#include "karat/error.hpp"
#include "karat_tb/rtl_widths.hpp"

namespace karat::tb {
namespace {

constexpr long kNoFormat = 15;    // karat_rtl_pkg::NO_FMT
constexpr long kNoFloor = -4096;  // karat_rtl_pkg::NO_FLOOR
constexpr int kMaxK = 128;
constexpr int kMaxF = 600;
constexpr int kMaxFloor = 1000;

/// Codes of karat_rtl_pkg.
long format_code(Format format) {
    static constexpr std::array<long, kFormatCount> codes{6, 5, 2, 0, 1, 4, 3, 7, 8, 9, 10, 11, 12, 13, 14};
    return codes[static_cast<std::size_t>(format)];
}
long format_code(const std::optional<Format>& format) { return format ? format_code(*format) : kNoFormat; }

void need(bool holds, const std::string& sentence) {
    if (!holds) throw Error("the reference RTL cannot be built: " + sentence);
}

bool is_result_format(Format format) {
    return format == Format::fp16 || format == Format::bf16 || format == Format::fp32 ||
           format == Format::fp64;
}

void need_roundings(const Spec& spec) {
    for (const Rounding rounding :
         {spec.align_rounding, spec.c_rounding_or_default(), spec.sum_rounding, spec.group_rounding,
          spec.inner_rounding, spec.product_rounding, spec.dot_rounding_or_default(),
          spec.chain_rounding_or_default(), spec.output_rounding_or_default()}) {
        need(rounding != Rounding::RO, "rounding: RO is not there");
    }
    need(spec.nan != NanEncoding::amd_rdna && spec.nan != NanEncoding::x86,
         "nan: " + std::string(name_of(spec.nan)) + " is not there; use nvidia, riscv or any");
}

void need_formats(const Spec& spec) {
    const auto need_result = [](const char* key, Format format) {
        need(is_result_format(format),
             std::string(key) + ": use fp16, bf16, fp32 or fp64, not " + std::string(name_of(format)));
    };
    need_result("c", spec.c);
    need_result("d", spec.d);
    if (spec.is_fused()) need_result("chain_format", spec.chain_format_or_default());
    if (spec.algorithm == Algorithm::sda) need_result("dot_format", spec.dot_format_or_default());
    if (spec.algorithm == Algorithm::gps || spec.algorithm == Algorithm::muladd)
        need_result("product_format", spec.product_format_or_default());
    if (spec.convert) need_result("convert", *spec.convert);
    if (spec.convert_c) {
        need_result("convert_c", *spec.convert_c);
        need(!spec.flush_c, "flush_c: with convert_c it is not there");
    }
    need_roundings(spec);
    const bool flushes = spec.flush_a || spec.flush_b || spec.flush_c;
    const bool fp64 = spec.a == Format::fp64 || spec.b == Format::fp64 || spec.c == Format::fp64;
    need(!flushes || spec.flush_below == FlushBelow::format || !fp64,
         "flush_below: fp32 is not there for fp64 operands; use format");
}

void need_fused(const Spec& spec) {
    need(!spec.flush_products, "flush_products: only gps and muladd have it");
    need(!spec.dot_exact, "dot_format: exact is not there; use fp16, bf16, fp32 or fp64");
    need(spec.group_exponent != GroupExponent::normalised,
         "group_exponent: use max or scale, not normalised");
    need(spec.group_exponent != GroupExponent::scale || spec.F_inner.is_exact(),
         "F_inner: with group_exponent scale use exact, not " + std::to_string(spec.F_inner.bits));
    if (!spec.scale) return;
    need(spec.zero_product == ZeroExponent::ignored,
         "zero_product: with a scale use ignored, not " + std::string(name_of(spec.zero_product)));
    need(spec.product_overflow == ProductOverflow::none, "product_overflow: with a scale use none");
}

void need_stepwise(const Spec& spec) {
    need(spec.acc_format_or_default() == spec.d,
         "acc_format: it accumulates in d's, " + std::string(name_of(spec.d)));
    if (spec.algorithm != Algorithm::gps) return;
    const CPlace place = spec.c_place_or_default();
    const bool one_group = spec.group_or_default() == spec.k;
    need(one_group || place == CPlace::first || place == CPlace::leaf_first,
         "c_place: with more than one group use first or leaf_first, not " + std::string(name_of(place)));
    need(spec.group_or_default() == 1 || spec.product_format_or_default() == spec.d,
         "product_format: a tree adds in d's format, " + std::string(name_of(spec.d)));
    const bool leaf = place == CPlace::leaf_first || place == CPlace::leaf_last;
    need(!leaf || (spec.c == spec.d && spec.product_format_or_default() == spec.d),
         "c_place: a c that is a leaf has d's format");
}

void need_buildable(const RtlTile& tile) {
    const Spec& spec = tile.spec;
    need(tile.m >= 1 && tile.n >= 1 && tile.m <= 64 && tile.n <= 64, "lanes: " + std::to_string(tile.m) +
                                                                         "x" + std::to_string(tile.n) +
                                                                         " is not allowed; use 1x1..64x64");
    need(tile.stages >= 0 && tile.stages <= 4,
         "stages: " + std::to_string(tile.stages) + " is not allowed; use 0..4");
    need(spec.algorithm != Algorithm::recipe,
         "algorithm: a recipe of one's own has no unit with parameters; write it from the recipe");
    need(spec.algorithm != Algorithm::exact, "algorithm: exact has no unit of its own; use fda with F exact");
    need(spec.k <= kMaxK,
         "k: " + std::to_string(spec.k) + " is not allowed; use 1.." + std::to_string(kMaxK));
    need(!spec.exponent_floor || (*spec.exponent_floor >= -kMaxFloor && *spec.exponent_floor <= kMaxFloor),
         "exponent_floor: use -1000..1000");
    need_formats(spec);
    if (spec.is_fused()) {
        need_fused(spec);
    } else {
        need_stepwise(spec);
    }
}

/// Only the widths that the algorithm has.
void need_widths(const Spec& spec, const RtlWidths& widths) {
    const auto need_width = [](const char* key, int bits) {
        need(bits <= kMaxF, std::string(key) + ": " + std::to_string(bits) + " bits are too many; use 1.." +
                                std::to_string(kMaxF));
    };
    if (!spec.is_fused()) return;
    need_width("F", widths.f);
    if (spec.algorithm != Algorithm::sda) need_width("F_c", widths.f_c);
    if (spec.algorithm == Algorithm::gfda) need_width("F_inner", widths.f_inner);
    if (spec.algorithm == Algorithm::gfdrda) need_width("F_group", widths.f_group);
    if (spec.algorithm == Algorithm::fdrda || spec.algorithm == Algorithm::gfdrda)
        need_width("F_sum", widths.f_sum);
}

/// karat_spec_pkg's code; gfdrda is FDRDA with groups, muladd is GPS with groups of one.
long algorithm_code(Algorithm algorithm) {
    switch (algorithm) {
        case Algorithm::sda:
            return 1;
        case Algorithm::gfda:
            return 2;
        case Algorithm::fdrda:
        case Algorithm::gfdrda:
            return 3;
        case Algorithm::gps:
        case Algorithm::muladd:
            return 4;
        case Algorithm::fma:
            return 5;
        default:
            return 0;
    }
}

/// How the k products are shared out over operations, and those of one operation over groups.
struct Parts {
    int terms, group;
    Pattern chain_pattern, group_pattern;
};
Parts parts_of(const Spec& spec) {
    switch (spec.algorithm) {
        case Algorithm::fma:
        case Algorithm::muladd:
            return {1, 1, Pattern::contiguous, Pattern::contiguous};
        case Algorithm::gps:
            return {spec.group_or_default(), spec.group_or_default(), spec.group_pattern,
                    Pattern::contiguous};
        default:
            return {spec.terms_or_default(), spec.group_or_default(), spec.chain_pattern, spec.group_pattern};
    }
}

/// Whether "subnormals count as +0" does anything: a format whose least normal is far above 2^-126 has none
/// below that.
long flush(bool wanted, const Spec& spec, Format format) {
    return static_cast<long>(wanted &&
                             (spec.flush_below == FlushBelow::format || info(format).min_exponent() == -126));
}

long c_place_code(const Spec& spec) {
    const CPlace place = spec.algorithm == Algorithm::gps ? spec.c_place_or_default() : CPlace::first;
    return place == CPlace::leaf_first ? 1 : place == CPlace::leaf_last ? 2 : 0;
}

template <class Enum>
long code(Enum value) {
    return static_cast<long>(value);
}

}  // namespace

long rtl_format_code(Format format) { return format_code(format); }

std::vector<std::pair<std::string, long>> rtl_parameters(const RtlTile& tile) {
    need_buildable(tile);
    const Spec& spec = tile.spec;
    const Parts parts = parts_of(spec);
    const bool fused = spec.is_fused();
    const RtlWidths widths = rtl_widths(spec);
    need_widths(spec, widths);
    const Format link = fused ? spec.chain_format_or_default() : spec.acc_format_or_default();
    return {
        {"algorithm", algorithm_code(spec.algorithm)},
        {"k", spec.k},
        {"terms", parts.terms},
        {"chain_pattern", code(parts.chain_pattern)},
        {"a_fmt", format_code(spec.a)},
        {"b_fmt", format_code(spec.b)},
        {"c_fmt", format_code(spec.convert_c.value_or(spec.c))},
        {"d_fmt", format_code(spec.d)},
        {"convert_fmt", format_code(spec.convert)},
        {"scale_fmt", format_code(spec.scale)},
        {"scale_block", spec.scale_block_or_default()},
        {"flush_a", flush(spec.flush_a, spec, spec.a)},
        {"flush_b", flush(spec.flush_b, spec, spec.b)},
        {"flush_c", flush(spec.flush_c && !spec.convert_c, spec, spec.c)},
        {"link_fmt", format_code(link)},
        {"link_fraction", fused ? spec.chain_fraction_or_default() : spec.output_fraction_or_default()},
        {"link_rounding", code(fused ? spec.chain_rounding_or_default() : spec.output_rounding_or_default())},
        {"late_c", static_cast<long>(fused && spec.c_place_or_default() == CPlace::late)},
        {"f", widths.f},
        {"align_rounding", code(spec.align_rounding)},
        {"f_c", widths.f_c},
        {"c_rounding", code(spec.c_rounding_or_default())},
        {"f_sum", widths.f_sum},
        {"sum_rounding", code(spec.sum_rounding)},
        {"f_group", widths.f_group},
        {"group_rounding", code(spec.group_rounding)},
        {"f_inner", widths.f_inner},
        {"inner_rounding", code(spec.inner_rounding)},
        {"c_cutoff", spec.c_cutoff ? *spec.c_cutoff + 1 : 0},
        {"sticky", code(spec.sticky)},
        {"floor", spec.exponent_floor ? *spec.exponent_floor : kNoFloor},
        {"zero_product", code(spec.zero_product)},
        {"zero_c", code(spec.zero_c)},
        {"group", spec.algorithm == Algorithm::fdrda ? parts.terms : parts.group},
        {"group_pattern", code(parts.group_pattern)},
        {"group_exponent", code(spec.group_exponent)},
        {"zero_group", code(spec.zero_group)},
        {"product_overflow", code(spec.product_overflow)},
        {"flush_products", static_cast<long>(spec.flush_products)},
        {"product_fmt", format_code(spec.product_format_or_default())},
        {"product_rounding", code(spec.product_rounding)},
        {"positive_zero_product", code(spec.zero_product_sign)},
        {"pairing", code(spec.pairing)},
        {"c_place", c_place_code(spec)},
        {"dot_fmt", format_code(spec.dot_format_or_default())},
        {"dot_rounding", code(spec.dot_rounding_or_default())},
        {"output_rounding", code(spec.output_rounding_or_default())},
        {"output_fraction", spec.output_fraction_or_default()},
        {"overflow", code(spec.overflow)},
        {"riscv_nan", static_cast<long>(spec.nan != NanEncoding::nvidia)},
        {"flush_output", static_cast<long>(spec.flush_output)},
        {"ieee_zero_sum", code(spec.zero_sum)},
        {"positive_underflow", code(spec.underflow_sign)},
    };
}

}  // namespace karat::tb
