// SPDX-License-Identifier: Apache-2.0
// How far results are from the exact ones.
#pragma once
#include <array>
#include <cstddef>
#include <memory>

#include "karat_sweep/point.hpp"

namespace karat::sweep {

/// Decades of |error| / |exact| in the histogram: below 1e-12, 1e-12..1e-11, ..., 1 and above; first of all:
/// no error.
inline constexpr std::size_t kHistogramBins = 15;

/// e = result - exact, over the samples whose result is finite. Intervals are half-widths at 95 %, from the
/// spread over the samples (by the delta method for what is not a mean). NaN: there is none. No result is
/// finite, the metric divides by nothing (exact results that are all zero or all alike), it is beyond fp64,
/// it is not measured, or an older version that did not know it wrote the row.
struct Metrics {
    double mse = 0, mse_interval = 0;
    double variance_of_squared_error = 0, variance_of_squared_error_interval = 0;
    double bias = 0, bias_interval = 0;
    double mean_ulp = 0,
           mean_ulp_interval = 0;  ///< units in the last place of d, from the exact result rounded to d (RNE)
    double max_ulp = 0;
    double relative_error = 0, relative_error_interval = 0;  ///< sum of |e| over sum of |exact|
    double cosine = 0, cosine_interval = 0;                  ///< of results and exact values as vectors
    double vrr = 0, vrr_interval = 0;              ///< variance of the results over that of the exact values
    double bit_exact = 0, bit_exact_interval = 0;  ///< share of results that are the exact one rounded to d
    double swamped = 0,
           swamped_interval =
               0;  ///< nonzero addends per dot-add that alignment made zero (mean of some samples)
    std::size_t not_finite = 0;
    std::array<std::size_t, kHistogramBins> histogram{};
};

/// The operands and exact results that points share: they depend on the formats, the length, the
/// distribution, the samples and the seed.
class Samples;

/// Runs `point` on samples drawn for it (`cached` is replaced if it holds others). Up to `threads` threads
/// (0: all); the result does not depend on their number.
[[nodiscard]] Metrics measure(const Point& point, std::unique_ptr<Samples>& cached, int threads);

}  // namespace karat::sweep
