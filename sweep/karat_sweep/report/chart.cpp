// SPDX-License-Identifier: Apache-2.0
#include "karat_sweep/report/chart.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>

#include "karat_sweep/report/chart_frame.hpp"

namespace karat::sweep {
namespace {

constexpr double kLegendStep = 17;
constexpr std::array<const char*, kPatterns> kDashes{"", "5 3", "2 2", "9 3 2 3", "12 4", "9 3 2 3 2 3"};

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
    double y = kTop + 8;
    for (std::size_t i = 0; i < chart.series.size(); ++i) {
        const Style style = style_of(chart, i);
        if (chart.series[i].dots)
            dot(out, x + 10, y, style);
        else
            line(out, x, y, x + 26, y, (stroke(style) + " stroke-width='2'").c_str());
        text(out, x + 32, y + 4, chart.series[i].name, "start");
        y += kLegendStep;
        for (const std::string& name : chart.series[i].coinciding) {
            text(out, x + 12, y + 4, "= " + name, "start");
            y += kLegendStep;
        }
    }
}

/// Areas of the points that show their values when pointed at. They are drawn last, and are not visible.
void draw_tips(std::ostream& out, const Chart& chart, const Frame& frame) {
    for (const Series& series : chart.series) {
        if (series.across) continue;
        for (std::size_t i = 0; i < series.points.size(); ++i) {
            const auto [px, py] = series.points[i];
            if (!drawable(chart, py)) continue;
            const std::string tip = i < series.tips.size()
                                        ? series.tips[i]
                                        : series.name + ": " + number(px) + ", " + number(py, 5);
            out << "<path class='point' d='M" << frame.x.at(px) << ' ' << frame.y.at(scaled(chart, py))
                << "h0' stroke='transparent' stroke-width='12' stroke-linecap='round'><title>" << escaped(tip)
                << "</title></path>\n";
        }
    }
}

struct Box {
    double left, top, right, bottom;
    [[nodiscard]] bool meets(const Box& other) const {
        return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
    }
};

/// Labels of points, each at the first of four places where it meets no other label. If there is none, the
/// point has only its tip.
void draw_labels(std::ostream& out, const Chart& chart, const Frame& frame) {
    constexpr double letter = 5.6;
    std::vector<Box> taken;
    for (const Series& series : chart.series) {
        for (std::size_t i = 0; i < std::min(series.labels.size(), series.points.size()); ++i) {
            const auto [px, py] = series.points[i];
            if (series.labels[i].empty() || !drawable(chart, py)) continue;
            const double x = frame.x.at(px);
            const double y = frame.y.at(scaled(chart, py));
            const double width = letter * static_cast<double>(series.labels[i].size());
            for (const auto& [dx, dy] : {std::pair(7.0, -6.0), std::pair(-7.0 - width, 13.0),
                                         std::pair(7.0, 13.0), std::pair(-7.0 - width, -6.0)}) {
                const Box box{x + dx, y + dy - 9, x + dx + width, y + dy + 2};
                const bool inside = box.left > kLeft && box.right < kWidth - kRight + 8 &&
                                    box.top > kTop - 8 && box.bottom < kHeight - kBottom;
                if (!inside || std::ranges::any_of(taken, [&](const Box& b) { return b.meets(box); }))
                    continue;
                taken.push_back(box);
                text(out, x + dx, y + dy, series.labels[i], "start", "font-size='10'");
                break;
            }
        }
    }
}

/// Width and height of the chart, with room for the longest name and for all lines of the legend.
std::pair<double, double> size_of(const Chart& chart) {
    constexpr double widest_letter = 7.5;
    std::size_t letters = 0;
    std::size_t entries = 0;
    for (const Series& series : chart.series) {
        letters = std::max(letters, series.name.size());
        for (const std::string& name : series.coinciding) letters = std::max(letters, name.size());
        entries += 1 + series.coinciding.size();
    }
    const double width = kWidth - kRight + 50 + widest_letter * static_cast<double>(letters);
    const double height = kTop + 16 + kLegendStep * static_cast<double>(entries);
    return {std::ceil(std::max(kWidth, width)), std::max(kHeight, height)};
}

/// Whether two series are drawn at the same places, so that one hides the other.
bool coincide(const Chart& chart, const Frame& frame, const Series& one, const Series& two) {
    if (one.dots || two.dots) return false;
    const auto a = places(chart, frame, one);
    const auto b = places(chart, frame, two);
    return !a.empty() && std::ranges::equal(a, b, [](const auto& p, const auto& q) {
        return std::abs(p.first - q.first) < 0.7 && std::abs(p.second - q.second) < 0.7;
    });
}

/// Puts all lines that coincide into one, whose name has all theirs.
Chart merged(const Chart& chart, const Frame& frame) {
    Chart out = chart;
    out.series.clear();
    for (std::size_t i = 0; i < chart.series.size(); ++i) {
        const Series& series = chart.series[i];
        const auto same = std::ranges::find_if(
            out.series, [&](const Series& other) { return coincide(chart, frame, other, series); });
        if (same == out.series.end()) {
            out.series.push_back(series);
            out.series.back().style = style_of(chart, i);
        } else {
            same->coinciding.push_back(series.name);
        }
    }
    return out;
}

}  // namespace

std::string draw_lines(const Chart& chart) {
    if (is_one_bar_each(chart)) return draw_bar_each(chart);
    std::ostringstream out;
    const Frame frame(chart);
    const Chart distinct = merged(chart, frame);
    const auto [width, height] = size_of(distinct);
    open(out, distinct.title, distinct.subtitle, width, height);
    draw_axes(out, distinct, frame);
    for (std::size_t i = 0; i < distinct.series.size(); ++i) draw_series(out, distinct, frame, i);
    draw_legend(out, distinct);
    draw_labels(out, distinct, frame);
    draw_tips(out, distinct, frame);
    out << "</svg>\n";
    return out.str();
}

}  // namespace karat::sweep
