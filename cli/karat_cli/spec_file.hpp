// SPDX-License-Identifier: Apache-2.0
// A specification as a file that says every choice.
#pragma once
#include <boost/json/value.hpp>
#include <string>

#include "karat/recipe/spec.hpp"

namespace karat::cli {

/// The specification with the values of knobs that follow the algorithm, where they can be set, and those
/// that follow other knobs if `followers`. Its recipe is the same. A file has no followers, so that a changed
/// k or F still changes them.
[[nodiscard]] Spec completed(const Spec& spec, bool followers);

/// JSON over several lines, two columns deeper for each level, with a line feed at the end. What holds
/// nothing but values, or one object of values, stays on a line.
[[nodiscard]] std::string indented(const boost::json::value& value);

/// The completed specification as indented JSON, for --spec.
[[nodiscard]] std::string spec_file_text(const Spec& spec);

}  // namespace karat::cli
