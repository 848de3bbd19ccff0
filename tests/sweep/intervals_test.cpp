// SPDX-License-Identifier: Apache-2.0
// Confidence intervals have the stated confidence: in about 95 % of many sweeps the interval contains the
// true metric.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "karat_sweep/metrics.hpp"
#include "karat_sweep/samples.hpp"

namespace karat::sweep {
namespace {

struct Metric {
    const char* name;
    double Metrics::*value;
    double Metrics::*interval;
    double least;  ///< minimum share of intervals that contain the true value; below 0.95, because the spread
                   ///< of a heavy-tailed metric is often underestimated
};

constexpr std::array<Metric, 11> kMetrics{{
    {"mse", &Metrics::mse, &Metrics::mse_interval, 0.90},
    {"variance_of_squared_error", &Metrics::variance_of_squared_error,
     &Metrics::variance_of_squared_error_interval, 0.70},
    {"bias", &Metrics::bias, &Metrics::bias_interval, 0.90},
    {"mean_ulp", &Metrics::mean_ulp, &Metrics::mean_ulp_interval,
     0.50},  // a sum near 0 can be wrong by any number of ulps
    {"relative_error", &Metrics::relative_error, &Metrics::relative_error_interval, 0.90},
    {"cosine", &Metrics::cosine, &Metrics::cosine_interval, 0.85},
    {"vrr", &Metrics::vrr, &Metrics::vrr_interval, 0.90},
    {"bit_exact", &Metrics::bit_exact, &Metrics::bit_exact_interval, 0.90},
    {"shrinkage", &Metrics::shrinkage, &Metrics::shrinkage_interval, 0.90},
    {"operand_error", &Metrics::operand_error, &Metrics::operand_error_interval, 0.90},
    {"swamped", &Metrics::swamped, &Metrics::swamped_interval, 0.90},
}};

Point point(std::size_t samples, std::uint64_t seed) {
    Point out;
    out.spec.k = 8;
    out.spec.F.bits = 11;
    out.spec.d = out.spec.c = Format::fp16;
    out.distribution = Distribution::uniform;
    out.length = 16;
    out.samples = samples;
    out.seed = seed;
    return out;
}

Metrics measured(std::size_t samples, std::uint64_t seed) {
    std::unique_ptr<Samples> drawn;
    return measure(point(samples, seed), drawn, 1);
}

TEST(Intervals, HoldTheTrueValueAsOftenAsTheySay) {
    constexpr int kSweeps = 200;
    const Metrics truth = measured(100000, 1000000);
    double true_swamped = 0;  // measured on a hundred samples of each sweep
    std::vector<Metrics> sweeps;
    for (int i = 0; i < kSweeps; ++i) {
        sweeps.push_back(measured(400, static_cast<std::uint64_t>(i)));
        true_swamped += sweeps.back().swamped / kSweeps;
    }
    for (const Metric& metric : kMetrics) {
        const double expected = metric.value == &Metrics::swamped ? true_swamped : truth.*metric.value;
        int inside = 0;
        for (const Metrics& one : sweeps)
            inside += std::abs(one.*metric.value - expected) <= one.*metric.interval ? 1 : 0;
        const double share = static_cast<double>(inside) / kSweeps;
        EXPECT_GE(share, metric.least) << metric.name;
        EXPECT_LE(share, 0.99) << metric.name;
    }
}

TEST(Intervals, ShrinkWithTheRootOfTheSamples) {
    const Metrics few = measured(1000, 5);
    const Metrics many = measured(16000, 5);
    for (const Metric& metric : kMetrics) {
        if (metric.value == &Metrics::swamped || metric.value == &Metrics::mean_ulp)
            continue;  // 100 samples in both; mean_ulp has no finite variance
        EXPECT_NEAR(few.*metric.interval / many.*metric.interval, 4, 1.5) << metric.name;
    }
}

}  // namespace
}  // namespace karat::sweep
