// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

namespace karat::tb {

/// How a program ended, or why it did not start.
struct ProgramEnd {
    int status = 0;       ///< exit status; 128 + n if signal n ended it
    int start_error = 0;  ///< errno where it could not be started; 0 if it ran

    [[nodiscard]] bool succeeded() const { return start_error == 0 && status == 0; }
};

/// Runs a program (found in PATH) without a shell, its output and diagnostics into `log`. `folder`: where it
/// runs; empty: here.
[[nodiscard]] ProgramEnd run_program(const std::vector<std::string>& words, const std::string& log,
                                     const std::string& folder = {});

/// Why `program` did not start, as a sentence: that it is not installed, and with which package it is, or the
/// system's reason.
[[nodiscard]] std::string start_failure(const std::string& program, const std::string& package,
                                        int start_error);

}  // namespace karat::tb
