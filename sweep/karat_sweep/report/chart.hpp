// SPDX-License-Identifier: Apache-2.0
// Line and bar charts as SVG text. They are drawn here and not by a chart library: a report is also SVG
// files, which a library for browsers cannot write, and page and files must not be two drawings of one chart.
#pragma once
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace karat::sweep {

/// How a series is distinguished, indices from 0: lines by colour and dashes, dots by colour and shape.
struct Style {
    std::size_t colour = 0, pattern = 0;
};
inline constexpr std::size_t kColours = 7;
inline constexpr std::size_t kPatterns = 6;

/// A line of points with ascending x, or dots. `mark`: index of a point drawn with a ring; negative: none.
struct Series {
    std::string name;
    std::vector<std::pair<double, double>> points;
    int mark = -1;
    bool dots = false;
    bool across = false;                    ///< the single point holds for every x: a line from edge to edge
    std::optional<Style> style{};           ///< empty: by its position among the series
    std::vector<std::string> tips{};        ///< of the points, shown when pointed at; default: the values
    std::vector<std::string> labels{};      ///< beside the points, where there is room
    std::vector<std::string> coinciding{};  ///< names of series at the same places; draw_lines() fills it
};

struct Chart {
    std::string title, subtitle, x_label, y_label;
    bool log_y = true;  ///< logarithmic; values of 0 and below are left out
    std::vector<Series> series;
};

/// The whole <svg> element: 640 x 392 pixels, or larger if the legend needs it. Lines at the same places are
/// one line with all names. If no line has two points, each is a bar.
[[nodiscard]] std::string draw_lines(const Chart& chart);

/// Whether no series is more than a point.
[[nodiscard]] bool is_one_bar_each(const Chart& chart);
/// A horizontal bar for each series.
[[nodiscard]] std::string draw_bar_each(const Chart& chart);

/// Bars side by side, each above its label.
[[nodiscard]] std::string draw_bars(const std::string& title, const std::vector<std::string>& labels,
                                    const std::vector<double>& values);

/// Escapes text for XML: & < > and double quotes.
[[nodiscard]] std::string escaped(const std::string& text);

}  // namespace karat::sweep
