// SPDX-License-Identifier: Apache-2.0
// Error metrics: the distance of results from the exact ones.
#pragma once
#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <memory>

#include "karat_sweep/point.hpp"

namespace karat::sweep {

/// Bins of the histogram of |error| / |exact|: no error, below 1e-12, then one per decade (1e-12..1e-11,
/// ...); the last is 1 and above.
inline constexpr std::size_t kHistogramBins = 15;

/// Errors are e = result - exact, over the samples with a finite result. Intervals are half-widths at 95 %,
/// from the spread over the samples: by the delta method for metrics that are not means, by Wilson's for
/// bit_exact. NaN means that there is no value: no result is finite, the metric divides by zero (the exact
/// results are all zero or all equal), it overflows fp64, it was not measured, or an older version without it
/// wrote the row.
struct Metrics {
    double mse = 0, mse_interval = 0;
    double variance_of_squared_error = 0, variance_of_squared_error_interval = 0;
    double bias = 0, bias_interval = 0;
    /// in ulp of d, against the exact result rounded to d (RNE)
    double mean_ulp = 0, mean_ulp_interval = 0;
    double median_ulp = 0, p99_ulp = 0;  ///< nearest rank: of the samples, 50 % and 99 % are not above it
    double max_ulp = 0;
    double relative_error = 0, relative_error_interval = 0;  ///< sum of |e| over sum of |exact|
    double cosine = 0, cosine_interval = 0;                  ///< between results and exact values as vectors
    double vrr = 0, vrr_interval = 0;  ///< variance of results over that of exact values
    /// mean error toward zero over mean |exact|: 0.01 if results are 1 % too small in magnitude
    double shrinkage = 0, shrinkage_interval = 0;
    /// Not of the arithmetic: sum of |exact - unrounded| over sum of |unrounded|, where `unrounded` is the
    /// dot product of the operands before they were rounded to their formats. Over all samples.
    double operand_error = 0, operand_error_interval = 0;
    double bit_exact = 0, bit_exact_interval = 0;  ///< share of results equal to the exact one rounded to d
    /// nonzero addends per dot-add that the alignment reduced to zero; mean over the first samples
    double swamped = 0, swamped_interval = 0;
    std::size_t not_finite = 0;
    std::size_t converted = 0;  ///< operands that the formats cannot hold, converted by the point's rule
    std::array<std::size_t, kHistogramBins> histogram{};
};

/// Operands and exact results, shared by points with the same formats, length, distribution, samples and
/// seed.
class Samples;

/// How far a sweep is, for a thread that shows it.
struct Meter {
    std::atomic<std::size_t> done = 0, all = 0;    ///< points, or syntheses
    std::atomic<std::size_t> step = 0, steps = 1;  ///< of the point that is being measured
    std::atomic<double> expected = 0;              ///< seconds for all, a rough estimate; 0: none

    /// The completed share, 0..1.
    [[nodiscard]] double fraction() const {
        const double within = std::min(1.0, static_cast<double>(step) / static_cast<double>(steps));
        const std::size_t count = all;
        return count == 0 ? 0
                          : std::min(1.0, (static_cast<double>(done) + within) / static_cast<double>(count));
    }
};

/// Measures `point`. `cached` holds the samples and is replaced if they do not suit the point. Uses up to
/// `threads` threads (0: all cores); the result does not depend on their number.
[[nodiscard]] Metrics measure(const Point& point, std::unique_ptr<Samples>& cached, int threads,
                              Meter* meter = nullptr);

}  // namespace karat::sweep
