// SPDX-License-Identifier: Apache-2.0
// The options by which karat cost takes a design as karat sweep does.
#pragma once
#include "karat_cli/options.hpp"

namespace karat::cli {

/// --algorithm, --format, ...: the axes of karat sweep that change the specification, each a value, a list or
/// a range.
void add_knob_options(po::options_description& options);

/// The options with --algorithm, --format, ... written as --set, once for each combination of their values.
/// Throws UsageError if --set has the knob too, and SpecError for an invalid list or range.
[[nodiscard]] std::vector<po::variables_map> with_settings(const po::variables_map& values);

}  // namespace karat::cli
