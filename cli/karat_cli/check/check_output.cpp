// SPDX-License-Identifier: Apache-2.0
#include "karat_cli/check/check_output.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <iostream>

#include "karat_cli/progress.hpp"

namespace karat::cli {

TileProgress::TileProgress(std::uint64_t count, bool quiet)
    : count_(count), quiet_(quiet), terminal_(isatty(STDERR_FILENO) == 1) {}

void TileProgress::operator()(std::uint64_t tiles, std::uint64_t mismatches) {
    const auto now = std::chrono::steady_clock::now();
    if (quiet_ || now - last_ < (terminal_ ? std::chrono::milliseconds(100) : std::chrono::milliseconds(250)))
        return;
    last_ = now;
    shown_ = true;
    std::cerr << (terminal_ ? "\r" : "") << "  " << tiles << " of " << count_ << " tiles, " << mismatches
              << " mismatches" << left(tiles, now) << (terminal_ ? "  " : "\n") << std::flush;
}

std::string TileProgress::left(std::uint64_t tiles, std::chrono::steady_clock::time_point now) const {
    const double passed = std::chrono::duration<double>(now - start_).count();
    if (passed < 2 || tiles == 0 || tiles > count_) return "";
    const double each = passed / static_cast<double>(tiles);
    return ", about " + duration(each * static_cast<double>(count_ - tiles)) + " left";
}

void TileProgress::end() const {
    if (shown_ && terminal_) std::cerr << "\r\x1b[K" << std::flush;
}

DesignOutput::DesignOutput() : stdout_(dup(STDOUT_FILENO)) {
    std::cout.flush();
    (void)std::fflush(stdout);
    if (stdout_ >= 0) (void)dup2(STDERR_FILENO, STDOUT_FILENO);
}

DesignOutput::~DesignOutput() {
    (void)std::fflush(stdout);
    if (stdout_ < 0) return;
    (void)dup2(stdout_, STDOUT_FILENO);
    (void)close(stdout_);
}

DesignSilence::DesignSilence() : stdout_(dup(STDOUT_FILENO)), stderr_(dup(STDERR_FILENO)) {
    std::cout.flush();
    (void)std::fflush(nullptr);
    const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (nowhere < 0) return;
    if (stdout_ >= 0) (void)dup2(nowhere, STDOUT_FILENO);
    if (stderr_ >= 0) (void)dup2(nowhere, STDERR_FILENO);
    (void)close(nowhere);
}

DesignSilence::~DesignSilence() {
    (void)std::fflush(nullptr);
    for (const auto& [kept, place] : {std::pair{stdout_, STDOUT_FILENO}, {stderr_, STDERR_FILENO}}) {
        if (kept < 0) continue;
        (void)dup2(kept, place);
        (void)close(kept);
    }
}

std::string quoted(const std::string& word) {
    static constexpr std::string_view plain =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_./:=,+@%";
    if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
    std::string out = "'";
    for (const char ch : word) out += ch == '\'' ? std::string("'\\''") : std::string(1, ch);
    return out + "'";
}

std::string again(const std::string& subcommand, const Arguments& arguments, const std::string& seed) {
    std::string out = quoted(program()) + (subcommand.empty() ? "" : " " + subcommand);
    bool has_seed = false;
    for (const std::string& word : arguments) {
        out += " " + quoted(word);
        has_seed |= word == "--seed" || word.starts_with("--seed=");
    }
    return has_seed ? out : out + " --seed " + seed;
}

}  // namespace karat::cli
