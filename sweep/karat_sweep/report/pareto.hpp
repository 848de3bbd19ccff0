// SPDX-License-Identifier: Apache-2.0
// The trade-off between area and error.
#pragma once
#include <vector>

#include "karat_sweep/database/database.hpp"
#include "karat_sweep/report/chart.hpp"

namespace karat::sweep {

/// Area of one product: rows of different K compare by it.
[[nodiscard]] double area_of_product(const Row& row);

/// Rows that no other beats: whatever is as small errs more (by the relative error), whatever errs as little
/// is larger. By area upwards; of equals the first. Rows without a cost or an error do not take part.
[[nodiscard]] std::vector<const Row*> pareto_front(const std::vector<const Row*>& rows);

/// One series a name, as dots, and the front as a line through them. `rows` and `names` side by side.
[[nodiscard]] Chart pareto_chart(const std::string& subtitle, const std::vector<const Row*>& rows,
                                 const std::vector<std::string>& names);

}  // namespace karat::sweep
