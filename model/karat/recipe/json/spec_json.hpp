// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <boost/json/object.hpp>
#include <string>
#include <string_view>

#include "karat/recipe/spec.hpp"

namespace karat {

/// Version of the JSON form, in its `karat_spec` key. A reader refuses others.
inline constexpr int kSpecVersion = 1;

/// The knobs of the spec's algorithm that are set; unset ones are left out. `from_json(to_json(s)) == s`.
[[nodiscard]] boost::json::object to_json(const Spec& spec);
[[nodiscard]] std::string to_json_text(const Spec& spec);

/// Needs `karat_spec` and `algorithm`; other missing keys take their defaults. Throws SpecError for an
/// unknown key, a wrong type or value, a knob the algorithm does not have, an impossible combination.
[[nodiscard]] Spec spec_from_json(const boost::json::object& object);
/// The same from text; a syntax error says where, and a key that appears twice is refused.
[[nodiscard]] Spec spec_from_json_text(std::string_view text);

}  // namespace karat
