// SPDX-License-Identifier: Apache-2.0
// The options by which karat cost takes a design as karat sweep does.
#pragma once
#include "karat_cli/options.hpp"

namespace karat::cli {

/// --algorithm, --format, ...: the axes of karat sweep that change the specification, here with one value
/// each.
void add_knob_options(po::options_description& options);

/// The options with --algorithm, --format, ... written as --set. Throws UsageError if --set has the knob too,
/// and for a list or a range.
[[nodiscard]] po::variables_map with_settings(const po::variables_map& values);

}  // namespace karat::cli
