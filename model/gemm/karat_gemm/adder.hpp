// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>

#include "karat/format/format.hpp"

namespace karat {

/// Ordinary IEEE 754 additions of encodings in one format, rounded to nearest even, as a GPU kernel does them
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

/// The exact value of an encoding of any format. The payload of a NaN may be lost.
[[nodiscard]] double value_of(std::uint64_t encoding, const FormatInfo& format);
/// The encoding of the value, rounded to nearest even, with overflow to infinity.
[[nodiscard]] std::uint64_t encoding_of(double value, const FormatInfo& format);

}  // namespace karat
