// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

#include "karat_cli/check/check_design.hpp"
#include "karat_cli/check/design_target.hpp"
#include "karat_cli/gemm/output_file.hpp"
#include "karat_cli/options.hpp"
#include "karat_probe/findings/bugs.hpp"

namespace karat::cli {

struct BugSearch {
    bool identify = false;      ///< the given specification may be far from the unit's
    bool formats_only = false;  ///< no specification was given but the formats
    std::uint32_t mode = 0;     ///< value of the mode input
    bool has_c = true;          ///< the unit has an input c
    /// Status flags of the same run, of which some may be wrong; null: none are compared.
    const tb::FlagBoard* flags = nullptr;
    ModeSpecs modes = {};  ///< all modes, of a run that mixed them
};

/// The answers of a unit, of which at least one is wrong by the given specification.
struct Judgement {
    const DotAdd& given;
    const probe::UnitAnswers& answers;
    probe::AllAnswers all;
    bool formats_only = false;  ///< `given` is the exact sum of the formats that were given
};

/// The options --identify and --nearest.
void add_identify_options(po::options_description& options);

/// The specification of --formats and --k, where a search begins if nothing else is known; nothing without
/// them. Throws UsageError without --identify, and together with another specification.
[[nodiscard]] std::optional<Subject> read_formats_alone(const po::variables_map& values);

/// The file of --nearest, if it is given. Throws UsageError without --identify.
[[nodiscard]] std::optional<NamedPath> read_nearest(const po::variables_map& values);

/// Writes the specification at which the findings start, or says on stderr that there is none.
void write_nearest(const NamedPath& out, const probe::BugReport* bugs);

/// The faults behind the wrong answers. `identify`: starts at the specification nearest to the answers.
/// `unit` replays rows; null: there is none. Throws TargetError if it stops answering.
[[nodiscard]] probe::BugReport bugs_behind(const Judgement& judgement, bool identify, probe::Target* unit);

/// Looks for the faults behind the mismatches on `board` and groups wrong status flags; nothing if there are
/// none. Rows are replayed on the design. If that breaks the protocol, which the report says, they are
/// grouped as they are.
[[nodiscard]] std::optional<probe::BugReport> find_bugs(const Design& design, const Lanes& lanes,
                                                        const tb::Scoreboard& board, const BugSearch& search);

/// Groups the mismatches and wrong flags on `board` without naming faults, for a unit that is right as long
/// as its mode does not change. Rows are replayed on a fresh copy of the design, between the tiles of
/// `between`. `reason`: as in find_groups() of karat_probe/findings/bugs.hpp.
[[nodiscard]] std::optional<probe::BugReport> find_groups(const Design& design, const Lanes& lanes,
                                                          const tb::Scoreboard& board,
                                                          const BugSearch& search,
                                                          std::vector<tb::ModeBoards::Between> between,
                                                          const std::string& reason);

}  // namespace karat::cli
