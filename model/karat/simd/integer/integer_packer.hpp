// SPDX-License-Identifier: Apache-2.0
// Packs lines of one operand into panels for the integer kernel.
#pragma once
#include <cstdint>

#include "karat/simd/decode/panel.hpp"
#include "karat/simd/integer/integer_plan.hpp"
#include "karat/simd/integer/integer_reader.hpp"
#include "karat/simd/kernel_driver.hpp"

namespace karat::simd {

class IntegerPacker {
   public:
    IntegerPacker(const IntegerPlan& plan, const OperandRules& rules, bool is_a, Simd simd);

    /// Packs the lines of `block`, `width` per panel. Unused columns of the last panel are arbitrary, because
    /// no lane depends on another one. `lines` is working storage.
    void pack(const LineBlock& block, std::size_t width, LineVector<std::int32_t>& panels,
              LineVector<std::int16_t>& lines) const;
    /// The words of a line in a panel for `dot_adds` dot-adds.
    [[nodiscard]] std::size_t length(std::size_t dot_adds) const;

   private:
    void pack_along(const LineBlock& block, std::size_t width, std::int32_t* panels,
                    LineVector<std::int16_t>& lines) const;
    void pack_across(const LineBlock& block, std::size_t width, std::int32_t* panels,
                     LineVector<std::int16_t>& lines) const;
    void read_numbers(const LineBlock& block, std::size_t line, std::size_t place, std::size_t count,
                      std::int16_t* out) const;
    void read_line(const LineBlock& block, std::size_t line, std::int16_t* out) const;
    void read_across(const LineBlock& block, std::size_t place, std::int16_t* out) const;

    IntegerPlan plan_;
    bool is_a_;
    IntegerReader reader_;
};

}  // namespace karat::simd
