// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "karat/recipe/spec.hpp"
#include "karat_tb/stimulus/directed/stimulus_facts.hpp"
#include "karat_tb/stimulus/random.hpp"
#include "karat_tb/stimulus/tile_source.hpp"

namespace karat::tb {

/// Makes every lane of `tile` a sum about half of d's least subnormal, or a whole one, plus or minus a speck
/// next to the last bit that the exponent floor lets the alignment keep; so that a floor off by one is seen.
/// The other products and, unless k is 1, c are zeros. Leaves the tile as it is, and returns false, where the
/// specification has no floor or no products so small.
bool aim_at_exponent_floor(Tile& tile, const Spec& spec, const StimulusFacts& facts, std::size_t m,
                           std::size_t n, Random& random);

}  // namespace karat::tb
