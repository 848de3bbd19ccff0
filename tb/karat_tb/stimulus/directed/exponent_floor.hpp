// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "karat/recipe/spec.hpp"
#include "karat_tb/stimulus/directed/stimulus_facts.hpp"
#include "karat_tb/stimulus/random.hpp"
#include "karat_tb/stimulus/tile_source.hpp"

namespace karat::tb {

/// Makes every lane of `tile` a sum of two powers of two with random signs. One is d's smallest subnormal or
/// half of it. The other is a tiny addend next to the last bit that the alignment keeps under the exponent
/// floor, so that a floor that is off by one shows in the result. All other products are zeros. c is zero
/// too, unless it holds the larger addend, because k is 1 or no product is that small. Leaves the tile
/// unchanged and returns false if the specification has no floor or the formats cannot represent the addends.
bool aim_at_exponent_floor(Tile& tile, const Spec& spec, const StimulusFacts& facts, std::size_t m,
                           std::size_t n, Random& random);

/// Makes every lane of `tile` d's least normal in c, of either sign, and one tiny product below half of d's
/// last bit. Where the signs differ the sum is just below the least normal and may round up to it, so that
/// it matters at which point a flush judges the result. Leaves the tile unchanged and returns false if the
/// result is not flushed or the formats cannot represent the addends.
bool aim_below_least_normal(Tile& tile, const Spec& spec, const StimulusFacts& facts, std::size_t m,
                            std::size_t n, Random& random);

}  // namespace karat::tb
