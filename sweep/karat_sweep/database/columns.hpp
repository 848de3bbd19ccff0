// SPDX-License-Identifier: Apache-2.0
// The columns of the database table `rows`.
#pragma once
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "karat_sweep/metrics.hpp"

namespace karat::sweep {

inline constexpr const char* kMeasured =
    "key, algorithm, format, k, F, align_rounding, accumulation_order, distribution, length, samples, seed, "
    "version, spec, mse, mse_interval, variance_of_squared_error, bias, bias_interval, mean_ulp, max_ulp, "
    "relative_error, cosine, vrr, bit_exact, swamped, not_finite, histogram";
inline constexpr const char* kCost = "area, depth";
inline constexpr const char* kIntervals =
    "variance_of_squared_error_interval, mean_ulp_interval, relative_error_interval, cosine_interval, "
    "vrr_interval, bit_exact_interval, swamped_interval";
inline constexpr const char* kConversion = "conversion, converted";
inline constexpr const char* kTable =
    "CREATE TABLE IF NOT EXISTS rows (id INTEGER PRIMARY KEY, key TEXT UNIQUE NOT NULL, algorithm TEXT, "
    "format TEXT, k INTEGER, F INTEGER, align_rounding TEXT, accumulation_order TEXT, distribution TEXT, "
    "length INTEGER, samples INTEGER, seed TEXT, version TEXT, spec TEXT, mse REAL, mse_interval REAL, "
    "variance_of_squared_error REAL, bias REAL, bias_interval REAL, mean_ulp REAL, max_ulp REAL, "
    "relative_error REAL, cosine REAL, vrr REAL, bit_exact REAL, swamped REAL, not_finite INTEGER, "
    "histogram TEXT)";
/// Columns that the first version of the table did not have.
inline constexpr std::array<std::pair<const char*, const char*>, 11> kLaterColumns{
    {{"area", "REAL"},
     {"depth", "INTEGER"},
     {"variance_of_squared_error_interval", "REAL"},
     {"mean_ulp_interval", "REAL"},
     {"relative_error_interval", "REAL"},
     {"cosine_interval", "REAL"},
     {"vrr_interval", "REAL"},
     {"bit_exact_interval", "REAL"},
     {"swamped_interval", "REAL"},
     {"conversion", "TEXT"},
     {"converted", "INTEGER"}}};

/// All columns but the first (id), in the order in which Database::rows reads them.
[[nodiscard]] std::string all_columns();
/// The names in a comma-separated list.
[[nodiscard]] std::vector<std::string> names_in(const std::string& list);

/// The metrics of the columns kMeasured, and those of kIntervals, in the order of the columns.
[[nodiscard]] std::vector<double> numbers_of(const Metrics& m);
[[nodiscard]] std::vector<double> intervals_of(const Metrics& m);
/// The counts of the histogram, separated by blanks.
[[nodiscard]] std::string histogram_text(const Metrics& metrics);

}  // namespace karat::sweep
