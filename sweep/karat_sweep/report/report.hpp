// SPDX-License-Identifier: Apache-2.0
// The rows of a sweep as charts and one self-contained page.
#pragma once
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "karat_sweep/database/database.hpp"

namespace karat::sweep {

/// The first F of a line from which on the MSE stays within 1 % of its value at the largest F.
struct Threshold {
    std::string group;   ///< what the lines of one chart share
    std::string series;  ///< "fda K=16", with the knobs that set it apart from other lines
    int F = 0;
    double plateau = 0;
};

/// A point of an area-error Pareto front.
struct FrontPoint {
    std::string group;
    std::string series;
    std::optional<int> F;  ///< nothing: exact, or no knob of the algorithm
    double area = 0;       ///< of one product, in two-input NANDs
    double relative_error = 0;
};

struct Report {
    std::vector<std::pair<std::string, std::string>> charts;  ///< file name without ending, SVG
    std::vector<Threshold> thresholds;
    std::vector<FrontPoint> front;  ///< of the rows that have a cost, group by group
    std::string html;
};

/// Rows without F, or with an exact one, are lines from edge to edge. Metrics that are not known are not
/// drawn.
[[nodiscard]] Report make_report(const std::vector<Row>& rows, const std::string& title);

}  // namespace karat::sweep
