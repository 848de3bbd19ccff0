// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

namespace karat::cli {

/// Nonnegative values of a matrix, row by row.
struct HeatMap {
    std::string title;
    std::size_t rows = 0, columns = 0;
    std::vector<double> values;
};

/// One SVG with all of them, one below the other: zeros white, the others by their logarithm. Matrices larger
/// than 128 x 128 are drawn in cells that show their largest element.
[[nodiscard]] std::string draw_heat_maps(const std::vector<HeatMap>& maps);

}  // namespace karat::cli
