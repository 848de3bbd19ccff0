// SPDX-License-Identifier: Apache-2.0
#include "karat_sweep/report/chart.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>

namespace karat::sweep {
namespace {

constexpr double kWidth = 640;
constexpr double kHeight = 380;
constexpr double kLeft = 78;
constexpr double kRight = 165;  // room for the legend
constexpr double kTop = 42;
constexpr double kBottom = 50;
constexpr double kLegendStep = 17;
// Distinguishable for colour-blind readers too (Okabe and Ito 2008).
constexpr std::array<const char*, kColours> kColourNames{"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                         "#e69f00", "#56b4e9", "#444444"};
constexpr std::array<const char*, kPatterns> kDashes{"", "5 3", "2 2", "9 3 2 3", "12 4", "9 3 2 3 2 3"};

/// Maps a value to a position on an axis.
struct Axis {
    double low, high, from, to;
    [[nodiscard]] double at(double value) const { return from + (value - low) / (high - low) * (to - from); }
};

double scaled(const Chart& chart, double y) { return chart.log_y ? std::log10(y) : y; }
bool drawable(const Chart& chart, double y) { return std::isfinite(y) && (!chart.log_y || y > 0); }

struct Frame {
    Axis x, y;
    double y_step;

    explicit Frame(const Chart& chart) {
        double x_low = 1e300;
        double x_high = -1e300;
        double y_low = 1e300;
        double y_high = -1e300;
        for (const Series& series : chart.series) {
            for (const auto& [px, py] : series.points) {
                if (!series.across) {
                    x_low = std::min(x_low, px);
                    x_high = std::max(x_high, px);
                }
                if (!drawable(chart, py)) continue;
                y_low = std::min(y_low, scaled(chart, py));
                y_high = std::max(y_high, scaled(chart, py));
            }
        }
        if (x_low > x_high) x_low = x_high = 0;  // no series has x values
        if (x_low == x_high) {
            x_low -= 1;
            x_high = x_low + 2;
        }
        if (y_low > y_high) y_low = y_high = 0;
        y_step = step_of(y_high - y_low, chart.log_y);
        y_low = std::floor(y_low / y_step) * y_step;
        y_high = std::max(std::ceil(y_high / y_step) * y_step, y_low + y_step);
        x = {x_low, x_high, kLeft, kWidth - kRight};
        y = {y_low, y_high, kHeight - kBottom, kTop};
    }

    /// 1, 2 or 5 times a power of ten, such that there are at most eight steps; at least 1 if `whole`.
    static double step_of(double range, bool whole) {
        double step = whole ? 1 : std::pow(10, std::floor(std::log10(std::max(range, 1e-12) / 8)));
        for (int i = 0; range / step > 8; ++i) step *= i % 3 == 1 ? 2.5 : 2;
        return step;
    }
};

std::string number(double value) {
    std::ostringstream out;
    out.precision(4);
    out << value;
    return out.str();
}

void text(std::ostream& out, double x, double y, const std::string& what, const char* anchor,
          const char* extra = "") {
    out << "<text x='" << x << "' y='" << y << "' text-anchor='" << anchor << "' " << extra << '>'
        << escaped(what) << "</text>\n";
}

void line(std::ostream& out, double x1, double y1, double x2, double y2, const char* style) {
    out << "<line x1='" << x1 << "' y1='" << y1 << "' x2='" << x2 << "' y2='" << y2 << "' " << style
        << "/>\n";
}

void open(std::ostream& out, const std::string& title, double width = kWidth, double height = kHeight) {
    out << "<svg xmlns='http://www.w3.org/2000/svg' width='" << width << "' height='" << height
        << "' viewBox='0 0 " << width << ' ' << height
        << "' font-family='sans-serif' font-size='12'>\n<rect width='100%' height='100%' fill='#ffffff'/>\n";
    text(out, kLeft, 20, title, "start", "font-size='14' font-weight='bold'");
}

void draw_axes(std::ostream& out, const Chart& chart, const Frame& frame) {
    for (int i = 0; frame.y.low + i * frame.y_step <= frame.y.high + frame.y_step / 2; ++i) {
        const double value = frame.y.low + i * frame.y_step;
        const double y = frame.y.at(value);
        line(out, kLeft, y, kWidth - kRight, y, "stroke='#dddddd'");
        text(out, kLeft - 6, y + 4, chart.log_y ? "1e" + number(value) : number(value), "end");
    }
    const double x_step = std::max(1.0, Frame::step_of(frame.x.high - frame.x.low, true));
    for (double value = std::ceil(frame.x.low / x_step) * x_step; value <= frame.x.high; value += x_step) {
        const double x = frame.x.at(value);
        line(out, x, kHeight - kBottom, x, kHeight - kBottom + 5, "stroke='#444444'");
        text(out, x, kHeight - kBottom + 19, number(value), "middle");
    }
    line(out, kLeft, kHeight - kBottom, kWidth - kRight, kHeight - kBottom, "stroke='#444444'");
    line(out, kLeft, kTop, kLeft, kHeight - kBottom, "stroke='#444444'");
    text(out, (kLeft + kWidth - kRight) / 2, kHeight - 10, chart.x_label, "middle");
    text(out, 0, 0, chart.y_label, "middle", "transform='translate(16 170) rotate(-90)'");
}

void circle(std::ostream& out, double x, double y, double radius, const std::string& style) {
    out << "<circle cx='" << x << "' cy='" << y << "' r='" << radius << "' " << style << "/>\n";
}

Style style_of(const Chart& chart, std::size_t index) {
    return chart.series[index].style.value_or(Style{index % kColours, index / kColours % kPatterns});
}

/// A marker by pattern: circle, square, triangle, diamond, cross, plus.
void dot(std::ostream& out, double x, double y, const Style& style) {
    const std::string colour = kColourNames[style.colour];
    const std::array<const char*, kPatterns> paths{
        "", "M-3-3h6v6h-6z", "M0-4L4 3H-4z", "M0-4L4 0 0 4-4 0z", "M-3-3L3 3M-3 3L3-3", "M-4 0H4M0-4V4"};
    if (style.pattern == 0) return circle(out, x, y, 3, "fill='" + colour + "'");
    out << "<path transform='translate(" << x << ' ' << y << ")' d='" << paths[style.pattern] << "' fill='"
        << colour << "' stroke='" << colour << "' stroke-width='1.5'/>\n";
}

std::string stroke(const Style& style) {
    const std::string dashes = kDashes[style.pattern];
    return std::string(" stroke='") + kColourNames[style.colour] + "'" +
           (dashes.empty() ? "" : " stroke-dasharray='" + dashes + "'");
}

/// The drawn positions of a series: its drawable points; for a line across the chart, its two ends.
std::vector<std::pair<double, double>> places(const Chart& chart, const Frame& frame, const Series& series) {
    std::vector<std::pair<double, double>> out;
    for (const auto& [px, py] : series.points) {
        if (!drawable(chart, py)) continue;
        const double y = frame.y.at(scaled(chart, py));
        if (!series.across) out.emplace_back(frame.x.at(px), y);
        if (series.across) out.insert(out.end(), {{frame.x.from, y}, {frame.x.to, y}});
    }
    return out;
}

void draw_series(std::ostream& out, const Chart& chart, const Frame& frame, std::size_t index) {
    const Series& series = chart.series[index];
    const Style style = style_of(chart, index);
    const auto at = places(chart, frame, series);
    std::string path;
    for (const auto& [x, y] : at) {
        path += (path.empty() ? "" : " ") + number(x) + ',' + number(y);
        if (series.dots || at.size() == 1) dot(out, x, y, style);
    }
    if (!series.dots)
        out << "<polyline fill='none'" << stroke(style) << " stroke-width='1.8' points='" << path << "'/>\n";
    if (series.mark < 0) return;
    const auto& [px, py] = series.points[static_cast<std::size_t>(series.mark)];
    if (drawable(chart, py))
        circle(out, frame.x.at(px), frame.y.at(scaled(chart, py)), 5,
               std::string("fill='#ffffff' stroke='") + kColourNames[style.colour] + "' stroke-width='2'");
}

void draw_legend(std::ostream& out, const Chart& chart) {
    const double x = kWidth - kRight + 12;
    for (std::size_t i = 0; i < chart.series.size(); ++i) {
        const double y = kTop + 8 + static_cast<double>(i) * kLegendStep;
        const Style style = style_of(chart, i);
        if (chart.series[i].dots)
            dot(out, x + 10, y, style);
        else
            line(out, x, y, x + 26, y, (stroke(style) + " stroke-width='2'").c_str());
        text(out, x + 32, y + 4, chart.series[i].name, "start");
    }
}

/// Width and height of the chart, with room for the longest name and for all lines of the legend.
std::pair<double, double> size_of(const Chart& chart) {
    constexpr double widest_letter = 7.5;
    std::size_t letters = 0;
    for (const Series& series : chart.series) letters = std::max(letters, series.name.size());
    const double width = kWidth - kRight + 50 + widest_letter * static_cast<double>(letters);
    const double height = kTop + 16 + kLegendStep * static_cast<double>(chart.series.size());
    return {std::ceil(std::max(kWidth, width)), std::max(kHeight, height)};
}

}  // namespace

std::string escaped(const std::string& text) {
    std::string out;
    for (const char c : text) {
        switch (c) {
            case '&':
                out += "&amp;";
                break;
            case '<':
                out += "&lt;";
                break;
            case '>':
                out += "&gt;";
                break;
            case '"':
                out += "&quot;";
                break;
            default:
                out += c;
        }
    }
    return out;
}

std::string draw_lines(const Chart& chart) {
    std::ostringstream out;
    const Frame frame(chart);
    const auto [width, height] = size_of(chart);
    open(out, chart.title, width, height);
    text(out, kLeft, 33, chart.subtitle, "start", "font-size='10' fill='#555555'");
    draw_axes(out, chart, frame);
    for (std::size_t i = 0; i < chart.series.size(); ++i) draw_series(out, chart, frame, i);
    draw_legend(out, chart);
    out << "</svg>\n";
    return out.str();
}

std::string draw_bars(const std::string& title, const std::vector<std::string>& labels,
                      const std::vector<double>& values) {
    std::ostringstream out;
    open(out, title);
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
            text(out, x + width / 2, base - height - 4, number(values[i]), "middle", "font-size='10'");
    }
    line(out, kLeft, base, kWidth - 20, base, "stroke='#444444'");
    out << "</svg>\n";
    return out.str();
}

}  // namespace karat::sweep
