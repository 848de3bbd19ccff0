// SPDX-License-Identifier: Apache-2.0
// The time that a search may take, and what it did.
#pragma once
#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

namespace karat::probe {

struct Budget {
    using Clock = std::chrono::steady_clock;

    Clock::time_point end;
    bool processor_time = false;  ///< `end` is in time of this thread on a processor
    std::uint64_t evaluations = 0;
    std::uint64_t tried = 0;  ///< recipes
    /// Called with a line of text for each step of the search, if set.
    std::function<void(const std::string&)> progress = {};

    [[nodiscard]] Clock::time_point now() const;
    [[nodiscard]] bool spent() const { return now() >= end; }
};

/// "  F=25: loss 0.4827 -> 0.1027", as a line of progress.
void report_step(const Budget& budget, const std::string& what, double before, double after);

}  // namespace karat::probe
