// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/judging/budget.hpp"

#include <ctime>
#include <iomanip>
#include <sstream>

namespace karat::probe {

Budget::Clock::time_point Budget::now() const {
    if (!processor_time) return Clock::now();
    timespec spent{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &spent);
    return Clock::time_point(std::chrono::seconds(spent.tv_sec) + std::chrono::nanoseconds(spent.tv_nsec));
}

void report_step(const Budget& budget, const std::string& what, double before, double after) {
    if (!budget.progress) return;
    std::ostringstream text;
    text << std::fixed << std::setprecision(4) << "  " << what << ": loss " << before << " -> " << after;
    budget.progress(text.str());
}

}  // namespace karat::probe
