// SPDX-License-Identifier: Apache-2.0
// Which addends of a target meet in one sum, read off its answers and held against the shapes of recipes.
#pragma once
#include <cstdint>
#include <vector>

#include "karat/recipe/recipe.hpp"
#include "karat_probe/identify/topology/losses.hpp"
#include "karat_probe/target/target.hpp"

namespace karat::probe {

/// X in one place, -X in another, and one small addend y in a third. If y joins before X and -X cancel, it is
/// rounded beside X, and d is not what y alone gives. Where X and -X leave something, because addends are
/// added relative to the sign of c (RDNA3), y is chosen to be lost beside X and to show beside what is left.
class Topology {
   public:
    /// Asks at most about `most` dot-adds, for triples of places spread over all. Asks nothing useful if the
    /// formats leave no room between X and y; then seen() is false.
    Topology(Target& target, std::size_t most, std::uint64_t seed);

    [[nodiscard]] bool seen() const { return !triples_.empty(); }
    /// The share of the triples that a shape contradicts, judged by about `most` of them, whatever the widths
    /// and the roundings inside the recipe are (losses.hpp). To it is added the share of the places that pass
    /// the same nodes as others, but need a larger or smaller y.
    [[nodiscard]] double contradicted(const Recipe& shape, std::size_t most) const;

   private:
    struct Triple {
        Places places;
        bool lost = false;  ///< d is not that of y alone
    };
    class Residues;
    class Asked;

    std::vector<int> magnitudes_;  ///< of y, by place; empty if all are equal
    std::vector<Triple> triples_;
};

}  // namespace karat::probe
