// SPDX-License-Identifier: Apache-2.0
// The operands of one dot-add from the command line, for run and explain.
#pragma once
#include "karat/vectors/vector_file.hpp"
#include "karat_cli/conversion.hpp"
#include "karat_cli/options.hpp"

namespace karat::cli {

/// Adds the options of the subject and --a, --b, --c, --scale-a, --scale-b, --convert, or --vec with --row.
void add_operand_options(po::options_description& options);

struct Request {
    Subject subject;
    VectorRow row;
    Conversion rule = Conversion::refuse;
    std::vector<ConvertedOperand> conversions;  ///< of the operands given as numbers
};

/// Missing elements are +0; missing scale factors are 1. Throws UsageError or karat::Error.
[[nodiscard]] Request read_request(const po::variables_map& values);

}  // namespace karat::cli
