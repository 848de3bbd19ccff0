// SPDX-License-Identifier: Apache-2.0
// Whether the contract is wrong, and not the unit: runs with other values of its keys.
#pragma once
#include <optional>
#include <string>

#include "karat_cli/check/check_run.hpp"

namespace karat::cli {

/// A sentence, if a failed run is explained by a value of the contract: "the answers fit output.cycles = 5;
/// the contract says 4". Nothing if there is no contract, or if the design cannot be run again.
[[nodiscard]] std::optional<std::string> contract_misfit(const Run& run, const Judged& failed);

}  // namespace karat::cli
