// SPDX-License-Identifier: Apache-2.0
// A shared library with the function of karat_target.h.
#pragma once
#include <memory>
#include <string>

#include "karat_probe/target/target.hpp"

namespace karat::probe {

/// Loads the library; a path without a folder is looked up in the working directory. Throws TargetError if it
/// cannot be loaded or lacks the function. The target throws TargetError if the function refuses a question
/// or gives a d that is too wide for its format.
[[nodiscard]] std::unique_ptr<Target> open_library(const std::string& path, const OperandRules& formats);

}  // namespace karat::probe
