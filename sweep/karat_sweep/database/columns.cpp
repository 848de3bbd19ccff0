// SPDX-License-Identifier: Apache-2.0
#include "karat_sweep/database/columns.hpp"

#include <sstream>

namespace karat::sweep {

std::string all_columns() {
    std::string out = kMeasured;
    for (const char* const part : {kCost, kIntervals, kConversion}) out.append(", ").append(part);
    return out;
}

std::vector<std::string> names_in(const std::string& list) {
    std::vector<std::string> out;
    std::istringstream words(list);
    for (std::string word; std::getline(words >> std::ws, word, ',');) out.push_back(word);
    return out;
}

std::vector<double> numbers_of(const Metrics& m) {
    return {m.mse,     m.mse_interval,   m.variance_of_squared_error,
            m.bias,    m.bias_interval,  m.mean_ulp,
            m.max_ulp, m.relative_error, m.cosine,
            m.vrr,     m.bit_exact,      m.swamped};
}

std::vector<double> intervals_of(const Metrics& m) {
    return {m.variance_of_squared_error_interval,
            m.mean_ulp_interval,
            m.relative_error_interval,
            m.cosine_interval,
            m.vrr_interval,
            m.bit_exact_interval,
            m.swamped_interval};
}

std::string histogram_text(const Metrics& metrics) {
    std::string out;
    for (const std::size_t count : metrics.histogram) out += (out.empty() ? "" : " ") + std::to_string(count);
    return out;
}

}  // namespace karat::sweep
