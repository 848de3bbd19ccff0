// SPDX-License-Identifier: Apache-2.0
// Which instruction sets the vector kernels are compiled for, and which of them this machine has.
#pragma once
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "karat/enum_names.hpp"

namespace karat {

/// `portable`: 128-bit vectors in plain C++, on any machine.
enum class Simd : std::uint8_t { portable, sse4, avx2, avx512, neon };

template <>
struct EnumNames<Simd> {
    static constexpr std::array<std::string_view, 5> names{"portable", "sse4", "avx2", "avx512", "neon"};
};

/// The instruction sets that both this build and this machine support, best last. Never empty.
[[nodiscard]] std::vector<Simd> usable_simd();
[[nodiscard]] inline Simd best_simd() { return usable_simd().back(); }

}  // namespace karat
