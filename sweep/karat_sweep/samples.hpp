// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "karat_sweep/point.hpp"

namespace karat::sweep {

/// `samples` dot products of `length` terms with their exact results; c is +0. Each sample has a random sequence of its own, so that they
/// may be drawn in any order.
class Samples {
   public:
    Samples(const Point& point, int threads);
    [[nodiscard]] bool serves(const Point& point) const;

    [[nodiscard]] std::size_t padded_length() const { return padded_; }
    [[nodiscard]] std::span<const std::uint64_t> a(std::size_t sample) const { return std::span(a_).subspan(sample * padded_, padded_); }
    [[nodiscard]] std::span<const std::uint64_t> b(std::size_t sample) const { return std::span(b_).subspan(sample * padded_, padded_); }
    /// Correct to fp64's 53 bits (exactly rounded for up to 1024 terms, beyond that per 1024 terms).
    [[nodiscard]] double exact(std::size_t sample) const { return exact_[sample]; }

   private:
    void draw(const Point& point, std::size_t sample);

    Format format_a_, format_b_;
    Distribution distribution_;
    std::shared_ptr<const Tensors> tensors_;
    std::size_t length_, padded_, count_;
    std::uint64_t seed_;
    std::vector<std::uint64_t> a_, b_;
    std::vector<double> exact_;
};

}  // namespace karat::sweep
