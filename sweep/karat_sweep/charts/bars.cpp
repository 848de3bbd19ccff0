// SPDX-License-Identifier: Apache-2.0
// Bars: histograms, and lines that would be single points.
#include "karat_sweep/charts/bars.hpp"

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>
#include <cmath>
#include <set>

#include "karat_sweep/charts/places.hpp"

namespace karat::sweep {

namespace json = boost::json;

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

/// The interval of bars. A logarithmic bar has no natural origin: it starts at a decade below the smallest.
Interval bar_interval(const Chart& chart) {
    std::vector<double> values;
    for (const Series& series : chart.series)
        for (const auto& [x, y] : series.points)
            if (drawable(chart, y) && (!chart.log_y || y > 0)) values.push_back(y);
    if (values.empty()) return chart.log_y ? Interval{0.1, 1} : Interval{0, 1};
    const auto [least, most] = std::ranges::minmax(values);
    if (chart.log_y) return {std::pow(10, std::ceil(std::log10(least)) - 1), most * 1.05};
    return least == 0 && most == 0 ? Interval{0, 1} : Interval{std::min(0.0, least), std::max(0.0, most)};
}

json::object band(const char* name, const char* range) {
    return {{"name", name},
            {"type", "band"},
            {"domain", {{"data", "bars"}, {"field", "name"}}},
            {"range", range},
            {"padding", 0.2}};
}

json::object of_bars(const char* type, json::object look) {
    return {{"type", type}, {"from", {{"data", "bars"}}}, {"encode", {{"update", std::move(look)}}}};
}

json::array horizontal_marks() {
    const json::object middle{{"scale", "y"}, {"field", "name"}, {"band", 0.5}};
    return {of_bars("rect", {{"y", scaled_by("y", "name")},
                             {"height", {{"scale", "y"}, {"band", 1}}},
                             {"x", scaled_by("x", "from")},
                             {"x2", scaled_by("x", "to")},
                             {"fill", {{"field", "colour"}}},
                             {"tooltip", {{"field", "tip"}}}}),
            of_bars("text", {{"y", middle},
                             {"x", scaled_by("x", "to")},
                             {"dx", {{"value", 5}}},
                             {"baseline", {{"value", "middle"}}},
                             {"text", {{"field", "value"}}},
                             {"fontSize", {{"value", 11}}},
                             {"fill", {{"value", kText}}}})};
}

}  // namespace

std::string chart_of_bars(const Chart& chart) {
    const std::vector<std::string> names = bar_names(chart);
    const Interval interval = bar_interval(chart);
    json::array bars;
    for (std::size_t i = 0; i < chart.series.size(); ++i) {
        const Series& series = chart.series[i];
        if (series.points.empty()) continue;
        const double value = series.points[0].second;
        bars.push_back({{"name", names[i]},
                        {"from", chart.log_y ? interval.low : 0},
                        {"to", chart.log_y && !(value > 0) ? interval.low : value},
                        {"value", number(value)},
                        {"colour", kColourNames[style_of(chart, i).colour]},
                        {"tip", series.tips.empty() ? names[i] + ": " + number(value) : series.tips[0]}});
    }
    json::object out = chart_frame(chart.title, chart.subtitle, kWidth,
                                   22 * static_cast<double>(std::max<std::size_t>(1, bars.size())));
    out["data"] = json::array{json::object{{"name", "bars"}, {"values", std::move(bars)}}};
    out["scales"] = json::array{json::object{{"name", "x"},
                                             {"type", chart.log_y ? "log" : "linear"},
                                             {"domain", json::array{interval.low, interval.high}},
                                             {"range", "width"},
                                             {"zero", false}},
                                band("y", "height")};
    json::object x = axis_of("x", chart.y_label, interval, chart.log_y, false);
    x["orient"] = "bottom";
    json::object y{{"scale", "y"}, {"orient", "left"}, {"labelLimit", 0}, {"ticks", false}};
    out["axes"] = json::array{std::move(x), std::move(y)};
    out["marks"] = horizontal_marks();
    return json::serialize(out);
}

std::string chart_of_counts(const std::string& title, const std::vector<std::string>& labels,
                            const std::vector<double>& values) {
    json::array bars;
    for (std::size_t i = 0; i < values.size(); ++i)
        bars.push_back({{"name", labels[i]},
                        {"count", values[i]},
                        {"shown", values[i] > 0 ? number(values[i], 9) : ""},
                        {"tip", labels[i] + ": " + number(values[i], 9)}});
    json::object out = chart_frame(title, "", kWidth + 120, kHeight);
    out["data"] = json::array{json::object{{"name", "bars"}, {"values", std::move(bars)}}};
    out["scales"] =
        json::array{band("x", "width"), json::object{{"name", "y"},
                                                     {"type", "linear"},
                                                     {"domain", {{"data", "bars"}, {"field", "count"}}},
                                                     {"range", "height"},
                                                     {"zero", true}}};
    out["axes"] = json::array{json::object{
        {"scale", "x"}, {"orient", "bottom"}, {"labelOverlap", "greedy"}, {"labelSeparation", 6}}};
    const json::object middle{{"scale", "x"}, {"field", "name"}, {"band", 0.5}};
    out["marks"] = json::array{of_bars("rect", {{"x", scaled_by("x", "name")},
                                                {"width", {{"scale", "x"}, {"band", 1}}},
                                                {"y", scaled_by("y", "count")},
                                                {"y2", {{"scale", "y"}, {"value", 0}}},
                                                {"fill", {{"value", kColourNames[0]}}},
                                                {"tooltip", {{"field", "tip"}}}}),
                               of_bars("text", {{"x", middle},
                                                {"y", scaled_by("y", "count")},
                                                {"dy", {{"value", -4}}},
                                                {"align", {{"value", "center"}}},
                                                {"text", {{"field", "shown"}}},
                                                {"fontSize", {{"value", 10}}},
                                                {"fill", {{"value", kText}}}})};
    return json::serialize(out);
}

}  // namespace karat::sweep
