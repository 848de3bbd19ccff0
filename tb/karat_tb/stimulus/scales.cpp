// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/stimulus/scales.hpp"

#include <algorithm>

namespace karat::tb {

ScaleFactors::ScaleFactors(const Spec& spec, std::uint64_t seed)
    : format_(spec.scale ? &info(*spec.scale) : nullptr),
      output_(&info(spec.d)),
      random_(seed ^ 0x5ca1e5ULL) {
    if (format_ != nullptr) blocks_ = static_cast<std::size_t>(spec.k / spec.scale_block_or_default());
}

std::uint64_t ScaleFactors::power(int exponent) {
    const int clamped = std::clamp(exponent, format_->min_exponent(), format_->max_exponent());
    const std::uint64_t code =
        (static_cast<std::uint64_t>(clamped + format_->bias) << format_->fraction_bits) |
        (random_.bits() & format_->fraction_mask());
    return std::min(code, format_->max_finite_code());
}

std::uint64_t ScaleFactors::near_one() {
    const int spread = random_.one_in(8) ? 20 : 2;
    return power(random_.between(-spread, spread));
}

std::uint64_t ScaleFactors::extreme() {
    switch (random_.below(6)) {
        case 0:
            return format_->has_zero ? 1 : 0;  // least
        case 1:
            return format_->max_finite_code();
        case 2:
            return format_->magnitude_mask();  // NaN
        case 3:
            return 0;
        case 4:
            return random_.bits() & format_->encoding_mask();
        default:
            return (near_one() |
                    (format_->encoding_mask() & ~format_->magnitude_mask()));  // ue4m3's ignored top bit
    }
}

/// Sets both factors of a block so that their product has about this exponent.
void ScaleFactors::block_towards(Tile& tile, std::size_t m, std::size_t n, std::size_t block, int exponent) {
    const int low = format_->min_exponent();
    const int high = format_->max_exponent();
    const int of_a =
        random_.between(std::clamp(exponent - high, low, high), std::clamp(exponent - low, low, high));
    for (std::size_t i = 0; i < m; ++i) tile.scale_a[i * blocks_ + block] = power(of_a);
    for (std::size_t j = 0; j < n; ++j)
        tile.scale_b[j * blocks_ + block] = power(exponent - of_a + random_.between(-1, 1));
}

void ScaleFactors::towards(Tile& tile, std::size_t m, std::size_t n, int exponent) {
    for (std::size_t block = 0; block < blocks_; ++block) block_towards(tile, m, n, block, exponent);
}

void ScaleFactors::fill(Tile& tile, std::size_t m, std::size_t n, OperandClass operand_class) {
    if (format_ == nullptr) return;
    tile.scale_a.resize(m * blocks_);
    tile.scale_b.resize(n * blocks_);
    const bool extremes = operand_class == OperandClass::scale_extremes;
    const auto one = [&] { return extremes && !random_.one_in(3) ? extreme() : near_one(); };
    for (std::uint64_t& x : tile.scale_a) x = one();
    for (std::uint64_t& x : tile.scale_b) x = one();
    if (extremes && random_.one_in(3)) {  // blocks as far apart as the format allows
        for (std::size_t block = 0; block < blocks_; ++block)
            block_towards(tile, m, n, block,
                          2 * (random_.coin() ? format_->max_exponent() : format_->min_exponent()));
    }
    if (operand_class == OperandClass::zeros && format_->has_zero && random_.coin())
        std::ranges::fill(random_.coin() ? tile.scale_a : tile.scale_b, 0);
    if (operand_class == OperandClass::underflow && random_.coin())
        towards(tile, m, n, output_->min_exponent() - random_.between(-24, output_->fraction_bits + 8));
    if (operand_class == OperandClass::overflow && random_.coin())
        towards(tile, m, n, output_->max_exponent() + random_.between(-24, 8));
}

}  // namespace karat::tb
