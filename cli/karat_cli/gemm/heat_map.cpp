// SPDX-License-Identifier: Apache-2.0
#include "karat_cli/gemm/heat_map.hpp"

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>
#include <cmath>

#include "karat_sweep/charts/parts.hpp"

namespace karat::cli {
namespace {

namespace json = boost::json;

constexpr std::size_t kMaxCells = 64;
constexpr double kSide = 320;  // of a heat map, in pixels
constexpr double kBar = 15;    // height of a bar, with its distance
constexpr double kBars = 190;  // length of the longest one

/// A matrix reduced to at most kMaxCells x kMaxCells cells, without the zeros. A cell has the element of
/// largest magnitude.
json::array cells_of(const HeatMap& map) {
    const std::size_t rows = std::min(map.rows, kMaxCells);
    const std::size_t columns = std::min(map.columns, kMaxCells);
    std::vector<double> values(rows * columns);
    for (std::size_t i = 0; i < map.rows; ++i) {
        for (std::size_t j = 0; j < map.columns; ++j) {
            double& cell = values[i * rows / map.rows * columns + j * columns / map.columns];
            const double value = map.values[i * map.columns + j];
            if (std::abs(value) > std::abs(cell)) cell = value;
        }
    }
    json::array out;
    for (std::size_t at = 0; at < values.size(); ++at) {
        if (values[at] == 0) continue;
        const std::size_t i = at / columns;
        const std::size_t j = at % columns;
        const auto edge = [](std::size_t cell, std::size_t all, std::size_t cells) {
            const std::size_t first = (cell * all + cells - 1) / cells;
            return static_cast<double>(first);
        };
        out.push_back({{"top", edge(i, map.rows, rows)},
                       {"bottom", edge(i + 1, map.rows, rows)},
                       {"left", edge(j, map.columns, columns)},
                       {"right", edge(j + 1, map.columns, columns)},
                       {"ulp", values[at]}});
    }
    return out;
}

double largest_of(const HeatMap& map) {
    double out = 1;
    for (const double value : map.values) out = std::max(out, std::abs(value));
    return out;
}

json::object along(const char* scale, const char* field) { return {{"scale", scale}, {"field", field}}; }

/// A linear scale from 0 to `end`, over pixels.
json::object linear(const char* name, double end, double pixels) {
    return {{"name", name},
            {"type", "linear"},
            {"domain", json::array{0.0, end}},
            {"range", json::array{0.0, pixels}},
            {"zero", false}};
}

json::object title(const std::string& text, const std::string& below = "") {
    json::object out{
        {"text", text}, {"anchor", "start"}, {"color", sweep::kText}, {"fontSize", 13}, {"limit", 0}};
    if (below.empty()) return out;
    out["subtitle"] = below;
    out["subtitleColor"] = sweep::kFaintText;
    out["subtitleFontSize"] = 10;
    return out;
}

/// The place of a group within the chart.
json::object at(double x, double y, double width, double height) {
    return {{"enter",
             {{"x", {{"value", x}}},
              {"y", {{"value", y}}},
              {"width", {{"value", width}}},
              {"height", {{"value", height}}},
              {"stroke", {{"value", sweep::kFrame}}}}}};
}

json::object cells_group(const HeatMap& map, double top) {
    const double most = largest_of(map);
    const json::object colours{{"name", "colour"},
                               {"type", "symlog"},
                               {"domain", json::array{-most, 0.0, most}},
                               {"range", json::array{"#0b559f", "#ffffff", "#a63603"}},
                               {"interpolate", "rgb"}};
    const json::object cell{{"x", along("x", "left")},
                            {"x2", along("x", "right")},
                            {"y", along("y", "top")},
                            {"y2", along("y", "bottom")},
                            {"fill", along("colour", "ulp")},
                            {"tooltip",
                             {{"signal",
                               "'rows ' + datum.top + '..' + (datum.bottom - 1) + ', "
                               "columns ' + datum.left + '..' + (datum.right - 1) + ': ' "
                               "+ datum.ulp + ' ulp'"}}}};
    json::object legend{{"fill", "colour"},       {"title", "ulp"},    {"type", "symbol"},
                        {"symbolType", "square"}, {"symbolSize", 160}, {"symbolStrokeColor", "#888888"}};
    json::array steps{0.0};
    for (const double share : {1.0 / 3, 2.0 / 3, 1.0}) {
        const double step = std::round(std::expm1(std::log1p(most) * share));
        steps.insert(steps.begin(), step);
        steps.push_back(-step);
    }
    legend["values"] = std::move(steps);
    // The middle of the colours, also where the page is dark, which changes #ffffff but not this.
    json::object ground = at(0, top, kSide, kSide);
    ground["enter"].as_object()["fill"] = {{"value", "white"}};
    return {{"type", "group"},
            {"title", title(map.title)},
            {"encode", std::move(ground)},
            {"data", json::array{{{"name", "cells"}, {"values", cells_of(map)}}}},
            {"scales", json::array{linear("x", static_cast<double>(map.columns), kSide),
                                   linear("y", static_cast<double>(map.rows), kSide), colours}},
            {"axes", json::array{{{"scale", "x"}, {"orient", "bottom"}, {"title", "column of D"}},
                                 {{"scale", "y"}, {"orient", "left"}, {"title", "row of D"}}}},
            {"legends", json::array{legend}},
            {"marks",
             json::array{{{"type", "rect"}, {"from", {{"data", "cells"}}}, {"encode", {{"update", cell}}}},
                         {{"type", "text"},
                          {"encode",
                           {{"enter",
                             {{"x", {{"value", kSide / 2}}},
                              {"y", {{"value", kSide / 2}}},
                              {"align", {{"value", "center"}}},
                              {"fontSize", {{"value", 14}}},
                              {"fill", {{"value", "black"}}},
                              {"text", {{"signal", "length(data('cells')) ? '' : 'no difference'"}}}}}}}}}}};
}

/// Bars of the mean difference in each part. `whose`: "Ampere HMMA against Hopper HMMA", or empty.
json::object bars_group(const Dependence& of, const std::string& whose, double left, double top) {
    json::array bars;
    for (const Part& part : of.parts)
        bars.push_back({{"name", part.name},
                        {"mean", part.mean},
                        {"tip", part.name + ": mean " + sweep::number(part.mean, 3) + ' ' + of.unit + ", " +
                                    std::to_string(part.count) + " elements"}});
    const json::object text{{"signal", "datum.value === 0 ? '0' : datum.label"}};
    const json::object zero_as_0{{"labels", {{"update", {{"text", text}}}}}};
    double most = 0;
    for (const Part& part : of.parts) most = std::max(most, part.mean);
    const double height = kBar * static_cast<double>(of.parts.size());
    const std::string verdict = std::string(of.found() ? "structure, " : "no structure, ") + of.p_text();
    const json::object bar{{"y", along("y", "name")},
                           {"height", {{"scale", "y"}, {"band", 1}}},
                           {"x", {{"value", 0}}},
                           {"x2", along("x", "mean")},
                           {"fill", {{"value", sweep::kColourNames[of.found() ? 1 : 0]}}},
                           {"tooltip", {{"field", "tip"}}}};
    return {{"type", "group"},
            {"title", title("by " + of.by + ": " + verdict, whose)},
            {"encode", at(left, top, kBars, height)},
            {"data", json::array{{{"name", "bars"}, {"values", std::move(bars)}}}},
            {"scales", json::array{{{"name", "x"},
                                    {"type", "linear"},
                                    {"domain", {{"data", "bars"}, {"field", "mean"}}},
                                    {"range", json::array{0.0, kBars}},
                                    {"zero", true}},
                                   {{"name", "y"},
                                    {"type", "band"},
                                    {"domain", {{"data", "bars"}, {"field", "name"}}},
                                    {"range", json::array{0.0, height}},
                                    {"padding", 0.15}}}},
            {"axes", json::array{{{"scale", "x"},
                                  {"orient", "bottom"},
                                  {"tickCount", 4},
                                  {"format", most < 1e-3 ? ".1~e" : ".3~g"},
                                  {"encode", zero_as_0},
                                  {"labelOverlap", "greedy"},
                                  {"title", "mean difference" + (of.unit.empty() ? "" : ", " + of.unit)}},
                                 {{"scale", "y"}, {"orient", "left"}, {"ticks", false}, {"labelLimit", 0}}}},
            {"marks", json::array{json::object{
                          {"type", "rect"}, {"from", {{"data", "bars"}}}, {"encode", {{"update", bar}}}}}}};
}

std::string framed(json::array marks, double width, double height) {
    json::object out = sweep::chart_frame("", "", width, height);
    out["description"] = "differences of products";
    out.erase("title");
    out["marks"] = std::move(marks);
    return json::serialize(out);
}

}  // namespace

std::vector<std::string> charts_of_heat_maps(const std::vector<HeatMap>& maps) {
    constexpr double between_labels = 130;  // the names of the parts, left of the bars
    const auto with_bars =
        std::ranges::count_if(maps, [](const HeatMap& m) { return !m.dependences.empty(); });
    std::vector<std::string> out;
    for (const HeatMap& map : maps) {
        out.push_back(framed({cells_group(map, 0)}, kSide + 90, kSide));
        for (const Dependence& of : map.dependences)
            out.push_back(framed({bars_group(of, with_bars > 1 ? map.title : "", between_labels, 0)},
                                 between_labels + kBars, kBar * static_cast<double>(of.parts.size())));
    }
    return out;
}

std::string chart_of_heat_maps(const std::vector<HeatMap>& maps) {
    constexpr double between = 90;
    const auto with_bars =
        std::ranges::count_if(maps, [](const HeatMap& m) { return !m.dependences.empty(); });
    json::array marks;
    double left = 0;
    double right = 0;
    for (const HeatMap& map : maps) {
        marks.push_back(cells_group(map, left));
        left += kSide + between;
        for (const Dependence& of : map.dependences) {
            marks.push_back(bars_group(of, with_bars > 1 ? map.title : "", kSide + 330, right));
            right += kBar * static_cast<double>(of.parts.size()) + between;
        }
    }
    return framed(std::move(marks), kSide + 520, std::max(left, right) - between);
}

}  // namespace karat::cli
