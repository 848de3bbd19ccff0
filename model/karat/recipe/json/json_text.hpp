// SPDX-License-Identifier: Apache-2.0
// From text to a JSON object, more strictly than Boost.JSON: a key that appears twice is refused.
#pragma once
#include <boost/json/object.hpp>
#include <string>
#include <string_view>

namespace karat {

inline constexpr std::size_t kMaxJsonDepth = 320;  ///< a recipe of kMaxDepth sums and chains needs less

/// The object that `text` is, with nothing after it. Throws SpecError with the place of a syntax error, or
/// the path of a key that appears twice in one object, at any depth and however it is escaped; `expected`,
/// where it is JSON but no object.
[[nodiscard]] boost::json::object parse_object(std::string_view text, const std::string& expected);

/// Throws SpecError unless `object` has `key` with the number `version`; `what` begins with it, says the
/// sentence.
void check_version(const boost::json::object& object, std::string_view key, int version,
                   const std::string& what);

}  // namespace karat
