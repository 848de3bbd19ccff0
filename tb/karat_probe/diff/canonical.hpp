// SPDX-License-Identifier: Apache-2.0
// Attributes that no operands can show, proved from the bounds of a recipe.
#pragma once
#include <string>
#include <vector>

#include "karat/recipe/recipe.hpp"

namespace karat::probe {

/// An attribute without effect.
struct VoidAttribute {
    std::string path;    ///< as in recipe_path.hpp: "result.sum[0].F"
    std::string reason;  ///< why, in words: "no addend has a bit below 2^-149"
};

/// A recipe with its attributes that have no effect set to fixed values. Two recipes whose canonical recipes
/// are equal give equal results for all operands. The reverse does not hold.
struct Canonical {
    Recipe recipe;
    std::vector<VoidAttribute> changed;
};

/// `any_nan`: all NaNs count as equal, as they do beside a recipe whose NaN is `any`. Throws SpecError for an
/// invalid recipe.
[[nodiscard]] Canonical canonical(const Recipe& recipe, bool any_nan = false);

/// Whether the encoding of a NaN result is `any`.
[[nodiscard]] bool has_any_nan(const Recipe& recipe);

}  // namespace karat::probe
