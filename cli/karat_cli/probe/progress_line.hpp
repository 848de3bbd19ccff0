// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <chrono>
#include <functional>
#include <string>

namespace karat::cli {

/// One line on the terminal that says what a long search is doing and how long it may take. It appears after
/// two seconds, is overwritten, and disappears at the end. Nothing is written if stderr is no terminal.
class ProgressLine {
   public:
    /// `most_seconds`: when the search ends at the latest.
    explicit ProgressLine(double most_seconds);
    ~ProgressLine();
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    /// To be called with each step of the search.
    void operator()(const std::string& step);

   private:
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
    double most_seconds_;
    bool terminal_;
    bool shown_ = false;
};

}  // namespace karat::cli
