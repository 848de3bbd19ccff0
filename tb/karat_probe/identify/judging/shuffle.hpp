// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <utility>
#include <vector>

#include "karat_tb/stimulus/random.hpp"

namespace karat::probe {

/// Every order is as likely; the same on every platform, unlike std::shuffle.
template <class T>
void shuffle(std::vector<T>& all, tb::Random& random) {
    for (std::size_t i = all.size(); i > 1; --i) std::swap(all[i - 1], all[random.below(i)]);
}

}  // namespace karat::probe
