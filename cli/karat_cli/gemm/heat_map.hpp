// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "karat_gemm/structure.hpp"

namespace karat::cli {

/// Signed differences of two matrices in ulp, in row-major order, and what their size depends on.
struct HeatMap {
    std::string title;
    std::size_t rows = 0, columns = 0;
    std::vector<double> values;
    std::vector<Dependence> dependences;
};

/// One chart with all heat maps, one below the other, as a specification for Vega: zeros are white, blue is
/// below and orange above, on a logarithmic scale. More than 64 rows or columns are reduced to 64; a cell has
/// its element of largest magnitude. Beside the heat maps are bars of the
/// mean difference in each part.
[[nodiscard]] std::string chart_of_heat_maps(const std::vector<HeatMap>& maps);

/// The same as charts of their own, which a page puts side by side as there is room: each heat map, then the
/// bars of what it depends on.
[[nodiscard]] std::vector<std::string> charts_of_heat_maps(const std::vector<HeatMap>& maps);

}  // namespace karat::cli
