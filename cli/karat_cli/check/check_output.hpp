// SPDX-License-Identifier: Apache-2.0
// What karat check says besides its report: progress, and the command that repeats the run.
#pragma once
#include <chrono>
#include <cstdint>
#include <string>

#include "karat_cli/commands.hpp"

namespace karat::cli {

/// A line on stderr: rewritten in place on a terminal, now and then elsewhere.
class Progress {
   public:
    Progress(std::uint64_t count, bool quiet);
    void operator()(std::uint64_t tiles, std::uint64_t mismatches);
    void end() const;

   private:
    std::uint64_t count_;
    bool quiet_;
    bool terminal_;
    bool shown_ = false;
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

/// What a design prints ($display) goes to stderr as long as this lives, so that stdout has the report alone.
class DesignOutput {
   public:
    DesignOutput();
    ~DesignOutput();
    DesignOutput(const DesignOutput&) = delete;
    DesignOutput& operator=(const DesignOutput&) = delete;

   private:
    int stdout_;
};

/// A word as a shell reads it back.
[[nodiscard]] std::string quoted(const std::string& word);
/// The command that repeats a check with these arguments; the seed is named even where it was the default.
/// `subcommand`: empty for a program that only checks.
[[nodiscard]] std::string again(const std::string& subcommand, const Arguments& arguments,
                                const std::string& seed);

}  // namespace karat::cli
