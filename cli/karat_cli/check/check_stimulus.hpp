// SPDX-License-Identifier: Apache-2.0
// What karat check drives a design with, and what of it was covered.
#pragma once
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>

#include "karat_cli/check/check_design.hpp"
#include "karat_coverage/coverage.hpp"

namespace karat::cli {

/// Adds --stimulus, --count, --seed, --coverage, --until-coverage.
void add_stimulus_options(po::options_description& options);

/// The tiles of one run. The same options give the same tiles again.
class StimulusRun {
   public:
    static constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();
    /// Reads the options; a coverage file that exists already is added to. `ordinary_after`: after so many
    /// tiles --until-coverage steers no more and the ordinary stimulus goes on without end. Throws UsageError
    /// or karat::Error.
    StimulusRun(const po::variables_map& values, const DotAdd& dot, Lanes lanes,
                std::uint64_t ordinary_after = kNever);

    [[nodiscard]] tb::TileSource& source() { return *source_; }
    /// What --coverage or --until-coverage wants measured; else null.
    [[nodiscard]] Coverage* coverage() { return coverage_.get(); }
    /// What --until-coverage asks for.
    [[nodiscard]] std::optional<double> goal() const { return goal_; }
    /// Makes the board's tiles count.
    void watch(tb::Scoreboard& board);

   private:
    std::unique_ptr<Coverage> coverage_;
    std::unique_ptr<tb::TileSource> source_;
    std::optional<double> goal_;
};

}  // namespace karat::cli
