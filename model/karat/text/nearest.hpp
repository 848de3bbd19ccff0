// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace karat {

/// Up to `count` of `names` that are closest to `wanted` (its first 128 characters), joined by ", ": by the
/// edit distance to the start of the name that fits best, so that a name typed in part finds those that go on
/// from it, then by that to the whole name. Case-insensitive.
[[nodiscard]] std::string nearest_names(std::string_view wanted, const std::vector<std::string>& names,
                                        std::size_t count);

}  // namespace karat
