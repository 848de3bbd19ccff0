// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <boost/json/object.hpp>
#include <string>
#include <string_view>

#include "karat/recipe/spec.hpp"

namespace karat {

/// Version of the JSON form, stored in its `karat_spec` key. Other versions are rejected.
inline constexpr int kSpecVersion = 1;

/// The knobs of the specification's algorithm that are set. `spec_from_json(to_json(s)) == s`.
[[nodiscard]] boost::json::object to_json(const Spec& spec);
[[nodiscard]] std::string to_json_text(const Spec& spec);

/// Needs `karat_spec` and `algorithm`; other missing keys take their defaults. Also reads a recipe. Throws
/// SpecError for an unknown key, a wrong type or value, a knob that does not apply to the algorithm, or an
/// invalid combination.
[[nodiscard]] Spec spec_from_json(const boost::json::object& object);
/// The same from text. Throws SpecError for a syntax error, with its position, and for a key that appears
/// twice.
[[nodiscard]] Spec spec_from_json_text(std::string_view text);

}  // namespace karat
