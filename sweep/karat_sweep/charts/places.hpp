// SPDX-License-Identifier: Apache-2.0
// Where the points of a chart are, to see which lines coincide and where labels have room.
#pragma once
#include <utility>
#include <vector>

#include "karat_sweep/charts/parts.hpp"

namespace karat::sweep {

/// The axes of a chart of lines.
struct Axes {
    Interval x, y;
    double width;  ///< in pixels
    bool log_y;
    bool with_zero = false;  ///< the low end of the logarithmic y stands for 0

    explicit Axes(const Chart& chart);
    /// The y at which a value is drawn: its own, or for 0 on a logarithmic axis the low end.
    [[nodiscard]] double drawn(double py) const;
    /// Pixels from the left and from the top.
    [[nodiscard]] std::pair<double, double> at(double px, double py) const;
};

/// The drawable points of a series; of a series across the chart, its two ends.
[[nodiscard]] std::vector<std::pair<double, double>> drawn_points(const Chart& chart, const Axes& axes,
                                                                  const Series& series);

/// The style of a series: its own, or by its position.
[[nodiscard]] Style style_of(const Chart& chart, std::size_t index);

/// The chart with all lines that coincide put into one, whose name has all theirs.
[[nodiscard]] Chart merged(const Chart& chart, const Axes& axes);

/// A label, and where its text begins (pixels).
struct PlacedLabel {
    std::string text;
    double x, y;
};
/// Each at the first of four places where it meets no other label. If there is none, it is left out.
[[nodiscard]] std::vector<PlacedLabel> placed_labels(const Chart& chart, const Axes& axes);

}  // namespace karat::sweep
