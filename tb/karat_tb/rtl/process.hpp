// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

namespace karat::tb {

/// How a program ended, or why it did not start.
struct ProgramEnd {
    int status = 0;       ///< exit status; 128 + n if signal n ended it
    int start_error = 0;  ///< errno if it could not be started; 0 if it ran

    [[nodiscard]] bool succeeded() const { return start_error == 0 && status == 0; }
};

/// Runs a program, found through PATH, without a shell. Its stdout and stderr are appended to the file `log`.
/// `folder`: its working directory; empty: the current one. A signal that ends us ends the program as well.
[[nodiscard]] ProgramEnd run_program(const std::vector<std::string>& words, const std::string& log,
                                     const std::string& folder = {});

/// A sentence that says why `program` did not start: it is not installed and which package provides it, or
/// the system's error message.
[[nodiscard]] std::string start_failure(const std::string& program, const std::string& package,
                                        int start_error);

}  // namespace karat::tb
