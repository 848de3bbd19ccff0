// SPDX-License-Identifier: Apache-2.0
// Output of karat check besides its report: progress, and the command that repeats the run.
#pragma once
#include <chrono>
#include <cstdint>
#include <string>

#include "karat_cli/commands.hpp"

namespace karat::cli {

/// Tiles, mismatches and, after two seconds, the time left, on stderr: one line rewritten in place on a
/// terminal, otherwise at most four lines a second.
class TileProgress {
   public:
    TileProgress(std::uint64_t count, bool quiet);
    void operator()(std::uint64_t tiles, std::uint64_t mismatches);
    void end() const;

   private:
    [[nodiscard]] std::string left(std::uint64_t tiles, std::chrono::steady_clock::time_point now) const;

    std::uint64_t count_;
    bool quiet_;
    bool terminal_;
    bool shown_ = false;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    std::chrono::steady_clock::time_point last_ = start_;
};

/// Redirects what the design prints ($display) to stderr during its lifetime: stdout holds only the report.
class DesignOutput {
   public:
    DesignOutput();
    ~DesignOutput();
    DesignOutput(const DesignOutput&) = delete;
    DesignOutput& operator=(const DesignOutput&) = delete;

   private:
    int stdout_;
};

/// Discards what the design prints, during its lifetime.
class DesignSilence {
   public:
    DesignSilence();
    ~DesignSilence();
    DesignSilence(const DesignSilence&) = delete;
    DesignSilence& operator=(const DesignSilence&) = delete;

   private:
    int stdout_, stderr_;
};

/// A word quoted for the shell.
[[nodiscard]] std::string quoted(const std::string& word);
/// The command that repeats a check with these arguments. It gives the seed even if that was the default.
/// `subcommand`: empty for a program that only checks.
[[nodiscard]] std::string again(const std::string& subcommand, const Arguments& arguments,
                                const std::string& seed);

}  // namespace karat::cli
