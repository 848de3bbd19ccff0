// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "karat_cli/options.hpp"
#include "karat_probe/target/open_target.hpp"

namespace karat::cli {

/// What the words of such a command are, for Interface::positional.
inline constexpr const char* kModelWord = "ARCH/INSTRUCTION or FILE.json, either with KEY=VALUE settings";

/// The models that the words of a command name. Throws UsageError, which says `usage`, if there are not
/// `count` words, or one names a target that is not a model; karat::Error if one names nothing.
[[nodiscard]] std::vector<probe::NamedModel> read_models(const po::variables_map& values, std::size_t count,
                                                         const std::string& usage);

}  // namespace karat::cli
