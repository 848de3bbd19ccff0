// SPDX-License-Identifier: Apache-2.0
#include "karat/compare/difference_kind.hpp"

#include <algorithm>
#include <array>

#include "karat/format/unpack.hpp"
#include "karat/text/text.hpp"

namespace karat {
namespace {

constexpr std::array<std::string_view, kDifferenceKinds> kNames{"none",
                                                                "unknown_bits",
                                                                "nan_for_number",
                                                                "nan_for_infinity",
                                                                "number_for_nan",
                                                                "infinity_for_nan",
                                                                "other_nan",
                                                                "infinity_for_number",
                                                                "number_for_infinity",
                                                                "sign_of_zero",
                                                                "sign_flipped",
                                                                "zero_for_number",
                                                                "number_for_zero",
                                                                "one_ulp",
                                                                "few_ulps",
                                                                "far_off"};

/// Both are NaN, or one of them.
DifferenceKind with_nan(NumberClass wanted, NumberClass seen) {
    if (wanted == seen) return DifferenceKind::other_nan;
    if (wanted == NumberClass::nan) {
        return seen == NumberClass::infinity ? DifferenceKind::infinity_for_nan
                                             : DifferenceKind::number_for_nan;
    }
    return wanted == NumberClass::infinity ? DifferenceKind::nan_for_infinity
                                           : DifferenceKind::nan_for_number;
}

/// Both are finite and nonzero, and not of the same magnitude.
DifferenceKind by_distance(std::uint64_t ulps) {
    if (ulps <= 1) return DifferenceKind::one_ulp;
    return ulps <= kFewUlps ? DifferenceKind::few_ulps : DifferenceKind::far_off;
}

}  // namespace

DifferenceKind difference_kind(std::uint64_t expected, const Answer& got, Format format) {
    if (got.unknown != 0) return DifferenceKind::unknown_bits;
    if (got.d == expected) return DifferenceKind::none;
    const Unpacked wanted = unpack(expected, info(format));
    const Unpacked seen = unpack(got.d, info(format));
    const NumberClass x = wanted.number_class;
    const NumberClass y = seen.number_class;
    if (x == NumberClass::nan || y == NumberClass::nan) return with_nan(x, y);
    if (x != y) {
        if (y == NumberClass::infinity) return DifferenceKind::infinity_for_number;
        if (x == NumberClass::infinity) return DifferenceKind::number_for_infinity;
        return y == NumberClass::zero ? DifferenceKind::zero_for_number : DifferenceKind::number_for_zero;
    }
    if (x == NumberClass::zero) return DifferenceKind::sign_of_zero;
    const bool same_magnitude = wanted.significand == seen.significand && wanted.exponent == seen.exponent;
    if (same_magnitude && wanted.negative != seen.negative) return DifferenceKind::sign_flipped;
    return by_distance(ulp_distance(expected, got.d, format));
}

std::string_view kind_name(DifferenceKind kind) { return kNames[static_cast<std::size_t>(kind)]; }

std::optional<DifferenceKind> find_difference_kind(std::string_view name) {
    const auto* const at = std::ranges::find(kNames, name);
    if (at == kNames.end()) return std::nullopt;
    return static_cast<DifferenceKind>(at - kNames.begin());
}

}  // namespace karat
