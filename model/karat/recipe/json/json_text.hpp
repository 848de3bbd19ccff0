// SPDX-License-Identifier: Apache-2.0
// Parses text into a JSON object. Stricter than Boost.JSON: a key that appears twice is an error.
#pragma once
#include <boost/json/object.hpp>
#include <string>
#include <string_view>

namespace karat {

/// Enough for a recipe with kMaxDepth nested sums and chains.
inline constexpr std::size_t kMaxJsonDepth = 320;

/// Parses `text`, which must be a single JSON object. Throws SpecError with the position of a syntax error,
/// with the path of a key that appears twice in one object (at any depth, compared after unescaping), or with
/// the message `expected` if the text is JSON but not an object.
[[nodiscard]] boost::json::object parse_object(std::string_view text, const std::string& expected);

/// Throws SpecError unless `object` has `key` with the number `version`. `what` is the kind of document in
/// the message: "a recipe".
void check_version(const boost::json::object& object, std::string_view key, int version,
                   const std::string& what);

}  // namespace karat
