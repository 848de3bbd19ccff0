// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace karat {

/// Up to `count` of `names` that are closest to `wanted` (edit distance of its first 128 characters, case-insensitive), joined by ", ".
[[nodiscard]] std::string nearest_names(std::string_view wanted, const std::vector<std::string>& names, std::size_t count);

}  // namespace karat
