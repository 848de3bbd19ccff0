// SPDX-License-Identifier: Apache-2.0
#include "karat_sweep/charts/places.hpp"

#include <algorithm>
#include <cmath>

namespace karat::sweep {
namespace {

struct Box {
    double left, top, right, bottom;
    [[nodiscard]] bool meets(const Box& other) const {
        return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
    }
};

/// Whether two series are drawn at the same places, so that one hides the other.
bool coincide(const Chart& chart, const Axes& axes, const Series& one, const Series& two) {
    if (one.dots || two.dots) return false;
    const auto a = drawn_points(chart, axes, one);
    const auto b = drawn_points(chart, axes, two);
    return !a.empty() && std::ranges::equal(a, b, [&](const auto& p, const auto& q) {
        const auto [px, py] = axes.at(p.first, p.second);
        const auto [qx, qy] = axes.at(q.first, q.second);
        return std::abs(px - qx) < 0.7 && std::abs(py - qy) < 0.7;
    });
}

}  // namespace

Axes::Axes(const Chart& chart) : width(chart.width), log_y(chart.log_y) {
    std::vector<double> xs;
    std::vector<double> ys;
    for (const Series& series : chart.series) {
        for (const auto& [px, py] : series.points) {
            if (!series.across) xs.push_back(px);
            if (drawable(chart, py) && (!log_y || py > 0)) ys.push_back(py);
            with_zero = with_zero || (log_y && py == 0);
        }
    }
    x = interval_of(xs, false, chart.whole_x);
    // 0 has no place on a logarithmic axis: it gets the lower end, at least a decade below all other values
    if (with_zero) ys.push_back(ys.empty() ? 1 : *std::ranges::min_element(ys) / 10);
    y = interval_of(ys, chart.log_y, false);
    if (with_zero) y.high = std::max(y.high, 100 * y.low);
}

double Axes::drawn(double py) const { return log_y && py == 0 ? y.low : py; }

std::pair<double, double> Axes::at(double px, double py) const {
    const auto share = [](double value, double low, double high) { return (value - low) / (high - low); };
    const double up =
        log_y ? share(std::log(drawn(py)), std::log(y.low), std::log(y.high)) : share(py, y.low, y.high);
    return {width * share(px, x.low, x.high), kHeight * (1 - up)};
}

std::vector<std::pair<double, double>> drawn_points(const Chart& chart, const Axes& axes,
                                                    const Series& series) {
    std::vector<std::pair<double, double>> out;
    for (const auto& [px, py] : series.points) {
        if (!drawable(chart, py)) continue;
        if (series.across)
            out.insert(out.end(), {{axes.x.low, axes.drawn(py)}, {axes.x.high, axes.drawn(py)}});
        else
            out.emplace_back(px, axes.drawn(py));
    }
    return out;
}

Style style_of(const Chart& chart, std::size_t index) {
    return chart.series[index].style.value_or(Style{index % kColours, index / kColours % kPatterns});
}

Chart merged(const Chart& chart, const Axes& axes) {
    Chart out = chart;
    out.series.clear();
    for (std::size_t i = 0; i < chart.series.size(); ++i) {
        const Series& series = chart.series[i];
        const auto same = std::ranges::find_if(
            out.series, [&](const Series& other) { return coincide(chart, axes, other, series); });
        if (same == out.series.end()) {
            out.series.push_back(series);
            out.series.back().style = style_of(chart, i);
        } else {
            same->coinciding.push_back(series.name);
        }
    }
    return out;
}

std::vector<PlacedLabel> placed_labels(const Chart& chart, const Axes& axes) {
    constexpr double letter = 6.2;
    std::vector<Box> taken;
    std::vector<PlacedLabel> out;
    for (const Series& series : chart.series) {
        for (std::size_t i = 0; i < std::min(series.labels.size(), series.points.size()); ++i) {
            const auto [px, py] = series.points[i];
            if (series.labels[i].empty() || !drawable(chart, py)) continue;
            const auto [x, y] = axes.at(px, py);
            const double width = letter * static_cast<double>(series.labels[i].size());
            for (const auto& [dx, dy] : {std::pair(7.0, -6.0), std::pair(-7.0 - width, 13.0),
                                         std::pair(7.0, 13.0), std::pair(-7.0 - width, -6.0)}) {
                const Box box{x + dx, y + dy - 9, x + dx + width, y + dy + 2};
                const bool inside =
                    box.left > 0 && box.right < axes.width + 8 && box.top > -8 && box.bottom < kHeight;
                if (!inside || std::ranges::any_of(taken, [&](const Box& b) { return b.meets(box); }))
                    continue;
                taken.push_back(box);
                out.push_back({series.labels[i], x + dx, y + dy});
                break;
            }
        }
    }
    return out;
}

}  // namespace karat::sweep
