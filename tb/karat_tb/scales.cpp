// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/scales.hpp"

#include <algorithm>

namespace karat::tb {

ScaleFactors::ScaleFactors(const Spec& spec, std::uint64_t seed)
    : format_(spec.scale ? &info(*spec.scale) : nullptr), random_(seed ^ 0x5ca1e5ULL) {
    if (format_ != nullptr) blocks_ = static_cast<std::size_t>(spec.k / spec.scale_block_or_default());
}

std::uint64_t ScaleFactors::near_one() {
    const int spread = random_.one_in(8) ? 20 : 2;
    const int exponent = std::clamp(random_.between(-spread, spread), format_->min_exponent(), format_->max_exponent());
    const std::uint64_t code =
        (static_cast<std::uint64_t>(exponent + format_->bias) << format_->fraction_bits) | (random_.bits() & format_->fraction_mask());
    return std::min(code, format_->max_finite_code());
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
            return (near_one() | (format_->encoding_mask() & ~format_->magnitude_mask()));  // ue4m3's ignored top bit
    }
}

void ScaleFactors::fill(Tile& tile, std::size_t m, std::size_t n, bool extremes) {
    if (format_ == nullptr) return;
    tile.scale_a.resize(m * blocks_);
    tile.scale_b.resize(n * blocks_);
    const auto one = [&] { return extremes && !random_.one_in(3) ? extreme() : near_one(); };
    for (std::uint64_t& x : tile.scale_a) x = one();
    for (std::uint64_t& x : tile.scale_b) x = one();
}

}  // namespace karat::tb
