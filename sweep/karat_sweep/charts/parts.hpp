// SPDX-License-Identifier: Apache-2.0
// What all charts share: colours, title, axes.
#pragma once
#include <array>
#include <boost/json/object.hpp>
#include <string>
#include <vector>

#include "karat_sweep/charts/chart.hpp"

namespace karat::sweep {

inline constexpr double kHeight = 290;
// Distinguishable for colour-blind readers, with a contrast of 3 or more on white; the page replaces them by
// lighter ones on a dark ground. After Okabe and Ito 2008, whose orange, blue and purple are too light.
inline constexpr std::array<const char*, kColours> kColourNames{"#0072b2", "#c44e00", "#00805c", "#b0568a",
                                                                "#a87400", "#3689c0", "#444444"};
inline constexpr const char* kText = "#222222";
inline constexpr const char* kFaintText = "#555555";
inline constexpr const char* kGrid = "#dddddd";
inline constexpr const char* kFrame = "#444444";

/// The value of a field, placed or coloured by a scale.
[[nodiscard]] boost::json::object scaled_by(const char* scale, const char* field);

/// Finite, and on a logarithmic axis not negative.
[[nodiscard]] bool drawable(const Chart& chart, double y);
/// With as many digits as asked for, at most.
[[nodiscard]] std::string number(double value, int digits = 4);

/// Title, size and look of a chart; data, scales, axes and marks are to be added. A long title or subtitle
/// has several lines.
[[nodiscard]] boost::json::object chart_frame(const std::string& title, const std::string& subtitle,
                                              double width, double height);

/// The interval of an axis around values, with a margin. `whole`: whole numbers, without a margin. `log`:
/// positive values; whole decades if there is more than one.
struct Interval {
    double low, high;
};
[[nodiscard]] Interval interval_of(const std::vector<double>& values, bool log, bool whole);

/// An axis for a scale of the same name. `values`: decades of a logarithmic interval, if it has several.
/// `with_zero`: the low end of a logarithmic interval stands for 0.
[[nodiscard]] boost::json::object axis_of(const char* scale, const std::string& title, Interval interval,
                                          bool log, bool whole, bool with_zero = false);

}  // namespace karat::sweep
