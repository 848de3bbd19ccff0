// SPDX-License-Identifier: Apache-2.0
#include "karat_sweep/report/chart_frame.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <sstream>

namespace karat::sweep {

double scaled(const Chart& chart, double y) { return chart.log_y ? std::log10(y) : y; }
bool drawable(const Chart& chart, double y) { return std::isfinite(y) && (!chart.log_y || y > 0); }

Frame::Frame(const Chart& chart) {
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

double Frame::step_of(double range, bool whole) {
    double step = whole ? 1 : std::pow(10, std::floor(std::log10(std::max(range, 1e-12) / 8)));
    for (int i = 0; range / step > 8; ++i) step *= i % 3 == 1 ? 2.5 : 2;
    return step;
}

std::string number(double value, int digits) {
    std::ostringstream out;
    out.precision(digits);
    out << value;
    return out.str();
}

std::vector<std::string> labels_of(const std::vector<double>& values) {
    std::vector<std::string> out;
    for (int digits = 4; digits <= 17; ++digits) {
        out.clear();
        for (const double value : values) out.push_back(number(value, digits));
        if (std::set<std::string>(out.begin(), out.end()).size() == out.size()) break;
    }
    return out;
}

void text(std::ostream& out, double x, double y, const std::string& what, const char* anchor,
          const char* extra) {
    out << "<text x='" << x << "' y='" << y << "' text-anchor='" << anchor << "' " << extra << '>'
        << escaped(what) << "</text>\n";
}

void line(std::ostream& out, double x1, double y1, double x2, double y2, const char* style) {
    out << "<line x1='" << x1 << "' y1='" << y1 << "' x2='" << x2 << "' y2='" << y2 << "' " << style
        << "/>\n";
}

namespace {

/// The words of a text in lines of at most `letters`; a longer word has a line of its own.
std::vector<std::string> lines_of(const std::string& text, std::size_t letters) {
    std::vector<std::string> out{""};
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        if (!out.back().empty() && out.back().size() + 1 + word.size() > letters) out.emplace_back();
        out.back() += (out.back().empty() ? "" : " ") + word;
    }
    return out;
}

}  // namespace

void open(std::ostream& out, const std::string& title, const std::string& subtitle, double width,
          double height) {
    constexpr double small = 5.4;  // width of a letter of the subtitle
    constexpr double large = 7.8;  // of the title
    out << "<svg xmlns='http://www.w3.org/2000/svg' width='" << width << "' height='" << height
        << "' viewBox='0 0 " << width << ' ' << height << "' role='img' aria-label='" << escaped(title)
        << "' font-family='sans-serif' font-size='12'>\n<rect width='100%' height='100%' fill='#ffffff'/>\n";
    const bool fits = static_cast<double>(title.size()) * large < width - kLeft;
    text(out, kLeft, 18, fits ? title : title.substr(0, title.find(',')), "start",
         "font-size='14' font-weight='bold'");
    const std::string rest =
        fits ? subtitle : title.substr(std::min(title.size(), title.find(',') + 1)) + ' ' + subtitle;
    double y = 31;
    for (const std::string& part : lines_of(rest, static_cast<std::size_t>((width - kLeft) / small))) {
        text(out, kLeft, y, part, "start", "font-size='10' fill='#555555'");
        y += 12;
    }
}

void draw_axes(std::ostream& out, const Chart& chart, const Frame& frame) {
    std::vector<double> ticks;
    for (int i = 0; frame.y.low + i * frame.y_step <= frame.y.high + frame.y_step / 2; ++i)
        ticks.push_back(
            std::abs(frame.y.low + i * frame.y_step) < frame.y_step / 2 ? 0 : frame.y.low + i * frame.y_step);
    const std::vector<std::string> labels = labels_of(ticks);
    for (std::size_t i = 0; i < ticks.size(); ++i) {
        const double y = frame.y.at(ticks[i]);
        line(out, kLeft, y, kWidth - kRight, y, "stroke='#dddddd'");
        text(out, kLeft - 6, y + 4, chart.log_y ? "1e" + labels[i] : labels[i], "end");
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

}  // namespace karat::sweep
