// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include "karat_probe/diff/diff.hpp"
#include "karat_probe/target/open_target.hpp"

namespace karat::cli {

/// "equal", "different" or "no difference found".
[[nodiscard]] std::string_view verdict(const probe::Diff& diff);

[[nodiscard]] boost::json::object to_json(const probe::NamedModel& x, const probe::NamedModel& y,
                                          const probe::Diff& diff);
/// The operands in hexadecimal, and the results of both sides.
[[nodiscard]] boost::json::object to_json(const probe::Witness& witness, const OperandRules& formats);
/// One difference: key, values, effect, reason or witness.
[[nodiscard]] boost::json::object to_json(const probe::AttributeDiff& attribute, const OperandRules& formats);

[[nodiscard]] std::string_view effect_name(probe::Effect effect);
/// A value of a knob as `--set` takes it; "default" if it is unset.
[[nodiscard]] std::string value_text(const boost::json::value& value);

}  // namespace karat::cli
