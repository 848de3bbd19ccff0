// SPDX-License-Identifier: Apache-2.0
// The sums that a recipe consists of, as places where coverage counts: one for each operation of its program.
#pragma once
#include <string>
#include <vector>

#include "karat/recipe/bounds/bounds.hpp"

namespace karat {

struct SiteAddend {
    Slot slot = 0;
    std::size_t group = 0;  ///< of the operation
    const Term* term = nullptr;
    std::string label;        ///< "k3", "c", "link1", the label of the site whose sum it is
    bool is_operand = false;  ///< a product of operands or c itself, no intermediate sum
    int fraction = 0;         ///< bits below the exponent it is compared by that can be set
};

/// One operation of a program, and so one step of a trace.
struct Site {
    std::string label;  ///< "sum", "op1.sum", "op1.group0"
    const Operation* operation = nullptr;
    const SumBounds* bounds = nullptr;
    std::vector<SiteAddend> addends;  ///< in the order of a trace
    bool on_fixed_grid = false;       ///< some addend has a finite width
    bool is_final = false;
    bool is_chained = false;      ///< a step of a chain of several
    bool counts_residue = false;  ///< its rounding is of a sum that some alignment cut, or the last
    bool has_floor = false;       ///< e_max can be held by no nonzero addend
    int F = 24;                   ///< width that cancellation is measured against

    [[nodiscard]] const AddendBounds& of(const SiteAddend& x) const { return bounds->groups[x.group]; }
    [[nodiscard]] bool is_common() const { return operation->sum->grid == GridRule::common; }
    /// The exponent that places an addend on the grid: its own, of a common grid that of its last bit.
    [[nodiscard]] int key(const SiteAddend& x, int exponent) const {
        return is_common() ? exponent - of(x).fraction : exponent;
    }
};

/// In the order of the program's operations. Refers to both arguments.
[[nodiscard]] std::vector<Site> coverage_sites(const Program& program, const Bounds& bounds);

}  // namespace karat
