// SPDX-License-Identifier: Apache-2.0
// karat check --mode: the modes of a design with a mode input.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "karat_cli/check/check_design.hpp"
#include "karat_cli/check/check_reports.hpp"
#include "karat_tb/stimulus/random.hpp"
#include "karat_tb/stimulus/tile_source.hpp"

namespace karat::cli {

/// A value of the mode input, and what the design computes under it.
struct Mode {
    std::uint32_t value = 0;
    std::string settings;  ///< as given: "output_rounding=RU"
    Subject subject;       ///< that of the command, with the settings
};

/// Adds --mode.
void add_mode_options(po::options_description& options);
/// The modes of --mode; none without it. Throws UsageError for a malformed mode, a value given twice or too
/// wide for the design, and if the design has a mode input and --mode is missing, or the reverse.
[[nodiscard]] std::vector<Mode> read_modes(const po::variables_map& values, const Subject& subject,
                                           const Design& design);

/// The options for one mode: the files that a run writes get `suffix` before their extension.
[[nodiscard]] po::variables_map with_file_suffix(const po::variables_map& values, const std::string& suffix);

/// Tiles of several sources in random order; each has the mode of its source.
class ModeMix final : public tb::TileSource {
   public:
    struct Part {
        std::uint32_t mode = 0;
        tb::TileSource* source = nullptr;
    };
    ModeMix(std::vector<Part> parts, std::uint64_t seed) : parts_(std::move(parts)), random_(seed) {}
    /// Ends when a source does.
    [[nodiscard]] std::optional<tb::Tile> next() override;

   private:
    std::vector<Part> parts_;
    tb::Random random_;
};

/// How the modes of a check ended, in one line: "FAIL  in mode 2 (output_rounding=RU); ...". `alone`: a run
/// for each mode; `mixed`: the tiles of each mode in the mixed run, empty if
/// there was none.
[[nodiscard]] std::string modes_line(const std::vector<Mode>& modes, const JudgedRuns& alone,
                                     const JudgedRuns& mixed);

}  // namespace karat::cli
