// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

namespace karat::tb {

/// What a tile is meant to exercise. Every lane of a tile belongs to the tile's class, with its own
/// significands and signs.
enum class OperandClass : std::uint8_t {
    uniform_bits,      ///< any encoding
    near_one,          ///< ordinary values
    wide_exponents,    ///< exponents over the whole range
    max_position,      ///< one addend (each product and c in turn) far above the others
    shift_around_f,    ///< addends F-2 .. F+2 below the largest
    dropped_bits,      ///< chosen bits below the grid: all ones, a half, a half plus one bit
    unnormalised,      ///< products in [2, 4), whose exponent would increase if normalised
    cancel_pair,       ///< two products cancel
    cancel_many,       ///< all but one or two addends cancel, including c
    carry_growth,      ///< all significands all ones, one sign
    overflow,          ///< products and c at the top of the range
    subnormal_inputs,  ///< subnormal operands
    underflow,         ///< results near and below the smallest subnormal
    zeros,             ///< zeros of both signs, zero times a large value
    one_special,       ///< one NaN or infinity
    special_pair,      ///< two special values in different places, including 0 * inf
    scale_extremes,    ///< smallest, largest, NaN and zero scale factors, ignored bits set
    chain_boundary,    ///< the first operation's result cancels, overflows or is tiny, and the products
                       ///< of the next operation lie near it
    levels,            ///< a walk over operand classes and significand patterns
    tensor,            ///< values distributed as in real tensors
    recorded,          ///< from a vector file
    steered,           ///< made for one bin of the coverage
};
inline constexpr int kOperandClasses = 22;
[[nodiscard]] std::string_view class_name(OperandClass operand_class);
/// The class of that name; nothing if there is none.
[[nodiscard]] std::optional<OperandClass> find_class(std::string_view name);

}  // namespace karat::tb
