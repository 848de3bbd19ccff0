// SPDX-License-Identifier: Apache-2.0
// The stimulus of karat check, and its coverage.
#pragma once
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>

#include "karat_cli/check/check_design.hpp"
#include "karat_coverage/coverage.hpp"
#include "karat_tb/check/check.hpp"

namespace karat::cli {

/// Adds --stimulus, --stimulus-spec, --keep, --no-c, --count, --seed, --traffic, --depth, --coverage,
/// --until-coverage.
void add_stimulus_options(po::options_description& options);

/// The kinds of --traffic. Throws UsageError.
[[nodiscard]] tb::TrafficKinds read_traffic(const po::variables_map& values);

/// The tiles of one run, and its coverage. The same options give the same tiles.
class StimulusRun {
   public:
    static constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();
    /// Reads the options; an existing coverage file is merged in. After `ordinary_after` tiles,
    /// --until-coverage no longer steers and the ordinary stimulus continues without end. Throws UsageError
    /// or karat::Error.
    StimulusRun(const po::variables_map& values, const DotAdd& dot, Lanes lanes,
                std::uint64_t ordinary_after = kNever);

    [[nodiscard]] tb::TileSource& source() { return *source_; }
    /// The coverage of --coverage or --until-coverage; null without them.
    [[nodiscard]] Coverage* coverage() const { return coverage_.get(); }
    /// The percentage of --until-coverage.
    [[nodiscard]] std::optional<double> goal() const { return goal_; }
    /// The protocol coverage of the run.
    [[nodiscard]] const tb::ProtocolCoverage& protocol() const { return *protocol_; }
    /// Samples the coverage of every tile that `board` compares, and the protocol coverage of a run with
    /// `settings`.
    void watch(tb::Scoreboard& board, tb::CheckSettings& settings);

   private:
    void cover(const po::variables_map& values, const DotAdd& dot, Lanes lanes, std::uint64_t seed,
               std::uint64_t ordinary_after);
    void shape(const po::variables_map& values, std::uint64_t seed);

    std::unique_ptr<Coverage> coverage_;
    std::unique_ptr<tb::ProtocolCoverage> protocol_;
    std::unique_ptr<tb::TileSource> source_;
    std::optional<double> goal_;
};

}  // namespace karat::cli
