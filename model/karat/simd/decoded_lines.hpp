// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <vector>

#include "karat/simd/kernel_driver.hpp"

namespace karat::simd {

/// Decoded lines, `width` side by side in a panel.
template <class Exponent>
struct DecodedLines {
    static constexpr std::size_t kSpare = 64;  // a kernel may read whole vectors

    LineVector<float> values;
    LineVector<Exponent> exponents;
    std::size_t count = 0;  ///< elements of the last fill

    void fill(const PanelDecoder& decoder, const LineBlock& block, std::size_t width, std::size_t k,
              std::vector<std::uint32_t>& codes) {
        const std::size_t padded = (block.count + width - 1) / width * width;
        const std::size_t length = k * block.dot_adds;
        count = padded * length;
        values.resize(std::max(values.size(), (count + kSpare) / kSpare * kSpare));
        exponents.resize(values.size());
        for (std::size_t i = 0; i < padded; i += 4) {
            const std::size_t start = i / width * width * length;
            const int present =
                i < block.count ? static_cast<int>(std::min<std::size_t>(4, block.count - i)) : 0;
            decoder.decode(block.lines, block.first + i, present, block.place, block.dot_adds,
                           Panel<Exponent>{&values[start], &exponents[start], width}, i % width, codes);
        }
    }
};

}  // namespace karat::simd
