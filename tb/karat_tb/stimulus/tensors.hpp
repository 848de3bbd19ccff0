// SPDX-License-Identifier: Apache-2.0
// Tiles like those of applications: values drawn from a distribution and quantised to the formats.
#pragma once
#include <cstdint>
#include <utility>
#include <vector>

#include "karat/recipe/spec.hpp"
#include "karat_tb/stimulus/random.hpp"
#include "karat_tb/stimulus/tile_source.hpp"

namespace karat::tb {

/// normal: a sum of twelve uniform numbers. heavy_tailed: a normal number divided by the square root of a
/// uniform one (a slash distribution). relu: normal, with the negative values of A set to zero.
enum class Distribution : std::uint8_t { normal, heavy_tailed, relu };

/// Without scales, the standard deviation is at most 1 and small enough that four standard deviations are
/// within the format's range. Values outside the range saturate. With scales, each block has its own
/// magnitude, and its scale is computed as in a quantiser; see block_scale. c has the magnitude of the sum.
/// Only correctly rounded operations are used, so a seed gives the same tiles on every machine. Never ends.
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

/// How a block quantiser chooses a scale factor. `saturating`: for ue8m0 the power of two that brings the
/// largest element into the top binade of the element format (OCP MX 1.0, section 6.3), for ue4m3 the largest
/// element over the largest value of the element format, rounded to nearest. Elements may then be beyond the
/// format's largest value. `holding`: the least factor with which every element is within the format.
enum class BlockScaling : std::uint8_t { saturating, holding };

/// The scale factor of a block whose largest magnitude is `block_max`: its encoding and its value. For a
/// block of zeros 1 (ue8m0) or the smallest scale (ue4m3). A factor beyond the range of its format is its
/// nearest value, under either rule.
[[nodiscard]] std::pair<std::uint64_t, double> block_scale(double block_max, const FormatInfo& element,
                                                           const FormatInfo& scale,
                                                           BlockScaling scaling = BlockScaling::saturating);

/// `x` rounded to nearest even in the format. Values that are too large become the largest finite value.
/// Precondition: x is finite.
[[nodiscard]] std::uint64_t quantised(double x, const FormatInfo& format);

/// Every bit of every operand and scale factor is random. Never ends.
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
