// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>

#include "karat_sweep/database/database.hpp"

namespace karat::sweep {

struct Outcome {
    std::size_t points = 0;
    std::size_t present = 0;  ///< were in the database already
    std::size_t done = 0;
};

/// Measures every point that the database does not have yet and writes its row at once. Points that share
/// operands should stand together. `tell(done, all)` after each. Results do not depend on `threads`.
Outcome run_sweep(const std::vector<Point>& points, Database& database, int threads,
                  const std::function<void(std::size_t, std::size_t)>& tell = {});

/// A specification without reference RTL, and why.
struct Unpriced {
    std::string spec;
    std::string reason;
};

struct CostOutcome {
    std::size_t specs = 0;  ///< different ones that had no cost yet and now have
    std::vector<Unpriced> without;
};

/// Synthesises the reference RTL of every specification among `points` whose rows have no cost yet, up to
/// `threads` at a time (0: as many as the machine has), and writes each cost into the database as soon as it
/// is known. `tell(done, all)` after each. Throws karat::Error if a synthesis fails.
CostOutcome add_costs(const std::vector<Point>& points, Database& database, int threads,
                      const std::function<void(std::size_t, std::size_t)>& tell = {});

}  // namespace karat::sweep
