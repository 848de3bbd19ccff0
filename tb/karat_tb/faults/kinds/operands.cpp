// SPDX-License-Identifier: Apache-2.0
// Numbers that are read wrongly.
#include <algorithm>
#include <array>
#include <string>

#include "karat_tb/faults/instances.hpp"
#include "karat_tb/faults/kinds/specials_as_numbers.hpp"

namespace karat::tb {
namespace {

using Read = void (*)(const ReadSite&, Unpacked&);
using Fits = bool (*)(const FormatInfo&);

bool is_float(const FormatInfo& f) { return !f.is_integer(); }
bool has_subnormals(const FormatInfo& f) { return !f.is_integer() && f.has_zero && f.fraction_bits > 0; }
bool has_nan(const FormatInfo& f) { return f.has_nan(); }
bool has_infinity(const FormatInfo& f) { return f.has_infinity(); }
bool has_minus_zero(const FormatInfo& f) { return !f.is_integer() && f.has_minus_zero(); }
bool has_nans(const FormatInfo& f) { return f.has_nan() && f.has_infinity() && f.fraction_bits > 1; }
bool is_signed_integer(const FormatInfo& f) { return f.is_integer() && f.is_signed; }

bool is_subnormal(const ReadSite& site, const Unpacked& x) {
    return !site.format.is_integer() && x.is_subnormal(site.format.fraction_bits);
}

/// One instance each for a, b and c if their formats fit, and one for all of them.
void for_each_matrix(Instances& out, Fits fits, const std::string& before, const std::string& after,
                     Read change) {
    const OperandRules& rules = out.rules();
    const std::array<Format, 3> formats{rules.a, rules.b, rules.c};
    const std::array<const char*, 3> names{"a", "b", "c"};
    int count = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        if (!fits(info(formats[i]))) continue;
        Hooks hooks;
        hooks.read = [matrix = static_cast<Matrix>(i), change](const ReadSite& site, Unpacked& x) {
            if (site.matrix == matrix) change(site, x);
        };
        out.add(names[i], before + names[i] + after, std::move(hooks));
        ++count;
    }
    const bool has_results = std::ranges::any_of(out.sums(), [&](const SumFacts& sum) {
        return sum.round != nullptr && sum.number + 1 != static_cast<int>(out.sums().size());
    });
    if (fits(info(rules.c)) && has_results) {
        Hooks hooks;
        hooks.read = [change](const ReadSite& site, Unpacked& x) {
            if (site.matrix == Matrix::c && !site.is_result) change(site, x);
        };
        out.add("c,operand", before + "c (no result of an inner sum)" + after, std::move(hooks));
    }
    if (count < 2) return;
    Hooks hooks;
    hooks.read = [fits, change](const ReadSite& site, Unpacked& x) {
        if (fits(site.format)) change(site, x);
    };
    out.add("all", before + (count == 2 ? "a or b" : "a, b or c") + after, std::move(hooks));
}

void zero_hidden_bit(Instances& out) {
    const auto change = [](const ReadSite& site, Unpacked& x) {
        if (x.number_class != NumberClass::zero) return;
        x.number_class = NumberClass::finite;
        x.significand = std::uint64_t{1} << site.format.fraction_bits;
    };
    for_each_matrix(out, is_float, "a zero ", " is read with its hidden bit", change);
}

/// The tests for zero look at the sign as well.
void minus_zero_hidden_bit(Instances& out) {
    const auto change = [](const ReadSite& site, Unpacked& x) {
        if (x.number_class != NumberClass::zero || !x.negative) return;
        x.number_class = NumberClass::finite;
        x.significand = std::uint64_t{1} << site.format.fraction_bits;
        x.exponent = -site.format.bias;
    };
    for_each_matrix(out, has_minus_zero, "-0 in ", " is read with its hidden bit", change);
}

void subnormal_hidden_bit(Instances& out) {
    const auto change = [](const ReadSite& site, Unpacked& x) {
        if (is_subnormal(site, x)) x.significand |= std::uint64_t{1} << site.format.fraction_bits;
    };
    for_each_matrix(out, has_subnormals, "a subnormal ", " is read with its hidden bit", change);
}

void subnormal_exponent_low(Instances& out) {
    const auto change = [](const ReadSite& site, Unpacked& x) {
        if (is_subnormal(site, x)) --x.exponent;
    };
    for_each_matrix(out, has_subnormals, "a subnormal ", " is read with an exponent one too low", change);
}

void subnormal_exponent_high(Instances& out) {
    const auto change = [](const ReadSite& site, Unpacked& x) {
        if (is_subnormal(site, x)) ++x.exponent;
    };
    for_each_matrix(out, has_subnormals, "a subnormal ", " is read with an exponent one too high", change);
}

void top_exponent_bit(Instances& out) {
    const auto change = [](const ReadSite& site, Unpacked& x) {
        const int half = 1 << (site.format.exponent_bits - 1);
        if (x.number_class == NumberClass::finite && x.exponent + site.format.bias >= half)
            x.exponent -= half;
    };
    for_each_matrix(out, is_float, "the top exponent bit of ", " is ignored", change);
}

void last_fraction_bit(Instances& out) {
    const auto change = [](const ReadSite& /*site*/, Unpacked& x) {
        if (x.number_class != NumberClass::finite) return;
        x.significand &= ~std::uint64_t{1};
        if (x.significand == 0) x.number_class = NumberClass::zero;
    };
    for_each_matrix(out, has_subnormals, "the last fraction bit of ", " is ignored", change);
}

void sign_ignored(Instances& out) {
    const auto change = [](const ReadSite& /*site*/, Unpacked& x) { x.negative = false; };
    for_each_matrix(out, is_float, "the sign of ", " is ignored", change);
}

void nan_as_number(Instances& out) {
    const auto change = [](const ReadSite& site, Unpacked& x) {
        if (x.number_class == NumberClass::nan) read_special_as_number(site, x);
    };
    for_each_matrix(out, has_nan, "a NaN in ", " is read as a number", change);
}

/// Operands are compared with one encoding.
void nan_if_canonical(Instances& out) {
    const auto change = [](const ReadSite& site, Unpacked& x) {
        const std::uint64_t quiet = std::uint64_t{1} << (site.format.fraction_bits - 1);
        const std::uint64_t code = site.encoding >> site.format.ignored_low_bits;
        const bool canonical = !x.negative && (code & site.format.fraction_mask()) == quiet;
        if (x.number_class == NumberClass::nan && !canonical) read_special_as_number(site, x);
    };
    for_each_matrix(out, has_nans, "a NaN in ", " is read as a number unless it is the positive quiet one",
                    change);
}

void infinity_as_number(Instances& out) {
    const auto change = [](const ReadSite& site, Unpacked& x) {
        if (x.number_class == NumberClass::infinity) read_special_as_number(site, x);
    };
    for_each_matrix(out, has_infinity, "an infinity in ", " is read as a number", change);
}

void nan_as_infinity(Instances& out) {
    const auto change = [](const ReadSite& /*site*/, Unpacked& x) {
        if (x.number_class == NumberClass::nan) x.number_class = NumberClass::infinity;
    };
    for_each_matrix(out, has_infinity, "a NaN in ", " is read as an infinity", change);
}

void infinity_as_nan(Instances& out) {
    const auto change = [](const ReadSite& /*site*/, Unpacked& x) {
        if (x.number_class == NumberClass::infinity) x.number_class = NumberClass::nan;
    };
    for_each_matrix(out, has_infinity, "an infinity in ", " is read as a NaN", change);
}

void least_integer(Instances& out) {
    const auto change = [](const ReadSite& site, Unpacked& x) {
        if (x.negative && x.significand == std::uint64_t{1} << site.format.fraction_bits) x.significand = 0;
        if (x.significand == 0) x.number_class = NumberClass::zero;
    };
    for_each_matrix(out, is_signed_integer, "the least integer in ", " is read as 0", change);
}

constexpr auto kOperandFaults = std::to_array<FaultKind>({
    {"zero_hidden_bit", "a zero a, b or c is read with its hidden bit", zero_hidden_bit},
    {"minus_zero_hidden_bit", "-0 in a, b or c is read with its hidden bit", minus_zero_hidden_bit},
    {"subnormal_hidden_bit", "a subnormal a, b or c is read with its hidden bit", subnormal_hidden_bit},
    {"subnormal_exponent_low", "a subnormal a, b or c is read with an exponent one too low",
     subnormal_exponent_low},
    {"subnormal_exponent_high", "a subnormal a, b or c is read with an exponent one too high",
     subnormal_exponent_high},
    {"top_exponent_bit", "the top exponent bit of a, b or c is ignored", top_exponent_bit},
    {"last_fraction_bit", "the last fraction bit of a, b or c is ignored", last_fraction_bit},
    {"sign_ignored", "the sign of a, b or c is ignored", sign_ignored},
    {"nan_as_number", "a NaN in a, b or c is read as a number", nan_as_number},
    {"nan_if_canonical", "a NaN in a, b or c is read as a number unless it is the positive quiet one",
     nan_if_canonical},
    {"infinity_as_number", "an infinity in a, b or c is read as a number", infinity_as_number},
    {"nan_as_infinity", "a NaN in a, b or c is read as an infinity", nan_as_infinity},
    {"infinity_as_nan", "an infinity in a, b or c is read as a NaN", infinity_as_nan},
    {"least_integer", "the least integer in a, b or c is read as 0", least_integer},
});

}  // namespace

std::span<const FaultKind> operand_faults() { return kOperandFaults; }

}  // namespace karat::tb
