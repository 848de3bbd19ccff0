// SPDX-License-Identifier: Apache-2.0
// To be replaced by target_options.hpp when open_target() is there: the TARGET of karat probe, registry names
// and files only.
#pragma once
#include <memory>

#include "karat_cli/options.hpp"
#include "karat_probe/target/target.hpp"

namespace karat::cli {

/// Options of targets that are not models; none yet.
void add_probe_target_options(po::options_description& options);
/// Opens the one TARGET among the words. Throws UsageError if there is none or more than one.
[[nodiscard]] std::unique_ptr<probe::Target> open_probe_target(const po::variables_map& values,
                                                               const std::string& command);

}  // namespace karat::cli
