// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "karat_probe/suites/suites.hpp"

namespace karat::probe {

/// MMA-Sim's name of the arithmetic that the findings describe: "FDA 24", "CoFDRDA", "GPS(4)". "n/a" if the
/// order cannot be seen in the target's formats, else "none of MMA-Sim's".
[[nodiscard]] std::string algorithm_name(const SuiteReport& mma_sim, const SuiteReport& fasi);

}  // namespace karat::probe
