// SPDX-License-Identifier: Apache-2.0
// Coverage sites: the sums of a recipe, one site for each operation of its program.
#pragma once
#include <string>
#include <vector>

#include "karat/recipe/bounds/bounds.hpp"

namespace karat {

struct SiteAddend {
    Slot slot = 0;
    std::size_t group = 0;  ///< index in the groups of the operation
    const Term* term = nullptr;
    std::string label;        ///< "k3", "c", "link1", or the label of the site that produces it
    bool is_operand = false;  ///< a product of operands or c itself, not an intermediate sum
    int fraction = 0;         ///< number of bits that can be set below the exponent it is compared by
};

/// One operation of a program, which is one step of a trace.
struct Site {
    std::string label;  ///< "sum", "op1.sum", "op1.group0"
    const Operation* operation = nullptr;
    const SumBounds* bounds = nullptr;
    std::vector<SiteAddend> addends;  ///< in the same order as in a trace
    bool on_fixed_grid = false;       ///< at least one addend has a finite width
    bool is_final = false;
    bool is_chained = false;  ///< one of several steps of a chain
    /// Whether there are residue bins: for the final rounding, and for the rounding of a sum on a fixed grid
    /// or with an addend from one.
    bool counts_residue = false;
    bool has_floor = false;  ///< a floor or a zero, not only a nonzero addend, can set e_max
    int F = 24;              ///< reference width of the cancel bins: the largest finite F

    [[nodiscard]] const AddendBounds& of(const SiteAddend& x) const { return bounds->groups[x.group]; }
    [[nodiscard]] bool is_common() const { return operation->sum->grid == GridRule::common; }
    /// The exponent that places an addend on the grid: its own, or on a common grid that of its last bit.
    [[nodiscard]] int key(const SiteAddend& x, int exponent) const {
        return is_common() ? exponent - of(x).fraction : exponent;
    }
};

/// The sites in the order of the program's operations. They point into both arguments.
[[nodiscard]] std::vector<Site> coverage_sites(const Program& program, const Bounds& bounds);

}  // namespace karat
