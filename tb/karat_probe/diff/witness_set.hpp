// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "karat_probe/separate/separate.hpp"

namespace karat::probe {

/// Up to `count` different dot-adds on which two specifications differ. The differences that can be seen take
/// turns, each beginning with its simplest dot-add, so that the set shows every one of them. Fewer if the
/// search finds no more. `tried`, if given, is increased by the number of dot-adds tried. Throws as diff()
/// does.
[[nodiscard]] std::vector<Witness> witness_set(const Spec& x, const Spec& y, std::size_t count,
                                               std::uint64_t seed, std::uint64_t* tried = nullptr);

}  // namespace karat::probe
