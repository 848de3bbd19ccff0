// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <boost/json/object.hpp>

#include "karat/vectors/vector_file.hpp"

namespace karat::cli {

/// The operands of a dot-add in hexadecimal: a, b, c, and scale_a, scale_b or metadata where there are any.
[[nodiscard]] boost::json::object operands_json(const VectorRow& row, const OperandRules& formats);

}  // namespace karat::cli
