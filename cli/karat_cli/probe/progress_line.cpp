// SPDX-License-Identifier: Apache-2.0
#include "karat_cli/probe/progress_line.hpp"

#include <unistd.h>

#include <iostream>

#include "karat_cli/progress.hpp"

namespace karat::cli {
namespace {

constexpr std::size_t kColumns = 79;
constexpr const char* kClear = "\r\x1b[K";

}  // namespace

ProgressLine::ProgressLine(double most_seconds)
    : most_seconds_(most_seconds), terminal_(isatty(STDERR_FILENO) == 1) {}

ProgressLine::~ProgressLine() {
    if (shown_) std::cerr << kClear << std::flush;
}

void ProgressLine::operator()(const std::string& step) {
    using std::chrono::duration_cast;
    using std::chrono::seconds;
    const auto passed = duration_cast<seconds>(std::chrono::steady_clock::now() - begin_).count();
    if (!terminal_ || passed < 2) return;
    const std::string line =
        std::to_string(passed) + " s of at most " + duration(most_seconds_) + ": " + step;
    std::cerr << kClear << line.substr(0, kColumns) << std::flush;
    shown_ = true;
}

}  // namespace karat::cli
