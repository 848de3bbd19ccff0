// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "karat_sweep/charts/chart.hpp"

namespace karat::sweep {

/// Whether no series is more than a point.
[[nodiscard]] bool is_one_bar_each(const Chart& chart);
/// A horizontal bar for each series.
[[nodiscard]] std::string chart_of_bars(const Chart& chart);

}  // namespace karat::sweep
