// SPDX-License-Identifier: Apache-2.0
#include "karat_gemm/structure.hpp"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/chi_squared.hpp>
#include <numeric>
#include <sstream>

namespace karat {
namespace {

/// The ranks of the values from 1; equal values share the mean of their ranks. Adds t^3 - t for each t equal
/// values to `ties`.
std::vector<double> ranks_of(const std::vector<double>& values, double& ties) {
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t i) { return values[i]; });
    std::vector<double> out(values.size());
    for (std::size_t from = 0, to = 0; from < order.size(); from = to) {
        while (to < order.size() && values[order[to]] == values[order[from]]) ++to;
        const auto equal = static_cast<double>(to - from);
        for (std::size_t i = from; i < to; ++i) out[order[i]] = (static_cast<double>(from + to) + 1) / 2;
        ties += equal * equal * equal - equal;
    }
    return out;
}

double beyond(double statistic, std::size_t freedom) {
    const boost::math::chi_squared distribution(static_cast<double>(freedom));
    return boost::math::cdf(boost::math::complement(distribution, std::max(0.0, statistic)));
}

double mean_of(const std::vector<double>& values) {
    return values.empty()
               ? 0
               : std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

}  // namespace

double kruskal_wallis(const std::vector<std::vector<double>>& groups) {
    constexpr std::size_t fewest = 5;
    std::vector<double> all;
    std::vector<std::size_t> sizes;
    for (const std::vector<double>& group : groups) {
        if (group.size() < fewest) continue;
        all.insert(all.end(), group.begin(), group.end());
        sizes.push_back(group.size());
    }
    if (sizes.size() < 2) return 1;
    const auto n = static_cast<double>(all.size());
    double ties = 0;
    const std::vector<double> ranks = ranks_of(all, ties);
    const double correction = 1 - ties / (n * n * n - n);
    if (correction <= 0) return 1;
    double statistic = 0;
    auto at = ranks.begin();
    for (const std::size_t size : sizes) {
        const auto end = at + static_cast<std::ptrdiff_t>(size);
        const double deviation = std::accumulate(at, end, 0.0) / static_cast<double>(size) - (n + 1) / 2;
        statistic += static_cast<double>(size) * deviation * deviation;
        at = end;
    }
    return beyond(12 / (n * (n + 1)) * statistic / correction, sizes.size() - 1);
}

double friedman(const std::vector<std::vector<double>>& rows) {
    constexpr std::size_t fewest = 5;
    if (rows.size() < fewest || rows[0].size() < 2) return 1;
    const std::size_t situations = rows[0].size();
    const auto n = static_cast<double>(rows.size());
    const double middle = (static_cast<double>(situations) + 1) / 2;
    std::vector<double> sums(situations);
    double spread = 0;
    for (const std::vector<double>& row : rows) {
        double ties = 0;
        const std::vector<double> ranks = ranks_of(row, ties);
        for (std::size_t j = 0; j < situations; ++j) {
            sums[j] += ranks[j];
            spread += (ranks[j] - middle) * (ranks[j] - middle);
        }
    }
    if (spread == 0) return 1;
    double between = 0;
    for (const double sum : sums) between += (sum - n * middle) * (sum - n * middle);
    return beyond(static_cast<double>(situations - 1) * between / spread, situations - 1);
}

double sign_test(std::size_t one, std::size_t other) {
    if (one + other == 0) return 1;
    const boost::math::binomial distribution(static_cast<double>(one + other), 0.5);
    return std::min(1.0, 2 * boost::math::cdf(distribution, static_cast<double>(std::min(one, other))));
}

std::string Dependence::p_text() const {
    if (p < 1e-300) return "p < 1e-300";
    std::ostringstream out;
    out.precision(2);
    out << "p = " << p;
    return out.str();
}

Dependence dependence(std::string by, std::string unit, const std::vector<std::string>& names,
                      const std::vector<std::vector<double>>& groups) {
    Dependence out{std::move(by), std::move(unit), kruskal_wallis(groups), {}};
    for (std::size_t i = 0; i < groups.size(); ++i)
        out.parts.push_back({names[i], groups[i].size(), mean_of(groups[i])});
    return out;
}

Dependence repeated_dependence(std::string by, std::string unit, const std::vector<std::string>& names,
                               const std::vector<std::vector<double>>& rows) {
    Dependence out{std::move(by), std::move(unit), friedman(rows), {}};
    for (std::size_t j = 0; j < names.size(); ++j) {
        std::vector<double> column;
        for (const std::vector<double>& row : rows) column.push_back(row[j]);
        out.parts.push_back({names[j], column.size(), mean_of(column)});
    }
    return out;
}

}  // namespace karat
