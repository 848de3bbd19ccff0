// SPDX-License-Identifier: Apache-2.0
#include "karat_sweep/charts/parts.hpp"

#include <algorithm>
#include <boost/json/array.hpp>
#include <cmath>
#include <sstream>

namespace karat::sweep {

namespace json = boost::json;

json::object scaled_by(const char* scale, const char* field) { return {{"scale", scale}, {"field", field}}; }

bool drawable(const Chart& chart, double y) { return std::isfinite(y) && (!chart.log_y || y >= 0); }

std::string number(double value, int digits) {
    std::ostringstream out;
    out.precision(digits);
    out << value;
    return out.str();
}

namespace {

/// The words of a text in lines of at most `letters`; a longer word has a line of its own.
json::array lines_of(const std::string& text, std::size_t letters) {
    std::vector<std::string> out{""};
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        if (!out.back().empty() && out.back().size() + 1 + word.size() > letters) out.emplace_back();
        out.back() += (out.back().empty() ? "" : " ") + word;
    }
    return json::array(out.begin(), out.end());
}

/// The decades of an interval, at most about ten of them.
json::array decades(Interval interval) {
    const double first = std::log10(interval.low);
    const double last = std::log10(interval.high);
    json::array out;
    for (double at = first; at < last + 0.5; at += std::ceil((last - first) / 10))
        out.push_back(std::pow(10.0, std::round(at)));
    return out;
}

bool has_decades(Interval interval) { return interval.high >= 99 * interval.low; }

}  // namespace

json::object chart_frame(const std::string& title, const std::string& subtitle, double width, double height) {
    const auto letters = [&](double of_one) { return static_cast<std::size_t>((width + 160) / of_one); };
    return {{"description", title},
            {"width", width},
            {"height", height},
            {"padding", 10},
            {"background", "#ffffff"},
            {"title",
             {{"text", lines_of(title, letters(8))},
              {"subtitle", subtitle.empty() ? json::array{} : lines_of(subtitle, letters(5.4))},
              {"anchor", "start"},
              {"color", kText},
              {"fontSize", 14},
              {"subtitleColor", kFaintText},
              {"subtitleFontSize", 10},
              {"limit", 0},
              {"offset", 12}}},
            {"config",
             {{"axis",
               {{"labelColor", kText},
                {"titleColor", kText},
                {"titleFontWeight", "normal"},
                {"labelFontSize", 11},
                {"titleFontSize", 12},
                {"titlePadding", 8},
                {"gridColor", kGrid},
                {"domainColor", kFrame},
                {"tickColor", kFrame}}},
              {"legend",
               {{"labelColor", kText},
                {"titleColor", kText},
                {"labelFontSize", 12},
                {"labelLimit", 0},
                {"offset", 14}}}}}};
}

Interval interval_of(const std::vector<double>& values, bool log, bool whole) {
    if (values.empty()) return log ? Interval{0.1, 1} : Interval{0, 1};
    const auto [least, most] = std::ranges::minmax(values);
    if (whole) return least == most ? Interval{least - 1, most + 1} : Interval{least, most};
    if (!log) {
        const double margin = least == most ? std::max(std::abs(least), 1e-6) / 10 : (most - least) / 20;
        return {least - margin, most + margin};
    }
    if (most < 10 * least) return {least / 1.1, most * 1.1};
    return {std::pow(10, std::floor(std::log10(least))), std::pow(10, std::ceil(std::log10(most)))};
}

json::object axis_of(const char* scale, const std::string& title, Interval interval, bool log, bool whole,
                     bool with_zero) {
    json::object out{{"scale", scale}, {"title", title}, {"labelOverlap", "greedy"}, {"labelSeparation", 4}};
    if (log) out["format"] = "~e";
    if (log && has_decades(interval)) out["values"] = decades(interval);
    if (with_zero)
        out["encode"] = {
            {"labels",
             {{"update",
               {{"text",
                 {{"signal", "datum.value < " + number(2 * interval.low) + " ? '0' : datum.label"}}}}}}}};
    if (whole) {
        out["format"] = "d";
        out["tickMinStep"] = 1;
    }
    return out;
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
