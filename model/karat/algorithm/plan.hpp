// SPDX-License-Identifier: Apache-2.0
// A specification made ready to run: defaults filled in, and the integer size proved sufficient.
#pragma once
#include <cstdint>

#include "karat/recipe/spec.hpp"
#include "karat/arithmetic/addend.hpp"
#include "karat/recipe/pattern.hpp"

namespace karat {

/// Which of arithmetic/integers.hpp an evaluation needs.
enum class Size : std::uint8_t { narrow, medium, big };

struct Plan {
    Spec spec;
    const FormatInfo* a = nullptr;  ///< as stored
    const FormatInfo* b = nullptr;
    const FormatInfo* mul_a = nullptr;  ///< as multiplied: `convert`, or the same
    const FormatInfo* mul_b = nullptr;
    const FormatInfo* scale = nullptr;  ///< null without scales
    OutputRule link;                    ///< result of an operation that another one follows
    OutputRule out;                     ///< result of the dot-add
    Size size = Size::narrow;
    int terms = 0;
    int operations = 1;
    int group = 0;
    int groups = 1;
    int scale_block = 0;
    int floor = kNoExponent;
    bool late = false;
    bool plain_products = false;  ///< products are just unpacked and multiplied, in the order of k
    Width F_c;
    Rounding c_rounding = Rounding::RZ;

    /// Validates. Throws SpecError.
    explicit Plan(const Spec& requested);
};

}  // namespace karat
