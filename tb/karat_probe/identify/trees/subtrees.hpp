// SPDX-License-Identifier: Apache-2.0
// Recipes whose tree differs from that of another in all that is below one sum.
#pragma once
#include <vector>

#include "karat_probe/identify/trees/tree_edits.hpp"

namespace karat::probe {

/// Each sum inside the tree with its products added in every way that the shapes have (tree_shapes.hpp). What
/// else it adds stays, and so do products that are the same part of the slice as before. The shapes have
/// groups in groups; below a sum of a tree they reach one level further down. The trees need not be valid.
[[nodiscard]] std::vector<TreeEdit> other_subtrees(const Recipe& recipe);

}  // namespace karat::probe
