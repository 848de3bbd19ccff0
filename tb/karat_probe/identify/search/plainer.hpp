// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "karat_probe/identify/search/climb.hpp"

namespace karat::probe {

/// A recipe that gives as many answers, with sums that add exactly where the answers allow it, and with exact
/// widths and without limits where they do not. What a fit draws at random where nothing shows would be
/// refuted by one answer after another. A guess by knobs is loosened only.
[[nodiscard]] Guess plainer(Guess guess, const Record& record, Budget& budget);

}  // namespace karat::probe
