// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>

#include "karat_sweep/charts/bars.hpp"
#include "karat_sweep/charts/places.hpp"

namespace karat::sweep {
namespace {

namespace json = boost::json;

constexpr std::array<const char*, kPatterns> kShapes{"circle",  "square",        "triangle-up",
                                                     "diamond", "triangle-down", "cross"};

json::array dashes(std::size_t pattern) {
    const std::array<json::array, kPatterns> all{json::array{1, 0},  json::array{5, 3},
                                                 json::array{2, 2},  json::array{9, 3, 2, 3},
                                                 json::array{12, 4}, json::array{9, 3, 2, 3, 2, 3}};
    return all[pattern];
}

/// The points of all series. `kind`: line, dot or alone, a point without a neighbour.
json::array values_of(const Chart& chart, const Axes& axes) {
    json::array out;
    for (const Series& series : chart.series) {
        const auto points = drawn_points(chart, axes, series);
        const char* const kind = series.dots ? "dot" : points.size() == 1 ? "alone" : "line";
        for (std::size_t i = 0; i < series.points.size(); ++i) {
            const auto& [px, py] = series.points[i];
            if (!drawable(chart, py)) continue;
            const std::string tip =
                i < series.tips.size()
                    ? series.tips[i]
                    : series.name + ": " + (series.across ? "" : number(px) + ", ") + number(py, 5);
            const bool ring = series.mark >= 0 && i == static_cast<std::size_t>(series.mark);
            for (const double x : series.across ? std::vector{axes.x.low, axes.x.high} : std::vector{px})
                out.push_back({{"series", series.name},
                               {"x", x},
                               {"y", axes.drawn(py)},
                               {"kind", kind},
                               {"across", series.across},
                               {"ring", ring},
                               {"tip", tip}});
        }
    }
    return out;
}

/// The names of the series, and under each those that coincide with it: "= fda K=8".
struct Legend {
    json::array names, colours, dashes_of, shapes;
    bool lines = false, dots = false;
};
Legend legend_of(const Chart& chart) {
    Legend out;
    for (std::size_t i = 0; i < chart.series.size(); ++i) {
        const Series& series = chart.series[i];
        const Style style = style_of(chart, i);
        (series.dots ? out.dots : out.lines) = true;
        out.names.emplace_back(series.name);
        out.colours.emplace_back(kColourNames[style.colour]);
        out.dashes_of.emplace_back(dashes(style.pattern));
        out.shapes.emplace_back(kShapes[style.pattern]);
        for (const std::string& name : series.coinciding) {
            out.names.emplace_back("= " + name);
            out.colours.emplace_back("transparent");
            out.dashes_of.emplace_back(dashes(0));
            out.shapes.emplace_back(kShapes[0]);
        }
    }
    return out;
}

json::object ordinal(const char* name, const json::array& domain, const json::array& range) {
    return {{"name", name}, {"type", "ordinal"}, {"domain", domain}, {"range", range}};
}

/// One legend for lines, one for dots.
json::array legends(const Chart& chart, const Legend& legend) {
    const auto names = [&](bool dots) {
        json::array out;
        for (const Series& series : chart.series) {
            if (series.dots != dots) continue;
            out.emplace_back(series.name);
            for (const std::string& name : series.coinciding) out.emplace_back("= " + name);
        }
        return out;
    };
    json::array out;
    if (legend.lines)
        out.push_back({{"stroke", "colour"},
                       {"strokeDash", "dash"},
                       {"symbolType", "stroke"},
                       {"symbolSize", 600},
                       {"symbolStrokeWidth", 2},
                       {"values", names(false)}});
    if (legend.dots)
        out.push_back({{"fill", "colour"}, {"shape", "shape"}, {"symbolSize", 50}, {"values", names(true)}});
    return out;
}

json::object symbols(const char* data, json::object look) {
    look["x"] = scaled_by("x", "x");
    look["y"] = scaled_by("y", "y");
    look["tooltip"] = {{"field", "tip"}};
    return {{"type", "symbol"}, {"from", {{"data", data}}}, {"encode", {{"update", std::move(look)}}}};
}

/// A mark for each series of data "line".
json::object lines_mark() {
    return {{"type", "group"},
            {"from", {{"facet", {{"name", "one"}, {"data", "line"}, {"groupby", "series"}}}}},
            {"marks", json::array{{{"type", "line"},
                                   {"from", {{"data", "one"}}},
                                   {"encode",
                                    {{"update",
                                      {{"x", scaled_by("x", "x")},
                                       {"y", scaled_by("y", "y")},
                                       {"stroke", scaled_by("colour", "series")},
                                       {"strokeDash", scaled_by("dash", "series")},
                                       {"strokeWidth", {{"value", 1.8}}}}}}}}}}};
}

json::array marks() {
    json::array out;
    out.push_back(lines_mark());
    out.push_back(symbols("measured", {{"fill", scaled_by("colour", "series")}, {"size", {{"value", 14}}}}));
    out.push_back(symbols("dot", {{"fill", scaled_by("colour", "series")},
                                  {"shape", scaled_by("shape", "series")},
                                  {"size", {{"value", 42}}}}));
    // a ring instead of a point of a line, and around a dot
    const char* const fill = "datum.kind === 'dot' ? 'transparent' : '#ffffff'";
    out.push_back(symbols("ring", {{"fill", {{"signal", fill}}},
                                   {"stroke", scaled_by("colour", "series")},
                                   {"strokeWidth", {{"value", 2}}},
                                   {"size", {{"signal", "datum.kind === 'dot' ? 260 : 80"}}}}));
    out.push_back(json::object{{"type", "text"},
                               {"from", {{"data", "labels"}}},
                               {"encode",
                                {{"update",
                                  {{"x", {{"signal", "datum.share * width"}}},
                                   {"y", {{"field", "y"}}},
                                   {"text", {{"field", "text"}}},
                                   {"fill", {{"value", kText}}},
                                   {"fontSize", {{"value", 10}}}}}}},
                               {"interactive", false}});
    // invisible areas around the points, which show their values
    out.push_back(symbols("points", {{"fill", {{"value", "transparent"}}}, {"size", {{"value", 160}}}}));
    return out;
}

json::object filtered(const char* name, const char* condition) {
    return {{"name", name},
            {"source", "points"},
            {"transform", json::array{{{"type", "filter"}, {"expr", condition}}}}};
}

json::array scales(const Axes& axes, const Legend& legend) {
    const auto along = [](const char* name, const char* type, Interval interval, const char* range) {
        return json::object{{"name", name},
                            {"type", type},
                            {"domain", json::array{interval.low, interval.high}},
                            {"range", range},
                            {"zero", false}};
    };
    return {along("x", "linear", axes.x, "width"),
            along("y", axes.log_y ? "log" : "linear", axes.y, "height"),
            ordinal("colour", legend.names, legend.colours), ordinal("dash", legend.names, legend.dashes_of),
            ordinal("shape", legend.names, legend.shapes)};
}

}  // namespace

std::string chart_of_lines(const Chart& chart) {
    if (is_one_bar_each(chart)) return chart_of_bars(chart);
    const Axes axes(chart);
    const Chart distinct = merged(chart, axes);
    const Legend legend = legend_of(distinct);
    json::array labels;
    for (const PlacedLabel& label : placed_labels(distinct, axes))
        labels.push_back({{"text", label.text}, {"share", label.x / axes.width}, {"y", label.y}});
    json::object out = chart_frame(chart.title, chart.subtitle, chart.width, kHeight);
    out["data"] = json::array{json::object{{"name", "points"}, {"values", values_of(distinct, axes)}},
                              filtered("line", "datum.kind === 'line'"),
                              filtered("measured", "datum.kind === 'line' && !datum.across"),
                              filtered("dot", "datum.kind !== 'line'"),
                              filtered("ring", "datum.ring"),
                              json::object{{"name", "labels"}, {"values", std::move(labels)}}};
    out["scales"] = scales(axes, legend);
    json::object x = axis_of("x", chart.x_label, axes.x, false, chart.whole_x);
    json::object y = axis_of("y", chart.y_label, axes.y, chart.log_y, false, axes.with_zero);
    x["orient"] = "bottom";
    y["orient"] = "left";
    y["grid"] = true;
    out["axes"] = json::array{std::move(x), std::move(y)};
    out["legends"] = legends(distinct, legend);
    out["marks"] = marks();
    return json::serialize(out);
}

}  // namespace karat::sweep
