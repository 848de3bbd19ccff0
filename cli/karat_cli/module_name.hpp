// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <cctype>
#include <string>

#include "karat_cli/commands.hpp"
#include "karat_cli/options.hpp"

namespace karat::cli {

/// The name of the top module, --top. The prefix karat_ rules out keywords of SystemVerilog.
[[nodiscard]] inline std::string read_top(const po::variables_map& values) {
    const auto& name = values["top"].as<std::string>();
    const auto is_word = [](unsigned char ch) { return std::isalnum(ch) != 0 || ch == '_'; };
    const bool is_ours =
        name.starts_with("karat_") && name.size() > 6 && std::all_of(name.begin(), name.end(), is_word);
    if (is_ours && !name.ends_with("_flat")) return name;  // NAME_flat is another module of the design NAME
    throw UsageError("--top: \"" + name +
                     "\" is not allowed; use karat_ followed by letters, digits or underscores, not ending "
                     "in _flat, as in karat_hopper");
}

}  // namespace karat::cli
