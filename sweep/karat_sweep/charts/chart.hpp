// SPDX-License-Identifier: Apache-2.0
// Line and bar charts as specifications for Vega, which draws them: on pages in the browser, in files through
// Node.js. Both are one drawing.
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
    std::vector<std::string> coinciding{};  ///< names of series at the same places; chart_of_lines() fills it
};

inline constexpr double kWidth = 440;      ///< of the area between the axes, in pixels
inline constexpr double kWideChart = 720;  ///< of a chart that a page begins with

struct Chart {
    std::string title, subtitle, x_label, y_label;
    bool log_y = true;    ///< logarithmic; 0 is drawn below the least value, negative ones are left out
    bool whole_x = true;  ///< x has whole numbers only
    std::vector<Series> series;
    double width = kWidth;
};

/// The specification, as JSON. Lines at the same places are one line with all names. If no series is more
/// than a point, each is a bar.
[[nodiscard]] std::string chart_of_lines(const Chart& chart);

/// Bars side by side, each above its label.
[[nodiscard]] std::string chart_of_counts(const std::string& title, const std::vector<std::string>& labels,
                                          const std::vector<double>& values);

/// Escapes text for HTML and XML: & < > and double quotes.
[[nodiscard]] std::string escaped(const std::string& text);

}  // namespace karat::sweep
