// SPDX-License-Identifier: Apache-2.0
// The question that a sweep answers: the cheapest design that is accurate enough.
#pragma once
#include <boost/json/object.hpp>
#include <optional>
#include <vector>

#include "karat_cli/options.hpp"
#include "karat_sweep/report/choice.hpp"
#include "karat_sweep/sweep.hpp"

namespace karat::cli {

/// Adds --target-error and --minimise.
void add_question_options(po::options_description& options);
/// Reads them. Empty without --target-error. Throws UsageError.
[[nodiscard]] std::optional<sweep::Question> read_question(const po::variables_map& values);

/// Synthesises the designs of these points that are accurate enough, prints the answer and the runners-up, or
/// adds them to `summary` if it is not null, and writes the choice to the folder of --emit. Returns the exit
/// status: 1 if no design is accurate enough.
int report_choice(const po::variables_map& values, const sweep::Question& question,
                  const std::vector<sweep::Point>& points, sweep::Database& database, int threads,
                  boost::json::object* summary);

}  // namespace karat::cli
