// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>

#include "karat/recipe/program.hpp"
#include "karat_probe/separate/row_source.hpp"

namespace karat::probe {

/// Rows aimed at what two recipes can do differently: one addend dominates and others lie about a width
/// below it; large addends cancel and leave small ones; zeros with large exponents; sums at the ends of the
/// ranges of formats and around floors; specials. Never ends. Precondition: both recipes have the same
/// formats, k, scale factors and metadata, and their operands are not integers.
[[nodiscard]] std::unique_ptr<RowSource> crafted_rows(const Program& x, const Program& y, std::uint64_t seed);

}  // namespace karat::probe
