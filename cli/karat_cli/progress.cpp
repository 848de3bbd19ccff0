// SPDX-License-Identifier: Apache-2.0
#include "karat_cli/progress.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iostream>

namespace karat::cli {

std::string duration(double seconds) {
    const long whole = std::lround(seconds);
    return whole < 60 ? std::to_string(whole) + " s"
                      : std::to_string(whole / 60) + " min " + std::to_string(whole % 60) + " s";
}

Progress::Progress(std::string what)
    : what_(std::move(what)), terminal_(isatty(STDERR_FILENO) == 1), thread_([this] { show(); }) {}

Progress::Progress(std::string what, double seconds) : Progress(std::move(what)) {
    const std::scoped_lock lock(mutex_);
    single_ = true;
    meter.expected = seconds;
    meter.all = 1;
}

Progress::~Progress() {
    {
        const std::scoped_lock lock(mutex_);
        over_ = true;
    }
    end_.notify_all();
    thread_.join();
    if (shown_ && terminal_) std::cerr << "\r\x1b[K" << std::flush;
}

std::string Progress::line(double seconds) {
    const double fraction = meter.fraction();
    if (fraction > seen_) {
        seen_ = fraction;
        seen_at_ = seconds;
    }
    const std::string count = std::to_string(meter.done) + " of " + std::to_string(meter.all) + ' ';
    const std::string out = (single_ ? "" : count) + what_ + ", " + duration(seconds) + " so far, ";
    if (fraction <= 0 && meter.expected <= 0) return out + "time left not known yet";
    if (fraction <= 0) {
        const double left = meter.expected - seconds;
        return out + (left < 0.5 ? "longer than expected" : "about " + duration(left) + " left");
    }
    // The speed up to the last step, so that the time left falls while a step lasts; but at best the next
    // step ends now.
    const double at_best = std::min(1.0, fraction + 1 / static_cast<double>(meter.all));
    const double left = std::max(seen_at_ / fraction, seconds / at_best) - seconds;
    return out + (left < 0.5 ? "longer than expected" : "about " + duration(left) + " left");
}

void Progress::show() {
    using Clock = std::chrono::steady_clock;
    const auto start = Clock::now();
    auto next = start + std::chrono::seconds(2);
    std::unique_lock lock(mutex_);
    while (!end_.wait_until(lock, next, [this] { return over_; })) {
        next += std::chrono::milliseconds(terminal_ ? 500 : 10000);
        if (meter.all == 0 || (single_ && !terminal_)) continue;
        const std::string text = line(std::chrono::duration<double>(Clock::now() - start).count());
        std::cerr << (terminal_ ? "\r\x1b[K" + text : text + '\n') << std::flush;
        shown_ = true;
    }
}

}  // namespace karat::cli
