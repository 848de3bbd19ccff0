// SPDX-License-Identifier: Apache-2.0
// Axes, text and colours that all charts share.
#pragma once
#include <array>
#include <iosfwd>
#include <string>
#include <vector>

#include "karat_sweep/report/chart.hpp"

namespace karat::sweep {

inline constexpr double kWidth = 640;
inline constexpr double kHeight = 392;
inline constexpr double kLeft = 78;
inline constexpr double kRight = 165;  // room for the legend
inline constexpr double kTop = 54;
inline constexpr double kBottom = 50;
// Distinguishable for colour-blind readers too (Okabe and Ito 2008).
inline constexpr std::array<const char*, kColours> kColourNames{"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                                "#e69f00", "#56b4e9", "#444444"};

/// Maps a value to a position on an axis.
struct Axis {
    double low, high, from, to;
    [[nodiscard]] double at(double value) const { return from + (value - low) / (high - low) * (to - from); }
};

/// The axes of a chart of lines.
struct Frame {
    Axis x, y;
    double y_step;

    explicit Frame(const Chart& chart);
    /// 1, 2 or 5 times a power of ten, such that there are at most eight steps; at least 1 if `whole`.
    [[nodiscard]] static double step_of(double range, bool whole);
};

[[nodiscard]] double scaled(const Chart& chart, double y);
[[nodiscard]] bool drawable(const Chart& chart, double y);
/// With as many digits as asked for, at most.
[[nodiscard]] std::string number(double value, int digits = 4);
/// The numbers as text, with as many digits as it takes to tell them apart.
[[nodiscard]] std::vector<std::string> labels_of(const std::vector<double>& values);

void text(std::ostream& out, double x, double y, const std::string& what, const char* anchor,
          const char* extra = "");
void line(std::ostream& out, double x1, double y1, double x2, double y2, const char* style);
/// Opens the <svg> element and writes title and subtitle. What is too wide continues on the next line.
void open(std::ostream& out, const std::string& title, const std::string& subtitle, double width = kWidth,
          double height = kHeight);
void draw_axes(std::ostream& out, const Chart& chart, const Frame& frame);

}  // namespace karat::sweep
