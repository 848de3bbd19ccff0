// SPDX-License-Identifier: Apache-2.0
#include "karat_sweep/database/columns.hpp"

#include <sstream>

namespace karat::sweep {

std::string all_columns() {
    std::string out = kMeasured;
    for (const char* const part : {kCost, kIntervals, kLaterMetrics, kLaterNames, kConversion})
        out.append(", ").append(part);
    return out;
}

std::vector<std::string> names_in(const std::string& list) {
    std::vector<std::string> out;
    std::istringstream words(list);
    for (std::string word; std::getline(words >> std::ws, word, ',');) out.push_back(word);
    return out;
}

std::span<double Metrics::*const> measured_numbers() {
    static constexpr std::array<double Metrics::*, 12> numbers{
        &Metrics::mse,     &Metrics::mse_interval,   &Metrics::variance_of_squared_error,
        &Metrics::bias,    &Metrics::bias_interval,  &Metrics::mean_ulp,
        &Metrics::max_ulp, &Metrics::relative_error, &Metrics::cosine,
        &Metrics::vrr,     &Metrics::bit_exact,      &Metrics::swamped};
    return numbers;
}

std::span<double Metrics::*const> interval_numbers() {
    static constexpr std::array<double Metrics::*, 7> numbers{&Metrics::variance_of_squared_error_interval,
                                                              &Metrics::mean_ulp_interval,
                                                              &Metrics::relative_error_interval,
                                                              &Metrics::cosine_interval,
                                                              &Metrics::vrr_interval,
                                                              &Metrics::bit_exact_interval,
                                                              &Metrics::swamped_interval};
    return numbers;
}

std::span<double Metrics::*const> later_numbers() {
    static constexpr std::array<double Metrics::*, 6> numbers{
        &Metrics::median_ulp,         &Metrics::p99_ulp,       &Metrics::shrinkage,
        &Metrics::shrinkage_interval, &Metrics::operand_error, &Metrics::operand_error_interval};
    return numbers;
}

std::string histogram_text(const Metrics& metrics) {
    std::string out;
    for (const std::size_t count : metrics.histogram) out += (out.empty() ? "" : " ") + std::to_string(count);
    return out;
}

}  // namespace karat::sweep
