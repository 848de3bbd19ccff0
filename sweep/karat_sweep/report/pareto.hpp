// SPDX-License-Identifier: Apache-2.0
// The trade-off between area and error.
#pragma once
#include <vector>

#include "karat_sweep/database/database.hpp"
#include "karat_sweep/report/chart.hpp"

namespace karat::sweep {

/// Area per product, which makes rows of different K comparable.
[[nodiscard]] double area_of_product(const Row& row);

/// The rows that no other row dominates in area per product and relative error, by ascending area. Of equal
/// rows the first is taken. Rows without a cost or a relative error are ignored.
[[nodiscard]] std::vector<const Row*> pareto_front(const std::vector<const Row*>& rows);

/// One series of dots per name, and the front as a line. `names` has the name of each row of `rows`.
[[nodiscard]] Chart pareto_chart(const std::string& subtitle, const std::vector<const Row*>& rows,
                                 const std::vector<std::string>& names);

}  // namespace karat::sweep
