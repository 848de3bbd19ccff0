// SPDX-License-Identifier: Apache-2.0
// Tiles as applications have them: values of a distribution, quantised to the formats.
#pragma once
#include <cstdint>
#include <utility>
#include <vector>

#include "karat/recipe/spec.hpp"
#include "karat_tb/stimulus/random.hpp"
#include "karat_tb/stimulus/tile_source.hpp"

namespace karat::tb {

/// normal: a sum of twelve uniform numbers. heavy_tailed: normal over the root of a uniform one (a slash
/// distribution). relu: normal, the negative half of A zero.
enum class Distribution : std::uint8_t { normal, heavy_tailed, relu };

/// Without scales values have a standard deviation that keeps four of them inside the format, and what lies
/// outside saturates. With scales each block has a magnitude of its own, and its scale is what a quantiser
/// computes from the block's largest magnitude (ue8m0: the power of two that brings it into the format's top
/// binade; ue4m3: largest over the format's largest, to nearest). c has the size of the sum. Only exactly
/// rounded operations are used, so a seed means the same on every machine. Never ends.
class TensorSource final : public TileSource {
   public:
    TensorSource(Spec spec, std::size_t m, std::size_t n, std::uint64_t seed, Distribution distribution);
    [[nodiscard]] std::optional<Tile> next() override;

   private:
    [[nodiscard]] double normal();
    [[nodiscard]] double value(bool activation);
    void fill(std::vector<std::uint64_t>& out, std::vector<std::uint64_t>& scales, std::size_t rows,
              const FormatInfo& format, bool activation);

    const Spec spec_;
    std::size_t m_, n_;
    Distribution distribution_;
    Random random_;
};

/// What a quantiser makes of a block whose largest magnitude is `block_max`: its scale factor, and that
/// factor's value. ue8m0: the power of two that brings it into the element format's top binade; ue4m3:
/// largest over the format's largest, to nearest; 1 or the least for a block of zeros.
[[nodiscard]] std::pair<std::uint64_t, double> block_scale(double block_max, const FormatInfo& element,
                                                           const FormatInfo& scale);

/// `x` rounded to nearest even in the format; what is too large becomes the largest finite value. x is
/// finite.
[[nodiscard]] std::uint64_t quantised(double x, const FormatInfo& format);

/// Every bit of every operand (and scale) random. Never ends.
class UniformSource final : public TileSource {
   public:
    UniformSource(Spec spec, std::size_t m, std::size_t n, std::uint64_t seed)
        : spec_(std::move(spec)), m_(m), n_(n), random_(seed) {}
    [[nodiscard]] std::optional<Tile> next() override;

   private:
    const Spec spec_;
    std::size_t m_, n_;
    Random random_;
};

}  // namespace karat::tb
