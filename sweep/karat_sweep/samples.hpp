// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "karat_sweep/point.hpp"

namespace karat::sweep {

/// `samples` dot products of `length` terms, plus c, with their exact results. Each sample has its own random
/// sequence, so that samples can be drawn in any order.
class Samples {
   public:
    /// `drawn` is incremented with each sample. Throws OperandError if the point's conversion refuses a drawn
    /// number, with the first and their count.
    Samples(const Point& point, int threads, std::atomic<std::size_t>* drawn = nullptr);
    [[nodiscard]] bool serves(const Point& point) const;

    [[nodiscard]] std::size_t padded_length() const { return padded_; }
    [[nodiscard]] std::span<const std::uint64_t> a(std::size_t sample) const {
        return std::span(a_).subspan(sample * padded_, padded_);
    }
    [[nodiscard]] std::span<const std::uint64_t> b(std::size_t sample) const {
        return std::span(b_).subspan(sample * padded_, padded_);
    }
    /// What became of the drawn numbers. Positions count samples, then A, B and c, then their elements.
    [[nodiscard]] const ConversionCounts& conversions() const { return conversions_; }
    /// c of the first dot-add, as an encoding of c's format.
    [[nodiscard]] std::uint64_t c(std::size_t sample) const { return c_.empty() ? 0 : c_[sample]; }
    /// The scale factor of each block, as a quantiser computes it from the block's elements. Empty without
    /// scales.
    [[nodiscard]] std::span<const std::uint64_t> scale_a(std::size_t sample) const {
        return scales(scale_a_, sample);
    }
    [[nodiscard]] std::span<const std::uint64_t> scale_b(std::size_t sample) const {
        return scales(scale_b_, sample);
    }
    /// Correct to the 53 bits of fp64: rounded once for up to 1024 terms, otherwise once per 1024 terms.
    [[nodiscard]] double exact(std::size_t sample) const { return exact_[sample]; }
    /// The dot product of the operands before they were rounded to their formats, to about 53 bits.
    [[nodiscard]] double unrounded(std::size_t sample) const { return unrounded_[sample]; }

   private:
    [[nodiscard]] std::span<const std::uint64_t> scales(const std::vector<std::uint64_t>& of,
                                                        std::size_t sample) const {
        return scale_ ? std::span(of).subspan(sample * (padded_ / block_), padded_ / block_)
                      : std::span<const std::uint64_t>();
    }
    /// Returns what became of the numbers of the sample.
    ConversionCounts draw(std::size_t sample);
    /// Converts the values of a sample; with scales, block by block. `at`: the position of the first.
    void quantise(const std::vector<double>& values, Converter& converter, std::size_t at,
                  std::span<std::uint64_t> out, std::span<std::uint64_t> out_scales) const;
    /// Positions of a sample in the counts: the elements of A and of B, and c.
    [[nodiscard]] std::size_t positions_each() const { return 2 * length_ + 1; }
    void require_held(const Point& point) const;
    /// The dot product in fp64 by algorithm exact, chained if it has more terms than one dot-add takes.
    [[nodiscard]] double exact_dot(std::size_t sample) const;

    Format format_a_, format_b_;
    std::optional<Format> scale_;
    std::size_t block_;
    Distribution distribution_;
    DrawnC drawn_c_;
    Format format_c_;
    std::shared_ptr<const Tensors> tensors_;
    std::size_t length_, padded_, count_;
    std::uint64_t seed_;
    Conversion rule_;
    ConversionCounts conversions_;
    std::vector<std::uint64_t> a_, b_, c_, scale_a_, scale_b_;
    std::vector<double> exact_, unrounded_;
};

}  // namespace karat::sweep
