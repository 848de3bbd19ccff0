// SPDX-License-Identifier: Apache-2.0
#include "karat_sweep/chart.hpp"

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
// Distinguishable also for the colour-blind (Okabe and Ito 2008), then dashed.
constexpr std::array<const char*, 7> kColours{"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#444444"};

/// From a value to a place on an axis.
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
                x_low = std::min(x_low, px);
                x_high = std::max(x_high, px);
                if (!drawable(chart, py)) continue;
                y_low = std::min(y_low, scaled(chart, py));
                y_high = std::max(y_high, scaled(chart, py));
            }
        }
        if (x_low >= x_high) {
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

    /// 1, 2 or 5 times a power of ten, so that there are at most eight steps; decades are whole.
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

void text(std::ostream& out, double x, double y, const std::string& what, const char* anchor, const char* extra = "") {
    out << "<text x='" << x << "' y='" << y << "' text-anchor='" << anchor << "' " << extra << '>' << escaped(what) << "</text>\n";
}

void line(std::ostream& out, double x1, double y1, double x2, double y2, const char* style) {
    out << "<line x1='" << x1 << "' y1='" << y1 << "' x2='" << x2 << "' y2='" << y2 << "' " << style << "/>\n";
}

void open(std::ostream& out, const std::string& title) {
    out << "<svg xmlns='http://www.w3.org/2000/svg' width='" << kWidth << "' height='" << kHeight << "' viewBox='0 0 " << kWidth << ' '
        << kHeight << "' font-family='sans-serif' font-size='12'>\n<rect width='100%' height='100%' fill='#ffffff'/>\n";
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

void draw_series(std::ostream& out, const Chart& chart, const Frame& frame, std::size_t index) {
    const Series& series = chart.series[index];
    const std::string colour = kColours[index % kColours.size()];
    const std::string dash = index < kColours.size() ? "" : " stroke-dasharray='5 3'";
    std::string path;
    const auto drawn = std::ranges::count_if(series.points, [&](const auto& point) { return drawable(chart, point.second); });
    for (const auto& [px, py] : series.points) {
        if (!drawable(chart, py)) continue;
        const double x = frame.x.at(px);
        const double y = frame.y.at(scaled(chart, py));
        path += (path.empty() ? "" : " ") + number(x) + ',' + number(y);
        if (series.dots || drawn == 1) circle(out, x, y, 3, "fill='" + colour + "'");
    }
    if (!series.dots) out << "<polyline fill='none' stroke='" << colour << "' stroke-width='1.8'" << dash << " points='" << path << "'/>\n";
    if (series.mark >= 0) {
        const auto& [px, py] = series.points[static_cast<std::size_t>(series.mark)];
        if (drawable(chart, py))
            circle(out, frame.x.at(px), frame.y.at(scaled(chart, py)), 5, "fill='#ffffff' stroke='" + colour + "' stroke-width='2'");
    }
    const double y = kTop + 8 + static_cast<double>(index) * 17;
    const double x = kWidth - kRight + 12;
    if (series.dots) {
        circle(out, x + 10, y, 3, "fill='" + colour + "'");
        text(out, x + 26, y + 4, series.name, "start");
        return;
    }
    out << "<line x1='" << x << "' y1='" << y << "' x2='" << x + 20 << "' y2='" << y << "' stroke='" << colour << "' stroke-width='2'"
        << dash << "/>\n";
    text(out, x + 26, y + 4, series.name, "start");
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
    open(out, chart.title);
    text(out, kLeft, 33, chart.subtitle, "start", "font-size='10' fill='#555555'");
    draw_axes(out, chart, frame);
    for (std::size_t i = 0; i < chart.series.size(); ++i) draw_series(out, chart, frame, i);
    out << "</svg>\n";
    return out.str();
}

std::string draw_bars(const std::string& title, const std::vector<std::string>& labels, const std::vector<double>& values) {
    std::ostringstream out;
    open(out, title);
    double largest = 1e-300;
    for (const double value : values) largest = std::max(largest, value);
    const double width = (kWidth - kLeft - 20) / static_cast<double>(std::max<std::size_t>(1, values.size()));
    const double base = kHeight - kBottom;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double height = values[i] / largest * (base - kTop - 16);
        const double x = kLeft + static_cast<double>(i) * width;
        out << "<rect x='" << x + 2 << "' y='" << base - height << "' width='" << width - 4 << "' height='" << height
            << "' fill='#0072b2'/>\n";
        text(out, x + width / 2, base + 16, labels[i], "middle", "font-size='10'");
        if (values[i] > 0) text(out, x + width / 2, base - height - 4, number(values[i]), "middle", "font-size='10'");
    }
    line(out, kLeft, base, kWidth - 20, base, "stroke='#444444'");
    out << "</svg>\n";
    return out.str();
}

}  // namespace karat::sweep
