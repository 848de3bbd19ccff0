// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "karat_sweep/metrics.hpp"

namespace karat::cli {

/// "8 s", "3 min 20 s"
[[nodiscard]] std::string duration(double seconds);

/// Shows on stderr how far long work is and how long it will take: nothing for two seconds, then a line that
/// is rewritten, or, if stderr is no terminal, a line every ten seconds. The line of a terminal disappears at
/// the end.
class Progress {
   public:
    /// `what` is done in the plural: "points measured".
    explicit Progress(std::string what);
    /// One piece of work, "building the unit", that takes about `seconds`. Shown on a terminal only.
    Progress(std::string what, double seconds);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;
    Progress(Progress&&) = delete;
    Progress& operator=(Progress&&) = delete;

    sweep::Meter meter;  ///< to be set by the work

   private:
    void show();
    [[nodiscard]] std::string line(double seconds);

    std::string what_;
    bool single_ = false;  ///< one piece of work, so that there is nothing to count
    bool terminal_;
    bool shown_ = false;
    double seen_ = 0, seen_at_ = 0;  ///< the last share of the work that was done, and when it was seen
    bool over_ = false;
    std::mutex mutex_;
    std::condition_variable end_;
    std::thread thread_;
};

}  // namespace karat::cli
