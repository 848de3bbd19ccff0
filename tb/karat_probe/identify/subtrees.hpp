// SPDX-License-Identifier: Apache-2.0
// Recipes whose tree differs from that of another in all that is below one sum.
#pragma once
#include <vector>

#include "karat_probe/identify/tree_edits.hpp"

namespace karat::probe {

/// Each sum inside the tree with its products added in every way that the shapes have (tree_shapes.hpp). What
/// else it adds stays, and so do products that are the same part of the slice as before. A tree of up to four
/// sums has more levels than the shapes have, but no more than three of them below its outermost sum. They
/// need not be valid.
[[nodiscard]] std::vector<TreeEdit> other_subtrees(const Recipe& recipe);

}  // namespace karat::probe
