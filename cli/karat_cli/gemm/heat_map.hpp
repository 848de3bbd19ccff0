// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

namespace karat::cli {

/// A matrix of nonnegative values, in row-major order.
struct HeatMap {
    std::string title;
    std::size_t rows = 0, columns = 0;
    std::vector<double> values;
};

/// One SVG with all heat maps, one below the other. Zeros are white, other values are coloured on a
/// logarithmic scale. More than 128 rows or columns are reduced to 128; a cell has its largest element.
[[nodiscard]] std::string draw_heat_maps(const std::vector<HeatMap>& maps);

}  // namespace karat::cli
