// SPDX-License-Identifier: Apache-2.0
#include "karat_sweep/report/pareto.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "karat_sweep/charts/parts.hpp"

namespace karat::sweep {

double area_of_product(const Row& row) { return row.cost->area / row.k; }

double cost_of(const Row& row, Objective objective) {
    return objective == Objective::area ? area_of_product(row) : row.cost->depth;
}

std::vector<const Row*> pareto_front(const std::vector<const Row*>& rows, Objective objective) {
    std::vector<const Row*> sorted;
    for (const Row* row : rows) {
        if (row->cost && std::isfinite(row->metrics.relative_error)) sorted.push_back(row);
    }
    std::stable_sort(sorted.begin(), sorted.end(), [&](const Row* x, const Row* y) {
        const double a = cost_of(*x, objective);
        const double b = cost_of(*y, objective);
        return a != b ? a < b : x->metrics.relative_error < y->metrics.relative_error;
    });
    const auto interval = [](const Row& row) {
        return std::isfinite(row.metrics.relative_error_interval) ? row.metrics.relative_error_interval : 0;
    };
    std::vector<const Row*> out;
    for (const Row* row : sorted) {
        const double gain =
            out.empty() ? 1 : out.back()->metrics.relative_error - row->metrics.relative_error;
        if (out.empty() || gain > std::hypot(interval(*row), interval(*out.back()))) out.push_back(row);
    }
    return out;
}

Chart pareto_chart(const std::string& subtitle, const std::vector<Drawn>& drawn, Objective objective,
                   std::optional<double> target) {
    const bool area = objective == Objective::area;
    Chart out{area ? "relative error against area" : "relative error against depth",
              subtitle,
              area ? "area per product in two-input NANDs" : "depth in gates",
              "relative error",
              true,
              false,
              {}};
    Series front{"Pareto front", {}, -1, false, false, Style{6, 0}};
    std::vector<const Row*> rows;
    for (const Drawn& one : drawn) {
        const Row& row = *one.row;
        if (!row.cost || !std::isfinite(row.metrics.relative_error)) continue;
        rows.push_back(&row);
        auto series = std::ranges::find(out.series, one.line, &Series::name);
        if (series == out.series.end())
            series = out.series.insert(out.series.end(), Series{one.line, {}, -1, true, false, one.style});
        if (one.chosen) series->mark = static_cast<int>(series->points.size());
        series->points.emplace_back(cost_of(row, objective), row.metrics.relative_error);
        std::ostringstream tip;
        tip.precision(4);
        tip << one.line << (one.label == one.line ? "" : ", " + one.label) << ": relative error "
            << row.metrics.relative_error << " \u00b1 " << row.metrics.relative_error_interval << ", "
            << area_of_product(row) << " NAND2 per product, depth " << row.cost->depth;
        series->tips.push_back(tip.str());
    }
    for (const Row* row : pareto_front(rows, objective)) {
        front.points.emplace_back(cost_of(*row, objective), row->metrics.relative_error);
        const Drawn& one = *std::ranges::find(drawn, row, &Drawn::row);
        front.labels.push_back(one.label + (one.chosen ? " (chosen)" : ""));
    }
    out.width = kWideChart;
    if (target)
        out.series.push_back({"target " + number(*target), {{0, *target}}, -1, false, true, Style{6, 2}});
    out.series.insert(out.series.begin(), std::move(front));  // its dots are drawn above it
    return out;
}

}  // namespace karat::sweep
