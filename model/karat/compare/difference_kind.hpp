// SPDX-License-Identifier: Apache-2.0
// In which way an output differs from the expected one. Mismatches of one kind often have one cause.
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

#include "karat/compare/lane_mismatch.hpp"

namespace karat {

/// "x_for_y": x was output and y expected. A number is a finite one, zero included.
enum class DifferenceKind : std::uint8_t {
    none,                 ///< the same encoding
    unknown_bits,         ///< bits that are X or Z
    nan_for_number,       ///< a NaN
    nan_for_infinity,     ///< a NaN
    number_for_nan,       ///< the NaN is missing
    infinity_for_nan,     ///< the NaN is missing
    other_nan,            ///< another encoding of NaN
    infinity_for_number,  ///< overflow
    number_for_infinity,  ///< the infinity is missing
    sign_of_zero,         ///< +0 and -0
    sign_flipped,         ///< the same magnitude, nonzero or infinite, with the other sign
    zero_for_number,      ///< the value is lost
    number_for_zero,      ///< something for nothing
    one_ulp,
    few_ulps,  ///< 2 to kFewUlps ulp
    far_off,   ///< more
};
inline constexpr std::size_t kDifferenceKinds = 16;
inline constexpr std::uint64_t kFewUlps = 8;

/// The kind of difference between two encodings of `format`.
[[nodiscard]] DifferenceKind difference_kind(std::uint64_t expected, const Answer& got, Format format);

/// "one_ulp".
[[nodiscard]] std::string_view kind_name(DifferenceKind kind);
/// The kind of that name; nothing if there is none.
[[nodiscard]] std::optional<DifferenceKind> find_difference_kind(std::string_view name);

}  // namespace karat
