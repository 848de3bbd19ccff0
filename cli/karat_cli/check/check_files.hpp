// SPDX-License-Identifier: Apache-2.0
// The files that karat check writes.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "karat_cli/gemm/output_file.hpp"
#include "karat_cli/options.hpp"
#include "karat_tb/check/scoreboard.hpp"
#include "karat_tb/record/answer_recorder.hpp"

namespace karat::cli {

/// The files of --out, --waves, --html, --junit, --coverage and --record; all but the first only if given.
/// `names_out`: --out was given. Otherwise its file is the first of the default name, STEM_2.vec, STEM_3.vec,
/// ... that is not an input and, if it exists, was written by a check. Throws UsageError for a file that
/// cannot be written, is an input, or is named twice. This is called before the run, so that no verdict is
/// lost.
[[nodiscard]] std::vector<NamedPath> read_outputs(const po::variables_map& values, bool names_out);

/// Writes the kept mismatches as a vector file and returns true. Without mismatches it returns false and
/// removes a file that an earlier check wrote there, so that it is not mistaken for this run's. A file of any
/// other origin, or behind a symbolic link, is left alone. Throws UsageError if the file cannot be written.
bool write_mismatches(const NamedPath& out, const tb::Scoreboard& board, std::uint64_t seed);

/// Writes the record of the answers, in a mode of the design if it has modes. Without answers it writes
/// nothing, and removes a file that an earlier check recorded there. Throws UsageError if the file cannot be
/// written.
void write_record(const NamedPath& out, const tb::AnswerRecorder& recorder, std::uint64_t seed,
                  std::optional<std::uint32_t> mode);

/// Collects the write errors after a run, so that they are reported after the verdict.
class Troubles {
   public:
    /// Returns whether `write` succeeded, that is, did not throw. `option`: the option that gives the file.
    bool attempt(const char* option, const std::function<void()>& write);
    /// Throws UsageError if any write failed.
    void report() const;

   private:
    std::string text_;
};

}  // namespace karat::cli
