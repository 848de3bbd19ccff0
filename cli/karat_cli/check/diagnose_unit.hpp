// SPDX-License-Identifier: Apache-2.0
// The unit on which karat diagnose replays recorded rows.
#pragma once
#include <memory>

#include "karat_cli/options.hpp"
#include "karat_probe/target/target.hpp"
#include "karat_tb/record/answer_record.hpp"

namespace karat::cli {

/// Adds --candidate, --contract and what goes with them.
void add_unit_options(po::options_description& options);
/// The unit of --candidate or --contract; null without them. It must have the lanes of the record, which gets
/// them from the unit if it does not say them, and its ports must fit the record's specification. Throws
/// UsageError, karat::Error if the unit cannot be built or opened.
[[nodiscard]] std::unique_ptr<probe::Target> open_unit(const po::variables_map& values,
                                                       tb::AnswerRecord& record);

}  // namespace karat::cli
