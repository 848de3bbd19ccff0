// SPDX-License-Identifier: Apache-2.0
// What is decided about a directed tile before its significands are drawn.
#pragma once
#include "karat_tb/stimulus/stimulus.hpp"

namespace karat::tb {

/// Exponents shared by the lanes of a tile; -1 in `special_*` means no special value.
struct Stimulus::Outline {
    std::vector<int> a, b;
    int c = 0;
    bool one_sign = false;
    bool a_negative = false, b_negative = false, c_negative = false;
    std::vector<std::uint8_t> a_zero, b_zero;
    bool c_zero = false;
    std::vector<std::uint8_t> a_special, b_special;
    bool c_special = false;
    OperandClass operand_class = OperandClass::uniform_bits;
};

}  // namespace karat::tb
