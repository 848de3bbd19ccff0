// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>

#include "karat/format/format.hpp"

namespace karat {

/// Ordinary additions in one format, rounded to nearest even (IEEE 754), on encodings: what a kernel does
/// between instructions.
class Adder {
   public:
    explicit Adder(Format format) : format_(&info(format)) {}

    [[nodiscard]] std::uint64_t add(std::uint64_t x, std::uint64_t y) const;
    [[nodiscard]] std::uint64_t subtract(std::uint64_t x, std::uint64_t y) const;
    /// x * factor + y * other, computed in fp64 and then rounded to the format.
    [[nodiscard]] std::uint64_t combine(double factor, std::uint64_t x, double other, double y) const;
    [[nodiscard]] const FormatInfo& format() const { return *format_; }

   private:
    const FormatInfo* format_;
};

/// The value of an encoding of any format, exactly; a NaN keeps no payload.
[[nodiscard]] double value_of(std::uint64_t encoding, const FormatInfo& format);
/// The encoding of the value rounded to nearest even, overflow to infinity.
[[nodiscard]] std::uint64_t encoding_of(double value, const FormatInfo& format);

}  // namespace karat
