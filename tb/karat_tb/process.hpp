// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

namespace karat::tb {

/// Runs a program (found in PATH) without a shell, its output and diagnostics into `log`. Returns its exit status; 127 if it cannot be
/// started, 128 + n if signal n ended it. `folder`: where it runs; empty: here.
[[nodiscard]] int run_program(const std::vector<std::string>& words, const std::string& log, const std::string& folder = {});

}  // namespace karat::tb
