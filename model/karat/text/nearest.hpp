// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace karat {

/// Up to `count` of the `names` that are closest to `wanted` (its first 128 characters), joined by ", ".
/// Names are ranked by the edit distance to their closest prefix, so that a partly typed name finds its
/// completions, then by the edit distance to the whole name. Case-insensitive. Names that need more than a
/// third of `wanted` changed (rounded up) are no likely meaning and are left out; the result may be empty.
[[nodiscard]] std::string nearest_names(std::string_view wanted, const std::vector<std::string>& names,
                                        std::size_t count);

/// "; nearest: HMMA.16816.F32", the end of an error message, or `otherwise` if no name is near.
[[nodiscard]] std::string nearest_hint(std::string_view wanted, const std::vector<std::string>& names,
                                       std::size_t count, std::string_view otherwise = {});

}  // namespace karat
