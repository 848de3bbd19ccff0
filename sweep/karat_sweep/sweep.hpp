// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "karat_sweep/database/database.hpp"

namespace karat::sweep {

struct Outcome {
    std::size_t points = 0;
    std::size_t present = 0;  ///< already in the database
    std::size_t done = 0;
    std::size_t converted = 0;         ///< operands that the formats cannot hold, of the points done
    std::size_t converted_points = 0;  ///< points done that have some
};

/// Measures every point that is not in the database and writes its row immediately. Points that share
/// operands should be adjacent. Keeps `meter` up to date. Results do not depend on `threads`.
Outcome run_sweep(const std::vector<Point>& points, Database& database, int threads, Meter* meter = nullptr);

/// A specification without reference RTL, and the reason.
struct Unpriced {
    std::string spec;
    std::string reason;
};

struct CostOutcome {
    std::size_t specs = 0;  ///< distinct specifications whose cost was added
    std::vector<Unpriced> without;
};

/// Synthesises the reference RTL of every specification among `points` whose rows have no cost yet, up to
/// `threads` at a time (0: all cores), and writes each cost to the database immediately. Keeps
/// `meter` up to date. Throws karat::Error if a synthesis fails.
CostOutcome add_costs(const std::vector<Point>& points, Database& database, int threads,
                      Meter* meter = nullptr);

}  // namespace karat::sweep
