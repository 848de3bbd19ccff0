// SPDX-License-Identifier: Apache-2.0
// The trade-off between area and error.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "karat_sweep/charts/chart.hpp"
#include "karat_sweep/database/database.hpp"

namespace karat::sweep {

/// What a design is to be cheap in.
enum class Objective : std::uint8_t { area, depth };

/// Area per product, which makes rows of different K comparable.
[[nodiscard]] double area_of_product(const Row& row);

/// Area per product or depth. Precondition: the row has a cost.
[[nodiscard]] double cost_of(const Row& row, Objective objective);

/// The rows that no other row dominates in cost and relative error, by ascending cost. A dearer row is in the
/// front only if its error is less by more than the confidence interval of the difference. Of equal rows the
/// first is taken. Rows without a cost or a relative error are ignored.
[[nodiscard]] std::vector<const Row*> pareto_front(const std::vector<const Row*>& rows,
                                                   Objective objective = Objective::area);

/// A row in the chart.
struct Drawn {
    const Row* row;
    std::string line;   ///< name of its series
    std::string label;  ///< beside a member of the front: "F=20"
    Style style;        ///< as in the other charts
    bool chosen = false;
};

/// One series of dots per line, with a ring around the chosen design; the front as a line with labels; the
/// target, if any, from edge to edge.
[[nodiscard]] Chart pareto_chart(const std::string& subtitle, const std::vector<Drawn>& drawn,
                                 Objective objective, std::optional<double> target = {});

}  // namespace karat::sweep
