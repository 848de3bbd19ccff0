// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <string_view>

namespace karat::tb {

/// What a tile is meant to provoke. Every lane of a tile is of its class, with significands and signs of its
/// own.
enum class OperandClass : std::uint8_t {
    uniform_bits,      ///< any encoding
    near_one,          ///< ordinary values
    wide_exponents,    ///< exponents over the whole range
    max_position,      ///< one addend (each k in turn, and c) far above the others
    shift_around_f,    ///< addends F-2 .. F+2 below the largest
    dropped_bits,      ///< chosen bits beyond the grid: all ones, half, half and one more
    unnormalised,      ///< products in [2, 4), whose exponent would grow if they were normalised
    cancel_pair,       ///< two products cancel
    cancel_many,       ///< all but one or two addends cancel, c among them
    carry_growth,      ///< all significands full, one sign
    overflow,          ///< products and c at the top of the range
    subnormal_inputs,  ///< subnormal operands
    underflow,         ///< results about and below the least subnormal
    zeros,             ///< zeros of both signs, zero times large
    one_special,       ///< one NaN or infinity
    special_pair,      ///< two specials in different places, 0 * inf among them
    scale_extremes,    ///< least, largest, NaN and zero scale factors, bits the format ignores
    chain_boundary,    ///< the first operation's result cancels, overflows or is tiny, and the next one's
                       ///< products meet it
    levels,            ///< a walk over operand classes and significand patterns
    tensor,            ///< values as tensors have them
    recorded,          ///< from a vector file
    steered,           ///< made for one bin of the coverage
};
inline constexpr int kOperandClasses = 22;
[[nodiscard]] std::string_view class_name(OperandClass operand_class);

}  // namespace karat::tb
