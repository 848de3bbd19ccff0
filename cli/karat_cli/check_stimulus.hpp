// SPDX-License-Identifier: Apache-2.0
// What karat check drives a design with, and what of it was covered.
#pragma once
#include <memory>

#include "karat/coverage/coverage.hpp"
#include "karat_cli/check_design.hpp"

namespace karat::cli {

/// Adds --stimulus, --count, --seed, --coverage, --until-coverage.
void add_stimulus_options(po::options_description& options);

/// The tiles of one run. The same options give the same tiles again.
class StimulusRun {
   public:
    /// Reads the options; a coverage file that exists already is added to. Throws UsageError or karat::Error.
    StimulusRun(const po::variables_map& values, const DotAdd& dot, Lanes lanes);

    [[nodiscard]] tb::TileSource& source() { return *source_; }
    /// What --coverage or --until-coverage wants measured; else null.
    [[nodiscard]] Coverage* coverage() { return coverage_.get(); }
    /// Makes the board's tiles count.
    void watch(tb::Scoreboard& board);

   private:
    std::unique_ptr<Coverage> coverage_;
    std::unique_ptr<tb::TileSource> source_;
};

}  // namespace karat::cli
