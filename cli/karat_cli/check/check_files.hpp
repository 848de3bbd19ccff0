// SPDX-License-Identifier: Apache-2.0
// The files that karat check writes.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "karat_cli/gemm/output_file.hpp"
#include "karat_cli/options.hpp"
#include "karat_tb/check/scoreboard.hpp"

namespace karat::cli {

/// The files that --out, --waves, --junit and --coverage name, the last three if given. `names_out`: --out
/// was given; else it is the first of the usual name, STEM_2.vec, STEM_3.vec, ... that is neither an input
/// nor a file that no check wrote. Throws UsageError, before anything runs, for one that cannot be written,
/// or is read, or named twice: no verdict is to be lost to that.
[[nodiscard]] std::vector<NamedPath> read_outputs(const po::variables_map& values, bool names_out);

/// The kept mismatches as a vector file; true. Without any, false, and a file that an earlier check wrote
/// there is removed, so that it is not taken for this run's; a file of any other origin, or behind a symbolic
/// link, stays. Throws UsageError if it cannot be written.
bool write_mismatches(const NamedPath& out, const tb::Scoreboard& board, std::uint64_t seed);

/// What could not be written after the run: said after the verdict, which must not be lost to it.
class Troubles {
   public:
    /// Whether `write` did not throw. `option`: what asked for the file.
    bool attempt(const char* option, const std::function<void()>& write);
    /// Throws UsageError if anything went wrong.
    void report() const;

   private:
    std::string text_;
};

}  // namespace karat::cli
