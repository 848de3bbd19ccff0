// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace karat {

/// Shape of a tile: `blocks` independent products of m x k by k x n. In the registry, m or n is 0 if the
/// instruction's name selects it (wgmma, tcgen05).
struct Shape {
    int m = 0;
    int n = 0;
    int k = 0;
    int blocks = 1;
};

}  // namespace karat
