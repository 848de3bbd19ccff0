// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

namespace karat::cli {

/// Writes `{M}` and `{N}` as M and N, as the vendors' manuals do.
[[nodiscard]] inline std::string shown(std::string name) {
    for (const char* letter : {"{M}", "{N}"}) {
        const std::size_t at = name.find(letter);
        if (at != std::string::npos) name.replace(at, 3, 1, letter[1]);
    }
    return name;
}

}  // namespace karat::cli
