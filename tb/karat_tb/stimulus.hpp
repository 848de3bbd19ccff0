// SPDX-License-Identifier: Apache-2.0
// Operands for a tile: directed classes in turn, reproducible from one seed.
#pragma once
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "karat/algorithm/spec.hpp"
#include "karat_tb/random.hpp"

namespace karat::tb {

/// What a tile is meant to provoke. Every lane of a tile is of its class, with significands and signs of its own.
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
};
inline constexpr int kOperandClasses = 16;
[[nodiscard]] std::string_view class_name(OperandClass operand_class);

/// Encodings of one tile: a[i*k + j], b[i*k + j] (row of A, column of B), c[i*n + j].
struct Tile {
    std::vector<std::uint64_t> a, b, c;
    OperandClass operand_class = OperandClass::uniform_bits;
};

class Stimulus {
   public:
    /// Tiles of m x n lanes for `spec` (without scale factors). The same arguments give the same tiles for ever.
    Stimulus(const Spec& spec, std::size_t m, std::size_t n, std::uint64_t seed);
    [[nodiscard]] Tile next();

   private:
    struct Plan;  // exponents and special values of one tile, before the significands
    void fill(Tile& tile, const Plan& plan);
    [[nodiscard]] Plan plan_for(OperandClass operand_class);
    void plan_exponents(OperandClass operand_class, Plan& plan);
    void plan_specials(OperandClass operand_class, Plan& plan);
    void cancel(Tile& tile, bool many);
    void uniform(Tile& tile);
    [[nodiscard]] std::uint64_t significand(OperandClass operand_class, const FormatInfo& format);

    const FormatInfo& fa_;
    const FormatInfo& fb_;
    const FormatInfo& fc_;
    const FormatInfo& fd_;
    std::size_t m_, n_, k_;
    int f_;
    Random random_;
    std::uint64_t index_ = 0;
};

}  // namespace karat::tb
