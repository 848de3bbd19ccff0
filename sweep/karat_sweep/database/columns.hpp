// SPDX-License-Identifier: Apache-2.0
// The columns of the database table `rows`.
#pragma once
#include <array>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "karat_sweep/metrics.hpp"

namespace karat::sweep {

inline constexpr const char* kMeasured =
    "key, algorithm, format, k, F, align_rounding, accumulation_order, distribution, length, samples, seed, "
    "version, spec, mse, mse_interval, variance_of_squared_error, bias, bias_interval, mean_ulp, max_ulp, "
    "relative_error, cosine, vrr, bit_exact, swamped, not_finite, histogram";
/// The metrics among them, in the order of measured_numbers().
inline constexpr const char* kMeasuredMetrics =
    "mse, mse_interval, variance_of_squared_error, bias, bias_interval, mean_ulp, max_ulp, relative_error, "
    "cosine, vrr, bit_exact, swamped";
inline constexpr const char* kCost = "area, depth";
inline constexpr const char* kIntervals =
    "variance_of_squared_error_interval, mean_ulp_interval, relative_error_interval, cosine_interval, "
    "vrr_interval, bit_exact_interval, swamped_interval";
/// Metrics of later versions, in the order of later_numbers().
inline constexpr const char* kLaterMetrics =
    "median_ulp, p99_ulp, shrinkage, shrinkage_interval, operand_error, operand_error_interval";
/// Names of later versions.
inline constexpr const char* kLaterNames = "instruction, c_distribution";
inline constexpr const char* kConversion = "conversion, converted";
inline constexpr const char* kTable =
    "CREATE TABLE IF NOT EXISTS rows (id INTEGER PRIMARY KEY, key TEXT UNIQUE NOT NULL, algorithm TEXT, "
    "format TEXT, k INTEGER, F INTEGER, align_rounding TEXT, accumulation_order TEXT, distribution TEXT, "
    "length INTEGER, samples INTEGER, seed TEXT, version TEXT, spec TEXT, mse REAL, mse_interval REAL, "
    "variance_of_squared_error REAL, bias REAL, bias_interval REAL, mean_ulp REAL, max_ulp REAL, "
    "relative_error REAL, cosine REAL, vrr REAL, bit_exact REAL, swamped REAL, not_finite INTEGER, "
    "histogram TEXT)";
/// Columns that the first version of the table did not have.
inline constexpr std::array<std::pair<const char*, const char*>, 19> kLaterColumns{
    {{"area", "REAL"},
     {"depth", "INTEGER"},
     {"variance_of_squared_error_interval", "REAL"},
     {"mean_ulp_interval", "REAL"},
     {"relative_error_interval", "REAL"},
     {"cosine_interval", "REAL"},
     {"vrr_interval", "REAL"},
     {"bit_exact_interval", "REAL"},
     {"swamped_interval", "REAL"},
     {"instruction", "TEXT"},
     {"c_distribution", "TEXT"},
     {"median_ulp", "REAL"},
     {"p99_ulp", "REAL"},
     {"shrinkage", "REAL"},
     {"shrinkage_interval", "REAL"},
     {"operand_error", "REAL"},
     {"operand_error_interval", "REAL"},
     {"conversion", "TEXT"},
     {"converted", "INTEGER"}}};

/// All columns but the first (id), in the order in which Database::rows reads them.
[[nodiscard]] std::string all_columns();
/// The names in a comma-separated list.
[[nodiscard]] std::vector<std::string> names_in(const std::string& list);

/// The metrics of the columns kMeasured, those of kIntervals and those of kLaterMetrics, in the order of the
/// columns. Each list serves to read a row and to write it.
[[nodiscard]] std::span<double Metrics::*const> measured_numbers();
[[nodiscard]] std::span<double Metrics::*const> interval_numbers();
[[nodiscard]] std::span<double Metrics::*const> later_numbers();
/// The counts of the histogram, separated by blanks.
[[nodiscard]] std::string histogram_text(const Metrics& metrics);

}  // namespace karat::sweep
