// SPDX-License-Identifier: Apache-2.0
#include "karat_sweep/report/pareto.hpp"

#include <algorithm>
#include <cmath>

namespace karat::sweep {

double area_of_product(const Row& row) { return row.cost->area / row.k; }

std::vector<const Row*> pareto_front(const std::vector<const Row*>& rows) {
    std::vector<const Row*> sorted;
    for (const Row* row : rows) {
        if (row->cost && std::isfinite(row->metrics.relative_error)) sorted.push_back(row);
    }
    std::stable_sort(sorted.begin(), sorted.end(), [](const Row* x, const Row* y) {
        const double a = area_of_product(*x);
        const double b = area_of_product(*y);
        return a != b ? a < b : x->metrics.relative_error < y->metrics.relative_error;
    });
    std::vector<const Row*> out;
    for (const Row* row : sorted) {
        if (out.empty() || row->metrics.relative_error < out.back()->metrics.relative_error)
            out.push_back(row);
    }
    return out;
}

Chart pareto_chart(const std::string& subtitle, const std::vector<const Row*>& rows,
                   const std::vector<std::string>& names) {
    Chart out{"relative error against area",
              subtitle,
              "area per product in two-input NANDs",
              "relative error",
              true,
              {}};
    const auto place = [](const Row& row) {
        return std::pair(area_of_product(row), row.metrics.relative_error);
    };
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (!rows[i]->cost) continue;
        auto series = std::find_if(out.series.begin(), out.series.end(),
                                   [&](const Series& s) { return s.name == names[i]; });
        if (series == out.series.end())
            series = out.series.insert(out.series.end(), Series{names[i], {}, -1, true});
        series->points.push_back(place(*rows[i]));
    }
    Series front{"Pareto front", {}, -1, false};
    for (const Row* row : pareto_front(rows)) front.points.push_back(place(*row));
    out.series.push_back(std::move(front));
    return out;
}

}  // namespace karat::sweep
