// SPDX-License-Identifier: Apache-2.0
// Bars: histograms, and lines that would be single points.
#include <algorithm>
#include <cmath>
#include <set>
#include <sstream>

#include "karat_sweep/report/chart_frame.hpp"

namespace karat::sweep {

bool is_one_bar_each(const Chart& chart) {
    return !chart.series.empty() && std::ranges::all_of(chart.series, [](const Series& series) {
        return !series.dots && series.points.size() <= 1;
    });
}

namespace {

/// The names of the bars, with x if the points differ in it: "fda K=4, F = 12".
std::vector<std::string> bar_names(const Chart& chart) {
    std::set<double> seen;
    for (const Series& series : chart.series)
        for (const auto& [x, y] : series.points)
            if (!series.across) seen.insert(x);
    std::vector<std::string> out;
    for (const Series& series : chart.series) {
        out.push_back(series.name);
        if (seen.size() > 1 && !series.across && !series.points.empty())
            out.back() += ", " + chart.x_label.substr(0, chart.x_label.find(',')) + " = " +
                          number(series.points[0].first);
    }
    return out;
}

}  // namespace

std::string draw_bar_each(const Chart& chart) {
    constexpr double step = 22;
    constexpr double letter = 6.8;
    const std::vector<std::string> names = bar_names(chart);
    std::size_t letters = 0;
    for (const std::string& name : names) letters = std::max(letters, name.size());
    double low = 1e300;
    double high = -1e300;
    for (const Series& series : chart.series) {
        for (const auto& [x, y] : series.points) {
            if (!drawable(chart, y)) continue;
            low = std::min(low, scaled(chart, y));
            high = std::max(high, scaled(chart, y));
        }
    }
    const double left = std::max(kLeft, 16 + letter * static_cast<double>(letters));
    const double width = std::max(kWidth, left + 360);
    const double height = kTop + 26 + step * static_cast<double>(chart.series.size());
    // a logarithmic bar has no natural origin: it starts at the decade below the smallest value
    const double origin = chart.log_y ? std::ceil(low) - 1 : std::min(0.0, low);
    const Axis axis{origin, std::max(high, origin + 1e-300), left, width - 90};
    std::ostringstream out;
    open(out, chart.title, chart.subtitle, width, height);
    double y = kTop + 8;
    for (std::size_t i = 0; i < chart.series.size(); ++i) {
        const Series& series = chart.series[i];
        const double value = series.points.empty() ? 0 : series.points[0].second;
        text(out, left - 8, y + 12, names[i], "end");
        const double end = drawable(chart, value) ? axis.at(scaled(chart, value)) : left;
        out << "<rect class='point' x='" << left << "' y='" << y << "' width='" << std::max(1.0, end - left)
            << "' height='" << step - 7 << "' fill='" << kColourNames[series.style.value_or(Style{}).colour]
            << "'><title>" << escaped(series.tips.empty() ? series.name : series.tips[0])
            << "</title></rect>\n";
        text(out, end + 5, y + 12, number(value), "start");
        y += step;
    }
    line(out, left, kTop, left, y, "stroke='#444444'");
    if (chart.log_y && high >= low)
        text(out, left, y + 14, "logarithmic, from 1e" + number(origin), "start", "font-size='10'");
    out << "</svg>\n";
    return out.str();
}

std::string draw_bars(const std::string& title, const std::vector<std::string>& labels,
                      const std::vector<double>& values) {
    std::ostringstream out;
    open(out, title, "");
    double largest = 1e-300;
    for (const double value : values) largest = std::max(largest, value);
    const double width = (kWidth - kLeft - 20) / static_cast<double>(std::max<std::size_t>(1, values.size()));
    const double base = kHeight - kBottom;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double height = values[i] / largest * (base - kTop - 16);
        const double x = kLeft + static_cast<double>(i) * width;
        out << "<rect x='" << x + 2 << "' y='" << base - height << "' width='" << width - 4 << "' height='"
            << height << "' fill='#0072b2'/>\n";
        text(out, x + width / 2, base + 16, labels[i], "middle", "font-size='10'");
        if (values[i] > 0)
            text(out, x + width / 2, base - height - 4, number(values[i], 9), "middle", "font-size='10'");
    }
    line(out, kLeft, base, kWidth - 20, base, "stroke='#444444'");
    out << "</svg>\n";
    return out.str();
}

}  // namespace karat::sweep
