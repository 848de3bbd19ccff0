// SPDX-License-Identifier: Apache-2.0
// The properties of a directed tile that are chosen before its significands.
#pragma once
#include "karat_tb/stimulus/stimulus.hpp"

namespace karat::tb {

/// Exponents, signs, zeros and special values, shared by all lanes of a tile. In the `*_zero` and `*_special`
/// vectors, a nonzero entry marks element k.
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
