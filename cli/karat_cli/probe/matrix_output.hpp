// SPDX-License-Identifier: Apache-2.0
// The matrix of instructions as a table on the terminal, as JSON and as a web page.
#pragma once
#include <boost/json/object.hpp>
#include <ostream>
#include <string>
#include <vector>

#include "karat_probe/diff/matrix.hpp"

namespace karat::cli {

/// "HMMA.16816.F32 (Hopper, Blackwell), ...": the members of a class by name.
[[nodiscard]] std::string members_text(const probe::InstructionClass& members);
/// "F, exponent_floor": the differences that were seen; the keys of all if only their combination was.
[[nodiscard]] std::vector<const probe::AttributeDiff*> seen(const probe::ClassDiff& diff);

void print_matrix(std::ostream& out, const std::vector<probe::FormatGroup>& groups);
[[nodiscard]] boost::json::object to_json(const std::vector<probe::FormatGroup>& groups);
/// A page that loads nothing.
[[nodiscard]] std::string matrix_page(const std::vector<probe::FormatGroup>& groups);

}  // namespace karat::cli
