// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "karat/recipe/spec.hpp"

namespace karat {

/// Index of element `j` of part `i` if `parts` parts of `size` elements each are laid out by `pattern`.
[[nodiscard]] constexpr int pattern_index(Pattern pattern, int i, int j, int parts, int size) {
    switch (pattern) {
        case Pattern::contiguous:
            return i * size + j;
        case Pattern::interleaved:
            return j * parts + i;
        case Pattern::pairs:
            return parts == 1 ? j : (j / 2) * 2 * parts + 2 * i + j % 2;
    }
    return 0;
}

}  // namespace karat
