// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>

#include "karat/recipe/attribute_path.hpp"
#include "karat/recipe/recipe.hpp"

namespace karat {

inline constexpr int kMaxDepth = 64;  ///< nesting depth of sums and chains

/// Throws SpecError for an invalid attribute. The message begins with the path of the attribute
/// (`result.sum[1].F`). Rules that depend on how k is divided are checked when the recipe is unrolled
/// (Program).
void check(const Recipe& recipe);

// Parts of it, which knobs share. `prefix` and `path` name the attribute in the message.

/// Integers: a, b, c and d are integers, or none of them is; what concerns floating point is at its default.
void check_integers(const OperandRules& operands, std::string_view prefix);
/// Metadata: k is even for 2:4, and there are no scale factors.
void check_metadata(const OperandRules& operands, std::string_view prefix);
/// wrap is for integers, which otherwise only saturate.
void check_overflow(Format format, Overflow overflow, const AttributePath& path);

}  // namespace karat
